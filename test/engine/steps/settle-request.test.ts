import '../support/short-pauses';

import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { useServiceWithDesktops } from '../support/desktops';
import { dyingDesktops } from '../support/dying-desktops';
import { smallInvoice } from '../support/queueing-operations';
import { byId, runOperation } from '../support/run-operation';

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));
const { dieAfter, dieBefore } = dyingDesktops(service);

const settle = async (connectionId: string, requestId: string, more: IDataObject = {}) =>
	await runOperation(service, 'books.settle', {
		connection: { ...byId(connectionId) },
		queuedRequest: { ...byId(requestId) },
		result: 'waitPolling',
		...more,
	});

/** Runs an operation whose request ends without an answer. */
async function lose(
	connectionId: string,
	operation: `${string}.${string}`,
	form: IDataObject,
): Promise<string> {
	const run = await runOperation(service, operation, {
		connection: { ...byId(connectionId) },
		result: 'waitPolling',
		...form,
	});
	expect(run.error).toMatchObject({ context: { code: 'connection_error' } });
	return (await service.requestsOf(connectionId)).at(-1)?.id ?? '';
}

const inQbxml = { ...smallInvoice, orderNumber: '1042' };

const written = (connectionId: string) => service.company(connectionId).invoices.length;

async function create(connectionId: string, form: IDataObject = smallInvoice) {
	const run = await runOperation(service, 'invoice.create', {
		connection: { ...byId(connectionId) },
		...form,
		result: 'waitPolling',
	});
	expect(run.error).toBeUndefined();
	return run.items[0].json;
}

describe('a request that adds', () => {
	test('and was carried out is found, with its record', async () => {
		const connectionId = await service.newConnection();
		dieAfter(connectionId);
		const id = await lose(connectionId, 'invoice.create', inQbxml);
		const run = await settle(connectionId, id);
		expect(run.error).toBeUndefined();
		expect(run.items).toMatchObject([
			{ json: { outcome: 'found', request_id: id, record: { Subtotal: '85.00' } } },
		]);
	});

	test('is found by the number of its order', async () => {
		const connectionId = await service.newConnection();
		dieAfter(connectionId);
		const id = await lose(connectionId, 'invoice.create', inQbxml);
		const byOrder = { queuedRequest: { __rl: true, mode: 'name', value: '1042' } };
		const run = await settle(connectionId, '', byOrder);
		expect(run.items).toMatchObject([{ json: { outcome: 'found', request_id: id } }]);
	});

	test('and was not carried out is absent, and written only once however often it is settled', async () => {
		const connectionId = await service.newConnection();
		dieBefore(connectionId);
		const id = await lose(connectionId, 'invoice.create', inQbxml);
		const absent = await settle(connectionId, id, { writeIfAbsent: false });
		expect(absent.items).toMatchObject([{ json: { outcome: 'absent', request_id: id } }]);
		expect(written(connectionId)).toBe(0);
		const first = await settle(connectionId, id, { writeIfAbsent: true });
		expect(first.error).toBeUndefined();
		expect(first.items).toMatchObject([
			{ json: { outcome: 'written', request_id: id, record: { Subtotal: '85.00' } } },
		]);
		const again = await settle(connectionId, id, { writeIfAbsent: true });
		expect(again.items).toMatchObject([
			{ json: { outcome: 'carriedOut', record: { Subtotal: '85.00' } } },
		]);
		expect(written(connectionId)).toBe(1);
	});

	test('by its endpoint, without a GUID: by its number, or not for certain', async () => {
		const connectionId = await service.newConnection();
		dieAfter(connectionId, 2);
		const numbered = { ...smallInvoice, additionalFields: { refNumber: '77' } };
		const id = await lose(connectionId, 'invoice.create', numbered);
		const found = await settle(connectionId, id);
		expect(found.items).toMatchObject([
			{ json: { outcome: 'found', record: { RefNumber: '77' } } },
		]);
		const other = await lose(connectionId, 'invoice.create', smallInvoice);
		const unclear = await settle(connectionId, other, { writeIfAbsent: true });
		expect(unclear.items).toMatchObject([
			{ json: { outcome: 'unclear', meaning: expect.stringContaining('Most like it') } },
		]);
		expect(written(connectionId)).toBe(2);
	});
});

describe('a request that nobody has to look up in the books', () => {
	test('was carried out', async () => {
		const connectionId = await service.newConnection();
		await create(connectionId);
		const [{ id }] = await service.requestsOf(connectionId);
		const run = await settle(connectionId, id);
		expect(run.items).toMatchObject([
			{ json: { outcome: 'carriedOut', record: { Subtotal: '85.00' } }, pairedItem: { item: 0 } },
		]);
		expect(await service.requestsOf(connectionId)).toHaveLength(1);
	});

	test('is still waiting', async () => {
		const connectionId = await service.newConnectionTurnedOff();
		await runOperation(service, 'invoice.create', {
			connection: { ...byId(connectionId) },
			...smallInvoice,
		});
		const [{ id }] = await service.requestsOf(connectionId);
		const run = await settle(connectionId, id);
		expect(run.items).toMatchObject([{ json: { outcome: 'waiting', request_id: id } }]);
	});

	test('was refused', async () => {
		const connectionId = await service.newConnection();
		await runOperation(service, 'invoice.create', {
			connection: { ...byId(connectionId) },
			...smallInvoice,
			customerListId: '8000FFFF-1700000001',
			result: 'waitPolling',
		});
		const [{ id }] = await service.requestsOf(connectionId);
		const run = await settle(connectionId, id);
		expect(run.items).toMatchObject([{ json: { outcome: 'refused', request_id: id } }]);
	});
});

const change = (TxnID: unknown, EditSequence: unknown, memo: string): IDataObject => ({
	requestFormat: 'xml',
	requestXml: `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><InvoiceModRq><InvoiceMod><TxnID>${String(TxnID)}</TxnID><EditSequence>${String(EditSequence)}</EditSequence><Memo>${memo}</Memo></InvoiceMod></InvoiceModRq></QBXMLMsgsRq></QBXML>`,
});

test('a change that was carried out is found, one that was not is absent, and written if the user says so', async () => {
	const connectionId = await service.newConnection();
	const { TxnID, EditSequence } = await create(connectionId);
	dieAfter(connectionId, 1, 'InvoiceModRq');
	const first = change(TxnID, EditSequence, 'One');
	const found = await settle(connectionId, await lose(connectionId, 'queuedRequest.create', first));
	expect(found.items).toMatchObject([{ json: { outcome: 'found', record: { Memo: 'One' } } }]);
	const { EditSequence: newer } = found.items[0].json.record as IDataObject;
	dieBefore(connectionId, 1, 'InvoiceModRq');
	const lost = await lose(connectionId, 'queuedRequest.create', change(TxnID, newer, 'Two'));
	const absent = await settle(connectionId, lost);
	expect(absent.items).toMatchObject([{ json: { outcome: 'absent', record: { Memo: 'One' } } }]);
	const run = await settle(connectionId, lost, { writeIfAbsent: true });
	expect(run.items).toMatchObject([{ json: { outcome: 'written', record: { Memo: 'Two' } } }]);
});

test.each(['void', 'delete'])('%s: found if it was carried out, absent if not', async (removal) => {
	const connectionId = await service.newConnection();
	const request = removal === 'void' ? 'TxnVoidRq' : 'TxnDelRq';
	const { TxnID } = await create(connectionId);
	const form = { txnId: byId(String(TxnID)) } as IDataObject;
	dieBefore(connectionId, 1, request);
	const first = await lose(connectionId, `invoice.${removal}`, form);
	const absent = await settle(connectionId, first);
	expect(absent.items).toMatchObject([{ json: { outcome: 'absent', record: { TxnID } } }]);
	dieAfter(connectionId, 1, request);
	const second = await lose(connectionId, `invoice.${removal}`, form);
	const found = await settle(connectionId, second);
	expect(found.items).toMatchObject([{ json: { outcome: 'found' } }]);
});
