/**
 * The elements of a query, in the order that qbXML's schema demands. The order is the same for every query, so a filter
 * does not have to know its place.
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

/** Puts the elements of a query into qbXML's order. Elements with the same name keep theirs. */
export function inOrder<Child extends { readonly name: QueryElement }>(
	children: readonly Child[],
): Child[] {
	return [...children].sort(
		(one, other) => elements.indexOf(one.name) - elements.indexOf(other.name),
	);
}
