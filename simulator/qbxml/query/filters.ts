import { choice, group, IDENTIFIER, leaf, oneOf, text, type Particle } from '../schema/particles';

/** The three ways of matching a name or a number. */
export const MATCH_CRITERION = leaf('MatchCriterion', oneOf('StartsWith', 'Contains', 'EndsWith'), {
	required: true,
});

/** A filter by records of a list, named by ListID or full name, alone or with all below one of them. */
export const referenceFilter = (name: string): Particle =>
	group(name, [
		choice(
			[leaf('ListID', IDENTIFIER, { repeats: true })],
			[leaf('FullName', text(), { repeats: true })],
			[leaf('ListIDWithChildren', IDENTIFIER)],
			[leaf('FullNameWithChildren', text())],
		),
	]);

/** A filter by currency, which has nothing below it. */
export const CURRENCY_FILTER = group('CurrencyFilter', [
	choice(
		[leaf('ListID', IDENTIFIER, { repeats: true })],
		[leaf('FullName', text(64), { repeats: true })],
	),
]);
