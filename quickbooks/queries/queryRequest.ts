import {
	type FieldSpec,
	type GivenRow,
	givenRows,
	isForEndpoint,
	pathsOf,
	type WireValues,
	wireValuesOf,
} from '../form/fieldSpec';
import type { JsonObject } from '../json/object';
import { answerOptions, type Query } from './query';
import { maximumResults } from './queryOptions';

/** A query as it was filled in: its filters and its options, by their names in the form. */
export interface FilledIn {
	filters: JsonObject;
	options: JsonObject;
	timezone: string;
}

/** What a query asks for, and how: of its own endpoint (interface, section 4.3), or in qbXML (section 4.2). */
export type Asking =
	| { endpoint: string; query: WireValues }
	/** The values of the query in qbXML by path. */
	| { values: Record<string, unknown> };

/** The filters that are matched here, since nobody else has them, or not beside the others. */
const matchedHere = (given: readonly GivenRow[]): GivenRow[] =>
	given.filter(
		({ row: { matches, matchedBeside } }) =>
			matches !== undefined &&
			(matchedBeside?.some((name) => given.some(({ row }) => row.name === name)) ?? true),
	);

/** The first filter that was filled in and is matched here. Undefined if there is none. */
export const firstMatchedHere = (
	query: Query,
	{ filters, timezone }: Pick<FilledIn, 'filters' | 'timezone'>,
): FieldSpec | undefined => matchedHere(givenRows(query.filters, filters, timezone))[0]?.row;

/** The elements in which a query names records, and those of filters of which it takes one. */
const namingElements = ['ListID', 'FullName'];
const alternatives = ['NameFilter', 'NameRangeFilter'];

const elementsOf = (given: readonly GivenRow[]): string[] =>
	given.flatMap(({ row }) => pathsOf(row)).map((path) => path.split('.')[0]);

/** The most that qbXML takes as a number. */
const MOST_RETURNED = 2 ** 31 - 1;

/**
 * A query for so many records at most, if that leaves out no others. QuickBooks takes no maximum for records that are
 * named, and counts records too that a filter leaves out later, here or at the service.
 * @param most Infinity for all.
 */
export function withMaximum(query: Query, filledIn: FilledIn, most: number): FilledIn {
	const { filters, options, timezone } = filledIn;
	const given = givenRows(query.filters, filters, timezone);
	const elements = new Set(elementsOf(given));
	const isCounted =
		most < Infinity &&
		matchedHere(given).length === 0 &&
		!namingElements.some((name) => elements.has(name)) &&
		!alternatives.every((name) => elements.has(name));
	const maximum = isCounted ? Math.min(most, MOST_RETURNED) : undefined;
	return { ...filledIn, options: { ...options, [maximumResults.name]: maximum } };
}

/** Whether the service is to give the answer in pages: all there is, if its endpoint can (interface, section 4.3). */
export const isPaged = (query: Query, { filters, options, timezone }: FilledIn): boolean =>
	query.iterates === true &&
	options[maximumResults.name] === undefined &&
	!elementsOf(givenRows(query.filters, filters, timezone)).some((name) =>
		namingElements.includes(name),
	);

/** Filters that bring more than is wanted, whoever is asked. */
const bringingMore = (given: readonly GivenRow[]): GivenRow[] =>
	given.filter(({ row }) => row.isOutside !== undefined);

/** Whether a query brings more than is wanted, so that a maximum would count what is left out later. */
export const bringsMore = (
	query: Query,
	{ filters, timezone }: Pick<FilledIn, 'filters' | 'timezone'>,
): boolean => bringingMore(givenRows(query.filters, filters, timezone)).length > 0;

/** The elements that the records have to have for the filters that are matched here, and for those that bring more. */
const neededFor = (given: readonly GivenRow[], isAtEndpoint: boolean): string[] =>
	[...bringingMore(given), ...(isAtEndpoint ? [] : matchedHere(given))].flatMap(
		({ row }) => row.needs ?? [],
	);

/** Values by path of all rows. Rows with the same path share a list. */
function byPath(given: readonly GivenRow[], timezone: string): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const { row, value, mode } of given) {
		for (const [path, one] of Object.entries(row.qbxml?.(value, mode, timezone) ?? {})) {
			const before = values[path];
			values[path] =
				Array.isArray(before) && Array.isArray(one) ? [...new Set([...before, ...one])] : one;
		}
	}
	return values;
}

/**
 * How a query is asked. It goes to its own endpoint, unless it has none or something was filled in that it does not take.
 * @throws FormError for values that can't be, and for filters that can't be combined.
 */
export function askingOf(query: Query, { filters, options, timezone }: FilledIn): Asking {
	const filled = givenRows(query.filters, filters, timezone);
	const optional = givenRows(answerOptions(query), options, timezone);
	const given = [...filled, ...optional];
	if (query.path !== undefined && given.every(isForEndpoint)) {
		const { include, ...wire } = wireValuesOf(given);
		const needed = neededFor(filled, true);
		return {
			endpoint: query.path,
			query:
				include === undefined
					? wire
					: { ...wire, include: [...new Set([...(include as string[]), ...needed])] },
		};
	}
	const matched = matchedHere(filled);
	const values = byPath(
		[
			...filled.filter((one) => !matched.includes(one)),
			// A maximum would leave records out before they are matched.
			...optional.filter(({ row }) => row !== maximumResults || matched.length === 0),
		],
		timezone,
	);
	const { IncludeRetElement: chosen } = values;
	return {
		values:
			chosen === undefined
				? values
				: {
						...values,
						IncludeRetElement: [...new Set([...(chosen as string[]), ...neededFor(filled, false)])],
					},
	};
}

/** The elements that the records have to have although nobody has chosen them. */
export function neededElements(query: Query, filledIn: FilledIn): string[] {
	const { filters, timezone } = filledIn;
	const isAtEndpoint = 'endpoint' in askingOf(query, filledIn);
	return [...new Set(neededFor(givenRows(query.filters, filters, timezone), isAtEndpoint))];
}

/**
 * Whether a record comes through the filters that are matched here. The service has matched what its endpoint gives.
 * @throws FormError as `askingOf` does.
 */
export function matcherOf(
	query: Query,
	filledIn: FilledIn,
): (record: Readonly<Record<string, unknown>>) => boolean {
	const { filters, timezone } = filledIn;
	const given = givenRows(query.filters, filters, timezone);
	const matched = 'endpoint' in askingOf(query, filledIn) ? [] : matchedHere(given);
	const more = bringingMore(given);
	return (record) =>
		matched.every(({ row, value }) => row.matches?.(record, value) ?? true) &&
		!more.some(({ row, value }) => row.isOutside?.(record, value));
}

/** The most records that the user wants. Undefined for all. */
export function mostOf({
	options,
	timezone,
}: Pick<FilledIn, 'options' | 'timezone'>): number | undefined {
	const [given] = givenRows([maximumResults], options, timezone);
	return given && Number(given.value);
}

/** The elements that the user has chosen. None for all. */
export function chosenElements(
	query: Query,
	{ options, timezone }: Pick<FilledIn, 'options' | 'timezone'>,
): string[] {
	const { include } = wireValuesOf(givenRows(answerOptions(query), options, timezone));
	return Array.isArray(include) ? include : [];
}
