import { choice, group, identifier, leaf, oneOf, type Particle, text } from '../schema/particles';

/** The three ways to match a name or a number. */
export const matchCriterion = leaf('MatchCriterion', oneOf('StartsWith', 'Contains', 'EndsWith'), {
	required: true,
});

/** A filter by records of a list, named by ListID or full name, alone or with everything below one of them. */
export const referenceFilter = (name: string): Particle =>
	group(name, [
		choice(
			[leaf('ListID', identifier, { repeats: true })],
			[leaf('FullName', text(), { repeats: true })],
			[leaf('ListIDWithChildren', identifier)],
			[leaf('FullNameWithChildren', text())],
		),
	]);

/** A filter by currency. Nothing is below a currency. */
export const currencyFilter = group('CurrencyFilter', [
	choice(
		[leaf('ListID', identifier, { repeats: true })],
		[leaf('FullName', text(64), { repeats: true })],
	),
]);
