import { setTimeout as delay } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { useLocalService } from './support/local-service';
import { queues, useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, runOperation } from './support/run-operation';

const service = useLocalService();
const proxied = useProxiedService(service);

const invoices: IDataObject = {
	connection: { ...byId('={{ $json.connectionId }}') },
	...smallInvoice,
	additionalFields: { refNumber: '={{ $json.number }}' },
};
const numberIn = (xml: string) => /<RefNumber>(.*?)</.exec(xml)?.[1];

const someConnections = (count: number) =>
	Promise.all(Array.from({ length: count }, async () => await service.newConnection()));

/**
 * Lets the first requests that are queued wait for each other, so that what may go side by side does. Later ones don't wait: of the
 * last ones, there may be too few left for that.
 */
function holdBack(until: number) {
	const held: Array<() => void> = [];
	let underWay = 0;
	let most = 0;
	proxied.meddle(async (call) => {
		if (!queues(call)) return undefined;
		most = Math.max(most, ++underWay);
		if (most >= until) held.splice(0).forEach((letGo) => letGo());
		else await new Promise<void>((resolve) => held.push(resolve));
		const answer = await call.forward();
		underWay--;
		return answer;
	});
	return { most: () => most };
}

test('invoices of one connection go out one at a time, in the order of the items', async () => {
	const traffic = holdBack(1);
	const [connectionId] = await someConnections(1);
	const numbers = Array.from({ length: 25 }, (_, index) => String(1000 + index));
	const run = await runOperation(proxied, 'invoice.create', invoices, {
		items: numbers.map((number) => ({ connectionId, number })),
	});
	expect(run.error).toBeUndefined();
	expect(traffic.most()).toBe(1);
	const queued = await service.requestsOf(connectionId);
	expect(queued.map(({ request_xml: xml }) => numberIn(xml))).toEqual(numbers);
	expect(run.items.map(({ json }) => json.id)).toEqual(queued.map(({ id }) => id));
});

describe('Keep the Order of Items is switched off', () => {
	const unordered: IDataObject = { ...invoices, options: { keepOrderOfItems: false } };

	test('invoices go out side by side, and come out in the order of the items', async () => {
		const traffic = holdBack(10);
		const [connectionId] = await someConnections(1);
		const numbers = Array.from({ length: 30 }, (_, index) => String(1000 + index));
		const run = await runOperation(proxied, 'invoice.create', unordered, {
			items: numbers.map((number) => ({ connectionId, number })),
		});
		expect(run.error).toBeUndefined();
		expect(traffic.most()).toBeGreaterThanOrEqual(10);
		const queued = await service.requestsOf(connectionId);
		expect(queued).toHaveLength(numbers.length);
		const numberOf = new Map(queued.map(({ id, request_xml: xml }) => [id, numberIn(xml)]));
		expect(run.items.map(({ json }) => numberOf.get(String(json.id)))).toEqual(numbers);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			numbers.map((_, item) => ({ item })),
		);
	});

	test('the same Order Number in several items is written once', async () => {
		const traffic = holdBack(3);
		const [connectionId] = await someConnections(1);
		const orders = ['A', 'B', 'A', 'C', 'B', 'A'];
		const run = await runOperation(
			proxied,
			'invoice.create',
			{ ...unordered, orderNumber: '={{ $json.order }}' },
			{
				items: orders.map((order) => ({
					connectionId,
					order,
					number: String(orders.indexOf(order)),
				})),
			},
		);
		expect(run.error).toBeUndefined();
		expect(traffic.most()).toBe(3);
		const queued = await service.requestsOf(connectionId);
		expect(queued.map(({ request_xml: xml }) => numberIn(xml)).sort()).toEqual(['0', '1', '3']);
		const [a, b, , c] = run.items.map(({ json }) => json.id);
		expect(run.items.map(({ json }) => json.id)).toEqual([a, b, a, c, b, a]);
	});

	test('one that is refused stops no other, On Error continueRegularOutput', async () => {
		const [connectionId] = await someConnections(1);
		proxied.meddle(({ method, body }) =>
			Promise.resolve(
				method === 'POST' && body.includes('"ref_number":"2"')
					? {
							status: 422,
							headers: { 'content-type': 'application/json' },
							body: Buffer.from('{"error":{"code":"invalid_request","message":"No."}}'),
						}
					: undefined,
			),
		);
		const run = await runOperation(proxied, 'invoice.create', unordered, {
			items: ['1', '2', '3', '4'].map((number) => ({ connectionId, number })),
			onError: 'continueRegularOutput',
		});
		const queued = await service.requestsOf(connectionId);
		const idOf = (number: string) =>
			queued.find(({ request_xml: xml }) => numberIn(xml) === number)?.id;
		expect(queued).toHaveLength(3);
		expect(run.items).toMatchObject([
			{ json: { id: idOf('1') }, pairedItem: { item: 0 } },
			{ json: { description: expect.stringContaining('No.') }, pairedItem: { item: 1 } },
			{ json: { id: idOf('3') }, pairedItem: { item: 2 } },
			{ json: { id: idOf('4') }, pairedItem: { item: 3 } },
		]);
	});

	test('nothing is sent if the form of one item is wrong', async () => {
		const [connectionId] = await someConnections(1);
		const form = { ...unordered, transactionDate: '={{ $json.date }}' };
		const run = await runOperation(proxied, 'invoice.create', form, {
			items: ['2026-01-15', '2026-02-30'].map((date) => ({ connectionId, number: '1', date })),
		});
		expect(run.error?.message).toMatch(/^Transaction Date isn't a valid date/);
		expect(proxied.calls).toEqual([]);
	});

	test('alike invoices whose answers are all lost are each written once', async () => {
		const [connectionId] = await someConnections(1);
		let lost = 0;
		proxied.meddle(async (call) => {
			if (!queues(call) || lost === 10) return undefined;
			lost += 1;
			// Every other one arrives, and none gets an answer.
			if (lost % 2 === 0) await call.forward();
			return 'drop';
		});
		const run = await runOperation(proxied, 'invoice.create', unordered, {
			items: Array.from({ length: 10 }, () => ({ connectionId, number: 'SAME' })),
		});
		expect(run.error).toBeUndefined();
		const queued = await service.requestsOf(connectionId);
		expect(queued).toHaveLength(10);
		expect(new Set(run.items.map(({ json }) => json.id))).toEqual(
			new Set(queued.map(({ id }) => id)),
		);
	});
});

test('different connections go side by side, each in the order of its items', async () => {
	const traffic = holdBack(4);
	const connections = await someConnections(4);
	const items = Array.from({ length: 20 }, (_, index) => ({
		connectionId: connections[index % 4],
		number: String(index),
	}));
	const run = await runOperation(proxied, 'invoice.create', invoices, { items });
	expect(run.error).toBeUndefined();
	expect(traffic.most()).toBe(4);
	for (const [which, connectionId] of connections.entries()) {
		const queued = await service.requestsOf(connectionId);
		const own = items.filter((_, index) => index % 4 === which).map(({ number }) => number);
		expect(queued.map(({ request_xml: xml }) => numberIn(xml))).toEqual(own);
	}
	expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	expect(run.items.map(({ json }) => json.connection_id)).toEqual(
		items.map(({ connectionId }) => connectionId),
	);
});

test.each<[options: IDataObject, atOnce: number]>([
	[{ requestsAtOnce: 7 }, 7],
	[{ requestsAtOnce: 3 }, 3],
	[{ requestsAtOnce: 1 }, 1],
	[{ requestsAtOnce: '={{ 2 }}' }, 2],
])('queries go side by side, bounded: options %j, %i at once', async (options, atOnce) => {
	const traffic = holdBack(atOnce);
	const [connectionId] = await someConnections(1);
	const run = await runOperation(
		proxied,
		'customer.query',
		{ connection: { ...byId(connectionId) }, options },
		{ items: Array.from({ length: 2 * atOnce }, () => ({})) },
	);
	expect(run.error).toBeUndefined();
	expect(traffic.most()).toBe(atOnce);
	expect(proxied.mostAtOnce).toBe(atOnce);
	expect(await service.requestsOf(connectionId)).toHaveLength(2 * atOnce);
});

test('a service that takes three calls at once gets no more for long, and takes all requests once', async () => {
	let underWay = 0;
	let turnedAway = 0;
	proxied.meddle(async (call) => {
		if (underWay >= 3) {
			turnedAway++;
			return { status: 429, headers: { 'retry-after': '0' }, body: Buffer.from('busy') };
		}
		underWay++;
		try {
			// So long the service works on a call.
			await delay(20);
			return await call.forward();
		} finally {
			underWay--;
		}
	});
	const [connectionId] = await someConnections(1);
	const run = await runOperation(
		proxied,
		'customer.query',
		{ connection: { ...byId(connectionId) } },
		{ items: Array.from({ length: 80 }, () => ({})) },
	);
	expect(run.error).toBeUndefined();
	expect(turnedAway).toBeGreaterThan(0);
	expect(await service.requestsOf(connectionId)).toHaveLength(80);
});

test('the bound counts for all connections together', async () => {
	const traffic = holdBack(2);
	const connections = await someConnections(6);
	const run = await runOperation(
		proxied,
		'invoice.create',
		{ ...invoices, options: { requestsAtOnce: 2 } },
		{ items: connections.map((connectionId) => ({ connectionId, number: '1' })) },
	);
	expect(run.error).toBeUndefined();
	expect(traffic.most()).toBe(2);
});

test.each([0, -1, 1.5, 'many'])('Requests at Once can not be %j', async (requestsAtOnce) => {
	const [connectionId] = await someConnections(1);
	const run = await runOperation(
		service,
		'invoice.create',
		{ ...invoices, options: { requestsAtOnce } },
		{ items: [{ connectionId, number: '1' }] },
	);
	expect(run.error?.message).toMatch(/^Requests at Once must be/);
	expect(await service.requestsOf(connectionId)).toEqual([]);
});

describe('one item in between is wrong', () => {
	const badForm = (connectionId: string) =>
		['1', '2', 'x'.repeat(5), '4'].map((number, index) => ({
			connectionId,
			number,
			date: index === 2 ? '2026-02-30' : '2026-01-15',
		}));
	const form = { ...invoices, transactionDate: '={{ $json.date }}' };

	test('in the form: nothing at all is sent', async () => {
		const [connectionId] = await someConnections(1);
		const items = badForm(connectionId);
		const run = await runOperation(proxied, 'invoice.create', form, { items });
		expect(run.error).toMatchObject({
			message: expect.stringMatching(/^Transaction Date isn't a valid date/),
			context: { itemIndex: 2 },
		});
		expect(proxied.calls).toEqual([]);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'in the form, On Error %s: the others are queued, in order',
		async (onError) => {
			const [connectionId] = await someConnections(1);
			const items = badForm(connectionId);
			const run = await runOperation(proxied, 'invoice.create', form, { items, onError });
			const queued = await service.requestsOf(connectionId);
			expect(queued.map(({ request_xml: xml }) => numberIn(xml))).toEqual(['1', '2', '4']);
			const [good, failed = []] = run.outputs['Accounting Sync'];
			const [first, second, fourth] = queued.map(({ id }) => expect.objectContaining({ id }));
			const wrong = {
				error: expect.stringMatching(/^Transaction Date isn't/),
				[onError === 'continueRegularOutput' ? 'description' : 'message']: expect.any(String),
			};
			const shown = (results: typeof good) =>
				results.map(({ json, pairedItem }) => [json, pairedItem]);
			const results = [
				[first, { item: 0 }],
				[second, { item: 1 }],
				[fourth, { item: 3 }],
			];
			if (onError === 'continueRegularOutput') {
				expect(shown(good)).toEqual([
					...results.slice(0, 2),
					[wrong, { item: 2 }],
					...results.slice(2),
				]);
			} else {
				expect(shown(good)).toEqual(results);
				expect(shown(failed)).toEqual([[{ ...items[2], ...wrong }, { item: 2 }]]);
			}
		},
	);

	const refusedBody = Buffer.from('{"error":{"code":"invalid_request","message":"No."}}');
	const posts = () => proxied.calls.filter((line) => line.startsWith('POST')).length;
	const refuseTheThird = () =>
		proxied.meddle(({ method }) =>
			Promise.resolve(
				method === 'POST' && posts() === 3
					? { status: 422, headers: { 'content-type': 'application/json' }, body: refusedBody }
					: undefined,
			),
		);
	const four = (connectionId: string) =>
		['1', '2', '3', '4'].map((number) => ({ connectionId, number }));

	test('refused by the service: what comes after it is not sent', async () => {
		const [connectionId] = await someConnections(1);
		refuseTheThird();
		const items = four(connectionId);
		const run = await runOperation(proxied, 'invoice.create', invoices, { items });
		expect(run.error).toMatchObject({
			description: expect.stringContaining('No.'),
			context: { itemIndex: 2 },
		});
		expect(posts()).toBe(3);
	});

	test('refused by the service, On Error continueRegularOutput: what comes after it is sent', async () => {
		const [connectionId] = await someConnections(1);
		refuseTheThird();
		const run = await runOperation(proxied, 'invoice.create', invoices, {
			items: four(connectionId),
			onError: 'continueRegularOutput',
		});
		const [first, second, fourth] = await service.requestsOf(connectionId);
		expect(run.items).toMatchObject([
			{ json: { id: first.id }, pairedItem: { item: 0 } },
			{ json: { id: second.id }, pairedItem: { item: 1 } },
			{
				json: { description: expect.stringContaining('No.'), code: 'invalid_request' },
				pairedItem: { item: 2 },
			},
			{ json: { id: fourth.id }, pairedItem: { item: 3 } },
		]);
	});
});

test.each([1, 20])('200 invoices over %i connections: each once, in order', async (count) => {
	const connections = await someConnections(count);
	const items = Array.from({ length: 200 }, (_, index) => ({
		connectionId: connections[index % count],
		number: String(index),
	}));
	const run = await runOperation(service, 'invoice.create', invoices, { items });
	expect(run.error).toBeUndefined();
	const queued = await Promise.all(connections.map(service.requestsOf));
	const inQueue = Array.from(items, (_, index) => queued[index % count][Math.floor(index / count)]);
	expect(queued.flat()).toHaveLength(items.length);
	expect(inQueue.map(({ request_xml: xml }) => numberIn(xml))).toEqual(
		items.map(({ number }) => number),
	);
	expect(run.items.map(({ json }) => json.id)).toEqual(inQueue.map(({ id }) => id));
});
