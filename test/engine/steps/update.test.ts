import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { useServiceWithDesktops } from '../support/desktops';
import { useShortPauses } from '../support/pauses';
import { byId, type OperationName, runOperation } from '../support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));

const byName = (value: string) => ({ __rl: true, mode: 'name', value });

const run = async (
	operation: OperationName,
	connectionId: string,
	filledIn: IDataObject,
	items: IDataObject[] = [{}],
) =>
	await runOperation(
		service,
		operation,
		{ connection: { ...byId(connectionId) }, result: 'waitPolling', ...filledIn },
		{ items },
	);

const requestNames = async (connectionId: string): Promise<string[]> =>
	(await service.requestsOf(connectionId)).map(
		({ request_xml: xml }) => /<(?!QBXMLMsgsRq)(\w+Rq)[ >]/.exec(xml ?? '')?.[1] ?? '',
	);

let connectionId: string;
beforeEach(async () => {
	connectionId = await service.newConnection();
	const { error } = await run('customer.findOrCreate', connectionId, {
		name: 'Known',
		additionalFields: { phone: '555-0100', email: 'known@example.com' },
	});
	expect(error).toBeUndefined();
});

test('changes nothing after an item that fails, and calls nothing done that it has only read', async () => {
	const { error } = await run(
		'customer.update',
		connectionId,
		{
			listId: byName('={{ $json.name }}'),
			additionalFields: { phone: '={{ $json.phone }}' },
		},
		[
			{ name: 'Nobody', phone: '555-0101' },
			{ name: 'Known', phone: '555-0102' },
			{ name: 'Known', phone: '555-0100' },
		],
	);
	expect(error?.message).toContain('Nobody');
	expect(error?.description).not.toMatch(/done|written/);
	expect((await requestNames(connectionId)).filter((name) => name === 'CustomerModRq')).toEqual([]);
});

test('changes what differs, says so field by field, and writes nothing the second time', async () => {
	const change = {
		listId: byName('Known'),
		additionalFields: { phone: '555-0199', email: 'known@example.com' },
	};
	const first = await run('customer.update', connectionId, change);
	expect(first.error).toBeUndefined();
	expect(first.items[0].json).toMatchObject({
		FullName: 'Known',
		Phone: '555-0199',
		changed: true,
		changes: [{ field: 'Phone', path: 'Phone', from: '555-0100', to: '555-0199' }],
	});
	const second = await run('customer.update', connectionId, change);
	expect(second.items[0].json).toMatchObject({ changed: false, changes: [] });
	expect((await requestNames(connectionId)).slice(-3)).toEqual([
		'CustomerQueryRq',
		'CustomerModRq',
		'CustomerQueryRq',
	]);
});

test('a dry run writes nothing', async () => {
	const { items, hints } = await run('customer.update', connectionId, {
		listId: byName('Known'),
		additionalFields: { phone: '555-0199' },
		dryRun: true,
	});
	expect(JSON.stringify(hints)).toContain('Dry run: nothing was written. 1 field would change.');
	expect(Object.keys(items[0].json)[0]).toBe('changes');
	expect(items[0].json).toMatchObject({
		Phone: '555-0100',
		changed: false,
		dry_run: true,
		changes: [{ field: 'Phone', from: '555-0100', to: '555-0199' }],
	});
});

test('empties a field', async () => {
	const { items, error } = await run('customer.update', connectionId, {
		listId: byName('Known'),
		clearFields: ['phone'],
	});
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({
		changed: true,
		changes: [{ field: 'Phone', from: '555-0100', to: null }],
	});
	expect(items[0].json).not.toHaveProperty('Phone');
});

test('ten items that change the same record take turns', async () => {
	const numbers = Array.from({ length: 10 }, (_, index) => ({ phone: `555-020${index}` }));
	const { items, error } = await run(
		'customer.update',
		connectionId,
		{ listId: byName('Known'), additionalFields: { phone: '={{ $json.phone }}' } },
		numbers,
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.Phone)).toEqual(numbers.map(({ phone }) => phone));
});

test('an item of another type than the chosen one is refused by the names of the form', async () => {
	const { error } = await run('item.update', connectionId, {
		itemType: 'nonInventory',
		listId: byName('Thermostat'),
		additionalFields: { price: '140.00' },
	});
	expect(error).toMatchObject({
		message: 'The item is of the type Inventory Part, not Non-Inventory Part.',
		description: 'Choose Inventory Part under Item Type, or give another item.',
	});
});

test('changes tracked time, which has no custom fields', async () => {
	const created = await run('timeTracking.create', connectionId, {
		entityListId: byName('Dan Miller'),
		transactionDate: '2026-01-17',
		duration: '2.5',
	});
	const { items, error } = await run('timeTracking.update', connectionId, {
		txnId: byId(String(created.items[0].json.TxnID)),
		additionalFields: { notes: 'North wall' },
	});
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({
		changed: true,
		changes: [{ field: 'Notes', from: null, to: 'North wall' }],
	});
});
