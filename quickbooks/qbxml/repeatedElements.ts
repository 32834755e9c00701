/**
 * The elements of an answer that may repeat, besides those whose name ends in Ret: everywhere, or in one other element only.
 * The facts of qbXML are too large for the package, but the tests compare this table with them.
 */
export const repeatedElements: ReadonlyMap<string, string> = new Map([
	...[
		'AdditionalContactRef',
		'AssignToObject',
		'CategoryAccountMapping',
		'ColData',
		'ColDesc',
		'ColTitle',
		'DataExt',
		'DataRow',
		'DefaultUnit',
		'Earnings',
		'ItemGroupLine',
		'ItemInventoryAssemblyLine',
		'JournalCreditLine',
		'JournalDebitLine',
		'LinkedTxn',
		'PrefillAccountRef',
		'RateHistory',
		'RelatedUnit',
		'Service',
		'ShipToAddress',
		'SubtotalRow',
		'SupportedQBXMLVersion',
		'TextRow',
		'TotalRow',
	].map((name) => [name, 'everywhere'] as const),
	['AccountRef', 'CategoryAccountMapping'],
	['ItemSalesTaxRef', 'ItemSalesTaxGroupRet'],
]);

/** Whether an element is a list even if there is only one. */
export function isRepeated(name: string, parent: string): boolean {
	if (name.endsWith('Ret')) return true;
	const where = repeatedElements.get(name);
	return where !== undefined && (where === 'everywhere' || where === parent);
}
