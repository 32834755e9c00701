import {
	choicesOf,
	description,
	operations,
	operationSelector,
	resourceChoices,
} from '../../../support/description';

const found = { get: 'Get', query: 'Find' };
const created = { create: 'Create', ...found };
const deleted = { delete: 'Delete' };
const recognised = { findOrCreate: 'Find or Create', upsert: 'Create or Update' };
const changed = { update: 'Update' };
const voidable = { ...created, void: 'Void', ...deleted };

/** Every operation by what stored workflows hold, with its name in the form. */
const expected: Record<string, { name: string; operations: Record<string, string> }> = {
	connection: {
		name: 'Connection',
		operations: {
			create: 'Create',
			get: 'Get',
			getAll: 'Get Many',
			delete: 'Delete',
			setPassword: 'Set Password',
			getConnectorFile: 'Get Connector File',
		},
	},
	queuedRequest: {
		name: 'Queued Request',
		operations: { create: 'Create', get: 'Get', getAll: 'Get Many', delete: 'Delete' },
	},
	salesTaxItem: { name: 'Sales Tax Item', operations: { query: 'Find' } },
	salesTaxCode: { name: 'Sales Tax Code', operations: { query: 'Find' } },
	customer: { name: 'Customer', operations: { ...created, ...deleted, ...recognised, ...changed } },
	vendor: { name: 'Vendor', operations: { ...created, ...deleted, ...recognised, ...changed } },
	item: { name: 'Item', operations: { ...created, ...deleted, ...recognised, ...changed } },
	employee: { name: 'Employee', operations: { ...created, ...deleted, ...changed } },
	account: { name: 'Account', operations: { ...created, ...deleted, ...changed } },
	class: { name: 'Class', operations: { ...created, ...deleted, ...changed } },
	invoice: { name: 'Invoice', operations: { ...voidable, ...changed } },
	creditMemo: { name: 'Credit Memo', operations: { ...voidable, ...changed } },
	salesReceipt: { name: 'Sales Receipt', operations: { ...voidable, ...changed } },
	bill: { name: 'Bill', operations: { ...voidable, ...changed } },
	itemReceipt: { name: 'Item Receipt', operations: { ...voidable, ...changed } },
	vendorCredit: { name: 'Vendor Credit', operations: { ...voidable, ...changed } },
	creditCardCharge: { name: 'Credit Card Charge', operations: { ...voidable, ...changed } },
	creditCardCredit: { name: 'Credit Card Credit', operations: { ...voidable, ...changed } },
	check: { name: 'Check', operations: { ...voidable, ...changed } },
	deposit: { name: 'Deposit', operations: { ...voidable, ...changed } },
	journalEntry: { name: 'Journal Entry', operations: { ...voidable, ...changed } },
	billPayment: { name: 'Bill Payment', operations: voidable },
	inventoryAdjustment: { name: 'Inventory Adjustment', operations: voidable },
	estimate: { name: 'Estimate', operations: { ...created, ...deleted, ...changed } },
	salesOrder: { name: 'Sales Order', operations: { ...created, ...deleted, ...changed } },
	purchaseOrder: { name: 'Purchase Order', operations: { ...created, ...deleted, ...changed } },
	receivePayment: {
		name: expect.any(String) as string,
		operations: { ...created, ...deleted, ...changed },
	},
	timeTracking: {
		name: expect.any(String) as string,
		operations: { ...created, ...deleted, ...changed },
	},
	transfer: { name: 'Transfer', operations: { ...created, ...changed } },
	vehicleMileage: { name: 'Vehicle Mileage', operations: { ...created, ...deleted } },
	otherName: { name: 'Other Name', operations: { ...created, ...deleted, ...changed } },
	report: { name: 'Report', operations: { run: 'Run' } },
	books: {
		name: 'Books: Check and Undo',
		operations: { compare: 'Compare', settle: 'Find Out What Happened', undo: 'Undo Execution' },
	},
	company: { name: 'Company', operations: { get: 'Get' } },
	deletedRecord: { name: 'Deleted Record', operations: { query: 'Find' } },
	dataExtension: { name: 'Data Extension', operations: { set: 'Set' } },
};

test('the resources', () => {
	const names = Object.entries(expected).map(([value, { name }]) => ({ name, value }));
	expect(resourceChoices).toHaveLength(names.length);
	expect(resourceChoices).toEqual(expect.arrayContaining(names));
});

test.each(Object.entries(expected))('the operations of %s', (resource, { operations: names }) => {
	const choices = choicesOf(operationSelector(resource));
	expect(Object.fromEntries(choices.map(({ value, name }) => [value, name]))).toEqual(names);
	for (const { action, description: help } of choices) {
		expect(action).toMatch(/^[A-Z]/);
		expect(help).toMatch(/^[A-Z]/);
	}
});

test('no two operations have the same action', () => {
	const actions = resourceChoices.flatMap(({ value }) =>
		choicesOf(operationSelector(String(value))).map(({ action }) => action),
	);
	expect(actions).toHaveLength(operations.length);
	expect(new Set(actions).size).toBe(actions.length);
});

test('the node is usable as a tool and names its credential', () => {
	expect(description).toMatchObject({
		name: 'accountingSync',
		usableAsTool: true,
		credentials: [{ name: 'accountingSyncApi', required: true, testedBy: 'testCredential' }],
	});
});
