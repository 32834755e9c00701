import type { Random } from '../random';
import type { Company } from '../types';
import type { DataExtension, DataExtensionDefinition } from '../value-types';

/** The custom fields and the kinds of records that have them. */
const fields: ReadonlyArray<readonly [name: string, ...objects: string[]]> = [
	['Route', 'Customer'],
	['Contract No.', 'Customer', 'Vendor'],
	['Bin & Shelf', 'Item'],
	['Project Code', 'Invoice', 'CreditMemo'],
	['Branch', 'Company'],
];

/** Owner 0 owns the custom fields that QuickBooks shows in its own forms. */
export const customFields: DataExtensionDefinition[] = fields.map(
	([DataExtName, ...AssignToObject], index) => ({
		OwnerID: '0',
		DataExtID: String(index + 1),
		DataExtName,
		DataExtType: 'STR255TYPE',
		AssignToObject,
		DataExtListRequire: 'false',
		DataExtTxnRequire: 'false',
		DataExtFormatString: '',
	}),
);

/** A value for the custom field with that name. */
export function customField(name: string, DataExtValue: string): DataExtension {
	const definition = customFields.find(({ DataExtName }) => DataExtName === name);
	if (definition === undefined) throw new Error(`No custom field ${name}.`);
	const { OwnerID, DataExtName, DataExtType } = definition;
	return { OwnerID, DataExtName, DataExtType, DataExtValue };
}

/** Fills in the custom fields of about every second record. */
export function fillCustomFields(
	lists: Pick<Company, 'customers' | 'vendors' | 'items'>,
	random: Random,
): void {
	for (const customer of lists.customers) {
		if (!random.chance(50)) continue;
		customer.DataExtRet = [
			customField('Route', random.pick(['North', 'South', 'Harbour & Isles', 'Süd'])),
			customField('Contract No.', `K-${random.integer(100, 999)}`),
		];
	}
	for (const vendor of lists.vendors) {
		if (random.chance(30)) {
			vendor.DataExtRet = [customField('Contract No.', `V-${random.integer(100, 999)}`)];
		}
	}
	for (const item of lists.items.filter(({ kind }) => kind === 'ItemInventoryRet')) {
		item.DataExtRet = [
			customField('Bin & Shelf', `B${random.integer(1, 9)}/${random.integer(1, 20)}`),
		];
	}
}
