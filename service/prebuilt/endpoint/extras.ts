import type { Schema } from '../../schema/json-schema';
import { type Source, textsOf } from './fields';
import type { QueryChild } from './filters';
import type { QueryElement } from './query-elements';

/**
 * Something a query returns only on request, such as line items. Its element is `true` when its parameter is, or, without
 * the parameter, when one of `fields` is included.
 */
export interface Extra {
	readonly properties: Schema;
	readonly element: QueryElement;
	readonly fields: readonly string[];
}

/** The lines of a transaction, which are returned as `fields`. */
export const lineItems = (...fields: string[]): Extra => ({
	properties: { include_line_items: { type: 'boolean', description: 'Also return the lines.' } },
	element: 'IncludeLineItems',
	fields,
});

export const linkedTransactions: Extra = {
	properties: {},
	element: 'IncludeLinkedTxns',
	fields: ['LinkedTxn'],
};

/** The element of an extra, or nothing when the query does not ask for it. */
export function writeExtra(
	{ properties, element, fields }: Extra,
	query: Source,
	included: readonly string[],
): QueryChild[] {
	const [given] = Object.keys(properties).flatMap((name) => textsOf(query, name));
	const wanted = given ?? (fields.some((field) => included.includes(field)) ? 'true' : undefined);
	return wanted === undefined ? [] : [{ name: element, text: wanted }];
}
