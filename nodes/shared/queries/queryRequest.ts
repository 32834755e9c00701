import type { IDataObject } from 'n8n-workflow';

import { maximumResults } from '../fields/queryOptions';
import {
	type FieldSpec,
	type GivenRow,
	givenRows,
	isForEndpoint,
	type WireValues,
	wireValuesOf,
} from '../form/fieldSpec';
import { answerOptions, type Query } from './query';

/** A query as it was filled in: its filters and its options, by their names in the form. */
export interface FilledIn {
	filters: IDataObject;
	options: IDataObject;
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

/** The elements that the records have to have for the filters that are matched here. */
const neededFor = (given: readonly GivenRow[]): string[] =>
	matchedHere(given).flatMap(({ row }) => row.needs ?? []);

/** Values by path of all rows. Rows with the same path share a list. */
function byPath(given: readonly GivenRow[]): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const { row, value, mode } of given) {
		for (const [path, one] of Object.entries(row.qbxml?.(value, mode) ?? {})) {
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
		return { endpoint: query.path, query: wireValuesOf(given) };
	}
	const matched = matchedHere(filled);
	const values = byPath([
		...filled.filter((one) => !matched.includes(one)),
		// A maximum would leave records out before they are matched.
		...optional.filter(({ row }) => row !== maximumResults || matched.length === 0),
	]);
	const { IncludeRetElement: chosen } = values;
	return {
		values:
			chosen === undefined
				? values
				: {
						...values,
						IncludeRetElement: [...new Set([...(chosen as string[]), ...neededFor(filled)])],
					},
	};
}

/** The elements that the records have to have for the filters that are matched here. */
export function neededElements(query: Query, filledIn: FilledIn): string[] {
	if ('endpoint' in askingOf(query, filledIn)) return [];
	return [...new Set(neededFor(givenRows(query.filters, filledIn.filters, filledIn.timezone)))];
}

/**
 * Whether a record comes through the filters that are matched here. The service has matched what its endpoint gives.
 * @throws FormError as `askingOf` does.
 */
export function matcherOf(
	query: Query,
	filledIn: FilledIn,
): (record: Readonly<Record<string, unknown>>) => boolean {
	if ('endpoint' in askingOf(query, filledIn)) return () => true;
	const { filters, timezone } = filledIn;
	const matched = matchedHere(givenRows(query.filters, filters, timezone));
	return (record) => matched.every(({ row, value }) => row.matches?.(record, value) ?? true);
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
