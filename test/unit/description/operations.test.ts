import {
	choicesOf,
	description,
	operations,
	operationSelector,
	resourceChoices,
} from '../support/description';

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
	customer: { name: 'Customer', operations: { query: 'Query' } },
	vendor: { name: 'Vendor', operations: { query: 'Query' } },
	item: { name: 'Item', operations: { query: 'Query' } },
	salesTaxItem: { name: 'Sales Tax Item', operations: { query: 'Query' } },
	salesTaxCode: { name: 'Sales Tax Code', operations: { query: 'Query' } },
	creditMemo: { name: 'Credit Memo', operations: { query: 'Query' } },
	invoice: { name: 'Invoice', operations: { create: 'Create', query: 'Query' } },
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
