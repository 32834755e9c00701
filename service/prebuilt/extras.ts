import type { Schema } from '../json-schema';
import { type Source, textsOf } from './fields';
import type { QueryChild } from './filters';
import type { QueryElement } from './query-elements';

/**
 * What belongs to a record beyond its own fields: an element that is `true` when its parameter is, or, without the
 * parameter, when one of `fields` is included.
 */
export interface Extra {
	readonly properties: Schema;
	readonly element: QueryElement;
	readonly fields: readonly string[];
}

/** The lines of a transaction, which come back as `fields`. */
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

/** The element of an extra for a query, none where nothing asks for it. */
export function writeExtra(
	{ properties, element, fields }: Extra,
	query: Source,
	included: readonly string[],
): QueryChild[] {
	const [given] = Object.keys(properties).flatMap((name) => textsOf(query, name));
	const wanted = given ?? (fields.some((field) => included.includes(field)) ? 'true' : undefined);
	return wanted === undefined ? [] : [{ name: element, text: wanted }];
}
