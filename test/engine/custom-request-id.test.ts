import type { IDataObject } from 'n8n-workflow';

import { useLocalService } from './support/local-service';
import { afterTaking, queues, useProxiedService } from './support/proxied-service';
import { queueingOperations, smallInvoice } from './support/queueing-operations';
import { byId, type OperationName, runOperation } from './support/run-operation';

const service = useLocalService();
const proxied = useProxiedService(service);

const queue = (
	connectionId: string,
	options: IDataObject,
	operation: OperationName = 'invoice.create',
	form: IDataObject = smallInvoice,
) => runOperation(service, operation, { connection: { ...byId(connectionId) }, ...form, options });

const idsOn = async (connectionId: string) =>
	(await service.requestsOf(connectionId)).map(({ id }) => id);

describe('If This ID Is Already Queued', () => {
	const customRequestId = 'order-1042';

	test.each(queueingOperations)('Return the Existing One: %s %j', async (operation, form) => {
		const connectionId = await service.newConnection();
		const options = {
			...(form.options as IDataObject | undefined),
			customRequestId,
			ifAlreadyQueued: 'returnExisting',
		};
		const first = await queue(connectionId, options, operation, form);
		const second = await queue(connectionId, options, operation, form);
		expect([first.error, second.error]).toEqual([undefined, undefined]);
		const [id, ...more] = await idsOn(connectionId);
		expect(more).toEqual([]);
		expect(first.items).toMatchObject([{ json: { id }, pairedItem: { item: 0 } }]);
		expect(second.items).toMatchObject([{ json: { id }, pairedItem: { item: 0 } }]);
	});

	test('Fail: nothing is queued, and the error names the request that is there', async () => {
		const connectionId = await service.newConnection();
		const options = { customRequestId, ifAlreadyQueued: 'fail' };
		await queue(connectionId, options);
		const run = await queue(connectionId, options);
		const [id, ...more] = await idsOn(connectionId);
		expect(more).toEqual([]);
		expect(run.error).toMatchObject({
			name: 'NodeOperationError',
			message: `A request with the Custom Request ID "order-1042" is already queued: ${id}.`,
			description: expect.stringContaining('If This ID Is Already Queued'),
			context: { itemIndex: 0 },
		});
	});

	test.each([
		['returnExisting', 'the same request', () => smallInvoice],
		['fail', 'the same request', () => smallInvoice],
		[
			'returnExisting',
			'requests that differ',
			(day: number) => ({ ...smallInvoice, transactionDate: `2026-01-1${day}` }),
		],
	])('%s: of executions that queue %s at the same time, one does', async (choice, _, formOf) => {
		const connectionId = await service.newConnection();
		const options = { customRequestId, ifAlreadyQueued: choice };
		const runs = await Promise.all(
			Array.from(
				{ length: 4 },
				async (_, index) => await queue(connectionId, options, 'invoice.create', formOf(index)),
			),
		);
		const [id, ...more] = await idsOn(connectionId);
		expect(more).toEqual([]);
		const went = runs.filter(({ error }) => error === undefined);
		if (choice === 'returnExisting') expect(went).toHaveLength(4);
		for (const { items } of went) expect(items).toMatchObject([{ json: { id } }]);
	});

	test.each([{ ifAlreadyQueued: 'queueAnyway' }, {}])('Queue Anyway %j', async (options) => {
		const connectionId = await service.newConnection();
		const first = await queue(connectionId, { customRequestId });
		const second = await queue(connectionId, { customRequestId, ...options });
		expect(await idsOn(connectionId)).toEqual([first.items[0].json.id, second.items[0].json.id]);
	});

	test('an ID that only holds this one, or is written in other letters, is another', async () => {
		const connectionId = await service.newConnection();
		// Only an identifier of the node's own making proves that the service shows identifiers.
		await queue(connectionId, {});
		for (const other of ['order-10421', 'my order-1042', 'ORDER-1042']) {
			await queue(connectionId, { customRequestId: other });
		}
		const run = await queue(connectionId, { customRequestId, ifAlreadyQueued: 'fail' });
		expect(run.error).toBeUndefined();
		expect(await idsOn(connectionId)).toHaveLength(5);
	});

	test('the same ID on another connection is another request', async () => {
		const [one, other] = [await service.newConnection(), await service.newConnection()];
		await queue(one, { customRequestId, ifAlreadyQueued: 'fail' });
		const run = await queue(other, { customRequestId, ifAlreadyQueued: 'fail' });
		expect(run.error).toBeUndefined();
	});

	test.each(['a "b" & <c>', "it's", '&', 'Ä ü', '50 %', 'a*b?[c]', '\'"<>&'])(
		'%s is found again',
		async (strange) => {
			const connectionId = await service.newConnection();
			const options = { customRequestId: strange, ifAlreadyQueued: 'returnExisting' };
			await queue(connectionId, options);
			const run = await queue(connectionId, options);
			expect(run.error).toBeUndefined();
			expect(await idsOn(connectionId)).toEqual([run.items[0].json.id]);
		},
	);

	test('two items with the same ID: the second gets the request of the first', async () => {
		const connectionId = await service.newConnection();
		const run = await runOperation(
			service,
			'invoice.create',
			{
				connection: { ...byId(connectionId) },
				...smallInvoice,
				options: { customRequestId, ifAlreadyQueued: 'returnExisting' },
			},
			{ items: [{}, {}] },
		);
		const [id, ...more] = await idsOn(connectionId);
		expect(more).toEqual([]);
		expect(run.items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			[id, { item: 0 }],
			[id, { item: 1 }],
		]);
	});

	test('it counts for an ID in the XML too', async () => {
		const connectionId = await service.newConnection();
		const requestXml = `<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><!-- <HostQueryRq requestID="no"/> --><HostQueryRq requestID='${customRequestId}'/></QBXMLMsgsRq></QBXML>`;
		const form = { requestFormat: 'xml', requestXml };
		const options = { ifAlreadyQueued: 'returnExisting' };
		const first = await queue(connectionId, options, 'queuedRequest.create', form);
		const second = await queue(connectionId, options, 'queuedRequest.create', form);
		expect(second.items[0].json.id).toBe(first.items[0].json.id);
		expect(await idsOn(connectionId)).toHaveLength(1);
	});
});

test('an answer that is lost: of requests with the same ID, the new one is taken', async () => {
	const connectionId = await service.newConnection();
	const before = await queue(connectionId, { customRequestId: 'twice' });
	proxied.meddle(async (call) =>
		queues(call) ? await afterTaking(() => Promise.resolve('drop'))(call) : undefined,
	);
	const run = await runOperation(proxied, 'invoice.create', {
		connection: { ...byId(connectionId) },
		...smallInvoice,
		options: { customRequestId: 'twice', ifAlreadyQueued: 'queueAnyway' },
	});
	expect(await idsOn(connectionId)).toEqual([before.items[0].json.id, run.items[0].json.id]);
});
