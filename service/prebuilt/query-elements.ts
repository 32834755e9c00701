/**
 * What stands in a query, in the order that qbXML's schema demands: it is the same for every kind of query, so that a
 * filter need not know its place.
 */
const elements = [
	'ListID',
	'FullName',
	'MaxReturned',
	'ActiveStatus',
	'FromModifiedDate',
	'ToModifiedDate',
	'NameFilter',
	'NameRangeFilter',
	'ModifiedDateRangeFilter',
	'TxnDateRangeFilter',
	'EntityFilter',
	'AccountFilter',
	'RefNumberFilter',
	'RefNumberRangeFilter',
	'CurrencyFilter',
	'PaidStatus',
	'IncludeLineItems',
	'IncludeLinkedTxns',
	'IncludeRetElement',
	'OwnerID',
] as const;

export type QueryElement = (typeof elements)[number];

/** The elements of a query in qbXML's order; those of the same name keep theirs. */
export function inOrder<Child extends { readonly name: QueryElement }>(
	children: readonly Child[],
): Child[] {
	return [...children].sort(
		(one, other) => elements.indexOf(one.name) - elements.indexOf(other.name),
	);
}
