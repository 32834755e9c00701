import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { named } from '../../support/record-forms';
import { retryAfterCrash } from '../harness';
import { useServiceWithDesktops } from '../support/desktops';
import { useHostedOperations } from '../support/host-operation';
import { useShortPauses } from '../support/pauses';
import { byId, runOperation } from '../support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));

const hosted = useHostedOperations();

let connectionId: string;
beforeAll(async () => {
	connectionId = await service.newConnection();
});

/** Runs Upsert for items, whose errors come out as items. */
async function upsert(
	resource: 'customer' | 'item' | 'vendor',
	form: IDataObject,
	items: IDataObject[],
): Promise<IDataObject[]> {
	const run = await runOperation(
		service,
		`${resource}.upsert`,
		{ connection: { ...byId(connectionId) }, result: 'waitPolling', ...form },
		{ items, onError: 'continueRegularOutput' },
	);
	expect(run.error).toBeUndefined();
	return run.items.map(({ json }) => (json.error === undefined ? json : { error: json.error }));
}

const customerCalled = (name: string) =>
	service.company(connectionId).customers.find(({ FullName }) => FullName === name);

const writesSince = async (start: number): Promise<string[]> =>
	(await service.requestsOf(connectionId))
		.slice(start)
		.flatMap(({ request_xml: xml }) => /<(\w+(?:Add|Mod))Rq[ >]/.exec(xml ?? '')?.[1] ?? []);

const form = {
	name: '={{ $json.name }}',
	additionalFields: { phone: '={{ $json.phone }}', email: '={{ $json.email }}' },
};

test('what is there is changed where it differs, what is not is created, and the name stays as it is', async () => {
	const start = (await service.requestsOf(connectionId)).length;
	const found = await upsert('customer', form, [
		{ name: 'café zoë', phone: '1' },
		{ name: 'Newcomer', phone: '2' },
		{ name: "O'Hara Plumbing", email: 'oharaplumbing@example.com' },
		{ name: 'A & B Lumber' },
		{ name: 'Cafe Zoe' },
	]);
	expect(found).toEqual([
		expect.objectContaining({
			FullName: 'Café Zoë',
			Phone: '1',
			created: false,
			changed: true,
			changes: [{ field: 'Phone', path: 'Phone', from: '415-555-0147', to: '1' }],
		}),
		expect.objectContaining({ Phone: '2', created: true, changed: false, changes: [] }),
		expect.objectContaining({ created: false, changed: false, changes: [] }),
		{ error: 'The name "A & B Lumber" belongs to a vendor.' },
		{ error: expect.stringContaining('"Café Zoë" (ID') as string },
	]);
	expect(customerCalled('Café Zoë')?.Phone).toBe('1');
	expect((await writesSince(start)).sort()).toEqual(['CustomerAdd', 'CustomerMod']);
});

test('several items with one new customer: one creates it, the others change it in turn', async () => {
	const found = await upsert(
		'customer',
		{ ...form, matchBy: 'email' },
		['11', '12', '12'].map((phone) => ({
			name: 'Ines Rivera',
			phone,
			email: 'ines@example.com',
		})),
	);
	expect(found.map(({ Phone, created, changed }) => [Phone, created, changed])).toEqual([
		['11', true, false],
		['12', false, true],
		['12', false, false],
	]);
	expect(customerCalled('Ines Rivera')?.Phone).toBe('12');
});

test('by an e-mail address, the name changes but not the address; what only a new one takes does not count', async () => {
	const [found] = await upsert(
		'customer',
		{
			matchBy: 'email',
			name: 'Bayshore Dental',
			additionalFields: {
				email: 'BayshoreDentalGroup@example.com',
				openBalance: '12.00',
				openBalanceDate: '2026-01-01',
			},
		},
		[{}],
	);
	expect(found).toMatchObject({ FullName: 'Bayshore Dental', Balance: '0.00', changed: true });
	expect(found.changes).toEqual([
		{ field: 'Name', path: 'Name', from: 'Bayshore Dental Group', to: 'Bayshore Dental' },
	]);
});

test('an inactive one is an error, unless the form says whether it is active', async () => {
	const name = 'Balak & Sons Roofing';
	expect(await upsert('customer', { name }, [{}])).toEqual([
		{ error: expect.stringMatching(/is inactive\.$/) as string },
	]);
	expect(await upsert('customer', { name, additionalFields: { isActive: true } }, [{}])).toEqual([
		expect.objectContaining({ IsActive: true, changed: true, created: false }),
	]);
});

test('items, by name and by part number', async () => {
	const own = {
		itemType: 'nonInventory',
		name: '={{ $json.name }}',
		price: '={{ $json.price }}',
		accountListId: named('Product Sales'),
	};
	const items = [
		{ name: 'Planks', price: '10' },
		{ name: 'Planks', price: '11.00' },
	];
	const found = await upsert('item', own, items);
	expect(found.map(({ created, changed, changes }) => [created, changed, changes])).toEqual([
		[true, false, []],
		[false, true, [{ field: 'Price', path: 'SalesOrPurchase.Price', from: '10.00', to: '11.00' }]],
	]);
});

test.each([
	['and nothing else is written', (phone: string) => phone, false],
	["and a colleague's change is written over", () => '2', true],
])(
	'after a crash, a record that was created is still one that was, %s',
	async (_what, changedTo, changed) => {
		const name = `New at ${String(changed)}`;
		const run = await runOperation(service, 'customer.upsert', {
			connection: { ...byId(connectionId) },
			result: 'waitPolling',
			matchBy: 'customField',
			customFieldName: 'Contract No.',
			customFieldValue: name,
			name,
			additionalFields: { phone: '1' },
		});
		expect(run.items[0].json).toMatchObject({ created: true, changed: false, changes: [] });
		Object.assign(customerCalled(name) ?? {}, { Phone: changedTo('1') });
		const again = await retryAfterCrash(run);
		expect(again.error).toBeUndefined();
		expect(again.items[0].json).toMatchObject({ FullName: name, created: true, changed });
		expect(customerCalled(name)?.Phone).toBe('1');
	},
);

test('sleeps through all steps while the desktop is off', async () => {
	const connection = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(service, 'customer.upsert', {
		...form,
		connection: { ...byId(connection) },
		matchBy: 'email',
		result: 'waitSuspended',
	});
	const asleep = await start([
		{ name: 'A', phone: '1', email: 'a@example.com' },
		{ name: "O'Hara Plumbing", phone: '2', email: 'oharaplumbing@example.com' },
		{ name: 'A', phone: '3', email: 'A@example.com' },
	]);
	expect(asleep.status).toBe('waiting');
	await service.turnOn(connection);
	const run = await host.lastRun();
	expect({ status: run.status, error: run.error }).toEqual({ status: 'success', error: undefined });
	expect(run.items.map(({ json }) => [json.Phone, json.created, json.changed])).toEqual([
		['1', true, false],
		['2', false, true],
		['3', false, true],
	]);
});
