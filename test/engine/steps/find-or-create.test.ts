import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { useServiceWithDesktops } from '../support/desktops';
import { useHostedOperations } from '../support/host-operation';
import { useShortPauses } from '../support/pauses';
import { byId, runOperation } from '../support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));

const hosted = useHostedOperations();

const findOrCreate = async (connectionId: string, names: string[], more: IDataObject = {}) =>
	await runOperation(
		service,
		'customer.findOrCreate',
		{
			connection: { ...byId(connectionId) },
			name: '={{ $json.name }}',
			result: 'waitPolling',
			...more,
		},
		{ items: names.map((name) => ({ name })) },
	);

const requestNames = async (connectionId: string): Promise<string[]> =>
	(await service.requestsOf(connectionId)).map(
		({ request_xml: xml }) => /<(?!QBXMLMsgsRq)(\w+Rq)[ >]/.exec(xml ?? '')?.[1] ?? '',
	);

test('ten orders of one new customer make one customer, found by the other nine', async () => {
	const connectionId = await service.newConnection();
	const run = await findOrCreate(
		connectionId,
		Array.from({ length: 10 }, () => 'Newcomer Ltd'),
	);
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json.created)).toEqual([true, ...Array(9).fill(false)]);
	expect(new Set(run.items.map(({ json }) => json.ListID)).size).toBe(1);
	expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
		Array.from({ length: 10 }, (_, item) => ({ item })),
	);
	expect(await requestNames(connectionId)).toEqual([
		'EntityQueryRq',
		'EntityQueryRq',
		'CustomerAddRq',
		'EntityQueryRq',
	]);
});

test('sleeps through both steps while the desktop is off', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(service, 'customer.findOrCreate', {
		connection: { ...byId(connectionId) },
		name: '={{ $json.name }}',
		result: 'waitSuspended',
	});
	const asleep = await start([{ name: 'A' }, { name: 'B' }, { name: 'A' }]);
	expect(asleep.status).toBe('waiting');
	await service.turnOn(connectionId);
	const run = await host.lastRun();
	expect({ status: run.status, error: run.error }).toEqual({ status: 'success', error: undefined });
	expect(run.items.map(({ json }) => [json.FullName, json.created])).toEqual([
		['A', true],
		['B', true],
		['A', false],
	]);
});

test('the ones that are there are found, the others are created, each with an ExternalGUID of its own', async () => {
	const connectionId = await service.newConnection();
	await findOrCreate(connectionId, ['Known']);
	const run = await findOrCreate(connectionId, ['Known', 'One', 'Two']);
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json.created)).toEqual([false, true, true]);
	const guids = (await service.requestsOf(connectionId)).flatMap(
		({ request_xml: xml }) => /<ExternalGUID>(.*?)</.exec(xml ?? '')?.[1] ?? [],
	);
	expect(guids).toHaveLength(3);
	// Each begins with the mark of its execution.
	const [ofFirst, ...ofSecond] = guids.map((guid) => guid.slice(0, 9));
	expect(new Set(ofSecond).size).toBe(1);
	expect(ofSecond).not.toContain(ofFirst);
	expect(new Set(guids).size).toBe(3);
});
