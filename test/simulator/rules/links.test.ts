import type { Desk } from '../support/ask';
import { add, expense, type Fields, LUMBER, nowOf } from '../support/purchases';
import { rule } from '../support/rules';

const orderLine = (quantity: string): string =>
	`<PurchaseOrderLineAdd><ItemRef><FullName>Window</FullName></ItemRef><Quantity>${quantity}</Quantity><Rate>150</Rate></PurchaseOrderLineAdd>`;

const addOrder = (desk: Desk, vendor = LUMBER): Fields =>
	add(desk, 'PurchaseOrder', vendor + orderLine('3') + orderLine('2'));

const linesOf = (order: Fields): Fields[] => order.PurchaseOrderLineRet as Fields[];

const toLine = (order: Fields, place = 0, more = '', item = ''): string =>
	`<ItemLineAdd>${item}${more}<LinkToTxn><TxnID>${order.TxnID}</TxnID><TxnLineID>${linesOf(order)[place].TxnLineID}</TxnLineID></LinkToTxn></ItemLineAdd>`;

const toWhole = ({ TxnID }: Fields): string => `<LinkToTxnID>${TxnID}</LinkToTxnID>`;

const bill = ({ ask }: Desk, content: string) =>
	ask(`<BillAddRq><BillAdd>${LUMBER}${content}</BillAdd></BillAddRq>`);

/** An order that has been billed as a whole. */
function closedOrder(desk: Desk): Fields {
	const order = addOrder(desk);
	expect(bill(desk, toWhole(order))).toMatchObject({ statusCode: '0' });
	return order;
}

rule('link-to-a-closed-order', (desk) => {
	const order = closedOrder(desk);
	for (const content of [toWhole(order) + expense('5.00'), expense('5.00') + toLine(order)]) {
		const answer = bill(desk, content);
		expect(answer).toMatchObject({ statusCode: '570', statusSeverity: 'Warn' });
		const [saved] = answer.records.BillRet;
		expect(saved).toMatchObject({ AmountDue: '5.00' });
		expect(nowOf(desk, 'Bill', saved)).not.toHaveProperty('LinkedTxn');
	}
	const open = addOrder(desk);
	const both = bill(desk, toWhole(order) + toWhole(open));
	expect(both).toMatchObject({
		statusCode: '570',
		statusMessage: expect.stringContaining(String(order.TxnID)),
		records: { BillRet: [{ AmountDue: '750.00' }] },
	});
	expect(nowOf(desk, 'Bill', both.records.BillRet[0]).LinkedTxn).toMatchObject([
		{ TxnID: open.TxnID },
	]);
});

rule('link-to-a-closed-order-alone', (desk) => {
	const order = closedOrder(desk);
	const before = desk.company.bills.length;
	for (const content of [toWhole(order), toLine(order)]) {
		expect(bill(desk, content)).toMatchObject({
			statusCode: '3180',
			statusMessage: expect.stringContaining('empty'),
			records: {},
		});
	}
	expect(desk.company.bills).toHaveLength(before);
});

rule('link-to-another-kind', (desk) => {
	const [invoice] = desk.company.invoices;
	const content =
		'<CustomerRef><FullName>Abercrombie &amp; Daughters</FullName></CustomerRef><SalesOrderLineAdd><ItemRef><FullName>Lumber</FullName></ItemRef></SalesOrderLineAdd>';
	const [sales] = [add(desk, 'SalesOrder', content)];
	for (const target of [invoice, sales]) {
		expect(bill(desk, toWhole(target))).toMatchObject({ statusCode: '3120' });
	}
	const order = addOrder(desk);
	expect(
		desk.ask(
			`<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>Abercrombie &amp; Daughters</FullName></CustomerRef>${toWhole(order)}</InvoiceAdd></InvoiceAddRq>`,
		),
	).toMatchObject({ statusCode: '3120' });
});

rule("link-to-another-vendor's-order", (desk) => {
	const { Name } = desk.company.vendors.find(
		(vendor) => vendor.CurrencyRef.FullName === 'US Dollar' && vendor.Name !== 'A & B Lumber',
	) ?? { Name: '' };
	const name = Name.replace(/&/g, '&amp;');
	const order = addOrder(desk, `<VendorRef><FullName>${name}</FullName></VendorRef>`);
	expect(bill(desk, toWhole(order))).toMatchObject({ statusCode: '3120' });
	expect(bill(desk, toLine(order))).toMatchObject({ statusCode: '3120' });
});

rule('item-beside-a-link', (desk) => {
	const item = '<ItemRef><FullName>Window</FullName></ItemRef>';
	expect(bill(desk, toLine(addOrder(desk), 0, '', item))).toMatchObject({ statusCode: '3151' });
});

rule('order-linked-twice', (desk) => {
	const [order, other] = [addOrder(desk), addOrder(desk)];
	expect(bill(desk, toWhole(order) + toLine(order))).toMatchObject({ statusCode: '3151' });
	expect(bill(desk, toWhole(order) + toLine(other))).toMatchObject({ statusCode: '0' });
});

rule('part-of-an-order', (desk) => {
	const order = addOrder(desk);
	const part = bill(desk, toLine(order, 0, '<Quantity>1</Quantity><Cost>140</Cost>'));
	expect(part.records.BillRet).toMatchObject([{ AmountDue: '140.00' }]);
	expect(nowOf(desk, 'PurchaseOrder', order)).toMatchObject({
		IsFullyReceived: 'false',
		PurchaseOrderLineRet: [{ ReceivedQuantity: '1' }, { ReceivedQuantity: '0' }],
	});
	const rest = bill(desk, toWhole(order));
	expect(rest.records.BillRet).toMatchObject([
		{ AmountDue: '600.00', ItemLineRet: [{ Quantity: '2' }, { Quantity: '2' }] },
	]);
	expect(nowOf(desk, 'PurchaseOrder', order)).toMatchObject({
		IsFullyReceived: 'true',
		PurchaseOrderLineRet: [{ ReceivedQuantity: '3' }, { ReceivedQuantity: '2' }],
	});
});

rule('links-only-in-queries', (desk) => {
	const order = addOrder(desk);
	const { records } = bill(desk, toWhole(order));
	expect(records.BillRet[0]).not.toHaveProperty('LinkedTxn');
	expect(nowOf(desk, 'Bill', records.BillRet[0])).toMatchObject({
		LinkedTxn: [{ TxnID: order.TxnID, TxnType: 'PurchaseOrder' }],
	});
});
