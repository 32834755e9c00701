import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { retry, retryAfterCrash, type WorkflowRun } from '../harness';
import { useServiceWithDesktops } from '../support/desktops';
import { dyingDesktops } from '../support/dying-desktops';
import { useHostedOperations } from '../support/host-operation';
import { useShortPauses } from '../support/pauses';
import { byId, runOperation } from '../support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));

const hosted = useHostedOperations();
const { dieAfter, dieBefore } = dyingDesktops(service);

const CUSTOMER = '80000001-1700000001';
const DESIGN = '80020001-1700000001';

const look = { whenOutcomeUnknown: 'lookInBooks' };
const lookAndWrite = { ...look, writeIfAbsent: true };

const invoice = (connectionId: string, options: IDataObject, more: IDataObject = {}) => ({
	connection: { ...byId(connectionId) },
	customerListId: byId(CUSTOMER),
	transactionDate: '2026-01-15',
	specifyLines: 'form',
	lines: { line: [{ itemListId: byId(DESIGN), quantity: '2', rate: '85.00' }] },
	additionalFields: { memo: '={{ $json.order }}' },
	result: 'waitPolling',
	options,
	...more,
});

const create = async (
	connectionId: string,
	options: IDataObject,
	{ orders = ['A-1'], ...more }: { orders?: string[] } & IDataObject = {},
) =>
	await runOperation(service, 'invoice.create', invoice(connectionId, options, more), {
		items: orders.map((order) => ({ order })),
	});

const written = (connectionId: string) =>
	service.company(connectionId).invoices.map(({ Memo }) => Memo);

const guids = async (connectionId: string): Promise<string[]> =>
	(await service.requestsOf(connectionId)).flatMap(
		({ request_xml: xml }) => /<ExternalGUID>(.*?)</.exec(xml ?? '')?.[1] ?? [],
	);

/** What somebody does in the editor before pressing Retry. */
function changeForm(run: WorkflowRun, changed: INodeParameters): void {
	const node = Object.values(run.prepared.workflow.nodes).find(({ name }) => name !== 'Source');
	Object.assign(node?.parameters ?? {}, changed);
	for (const { node: stored } of run.executionData.executionData?.nodeExecutionStack ?? []) {
		Object.assign(stored.parameters, changed);
	}
}

const requestNames = async (connectionId: string): Promise<string[]> =>
	(await service.requestsOf(connectionId)).map(
		({ request_xml: xml }) => /<(?!QBXMLMsgsRq)(\w+Rq)[ >]/.exec(xml ?? '')?.[1] ?? '',
	);

test('what was carried out is found by its GUID, and the item goes on with it', async () => {
	const connectionId = await service.newConnection();
	dieAfter(connectionId);
	const run = await create(connectionId, look);
	expect(run.error).toBeUndefined();
	expect(run.items).toMatchObject([
		{
			json: { settled: 'found', Memo: 'A-1', Subtotal: '170.00', CustomerListID: CUSTOMER },
			pairedItem: { item: 0 },
		},
	]);
	expect(run.items[0].json.InvoiceLineRet).toMatchObject([{ Quantity: '2' }]);
	expect(written(connectionId)).toEqual(['A-1']);
});

test('what was not carried out is certainly absent, and nothing is written unless the user says so', async () => {
	const connectionId = await service.newConnection();
	dieBefore(connectionId);
	const run = await create(connectionId, look);
	expect(run.error).toMatchObject({
		message: 'The invoice is certainly not in the books; nothing was written.',
		description: expect.stringContaining('switch on Options > Write If Absent'),
		context: { code: 'certainly_absent', itemIndex: 0 },
	});
	expect(written(connectionId)).toEqual([]);
});

test('what is absent is written once more if the user says so, with the same GUID', async () => {
	const connectionId = await service.newConnection();
	dieBefore(connectionId);
	const run = await create(connectionId, lookAndWrite, { orders: ['A-1', 'A-2'] });
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => [json.settled, json.Memo])).toEqual([
		['written', 'A-1'],
		[undefined, 'A-2'],
	]);
	expect(written(connectionId).sort()).toEqual(['A-1', 'A-2']);
	const [first, , ...others] = await guids(connectionId);
	expect(others.at(-1)).toBe(first);
});

test('after it broke off twice: found, if the second try was carried out', async () => {
	const connectionId = await service.newConnection();
	dieBefore(connectionId);
	dieAfter(connectionId);
	const run = await create(connectionId, lookAndWrite);
	expect(run.error).toBeUndefined();
	expect(run.items).toMatchObject([{ json: { settled: 'found', Memo: 'A-1' } }]);
	expect(written(connectionId)).toEqual(['A-1']);
});

test('Retry looks again, and writes when Write If Absent has been switched on', async () => {
	const connectionId = await service.newConnection();
	dieBefore(connectionId);
	const failed = await create(connectionId, look);
	const still = await retry(failed);
	expect(still.error?.message).toBe(
		'The invoice is certainly not in the books; nothing was written.',
	);
	changeForm(still, { options: lookAndWrite });
	const again = await retry(still);
	expect(again.error).toBeUndefined();
	expect(again.items).toMatchObject([{ json: { settled: 'written', Memo: 'A-1' } }]);
	expect(written(connectionId)).toEqual(['A-1']);
	expect(await requestNames(connectionId)).toEqual([
		'InvoiceAddRq',
		...['InvoiceQueryRq', 'TxnDeletedQueryRq'],
		...['InvoiceQueryRq', 'TxnDeletedQueryRq'],
		...['InvoiceQueryRq', 'TxnDeletedQueryRq'],
		'InvoiceAddRq',
	]);
});

test('Retry with Write If Absent switched on keeps what was written, whichever item was absent', async () => {
	const connectionId = await service.newConnection();
	dieBefore(connectionId);
	const failed = await create(connectionId, look, { orders: ['A-1', 'A-2'] });
	expect(failed.error).toMatchObject({ context: { code: 'certainly_absent', itemIndex: 0 } });
	expect(written(connectionId)).toEqual(['A-2']);
	changeForm(failed, {
		options: { ...lookAndWrite, keepOrderOfItems: true, refuseClosedPeriods: false },
	});
	const again = await retry(failed);
	expect(again.error).toBeUndefined();
	expect(again.items.map(({ json }) => [json.settled, json.Memo])).toEqual([
		['written', 'A-1'],
		[undefined, 'A-2'],
	]);
	expect(written(connectionId).sort()).toEqual(['A-1', 'A-2']);
});

test('what was written and then deleted by someone is not written again', async () => {
	const connectionId = await service.newConnection();
	dieAfter(connectionId);
	await create(connectionId, {}, { orderNumber: '1042' });
	const [{ TxnID }] = service.company(connectionId).invoices;
	const deleted = await runOperation(service, 'invoice.delete', {
		connection: { ...byId(connectionId) },
		txnId: byId(TxnID),
		result: 'waitPolling',
	});
	expect(deleted.error).toBeUndefined();
	const run = await create(connectionId, lookAndWrite, { orderNumber: '1042' });
	expect(run.error).toMatchObject({
		message: 'It is not certain whether the invoice is in the books; it was not written again.',
		description: expect.stringContaining(`then deleted by someone: ${TxnID}`),
	});
	expect(written(connectionId)).toEqual([]);
});

describe('an order number', () => {
	test('of an earlier execution whose outcome is unknown: the next execution finds the record', async () => {
		const connectionId = await service.newConnection();
		dieAfter(connectionId);
		const failed = await create(connectionId, {}, { orderNumber: '1042' });
		expect(failed.error).toMatchObject({ context: { code: 'connection_error' } });
		const found = await create(connectionId, lookAndWrite, { orderNumber: '1042' });
		expect(found.error).toBeUndefined();
		expect(found.items).toMatchObject([{ json: { settled: 'found', already_existed: true } }]);
		expect(written(connectionId)).toEqual(['A-1']);
	});

	test('of an earlier execution that wrote nothing: it is written once, and then known', async () => {
		const connectionId = await service.newConnection();
		dieBefore(connectionId);
		await create(connectionId, {}, { orderNumber: '1042' });
		const again = await create(connectionId, lookAndWrite, { orderNumber: '1042' });
		expect(again.error).toBeUndefined();
		expect(again.items).toMatchObject([{ json: { settled: 'written', already_existed: false } }]);
		const known = await create(connectionId, lookAndWrite, { orderNumber: '1042' });
		expect(known.items).toMatchObject([{ json: { already_existed: true } }]);
		expect(written(connectionId)).toEqual(['A-1']);
	});

	test('that two items of a run have: it is written once more only once', async () => {
		const connectionId = await service.newConnection();
		dieBefore(connectionId);
		const run = await create(connectionId, lookAndWrite, {
			orders: ['A-1', 'A-1'],
			orderNumber: '={{ $json.order }}',
		});
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json.TxnID)).toEqual([
			run.items[0].json.TxnID,
			run.items[0].json.TxnID,
		]);
		expect(written(connectionId)).toEqual(['A-1']);
	});
});

test.each([
	['carried out', dieAfter, 'found'],
	['not carried out', dieBefore, 'written'],
])('after a crash, Retry settles what was %s', async (_what, die, settled) => {
	const connectionId = await service.newConnection();
	die(connectionId);
	const crashed = await create(connectionId, { ...look, waitLimit: 5 });
	changeForm(crashed, { options: lookAndWrite });
	const run = await retryAfterCrash(crashed, [{ json: { order: 'A-1' } }]);
	expect(run.error).toBeUndefined();
	expect([run.items[0]?.json.settled, written(connectionId)]).toEqual([settled, ['A-1']]);
});

test('after it broke off twice: nothing is tried a third time', async () => {
	const connectionId = await service.newConnection();
	dieBefore(connectionId, 2);
	const run = await create(connectionId, lookAndWrite);
	expect(run.error).toMatchObject({
		message: 'The invoice is certainly not in the books; nothing was written.',
		description: expect.stringContaining('broke off twice'),
	});
	expect(written(connectionId)).toEqual([]);
	const again = await retry(run);
	expect(again.error?.message).toBe(run.error?.message);
	expect(written(connectionId)).toEqual([]);
});

test.each([
	['carried out', dieAfter, 'found'],
	['not carried out', dieBefore, 'written'],
])('sleeps through everything: %s', async (_what, die, settled) => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(
		service,
		'invoice.create',
		invoice(connectionId, lookAndWrite, { result: 'waitSuspended' }),
	);
	const asleep = await start([{ order: 'A-1' }, { order: 'A-2' }]);
	expect(asleep.status).toBe('waiting');
	await service.turnOn(connectionId);
	die(connectionId);
	const run = await host.lastRun();
	expect({ status: run.status, error: run.error }).toEqual({ status: 'success', error: undefined });
	expect(run.items.map(({ json }) => [json.Memo, json.settled])).toEqual([
		['A-1', settled],
		['A-2', undefined],
	]);
	expect(written(connectionId).sort()).toEqual(['A-1', 'A-2']);
});
