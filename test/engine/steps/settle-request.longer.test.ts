import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { useServiceWithDesktops } from '../support/desktops';
import { dyingDesktops } from '../support/dying-desktops';
import { useShortPauses } from '../support/pauses';
import { smallInvoice } from '../support/queueing-operations';
import { byId, runOperation } from '../support/run-operation';

useShortPauses();

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

	test.each([
		['', '1042'],
		[', also as it looks', '10\u200b42'],
		[', also with its kind', 'invoice:10\u200b42'],
	])('is found by the number of its order%s', async (_how, value) => {
		const connectionId = await service.newConnection();
		dieAfter(connectionId);
		const id = await lose(connectionId, 'invoice.create', inQbxml);
		const byOrder = { queuedRequest: { __rl: true, mode: 'name', value } };
		const run = await settle(connectionId, '', byOrder);
		expect(run.items).toMatchObject([{ json: { outcome: 'found', request_id: id } }]);
	});

	test('is found by exactly the number of its order, and by its kind if several have that', async () => {
		const connectionId = await service.newConnection();
		const { TxnID, CustomerListID } = await create(connectionId, {
			...inQbxml,
			orderNumber: '1042',
		});
		await create(connectionId, { ...inQbxml, orderNumber: 'A:1042' });
		const byOrder = async (value: string) =>
			await settle(connectionId, '', { queuedRequest: { __rl: true, mode: 'name', value } });
		const [only, other] = [await byOrder('1042'), await byOrder('A:1042')];
		expect(only.items).toMatchObject([{ json: { outcome: 'carriedOut', record: { TxnID } } }]);
		expect(other.items).toMatchObject([{ json: { outcome: 'carriedOut' } }]);
		expect(other.items[0].json.request_id).not.toBe(only.items[0].json.request_id);
		const payment = await runOperation(service, 'receivePayment.create', {
			connection: { ...byId(connectionId) },
			customerListId: byId(String(CustomerListID)),
			totalAmount: '5.00',
			orderNumber: '1042',
			result: 'waitPolling',
		});
		expect(payment.error).toBeUndefined();
		const several = await byOrder('1042');
		expect(several.error).toMatchObject({
			message: 'Several records were written under "1042": receivePayment:1042, invoice:1042.',
			description: expect.stringContaining('Enter one of these instead'),
		});
		const invoice = await byOrder('invoice:1042');
		expect(invoice.items).toEqual(only.items);
		const none = await byOrder('042');
		expect(none.error?.message).toBe('There is no request "042" in the queue of this connection.');
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

	test('keeps the number of its order when it is written', async () => {
		const connectionId = await service.newConnection();
		dieBefore(connectionId);
		const id = await lose(connectionId, 'invoice.create', inQbxml);
		const run = await settle(connectionId, id, { writeIfAbsent: true });
		expect(run.items).toMatchObject([{ json: { outcome: 'written' } }]);
		const again = await create(connectionId, inQbxml);
		expect(again).toMatchObject({ already_existed: true, Subtotal: '85.00' });
		expect(written(connectionId)).toBe(1);
	});

	test('and was refused when it was queued again is written once more', async () => {
		const connectionId = await service.newConnection();
		dieBefore(connectionId);
		const id = await lose(connectionId, 'invoice.create', inQbxml);
		const refusal = {
			fault: 'refused',
			status_code: 3260,
			times: 1,
			request: 'InvoiceAddRq',
		} as const;
		service.faults(connectionId).add(refusal);
		const refused = await settle(connectionId, id, { writeIfAbsent: true });
		expect(refused.error).toBeDefined();
		const run = await settle(connectionId, id, { writeIfAbsent: true });
		expect(run.items).toMatchObject([{ json: { outcome: 'written' } }]);
		expect(written(connectionId)).toBe(1);
	});

	test.each([
		['with an order number', { orderNumber: 'V-1' }],
		['without one', {}],
	])('is written once by two executions at once, %s', async (_, more) => {
		const connectionId = await service.newConnection();
		dieBefore(connectionId, 1, 'VendorAddRq');
		const id = await lose(connectionId, 'vendor.create', { name: 'Once', ...more });
		const both = await Promise.all(
			[1, 2].map(async () => await settle(connectionId, id, { writeIfAbsent: true })),
		);
		expect(both.map(({ error }) => error)).toEqual([undefined, undefined]);
		const additions = (await service.requestsOf(connectionId)).filter(({ request_xml: xml }) =>
			xml?.includes('VendorAddRq'),
		);
		expect(additions).toHaveLength(2);
		expect(both.map(({ items }) => (items[0].json.record as IDataObject).Name)).toEqual([
			'Once',
			'Once',
		]);
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
