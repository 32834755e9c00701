import type { IDataObject } from 'n8n-workflow';

import { named } from '../../support/record-forms';
import { useServiceWithDesktops } from '../support/desktops';
import { byId, type OperationName, runOperation } from '../support/run-operation';

const service = useServiceWithDesktops();

const CUSTOMER = 'Cook, Brian';
const VENDOR = 'Daigle Lighting';

async function run(connectionId: string, name: OperationName, filledIn: IDataObject) {
	return await runOperation(service, name, {
		connection: { ...byId(connectionId) },
		result: 'waitPolling',
		...filledIn,
	});
}

async function output(connectionId: string, name: OperationName, filledIn: IDataObject) {
	const done = await run(connectionId, name, filledIn);
	expect(done.error).toBeUndefined();
	return done.items[0].json;
}

/** An order over ten thermostats and five door frames, as Get shows it: its ID, and those of its lines. */
async function order(connectionId: string, resource: 'salesOrder' | 'purchaseOrder') {
	const party =
		resource === 'salesOrder'
			? { customerListId: named(CUSTOMER) }
			: { vendorListId: named(VENDOR) };
	const line = [
		{ itemListId: named('Thermostat'), quantity: '10', rate: '75.00' },
		{ itemListId: named('Door Frame'), quantity: '5', rate: '12.50' },
	];
	const { TxnID } = await output(connectionId, `${resource}.create`, { ...party, lines: { line } });
	const shown = await output(connectionId, `${resource}.get`, {
		txnId: { ...byId(String(TxnID)) },
	});
	const lines = (shown.SalesOrderLineRet ?? shown.PurchaseOrderLineRet) as IDataObject[];
	return { id: String(TxnID), lineIds: lines.map(({ TxnLineID }) => String(TxnLineID)) };
}

const linkTo = (id: string, lineId: string) => ({ linkToTxnTxnId: id, linkToTxnTxnLineId: lineId });

/** What the books say is done of the lines of an order. */
function done(connectionId: string, id: string): string[] {
	const { salesOrders, purchaseOrders } = service.company(connectionId);
	const found = [...salesOrders, ...purchaseOrders].find(({ TxnID }) => TxnID === id);
	const lines = [found?.SalesOrderLineRet ?? found?.PurchaseOrderLineRet].flat() as IDataObject[];
	return lines.map(({ Invoiced, ReceivedQuantity }) => String(Invoiced ?? ReceivedQuantity ?? '0'));
}

test('a part of a sales order is invoiced, then the rest of it, then the whole of what is open', async () => {
	const connectionId = await service.newConnection();
	const { id, lineIds } = await order(connectionId, 'salesOrder');
	const invoiceOf = (line: IDataObject) =>
		output(connectionId, 'invoice.create', {
			customerListId: named(CUSTOMER),
			lines: { line: [line] },
		});

	const part = await invoiceOf({ quantity: '4', additionalFields: linkTo(id, lineIds[0]) });
	expect(part).toMatchObject({
		Subtotal: '300.00',
		InvoiceLineRet: [{ ItemName: 'Thermostat', Quantity: '4', Rate: '75.00', Amount: '300.00' }],
	});
	expect(done(connectionId, id)).toEqual(['4', '0']);

	// What stands in the form counts: the quantity of 1 that it begins with, too.
	await invoiceOf({ additionalFields: linkTo(id, lineIds[0]) });
	expect(done(connectionId, id)).toEqual(['5', '0']);

	const rest = await invoiceOf({ quantity: '', additionalFields: linkTo(id, lineIds[0]) });
	expect(rest).toMatchObject({ InvoiceLineRet: [{ ItemName: 'Thermostat', Quantity: '5' }] });
	expect(done(connectionId, id)).toEqual(['10', '0']);

	const whole = await output(connectionId, 'invoice.create', {
		customerListId: named(CUSTOMER),
		additionalFields: { linkToTxnId: [id] },
	});
	expect(whole).toMatchObject({ InvoiceLineRet: [{ ItemName: 'Door Frame', Quantity: '5' }] });
	expect(done(connectionId, id)).toEqual(['10', '5']);
});

test('a part of a purchase order is billed, at another cost', async () => {
	const connectionId = await service.newConnection();
	const { id, lineIds } = await order(connectionId, 'purchaseOrder');
	const bill = await output(connectionId, 'bill.create', {
		vendorListId: named(VENDOR),
		specifyLines: 'json',
		itemLinesJson: [
			{ LinkToTxn: { TxnID: id, TxnLineID: lineIds[0] }, Quantity: 3, Cost: '70.00' },
			{ 'LinkToTxn.TxnID': id, 'LinkToTxn.TxnLineID': lineIds[1] },
		],
	});
	expect(bill).toMatchObject({
		AmountDue: '272.50',
		ItemLineRet: [
			{ ItemName: 'Thermostat', Quantity: '3', Cost: '70.00', Amount: '210.00' },
			{ ItemName: 'Door Frame', Quantity: '5', Amount: '62.50' },
		],
	});
	expect(done(connectionId, id)).toEqual(['3', '5']);
});

test('what a line of an order that is closed adds nothing to is saved with a warning', async () => {
	const connectionId = await service.newConnection();
	const { id, lineIds } = await order(connectionId, 'purchaseOrder');
	const billOf = (itemLinesJson: IDataObject[]) => ({
		vendorListId: named(VENDOR),
		specifyLines: 'json',
		itemLinesJson,
	});
	const closed = { LinkToTxn: { TxnID: id, TxnLineID: lineIds[0] } };
	await output(connectionId, 'bill.create', billOf([closed]));

	const beside = await output(
		connectionId,
		'bill.create',
		billOf([closed, { ItemRef: { FullName: 'Door Frame' }, Quantity: 1, Cost: '12.50' }]),
	);
	expect(beside).toMatchObject({
		AmountDue: '12.50',
		warnings: [{ code: '570', message: expect.stringContaining(id) as string }],
	});
	expect(done(connectionId, id)).toEqual(['10', '0']);

	const { bills } = service.company(connectionId);
	const before = bills.length;
	const alone = await run(connectionId, 'bill.create', billOf([closed]));
	expect(alone.error).toBeDefined();
	expect(bills).toHaveLength(before);
});

test.each<[what: string, filledIn: IDataObject, message: string]>([
	[
		'an item beside it',
		{
			lines: {
				line: [{ itemListId: named('Thermostat'), additionalFields: linkTo('1A-1', '1C-1') }],
			},
		},
		'Line 1 has a Sales Order and an Item too.',
	],
	[
		'an item beside it, in JSON',
		{
			specifyLines: 'json',
			linesJson: [{ item_list_id: '80000001-1', LinkToTxn: { TxnID: '1A-1', TxnLineID: '1C-1' } }],
		},
		'Line 1 has a Sales Order and an Item too.',
	],
	[
		'no line of it',
		{ lines: { line: [{ additionalFields: { linkToTxnTxnId: '1A-1' } }] } },
		'Sales Order Line is missing',
	],
	[
		'the same order as a whole',
		{
			lines: { line: [{ additionalFields: linkTo('1A-1', '1C-1') }] },
			additionalFields: { linkToTxnId: ['1a-1'] },
		},
		'The sales order 1A-1 stands under Sales Orders and in a line too.',
	],
])(
	'a line of an order with %s is refused before anything is sent',
	async (_, filledIn, message) => {
		const connectionId = await service.newConnection();
		const refused = await run(connectionId, 'invoice.create', {
			customerListId: named(CUSTOMER),
			...filledIn,
		});
		expect(refused.error?.message).toContain(message);
		expect(await service.requestsOf(connectionId)).toEqual([]);
	},
);
