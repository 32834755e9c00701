import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { named } from '../../support/record-forms';
import { useServiceWithDesktops } from '../support/desktops';
import { useHostedOperations } from '../support/host-operation';
import { useShortPauses } from '../support/pauses';
import { byId, type OperationName, runOperation } from '../support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));

const hosted = useHostedOperations();

let connectionId: string;
beforeAll(async () => {
	connectionId = await service.newConnection();
});

/** Runs an operation for items, whose errors come out as items. */
async function findOrCreate(
	resource: 'customer' | 'item' | 'vendor',
	form: IDataObject,
	items: IDataObject[],
	connection = connectionId,
): Promise<IDataObject[]> {
	const run = await runOperation(
		service,
		`${resource}.findOrCreate` as OperationName,
		{ connection: { ...byId(connection) }, result: 'waitPolling', ...form },
		{ items, onError: 'continueRegularOutput' },
	);
	expect(run.error).toBeUndefined();
	return run.items.map(({ json }) => (json.error === undefined ? json : { error: json.error }));
}

const customersOf = (connection = connectionId) => service.company(connection).customers;

const requestsSince = async (start: number, connection = connectionId): Promise<string[]> =>
	(await service.requestsOf(connection)).slice(start).map(({ request_xml: xml }) => xml ?? '');

describe('by name', () => {
	const names = [
		'CAFÉ ZOË',
		'Cafe Zoe',
		'BayshoreDental  Group',
		'Balak & Sons Roofing',
		'A & B Lumber',
		'Dan Miller',
		'Harbor, Anna',
		'Müller Bäckerei:Ofen-Umbau',
		'Müller Bäckerei:Neuer Laden',
		'Someone Else',
	];

	test('what is nearly the same, inactive or of another kind is said, and only what is new is created', async () => {
		const before = customersOf().length;
		const start = (await service.requestsOf(connectionId)).length;
		const found = await findOrCreate(
			'customer',
			{ name: '={{ $json.name }}' },
			names.map((name) => ({ name })),
		);
		expect(found).toEqual([
			expect.objectContaining({ FullName: 'Café Zoë', created: false }),
			expect.objectContaining({ error: expect.stringContaining('"Café Zoë" (ID') as string }),
			expect.objectContaining({
				error: expect.stringContaining('"Bayshore Dental Group" (ID') as string,
			}),
			expect.objectContaining({
				error:
					'The customer "Balak & Sons Roofing" (ID 8000000D-1700000013, balaksonsroofing@example.com) is inactive.',
			}),
			expect.objectContaining({ error: 'The name "A & B Lumber" belongs to a vendor.' }),
			expect.objectContaining({ error: 'The name "Dan Miller" belongs to an employee.' }),
			expect.objectContaining({
				error: 'The name "Harbor, Anna" belongs to an entry under Other Names.',
			}),
			expect.objectContaining({ FullName: names[7], created: false }),
			expect.objectContaining({ FullName: names[8], ParentName: 'Müller Bäckerei', created: true }),
			expect.objectContaining({ FullName: 'Someone Else', created: true }),
		]);
		expect(customersOf()).toHaveLength(before + 2);
		const lists = (await requestsSince(start)).filter((xml) => xml.includes('<ActiveStatus>'));
		expect(lists).toHaveLength(1);
	});

	test('a job below a parent that was given by its ID', async () => {
		const parent = customersOf().find(({ Name }) => Name === "O'Hara Plumbing");
		const form = {
			name: '={{ $json.name }}',
			additionalFields: { parentListId: byId(String(parent?.ListID)) },
		};
		const items = [{ name: 'Boiler' }, { name: 'boiler' }];
		const found = await findOrCreate('customer', form, items);
		expect(found.map(({ FullName, created }) => [FullName, created])).toEqual([
			["O'Hara Plumbing:Boiler", true],
			["O'Hara Plumbing:Boiler", false],
		]);
	});

	test('names that are nearly the same do not come in with one run either', async () => {
		const found = await findOrCreate('customer', { name: '={{ $json.name }}' }, [
			{ name: 'José García' },
			{ name: 'Jose Garcia' },
		]);
		expect(found).toEqual([
			expect.objectContaining({ FullName: 'José García', created: true }),
			expect.objectContaining({ error: expect.stringContaining('"José García" (ID') as string }),
		]);
	});
});

describe('by what no query filters by', () => {
	const form = {
		matchBy: '={{ $json.by }}',
		name: '={{ $json.name ?? "Nobody Yet" }}',
		additionalFields: {
			email: '={{ $json.email }}',
			phone: '={{ $json.phone }}',
			accountNumber: "={{ $json.accountNumber ?? '' }}",
		},
	};

	const runFor = async (items: IDataObject[], connection?: string) => {
		const results: IDataObject[][] = [];
		for (const by of [...new Set(items.map((item) => item.by))]) {
			results.push(
				await findOrCreate(
					'customer',
					{ ...form, matchBy: by },
					items.filter((item) => item.by === by),
					connection,
				),
			);
		}
		return results.flat();
	};

	test('however it is written, a customer rather than its jobs', async () => {
		const found = await runFor([
			{ by: 'email', email: ' AbercrombieDaughters@Example.com' },
			{ by: 'phone', phone: '(415) 555 0129' },
			{ by: 'phone', phone: '011 1 415 555 0129 ext. 4' },
			{ by: 'email', email: 'Anna <OHaraPlumbing@example.com>; new@example.com' },
			{ by: 'accountNumber', accountNumber: ' C-1002 ' },
		]);
		expect(found.map(({ FullName, created }) => [FullName, created])).toEqual([
			['Abercrombie & Daughters', false],
			["O'Hara Plumbing", false],
			['Müller Bäckerei', false],
			['Müller Bäckerei', false],
			["O'Hara Plumbing", false],
		]);
	});

	test('several, an inactive one, and a name that is taken are errors', async () => {
		const [one, other] = customersOf().slice(20, 22);
		Object.assign(one, { AccountNumber: 'C-77' });
		Object.assign(other, { AccountNumber: ' C-77' });
		const found = await runFor([
			{ by: 'accountNumber', accountNumber: 'C-77' },
			{ by: 'accountNumber', accountNumber: 'C-1012' },
			{ by: 'accountNumber', accountNumber: 'C-78', name: 'cook, brian' },
			{ by: 'accountNumber', accountNumber: 'C-79', name: 'A & B Lumber' },
		]);
		expect(found.map(({ error }) => error)).toEqual([
			'2 customers have the Account Number "C-77".',
			expect.stringContaining('"Balak & Sons Roofing"'),
			'No customer has the Account Number "C-78", but there is one called "Cook, Brian".',
			'The name "A & B Lumber" belongs to a vendor.',
		]);
	});

	test('ten orders of one new customer make one customer, by whatever names', async () => {
		const connection = await service.newConnection();
		const found = await runFor(
			Array.from({ length: 10 }, (_, index) => ({
				by: 'email',
				name: `Newcomer ${index}`,
				email: 'new@example.com',
			})),
			connection,
		);
		expect(found.map(({ created }) => created)).toEqual([true, ...Array(9).fill(false)]);
		expect(new Set(found.map(({ ListID }) => ListID)).size).toBe(1);
		const names = (await requestsSince(0, connection)).map(
			(xml) => /<(?!QBXMLMsgsRq)(\w+)Rq[ >]/.exec(xml)?.[1],
		);
		expect(names).toEqual([
			'CustomerQuery',
			'EntityQuery',
			'CustomerAdd',
			'CustomerQuery',
			'CustomerQuery',
		]);
		const [list] = await requestsSince(0, connection);
		expect(list.match(/<IncludeRetElement>\w+/g)).toEqual(
			['ListID', 'Name', 'FullName', 'IsActive', 'Email'].map(
				(name) => `<IncludeRetElement>${name}`,
			),
		);
	});

	test('sleeps through all steps while the desktop is off', async () => {
		const connection = await service.newConnectionTurnedOff();
		const { host, start } = await hosted(service, 'customer.findOrCreate', {
			...form,
			connection: { ...byId(connection) },
			matchBy: 'email',
			result: 'waitSuspended',
		});
		const asleep = await start([
			{ name: 'A', email: 'a@example.com' },
			{ name: 'B', email: 'oharaplumbing@example.com' },
			{ name: 'C', email: 'A@example.com' },
		]);
		expect(asleep.status).toBe('waiting');
		await service.turnOn(connection);
		const run = await host.lastRun();
		expect({ status: run.status, error: run.error }).toEqual({
			status: 'success',
			error: undefined,
		});
		expect(run.items.map(({ json }) => [json.FullName, json.created])).toEqual([
			['A', true],
			["O'Hara Plumbing", false],
			['A', false],
		]);
	});
});

describe('by a custom field', () => {
	const form = {
		matchBy: 'customField',
		customFieldName: '={{ $json.field ?? "Contract No." }}',
		customFieldValue: '={{ $json.value }}',
		name: '={{ $json.name }}',
	};

	test('it is found by it, or created with it', async () => {
		const items = [
			{ value: 'K-935', name: 'Whoever' },
			{ value: 'K-9001', name: 'Brand New' },
			{ value: ' K-9001', name: 'The Same' },
			{ field: 'Shoe Size', value: '44', name: 'Nobody' },
		];
		const found = await findOrCreate('customer', form, items);
		expect(found.map(({ FullName, created, error }) => error ?? [FullName, created])).toEqual([
			['Abercrombie & Daughters', false],
			['Brand New', true],
			['Brand New', false],
			'The customers in QuickBooks have no custom field "Shoe Size".',
		]);
		const made = customersOf().filter(({ Name }) => Name === 'Brand New');
		expect(made.map(({ DataExtRet }) => DataExtRet)).toEqual([
			[expect.objectContaining({ DataExtName: 'Contract No.', DataExtValue: 'K-9001' })],
		]);
	});

	test('a vendor and an item', async () => {
		const vendor = [{ value: 'V-9001', name: 'New Supplier' }];
		expect(await findOrCreate('vendor', form, [...vendor, ...vendor])).toEqual([
			expect.objectContaining({ Name: 'New Supplier', created: true }),
			expect.objectContaining({ Name: 'New Supplier', created: false }),
		]);
		const items = [{ field: 'Bin & Shelf', value: 'B8/12', name: 'Door' }];
		const own = { ...form, itemType: 'subtotal' };
		expect(await findOrCreate('item', own, items)).toEqual([
			expect.objectContaining({
				error: 'The Bin & Shelf "B8/12" belongs to an item of another type: Inventory Part.',
			}),
		]);
	});
});

describe('items', () => {
	const form = {
		itemType: 'nonInventory',
		name: '={{ $json.name }}',
		accountListId: named('Product Sales'),
		additionalFields: { manufacturerPartNumber: "={{ $json.number ?? '' }}" },
	};

	test('all types share their names', async () => {
		const found = await findOrCreate('item', form, [
			{ name: 'lumber' },
			{ name: 'Design' },
			{ name: 'Lum ber' },
			{ name: 'Blueprints' },
			{ name: 'Planks' },
			{ name: 'Planks' },
		]);
		expect(
			found.map(({ error, FullName, ItemType, created }) => error ?? [FullName, ItemType, created]),
		).toEqual([
			['Lumber', 'nonInventory', false],
			'The name "Design" belongs to an item of another type: Service.',
			expect.stringContaining('"Lumber" (ID'),
			expect.stringMatching(/^The item "Blueprints" \(ID .*\) is inactive\.$/),
			['Planks', 'nonInventory', true],
			['Planks', 'nonInventory', false],
		]);
	});

	test('by their part numbers', async () => {
		const own = { ...form, matchBy: 'manufacturerPartNumber' };
		const found = await findOrCreate('item', own, [
			{ name: 'Boards', number: 'P-1' },
			{ name: 'Other Boards', number: 'P-1 ' },
			{ name: 'Doors', number: 'MPN-3660' },
			{ name: 'Nothing', number: '' },
		]);
		expect(found.map(({ error, FullName, created }) => error ?? [FullName, created])).toEqual([
			['Boards', true],
			['Boards', false],
			'The Manufacturer Part Number "MPN-3660" belongs to an item of another type: Inventory Part.',
			'Manufacturer Part Number is missing.',
		]);
	});
});
