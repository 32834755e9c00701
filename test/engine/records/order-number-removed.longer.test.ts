import type { IDataObject } from 'n8n-workflow';

import { terminalStates } from '../../../n8n/clients/service';
import { until } from '../../../n8n/until';
import type { Fault } from '../../../simulator/faults/fault-schema';
import { useServiceWithDesktops } from '../support/desktops';
import { useShortPauses } from '../support/pauses';
import { useProxiedService } from '../support/proxied-service';
import { smallInvoice } from '../support/queueing-operations';
import { byId, type OperationName, runOperation } from '../support/run-operation';

useShortPauses();

const service = useServiceWithDesktops();
const proxied = useProxiedService(service);

const run = async (connectionId: string, operation: OperationName, form: IDataObject) =>
	await runOperation(proxied, operation, {
		connection: { ...byId(connectionId) },
		result: 'waitPolling',
		...form,
	});

const write = async (connectionId: string, rate = '80.00', more: IDataObject = {}) =>
	await run(connectionId, 'invoice.create', {
		...smallInvoice,
		lines: { line: [{ itemListId: byId('80020001-1700000001'), quantity: 1, rate }] },
		orderNumber: '1042',
		...more,
	});

async function written(connectionId: string, rate?: string): Promise<IDataObject> {
	const { error, items } = await write(connectionId, rate);
	expect(error).toBeUndefined();
	return items[0].json;
}

type Remove = (connectionId: string, record: IDataObject, executionId: string) => Promise<unknown>;

const inXml = (request: string) => ({
	requestFormat: 'xml',
	requestXml: `<?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
});

const voidIt = async (connectionId: string, { TxnID }: IDataObject) =>
	await run(connectionId, 'invoice.void', { txnId: byId(String(TxnID)) });

const ways: ReadonlyArray<readonly [string, Remove]> = [
	[
		'Undo',
		async (connectionId, _record, executionId) =>
			await run(connectionId, 'books.undo', { executionId, dryRun: false }),
	],
	['Void', voidIt],
	[
		'Delete',
		async (connectionId, { TxnID }) =>
			await run(connectionId, 'invoice.delete', { txnId: byId(String(TxnID)) }),
	],
	[
		'a request in XML',
		async (connectionId, { TxnID }) =>
			await run(
				connectionId,
				'queuedRequest.create',
				inXml(
					`<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>${String(TxnID)}</TxnID></TxnVoidRq>`,
				),
			),
	],
];

const amounts = (connectionId: string) =>
	service
		.company(connectionId)
		.invoices.map(({ Subtotal }) => Subtotal)
		.filter((amount) => amount === '80.00' || amount === '90.00');

test.each(ways)('what %s has removed is written anew under its number', async (_, remove) => {
	const connectionId = await service.newConnection();
	const first = await write(connectionId);
	const [{ json: before }] = first.items;
	await remove(connectionId, before, first.executionId);
	const anew = await written(connectionId, '90.00');
	expect(anew).toMatchObject({
		already_existed: false,
		earlier_was_removed: true,
		Subtotal: '90.00',
	});
	expect(anew.TxnID).not.toBe(before.TxnID);
	const again = await written(connectionId, '90.00');
	expect(again).toMatchObject({ already_existed: true, TxnID: anew.TxnID });
	expect(again).not.toHaveProperty('earlier_was_removed');
	await voidIt(connectionId, anew);
	expect(await written(connectionId, '80.00')).toMatchObject({
		already_existed: false,
		earlier_was_removed: true,
	});
	expect(amounts(connectionId)).toEqual(['80.00']);
});

test('a list record that was deleted is written anew', async () => {
	const connectionId = await service.newConnection();
	const vendor = { name: 'New', orderNumber: 'V-1' };
	const [{ json: before }] = (await run(connectionId, 'vendor.create', vendor)).items;
	await run(connectionId, 'vendor.delete', { listId: byId(String(before.ListID)) });
	const [{ json: anew }] = (await run(connectionId, 'vendor.create', vendor)).items;
	expect(anew).toMatchObject({ already_existed: false, earlier_was_removed: true });
	expect(anew.ListID).not.toBe(before.ListID);
});

test('two executions at once that both find it removed write it once', async () => {
	const connectionId = await service.newConnection();
	await voidIt(connectionId, await written(connectionId));
	const both = await Promise.all([write(connectionId), write(connectionId)]);
	expect(both.map(({ error }) => error)).toEqual([undefined, undefined]);
	expect(new Set(both.map(({ items }) => items[0].json.TxnID)).size).toBe(1);
	expect(amounts(connectionId)).toEqual(['80.00']);
});

const unanswered: Fault = { fault: 'unanswered', silent: false, times: 1, request: 'TxnVoidRq' };

test.each([
	['and was carried out', unanswered],
	['and was not carried out', { ...unanswered, carried_out: false }],
])('a removal of which nobody knows %s is an error, until it is certain', async (_, fault) => {
	const connectionId = await service.newConnection();
	const before = await written(connectionId);
	service.faults(connectionId).add(fault);
	await voidIt(connectionId, before);
	const { error } = await write(connectionId);
	expect(error).toMatchObject({
		message: 'It is unknown whether the record with the Order Number "1042" is still in the books.',
		description: expect.stringContaining('nobody knows whether the request'),
	});
	await voidIt(connectionId, before);
	expect(await written(connectionId)).toMatchObject({ earlier_was_removed: true });
	expect(amounts(connectionId)).toEqual(['80.00']);
});

test('a removal that waits is an error, and nothing is written', async () => {
	const connectionId = await service.newConnection();
	const before = await written(connectionId);
	await service.turnOff(connectionId);
	await run(connectionId, 'invoice.void', {
		txnId: byId(String(before.TxnID)),
		result: 'queuedRequest',
	});
	const { error } = await write(connectionId, '90.00', { result: 'queuedRequest' });
	expect(error?.description).toContain('which voids or deletes the record, has not ended yet');
	await service.turnOn(connectionId);
	await until(
		async () => await service.requestsOf(connectionId),
		(requests) => requests.every(({ state }) => terminalStates.includes(state)),
		{ what: 'the end of the removal' },
	);
	expect(await written(connectionId, '90.00')).toMatchObject({ earlier_was_removed: true });
	expect(amounts(connectionId)).toEqual(['90.00']);
});

test('a removal that was refused leaves it where it is', async () => {
	const connectionId = await service.newConnection();
	const before = await written(connectionId);
	service
		.faults(connectionId)
		.add({ fault: 'refused', status_code: 3260, times: 1, request: 'TxnVoidRq' });
	await voidIt(connectionId, before);
	expect(await written(connectionId)).toMatchObject({ already_existed: true, TxnID: before.TxnID });
});
