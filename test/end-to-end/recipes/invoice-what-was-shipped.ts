import type { INodeParameters } from 'n8n-workflow';

import { itemsOf } from '../../../n8n/clients/n8n';
import { readWorkflow } from '../../../n8n/demo/example-workflows';
import { EXECUTE, type Kit, withConnection } from './kit';

const FILE = 'invoice-what-was-shipped.json';

const orderLine = (kind: string, item: string, quantity: string, rate: string): string =>
	`<${kind}LineAdd><ItemRef><FullName>${item}</FullName></ItemRef><Quantity>${quantity}</Quantity><Rate>${rate}</Rate></${kind}LineAdd>`;

/** An order as the page has people create it before they try the workflow. */
const addOrder = (kind: string, party: string, number: string): string =>
	`<${kind}AddRq><${kind}Add>${party}<RefNumber>${number}</RefNumber>${orderLine(kind, 'Thermostat', '10', '75.00')}${orderLine(kind, 'Door Frame', '5', '12.50')}</${kind}Add></${kind}AddRq>`;

const CUSTOMER = '<CustomerRef><FullName>Cook, Brian</FullName></CustomerRef>';
const VENDOR = '<VendorRef><FullName>Daigle Lighting</FullName></VendorRef>';

const shipments = (...listed: INodeParameters[]): INodeParameters => ({
	jsonOutput: JSON.stringify({ shipments: listed }),
});

const lookAt = (Shipment: string, Why: unknown) => ({ Shipment, Status: 'to look at', Why });

/**
 * Of five shipments, two are invoiced, each over its part of the order. One has more than is open, one comes when all is
 * invoiced, and one is of an order that is not there. A second run writes nothing and knows the two.
 */
async function invoiceParts(kit: Kit): Promise<void> {
	const { company, connectionId, edit } = await kit.office('Shipments');
	edit(addOrder('SalesOrder', CUSTOMER, '7001'));
	const workflow = await kit.load(
		FILE,
		await withConnection(FILE, { id: connectionId, name: 'Shipments' }),
	);
	const before = company.invoices.length;
	const run = await workflow.run(EXECUTE);
	const tooMany = lookAt(
		'SH-502',
		'Sales order 7001 has no line with 7 of Thermostat left to invoice.',
	);
	const inFull = 'Sales order 7001 is already invoiced in full.';
	const notThere = lookAt(
		'SH-505',
		expect.stringContaining('QuickBooks has no sales order "7009".'),
	);
	expect(itemsOf(run, 'Result').map(({ json }) => json)).toMatchObject([
		{ Shipment: 'SH-501', Order: '7001', Status: 'invoiced', Why: '' },
		tooMany,
		{ Shipment: 'SH-503', Status: 'invoiced', Why: '' },
		lookAt('SH-504', inFull),
		notThere,
	]);
	const [order] = company.salesOrders;
	const written = company.invoices.filter(({ RefNumber }) => /^SH-50/.test(RefNumber ?? ''));
	expect(written).toMatchObject([
		{
			RefNumber: 'SH-501',
			TxnDate: '2026-03-02',
			CustomerRef: { FullName: 'Cook, Brian' },
			Subtotal: '300.00',
			LinkedTxn: [{ TxnID: order.TxnID }],
			InvoiceLineRet: [{ ItemRef: { FullName: 'Thermostat' }, Quantity: '4', Rate: '75.00' }],
		},
		{
			RefNumber: 'SH-503',
			Subtotal: '512.50',
			InvoiceLineRet: [
				{ ItemRef: { FullName: 'Thermostat' }, Quantity: '6' },
				{ ItemRef: { FullName: 'Door Frame' }, Quantity: '5' },
			],
		},
	]);
	expect(order).toMatchObject({
		IsFullyInvoiced: 'true',
		SalesOrderLineRet: [{ Invoiced: '10' }, { Invoiced: '5' }],
	});

	const again = await workflow.run(EXECUTE);
	const ids = written.map(({ TxnID }) => TxnID);
	expect(itemsOf(again, 'Result').map(({ json }) => json)).toMatchObject([
		{ Shipment: 'SH-501', Status: 'invoiced before', TxnID: ids[0] },
		lookAt('SH-502', inFull),
		{ Shipment: 'SH-503', Status: 'invoiced before', TxnID: ids[1] },
		lookAt('SH-504', inFull),
		notThere,
	]);
	expect(company.invoices).toHaveLength(before + 2);
}

/** A shipment with anything that doesn't fit is not invoiced at all, and is not taken for one that was. */
async function holdBackWhatDoesNotFit(kit: Kit): Promise<void> {
	const { company, connectionId, edit } = await kit.office('Odd Shipments');
	edit(addOrder('SalesOrder', CUSTOMER, '7002'));
	const [{ TxnID, SalesOrderLineRet }] = company.salesOrders;
	const [{ TxnLineID }] = SalesOrderLineRet as Array<{ TxnLineID: string }>;
	edit(
		`<InvoiceAddRq><InvoiceAdd>${CUSTOMER}<InvoiceLineAdd><Quantity>1</Quantity><LinkToTxn><TxnID>${TxnID}</TxnID><TxnLineID>${TxnLineID}</TxnLineID></LinkToTxn></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>`,
	);
	const before = company.invoices.length;
	const of = { order: '7002', date: '2026-03-02' };
	const workflow = await kit.load(FILE, {
		...(await withConnection(FILE, { id: connectionId, name: 'Odd Shipments' })),
		Shipments: shipments(
			{
				...of,
				number: 'SH-601',
				lines: [
					{ item: 'Door Frame', quantity: '1' },
					{ item: 'Window', quantity: '2' },
				],
			},
			{
				...of,
				number: 'SH-602',
				lines: [
					{ item: 'Thermostat', quantity: '1' },
					{ item: 'Thermostat', quantity: '2' },
				],
			},
			{ ...of, number: 'SH-603', lines: [{ item: 'Door Frame' }] },
			{ ...of, number: 'SH-604', lines: [] },
			{ ...of, lines: [{ item: 'Door Frame', quantity: '1' }] },
		),
	});
	const run = await workflow.run(EXECUTE);
	expect(itemsOf(run, 'Result').map(({ json }) => json)).toMatchObject([
		lookAt('SH-601', 'Sales order 7002 has no line with 2 of Window left to invoice.'),
		lookAt('SH-602', 'Thermostat is in the shipment twice.'),
		lookAt('SH-603', expect.stringContaining('of Door Frame left to invoice.')),
		lookAt('SH-604', expect.stringContaining('gave nothing')),
		{ Status: 'to look at', Why: expect.stringContaining('Order Number') as string },
	]);
	expect(company.invoices).toHaveLength(before);
}

/** What the page says of purchase orders: with these changes, what was received of one is billed. */
async function billParts(kit: Kit): Promise<void> {
	const { company, connectionId, edit } = await kit.office('Receipts');
	edit(addOrder('PurchaseOrder', VENDOR, '8001'));
	const { nodes } = await readWorkflow(FILE);
	const changed = (name: string): INodeParameters => {
		const found = nodes.find((node) => node.name === name);
		const words = [
			['SalesOrderLineRet', 'PurchaseOrderLineRet'],
			['.Invoiced', '.ReceivedQuantity'],
			['IsFullyInvoiced', 'IsFullyReceived'],
			["'Invoice'", "'Bill'"],
			['TotalAmount', 'AmountDue'],
		];
		const json = words.reduce(
			(text, [before, after]) => text.replaceAll(before, after),
			JSON.stringify(found?.parameters),
		);
		return JSON.parse(json) as INodeParameters;
	};
	const connection = await withConnection(FILE, { id: connectionId, name: 'Receipts' });
	const { linesJson, customerListId, additionalFields, ...creation } = changed('Create Invoice');
	expect([customerListId, additionalFields]).not.toContain(undefined);
	const receipt = { order: '8001', date: '2026-03-02' };
	const workflow = await kit.load(FILE, {
		'Sales Order': { resource: 'purchaseOrder', ...connection['Sales Order'] },
		'With Order Lines': changed('With Order Lines'),
		'With What Is Wrong': changed('With What Is Wrong'),
		Invoiced: changed('Invoiced'),
		'Create Invoice': {
			...creation,
			...connection['Create Invoice'],
			resource: 'bill',
			vendorListId: { __rl: true, mode: 'id', value: '={{ $json.VendorListID }}' },
			itemLinesJson: linesJson,
			refNumber: creation.orderNumber,
			additionalFields: {},
		},
		Shipments: shipments(
			{ ...receipt, number: 'R-1', lines: [{ item: 'Thermostat', quantity: '4' }] },
			{ ...receipt, number: 'R-2', lines: [{ item: 'Thermostat', quantity: '7' }] },
		),
	});
	for (const status of ['invoiced', 'invoiced before']) {
		const run = await workflow.run(EXECUTE);
		expect(itemsOf(run, 'Result').map(({ json }) => json)).toMatchObject([
			{ Shipment: 'R-1', Status: status, ...(status === 'invoiced' && { Total: '300.00' }) },
			{ Shipment: 'R-2', Status: 'to look at' },
		]);
	}
	expect(company.bills.filter(({ RefNumber }) => /^R-[12]$/.test(RefNumber ?? ''))).toMatchObject([
		{ RefNumber: 'R-1', TxnDate: '2026-03-02', ItemLineRet: [{ Quantity: '4' }] },
	]);
	expect(company.purchaseOrders[0]).toMatchObject({
		PurchaseOrderLineRet: [{ ReceivedQuantity: '4' }, { ReceivedQuantity: '0' }],
	});
}

/** Parts of sales orders are invoiced, each once; what doesn't fit is held back; and parts of purchase orders are billed likewise. */
export async function invoiceWhatWasShipped(kit: Kit): Promise<void> {
	await invoiceParts(kit);
	await holdBackWhatDoesNotFit(kit);
	await billParts(kit);
}
