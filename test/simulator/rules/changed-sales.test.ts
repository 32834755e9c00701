import { RequestProcessorError } from '../../../simulator/qbxml/protocol/status-errors';
import type { Desk } from '../support/ask';
import {
	add,
	askToChange,
	type Fields,
	itemLine,
	linesIn,
	now,
	undo,
} from '../support/customer-side';
import { rule } from '../support/rules';

const two = itemLine('Invoice', 'Design') + itemLine('Invoice', 'Lumber');
const named = ({ TxnLineID }: Fields, rest = ''): string =>
	`<InvoiceLineMod><TxnLineID>${TxnLineID}</TxnLineID>${rest}</InvoiceLineMod>`;

const itemsOf = (desk: Desk, invoice: Fields): unknown[] =>
	linesIn(now(desk, 'Invoice', invoice)).map(
		({ ItemRef }) => (ItemRef as { FullName: string }).FullName,
	);

/** Changes an invoice as it is now. */
function change(desk: Desk, invoice: Fields, content: string): void {
	const answer = askToChange(desk, 'Invoice', now(desk, 'Invoice', invoice), content);
	expect(answer).toMatchObject({ statusCode: '0' });
}

rule('lines-that-are-not-named', (desk) => {
	const invoice = add(desk, 'Invoice', two);
	change(desk, invoice, '<Memo>m</Memo>');
	expect(itemsOf(desk, invoice)).toEqual(['Design', 'Lumber']);
	change(desk, invoice, named(linesIn(invoice)[1]));
	expect(itemsOf(desk, invoice)).toEqual(['Lumber']);
});

rule('new-and-kept-lines', (desk) => {
	const invoice = add(desk, 'Invoice', two);
	const [first, second] = linesIn(invoice);
	const more = '<ItemRef><FullName>Trim</FullName></ItemRef>';
	change(desk, invoice, named(first) + named(second) + named({ TxnLineID: '-1' }, more));
	expect(itemsOf(desk, invoice)).toEqual(['Design', 'Lumber', 'Trim']);
	expect(linesIn(now(desk, 'Invoice', invoice)).slice(0, 2)).toEqual([first, second]);
});

rule('lines-in-a-group', (desk) => {
	const set =
		'<InvoiceLineGroupAdd><ItemGroupRef><FullName>Door Set</FullName></ItemGroupRef></InvoiceLineGroupAdd>';
	const invoice = add(desk, 'Invoice', set);
	const group = (): Fields => linesIn(now(desk, 'Invoice', invoice), 'InvoiceLineGroupRet')[0];
	const { TxnLineID } = group();
	const changed = (inner: string): string =>
		`<InvoiceLineGroupMod><TxnLineID>${String(TxnLineID)}</TxnLineID>${inner}</InvoiceLineGroupMod>`;
	change(desk, invoice, changed(''));
	expect(linesIn(group())).toHaveLength(3);
	change(desk, invoice, changed(named(linesIn(group())[1])));
	expect(linesIn(group())).toHaveLength(1);
});

rule('empty-elements', (desk) => {
	const invoice = add(desk, 'Invoice', `<Memo>m</Memo>${two}`);
	change(desk, invoice, '<PONumber>7</PONumber>');
	expect(now(desk, 'Invoice', invoice)).toMatchObject({ Memo: 'm', PONumber: '7' });
	change(desk, invoice, '<Memo></Memo>');
	expect(now(desk, 'Invoice', invoice)).not.toHaveProperty('Memo');
});

rule('changes-mark-the-record', (desk) => {
	const [{ TxnID }] = desk.company.invoices;
	const before = now(desk, 'Invoice', { TxnID });
	change(desk, before, '<Memo>m</Memo>');
	const after = now(desk, 'Invoice', before);
	expect(after.EditSequence).not.toBe(before.EditSequence);
	expect(after.TimeModified).not.toBe(before.TimeModified);
	const since = desk.ask(
		`<InvoiceQueryRq><ModifiedDateRangeFilter><FromModifiedDate>${String(after.TimeModified)}</FromModifiedDate></ModifiedDateRangeFilter></InvoiceQueryRq>`,
	);
	expect(since.records.InvoiceRet).toMatchObject([{ TxnID }]);
});

rule('stale-edit-sequence', (desk) => {
	const invoice = add(desk, 'Invoice', two);
	change(desk, invoice, '<Memo>first</Memo>');
	expect(askToChange(desk, 'Invoice', invoice, '<Memo>second</Memo>')).toMatchObject({
		statusCode: '3200',
		statusMessage: expect.stringContaining('out-of-date'),
	});
	expect(now(desk, 'Invoice', invoice)).toMatchObject({ Memo: 'first' });
});

rule('finance-charge-in-an-addition', (desk) => {
	const charge = '<IsFinanceCharge>true</IsFinanceCharge>';
	const invoice = add(desk, 'Invoice', charge + two);
	expect(invoice).toMatchObject({ IsFinanceCharge: 'true' });
	expect(() => askToChange(desk, 'Invoice', invoice, charge)).toThrow(RequestProcessorError);
});

rule('payment-of-a-deleted-invoice', (desk) => {
	const invoice = add(desk, 'Invoice', two);
	const content = `<TotalAmount>10.00</TotalAmount><AppliedToTxnAdd><TxnID>${String(invoice.TxnID)}</TxnID><PaymentAmount>10.00</PaymentAmount></AppliedToTxnAdd>`;
	const payment = add(desk, 'ReceivePayment', content);
	expect(payment).toMatchObject({ UnusedPayment: '0.00' });
	undo(desk, 'TxnDel', 'Invoice', invoice);
	add(desk, 'Invoice', two);
	const after = now(desk, 'ReceivePayment', payment);
	expect(after).toMatchObject({ UnusedPayment: '10.00' });
	expect(after).not.toHaveProperty('AppliedToTxnRet');
});
