import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { retryAfterCrash, runWorkflow, startWorkflow } from './harness';
import { useLocalService } from './support/local-service';
import { queues, useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, parametersFor, runOperation } from './support/run-operation';

const service = useLocalService();
const proxied = useProxiedService(service);

const numbers = Array.from({ length: 10 }, (_, index) => `R-${index}`);
const items = numbers.map((number) => ({ number }));
const numberIn = (xml: string) => /<RefNumber>(.*?)</.exec(xml)?.[1];
const invoices = (connectionId: string): IDataObject => ({
	connection: { ...byId(connectionId) },
	...smallInvoice,
	additionalFields: { refNumber: '={{ $json.number }}' },
});

const refusal = {
	status: 422,
	headers: { 'content-type': 'application/json' },
	body: Buffer.from('{"error":{"code":"invalid_request","message":"Not now."}}'),
};

/** Refuses the seventh request that is queued, once. */
function refuseTheSeventh() {
	let number = 0;
	proxied.meddle((call) => Promise.resolve(queues(call) && ++number === 7 ? refusal : undefined));
}

async function expectEachOnce(connectionId: string, results: IDataObject[]) {
	const queued = await service.requestsOf(connectionId);
	expect(queued.map(({ request_xml: xml }) => numberIn(xml))).toEqual(numbers);
	expect(results.map(({ id }) => id)).toEqual(queued.map(({ id }) => id));
}

test('Retry On Fail: what the first try queued is taken over, in order', async () => {
	refuseTheSeventh();
	const connectionId = await service.newConnection();
	const run = await runWorkflow({
		nodes: [
			{
				parameters: parametersFor('invoice.create', invoices(connectionId)),
				retryOnFail: true,
				maxTries: 2,
				waitBetweenTries: 0,
			},
		],
		credentials: proxied.credentials,
		items: items.map((json) => ({ json })),
	});
	expect(run.error).toBeUndefined();
	await expectEachOnce(
		connectionId,
		run.items.map(({ json }) => json),
	);
	expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	expect(proxied.calls.filter((line) => line.startsWith('POST'))).toHaveLength(11);
});

test('Retry On Fail of queries: each is asked once', async () => {
	refuseTheSeventh();
	const connectionId = await service.newConnection();
	const parameters = parametersFor('customer.query', {
		connection: { ...byId(connectionId) },
		filters: { nameContains: '={{ $json.number }}' },
	});
	const run = await runWorkflow({
		nodes: [{ parameters, retryOnFail: true, maxTries: 2, waitBetweenTries: 0 }],
		credentials: proxied.credentials,
		items: items.map((json) => ({ json })),
	});
	expect(run.error).toBeUndefined();
	const queued = await service.requestsOf(connectionId);
	expect(queued.map(({ id }) => id).sort()).toEqual(run.items.map(({ json }) => json.id).sort());
	expect(queued).toHaveLength(10);
});

test('Retry On Fail with a Custom Request ID: what the first try queued is taken over too', async () => {
	refuseTheSeventh();
	const connectionId = await service.newConnection();
	const parameters = parametersFor('invoice.create', {
		...invoices(connectionId),
		options: { customRequestId: '={{ $json.number }}', ifAlreadyQueued: 'fail' },
	});
	const run = await runWorkflow({
		nodes: [{ parameters, retryOnFail: true, maxTries: 2, waitBetweenTries: 0 }],
		credentials: proxied.credentials,
		items: items.map((json) => ({ json })),
	});
	expect(run.error).toBeUndefined();
	await expectEachOnce(
		connectionId,
		run.items.map(({ json }) => json),
	);
});

test('the same execution, begun again by another process, takes over what is in the queue', async () => {
	refuseTheSeventh();
	const connectionId = await service.newConnection();
	const again = { items, executionId: 'begun again' };
	const first = await runOperation(proxied, 'invoice.create', invoices(connectionId), again);
	expect(first.error).toMatchObject({
		description: expect.stringContaining('Not now.'),
		context: { itemIndex: 6 },
	});
	expect(await service.requestsOf(connectionId)).toHaveLength(6);
	const second = await runOperation(proxied, 'invoice.create', invoices(connectionId), again);
	expect(second.error).toBeUndefined();
	await expectEachOnce(
		connectionId,
		second.items.map(({ json }) => json),
	);
});

test('after a crash, nothing is sent twice where the items go to other connections by then', async () => {
	const [one, other] = [await service.newConnection(), await service.newConnection()];
	const form = { ...invoices(''), connection: { ...byId('={{ $json.connection }}') } };
	const first = { number: 'A', connection: one };
	const run = await runOperation(service, 'invoice.create', form, { items: [first] });
	const inserted = [{ number: 'B', connection: other }, first].map((json) => ({ json }));
	const again = await retryAfterCrash(run, inserted);
	expect(again.error?.message).toBe('The original execution queued this item with other values.');
	expect(await service.requestsOf(one)).toHaveLength(1);
	expect(await service.requestsOf(other)).toHaveLength(0);
});

test('what goes to another connection when n8n begins the execution again is not written there too', async () => {
	const [one, other] = [await service.newConnection(), await service.newConnection()];
	const form = { ...invoices(''), connection: { ...byId('={{ $json.connection }}') } };
	const executionId = 'moved';
	const first = [{ number: 'A', connection: one }];
	await runOperation(service, 'invoice.create', form, { items: first, executionId });
	const again = await runOperation(service, 'invoice.create', form, {
		items: [
			{ number: 'A', connection: other },
			{ number: 'B', connection: one },
		],
		executionId,
		onError: 'continueRegularOutput',
	});
	expect(again.items.map(({ json }) => json.error)).toEqual([
		'The original execution queued this item with other values.',
		'It is unknown what the original execution queued.',
	]);
	expect(await service.requestsOf(one)).toHaveLength(1);
	expect(await service.requestsOf(other)).toHaveLength(0);
});

test('an item that has other values when n8n begins the execution again is not taken for written', async () => {
	const connectionId = await service.newConnection();
	const form = invoices(connectionId);
	const executionId = 'changing';
	await runOperation(service, 'invoice.create', form, { items: [{ number: 'A' }], executionId });
	const items = [{ number: 'B' }];
	const again = await runOperation(service, 'invoice.create', form, { items, executionId });
	expect(again.error?.message).toBe('The original execution queued this item with other values.');
	const queued = await service.requestsOf(connectionId);
	expect(queued.map(({ request_xml: xml }) => numberIn(xml))).toEqual(['A']);
});

test('when n8n begins the execution again with an item more, nothing is sent twice', async () => {
	const connectionId = await service.newConnection();
	const form = { ...invoices(connectionId) };
	const executionId = 'inserted';
	const [A, B, C] = [{ number: 'A' }, { number: 'B' }, { number: 'C' }];
	await runOperation(service, 'invoice.create', form, { items: [A, B], executionId });
	const again = await runOperation(service, 'invoice.create', form, {
		items: [C, A, B],
		executionId,
		onError: 'continueRegularOutput',
	});
	expect(again.items.map(({ json }) => String(json.error))).toEqual([
		expect.stringContaining('with other values'),
		expect.stringContaining('with other values'),
		'It is unknown what the original execution queued.',
	]);
	const queued = await service.requestsOf(connectionId);
	expect(queued.map(({ request_xml: xml }) => numberIn(xml)).sort()).toEqual(['A', 'B']);
});

test.each([
	[
		'Order Number is another one',
		'invoice.create' as const,
		(connectionId: string, isAgain: boolean) => ({
			...invoices(connectionId),
			orderNumber: isAgain ? '2' : '1',
		}),
		'The original execution queued this item with other values.',
	],
	[
		'Order Number is the same',
		'invoice.create' as const,
		(connectionId: string) => ({ ...invoices(connectionId), orderNumber: '1' }),
		undefined,
	],
	[
		'Custom Request ID is the same',
		'customer.create' as const,
		(connectionId: string) => ({
			connection: { ...byId(connectionId) },
			name: 'Newcomer',
			options: { customRequestId: 'U-1' },
		}),
		'It is unknown what the original execution queued.',
	],
])(
	'nothing is written again when n8n begins the execution again and the %s',
	async (executionId, operation, form, message) => {
		const connectionId = await service.newConnection();
		const items = [{ number: 'A' }];
		await runOperation(service, operation, form(connectionId, false), { items, executionId });
		const again = await runOperation(service, operation, form(connectionId, true), {
			items,
			executionId,
		});
		expect(again.error?.message).toBe(message);
		expect(await service.requestsOf(connectionId)).toHaveLength(1);
	},
);

/** A node of this name that runs once for each item. */
const LOOP = 'Loop';

test('a node in a loop queues in each turn, though all turns ask the same', async () => {
	const connectionId = await service.newConnection();
	const parameters: INodeParameters = parametersFor('invoice.create', {
		connection: { ...byId(connectionId) },
		...smallInvoice,
	});
	const started = await startWorkflow({
		nodes: [{ parameters, name: LOOP }],
		connections: {
			Source: { main: [[{ node: LOOP, type: 'main', index: 0 }]] },
			[LOOP]: { main: [[{ node: LOOP, type: 'main', index: 0 }]] },
		},
		credentials: service.credentials,
		items: [{ json: {} }],
	});
	// The loop has no end of its own: it is stopped once it has gone round.
	while ((await service.requestsOf(connectionId)).length < 3) await started.nodeStarted(LOOP);
	started.cancel();
	await started.finished;
	const queued = await service.requestsOf(connectionId);
	const identifiers = queued.map(({ request_xml: xml }) => /requestID="(.*?)"/.exec(xml)?.[1]);
	expect(new Set(identifiers).size).toBe(queued.length);
});
