import type { IDataObject } from 'n8n-workflow';

import { until } from '../../n8n/until';
import { pageSize } from '../support/page-size';
import { retry, type WorkflowRun } from './harness';
import { CredentialsHelper } from './harness/credentials-helper';
import { useServiceWithDesktops } from './support/desktops';
import { useHostedOperations } from './support/host-operation';
import { useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { refusedAs } from './support/refused-as';
import { byId } from './support/run-operation';

const service = useServiceWithDesktops();
const proxied = useProxiedService(service);
const hosted = useHostedOperations();
const suspended = { result: 'waitSuspended' };

const at = (connectionId: string): IDataObject => ({ connection: { ...byId(connectionId) } });
const shown = ({ items }: WorkflowRun) => items.map(({ json, pairedItem }) => [json, pairedItem]);

test('sleeps while the desktop is off, and goes on with the created invoice', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(service, 'invoice.create', {
		...at(connectionId),
		...smallInvoice,
		...suspended,
	});
	const asleep = await start();
	expect(asleep.status).toBe('waiting');
	await service.turnOn(connectionId);
	const run = await host.resumedRun();
	expect({ status: run.status, error: run.error }).toEqual({ status: 'success', error: undefined });
	expect(shown(run)).toEqual([
		[expect.objectContaining({ TxnID: expect.any(String), Subtotal: '85.00' }), { item: 0 }],
	]);
});

test('is woken without another sandbox for the credential: it is read in that of the workflow', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(service, 'invoice.create', {
		...at(connectionId),
		...smallInvoice,
		...suspended,
	});
	await start();
	const reading = jest.spyOn(CredentialsHelper.prototype, 'getDecrypted');
	await service.turnOn(connectionId);
	expect((await host.resumedRun()).status).toBe('success');
	// n8n makes a workflow with a sandbox of its own for values that belong to none.
	const workflows = reading.mock.calls.map((given) => (given as unknown[])[6]);
	expect(workflows.length).toBeGreaterThan(0);
	for (const one of workflows) expect(one).toHaveProperty('workflow');
	reading.mockRestore();
});

test('wakes once, when everything is complete: several items, connections and pages', async () => {
	const [on, off] = [await service.newConnection(), await service.newConnectionTurnedOff()];
	const { host, start } = await hosted(service, 'vendor.query', {
		connection: { ...byId('={{ $json.connectionId }}') },
		...suspended,
		filters: { activeStatus: 'All' },
		returnAll: true,
		options: { ...pageSize(15), fields: ['ListID'] },
	});
	const asleep = await start([{ connectionId: on }, { connectionId: off }, { connectionId: on }]);
	expect(asleep.status).toBe('waiting');
	await service.turnOn(off);
	const run = await host.resumedRun();
	expect(run.status).toBe('success');
	const items = run.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	expect(items).toEqual([...items].sort());
	for (const item of [0, 1, 2]) {
		const own = run.items.filter((_, index) => items[index] === item);
		expect(new Set(own.map(({ json }) => json.ListID)).size).toBe(40);
	}
});

test('one that failed, On Error stopWorkflow: the run ends with the reason', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(service, 'invoice.create', {
		...at(connectionId),
		...smallInvoice,
		customerListId: '={{ $json.customer }}',
		...suspended,
	});
	await start([{ customer: smallInvoice.customerListId }, { customer: '80000FFF-1' }]);
	await service.turnOn(connectionId);
	const run = await host.resumedRun();
	expect(run.status).toBe('error');
	expect(run.error).toMatchObject({
		message: expect.stringContaining('80000FFF-1'),
		description: expect.stringMatching(/Check the spelling.*Error code: 3140/),
		context: { itemIndex: 1 },
	});
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'failures in between, On Error %s: each item has its own result or error',
	async (onError) => {
		const connectionId = await service.newConnectionTurnedOff();
		const { host, start } = await hosted(
			service,
			'invoice.create',
			{
				...at(connectionId),
				...smallInvoice,
				customerListId: '={{ $json.customer }}',
				transactionDate: '={{ $json.date }}',
				...suspended,
			},
			{ onError },
		);
		const good = { customer: smallInvoice.customerListId, date: '2026-01-15' };
		const items = [
			good,
			{ customer: '80000FFF-1', date: '2026-01-15' },
			{ ...good, date: '2026-02-30' },
			good,
		];
		await start(items);
		await service.turnOn(connectionId);
		const run = await host.resumedRun();
		expect(run.status).toBe('success');
		const [first, second = []] = run.outputs['Accounting Sync'];
		const results = [...first, ...second].map(({ json, pairedItem }) => [
			(pairedItem as { item: number }).item,
			json,
		]);
		const invoice = expect.objectContaining({ TxnID: expect.any(String) });
		const refused = refusedAs(onError, '3140');
		const wrong = {
			error: expect.stringMatching(/^Transaction Date isn't/),
			[onError === 'continueRegularOutput' ? 'description' : 'message']: expect.any(String),
		};
		expect(results).toEqual(
			onError === 'continueRegularOutput'
				? [
						[0, invoice],
						[1, refused],
						[2, wrong],
						[3, invoice],
					]
				: [
						[0, invoice],
						[3, invoice],
						[1, { ...items[1], ...refused }],
						[2, { ...items[2], ...wrong }],
					],
		);
	},
);

test('a desktop that is on: the result is there before the execution would sleep', async () => {
	const connectionId = await service.newConnection();
	const { start } = await hosted(service, 'customer.query', {
		...at(connectionId),
		...suspended,
		filters: { nameContains: 'müller' },
	});
	const run = await start();
	expect(run.status).toBe('success');
	expect(run.items).toHaveLength(2);
});

test('nudges that anybody sends wake nothing and change nothing', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(service, 'customer.query', {
		...at(connectionId),
		...suspended,
		filters: { nameContains: 'müller' },
	});
	await start();
	const [{ id }] = await service.requestsOf(connectionId);
	const [{ webhook_url: resumeUrl = '' }] = await service.nudgesOf(connectionId);
	const forged = {
		id,
		state: 'completed',
		response_json: [
			{ QBXMLMsgsRs: { CustomerQueryRs: { '@statusCode': 0, CustomerRet: [{ Name: 'Forged' }] } } },
		],
	};
	for (const body of [JSON.stringify(forged), '{}', '[]', '']) {
		const answer = await fetch(resumeUrl, {
			method: 'POST',
			body,
			headers: { 'content-type': 'application/json' },
		});
		expect(await answer.json()).toEqual({ message: 'Not everything is complete yet.' });
	}
	const unsigned = await fetch(resumeUrl.replace(/\?.*/, ''), { method: 'POST', body: '{}' });
	expect(unsigned.status).toBe(401);

	await service.turnOn(connectionId);
	const run = await host.resumedRun();
	expect(run.status).toBe('success');
	expect(run.items.map(({ json }) => json.Name)).not.toContain('Forged');
	expect(run.items).toHaveLength(2);
});

test('a query without matches gives no item', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(service, 'customer.query', {
		...at(connectionId),
		...suspended,
		filters: { nameContains: 'nobody is called this' },
	});
	await start();
	await service.turnOn(connectionId);
	const run = await host.resumedRun();
	expect({ status: run.status, items: run.items }).toEqual({ status: 'success', items: [] });
});

test('with Simplify off, the queued requests come whole, page by page', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(service, 'vendor.query', {
		...at(connectionId),
		...suspended,
		simplify: false,
		filters: { activeStatus: 'All' },
		returnAll: true,
		options: pageSize(15),
	});
	await start();
	await service.turnOn(connectionId);
	const run = await host.resumedRun();
	const [{ id }] = await service.requestsOf(connectionId);
	expect(
		run.items.map(({ json, pairedItem }) => [json.id, json.page, json.state, pairedItem]),
	).toEqual([1, 2, 3].map((page) => [id, page, 'response_received', { item: 0 }]));
});

test('a service that is away for a moment after the nudge is waited for', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(proxied, 'customer.query', {
		...at(connectionId),
		...suspended,
		filters: { nameContains: 'müller' },
	});
	await start();
	const [{ id }] = await service.requestsOf(connectionId);
	let looks = 0;
	proxied.meddle(async ({ path, forward }) => {
		if (!path.includes(id)) return undefined;
		looks += 1;
		// The first look is the webhook's; then more are lost than a single read is tried again.
		if (looks > 1) return looks < 6 ? 'drop' : undefined;
		const answer = await forward();
		// What is as large as this is not handed on, so that the execution looks itself.
		const padded = `"data":{"padding":"${'x'.repeat(600_000)}",`;
		const body = Buffer.from(answer.body.toString().replace('"data":{', padded));
		const headers = { ...answer.headers, 'content-length': String(body.length) };
		return { ...answer, headers, body };
	});
	await service.turnOn(connectionId);
	const run = await host.resumedRun();
	expect(run.error).toBeUndefined();
	expect(run.items).toHaveLength(2);
	expect(looks).toBeGreaterThanOrEqual(6);
});

test('results are fetched once, although a webhook wakes the execution', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(proxied, 'customer.query', {
		...at(connectionId),
		...suspended,
		filters: { nameContains: 'müller' },
	});
	await start();
	const [{ id }] = await service.requestsOf(connectionId);
	const before = proxied.calls.length;
	await service.turnOn(connectionId);
	const run = await host.resumedRun();
	expect(run.items).toHaveLength(2);
	const looks = proxied.calls.slice(before).filter((call) => call.includes(id));
	expect(looks).toEqual([`GET /queued_requests/${id}`]);
});

test('no delivery fails, and one nudge on each connection wakes a run of many items', async () => {
	const connections = [
		await service.newConnectionTurnedOff(),
		await service.newConnectionTurnedOff(),
		await service.newConnectionTurnedOff(),
	];
	const { host, start } = await hosted(service, 'invoice.create', {
		connection: { ...byId('={{ $json.connectionId }}') },
		...smallInvoice,
		...suspended,
	});
	await start([...connections, ...connections].map((connectionId) => ({ connectionId })));
	await Promise.all(connections.map(async (id) => await service.turnOn(id)));
	const run = await host.resumedRun();
	expect(run.status).toBe('success');
	expect(run.items).toHaveLength(6);
	for (const connectionId of connections) {
		const requests = await service.requestsOf(connectionId);
		expect(requests.map(({ webhook_state: state }) => state)).toEqual(
			requests.map(() => 'not_applicable'),
		);
		// The service notes that a delivery was accepted once it has read the answer.
		const nudges = await until(
			async () => await service.nudgesOf(connectionId),
			(all) => all.every(({ webhook_state: state }) => state !== 'pending'),
		);
		expect(nudges.map(({ webhook_state: state }) => state)).toEqual(['succeeded']);
	}
});

test('Retry after an item that failed begins with the items as they were, and writes only what is missing', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(service, 'invoice.create', {
		...at(connectionId),
		...smallInvoice,
		customerListId: '={{ $json.customer }}',
		...suspended,
	});
	await start([{ customer: smallInvoice.customerListId }, { customer: '80000FFF-1' }]);
	await service.turnOn(connectionId);
	const failed = await host.resumedRun();
	expect(failed.error?.description).toContain('(counted from 1) has been written. Retry');
	const again = await retry(failed);
	expect(again.error).toMatchObject({ message: expect.stringContaining('80000FFF-1') });
	const queued = await service.requestsOf(connectionId);
	const written = queued.filter(({ request_xml: xml }) =>
		xml.includes(smallInvoice.customerListId),
	);
	expect(written.length).toBe(1);
	expect(queued.length).toBe(3);
});
