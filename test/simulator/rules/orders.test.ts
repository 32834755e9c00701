import { RequestProcessorError } from '../../../simulator/qbxml/protocol/status-errors';
import type { Desk } from '../support/ask';
import {
	add,
	askFor,
	askToChange,
	type Fields,
	itemLine,
	linesIn,
	now,
} from '../support/customer-side';
import { rule } from '../support/rules';

const order = (desk: Desk): Fields =>
	add(desk, 'SalesOrder', itemLine('SalesOrder', 'Lumber', '<Quantity>4</Quantity><Rate>5</Rate>'));

const lineOf = (ordered: Fields): Fields => linesIn(ordered, 'SalesOrderLineRet')[0];

const linked = (ordered: Fields, before = ''): string =>
	`<InvoiceLineAdd>${before}<LinkToTxn><TxnID>${ordered.TxnID}</TxnID><TxnLineID>${lineOf(ordered).TxnLineID}</TxnLineID></LinkToTxn></InvoiceLineAdd>`;

const whole = ({ TxnID }: Fields): string => `<LinkToTxnID>${TxnID}</LinkToTxnID>`;

rule('item-beside-a-link', (desk) => {
	const item = '<ItemRef><FullName>Lumber</FullName></ItemRef>';
	expect(askFor(desk, 'Invoice', linked(order(desk), item))).toMatchObject({
		statusCode: '3151',
		records: {},
	});
});

rule('part-of-an-order', (desk) => {
	const ordered = order(desk);
	const part = add(desk, 'Invoice', linked(ordered, '<Quantity>1</Quantity>'));
	expect(linesIn(part)).toMatchObject([
		{ ItemRef: { FullName: 'Lumber' }, Quantity: '1', Rate: '5.00', Amount: '5.00' },
	]);
	expect(now(desk, 'SalesOrder', ordered)).toMatchObject({
		IsFullyInvoiced: 'false',
		SalesOrderLineRet: [{ Quantity: '4', Invoiced: '1' }],
	});
	const dearer = add(desk, 'Invoice', linked(ordered, '<Quantity>2</Quantity><Rate>6</Rate>'));
	expect(linesIn(dearer)).toMatchObject([{ Quantity: '2', Rate: '6.00', Amount: '12.00' }]);
	const rest = add(desk, 'Invoice', whole(ordered));
	expect(linesIn(rest)).toMatchObject([{ Quantity: '1', Rate: '5.00', Amount: '5.00' }]);
	expect(now(desk, 'SalesOrder', ordered)).toMatchObject({
		IsFullyInvoiced: 'true',
		SalesOrderLineRet: [{ Invoiced: '4' }],
	});
});

rule('order-linked-twice', (desk) => {
	const [first, second] = [order(desk), order(desk)];
	expect(askFor(desk, 'Invoice', whole(first) + linked(first))).toMatchObject({
		statusCode: '3151',
	});
	expect(linesIn(add(desk, 'Invoice', whole(first) + linked(second)))).toHaveLength(2);
});

rule('link-to-another-kind', (desk) => {
	const estimate = add(desk, 'Estimate', itemLine('Estimate', 'Design'));
	expect(askFor(desk, 'Invoice', whole(estimate))).toMatchObject({ statusCode: '3120' });
});

const closedOrders: ReadonlyArray<(desk: Desk) => Fields> = [
	(desk) => {
		const ordered = order(desk);
		add(desk, 'Invoice', whole(ordered));
		return ordered;
	},
	(desk) => {
		const ordered = order(desk);
		askToChange(desk, 'SalesOrder', ordered, '<IsManuallyClosed>true</IsManuallyClosed>');
		return ordered;
	},
];

rule('link-to-a-closed-order', (desk) => {
	for (const close of closedOrders) {
		const ordered = close(desk);
		const design = itemLine('Invoice', 'Design');
		for (const content of [whole(ordered) + design, linked(ordered) + design]) {
			const answer = askFor(desk, 'Invoice', content);
			expect(answer).toMatchObject({
				statusCode: '570',
				statusSeverity: 'Warn',
				statusMessage: `Unable to link to transaction "${ordered.TxnID}" because it has already been closed.`,
			});
			const [invoice] = answer.records.InvoiceRet;
			expect(now(desk, 'Invoice', invoice)).toMatchObject({
				InvoiceLineRet: [{ ItemRef: { FullName: 'Design' } }],
			});
		}
	}
});

rule('link-to-a-closed-order-alone', (desk) => {
	for (const close of closedOrders) {
		const ordered = close(desk);
		const before = desk.company.invoices.length;
		for (const content of [whole(ordered), linked(ordered)]) {
			expect(askFor(desk, 'Invoice', content)).toMatchObject({ statusCode: '3180', records: {} });
		}
		expect(desk.company.invoices).toHaveLength(before);
	}
});

rule('links-in-an-addition-only', (desk) => {
	const ordered = order(desk);
	const invoice = add(desk, 'Invoice', whole(ordered));
	const another = order(desk);
	expect(() => askToChange(desk, 'Invoice', invoice, whole(another))).toThrow(
		RequestProcessorError,
	);
	askToChange(desk, 'Invoice', invoice, '<Memo>changed</Memo>');
	expect(now(desk, 'Invoice', invoice)).toMatchObject({
		Memo: 'changed',
		LinkedTxn: [{ TxnID: ordered.TxnID }],
	});
	expect(now(desk, 'SalesOrder', ordered)).toMatchObject({ IsFullyInvoiced: 'true' });
});

rule('links-only-in-queries', (desk) => {
	const invoice = add(desk, 'Invoice', whole(order(desk)));
	const [changed] = askToChange(desk, 'Invoice', invoice, '<Memo>m</Memo>').records.InvoiceRet;
	for (const answered of [invoice, changed]) expect(answered).not.toHaveProperty('LinkedTxn');
	expect(now(desk, 'Invoice', invoice)).toMatchObject({ LinkedTxn: [{ TxnType: 'SalesOrder' }] });
});

rule('links-by-quantity-and-by-amount', (desk) => {
	const ordered = order(desk);
	const invoice = add(desk, 'Invoice', whole(ordered));
	const content = `<TotalAmount>1.00</TotalAmount><AppliedToTxnAdd><TxnID>${invoice.TxnID}</TxnID><PaymentAmount>1.00</PaymentAmount></AppliedToTxnAdd>`;
	add(desk, 'ReceivePayment', content);
	expect(now(desk, 'SalesOrder', ordered)).toMatchObject({ LinkedTxn: [{ LinkType: 'QUANTYPE' }] });
	const { LinkedTxn } = now(desk, 'Invoice', invoice);
	expect(LinkedTxn).toMatchObject([
		{ TxnType: 'SalesOrder', LinkType: 'QUANTYPE' },
		{ TxnType: 'ReceivePayment', LinkType: 'AMTTYPE' },
	]);
});

rule('order-without-a-tax-item', (desk) => {
	desk.ask('<CustomerAddRq><CustomerAdd><Name>New</Name></CustomerAdd></CustomerAddRq>');
	const customer = '<CustomerRef><FullName>New</FullName></CustomerRef>';
	const ordered = add(desk, 'SalesOrder', itemLine('SalesOrder', 'Lumber'), customer);
	expect(ordered).not.toHaveProperty('ItemSalesTaxRef');
	for (const link of [whole(ordered), linked(ordered)]) {
		expect(askFor(desk, 'Invoice', link, customer)).toMatchObject({
			statusCode: '3180',
			records: {},
		});
	}
	const tax = '<ItemSalesTaxRef><FullName>San Tomas</FullName></ItemSalesTaxRef>';
	const changed = askToChange(desk, 'SalesOrder', ordered, tax).records.SalesOrderRet[0];
	expect(changed).toMatchObject({ ItemSalesTaxRef: { FullName: 'San Tomas' } });
	expect(askFor(desk, 'Invoice', whole(changed), customer).statusCode).toBe('0');
});

rule('tax-line-keeps-an-order-open', (desk) => {
	const lines = itemLine('SalesOrder', 'Lumber') + itemLine('SalesOrder', 'San Tomas');
	const ordered = add(desk, 'SalesOrder', lines);
	const invoice = add(desk, 'Invoice', whole(ordered));
	expect(linesIn(invoice)).toHaveLength(2);
	expect(now(desk, 'SalesOrder', ordered)).toMatchObject({
		IsFullyInvoiced: 'false',
		SalesOrderLineRet: [{ Invoiced: '1' }, { Invoiced: '0' }],
	});
});
