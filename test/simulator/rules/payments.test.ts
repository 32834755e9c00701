import type { Invoice } from '../../../simulator/company/sale-types';
import { RequestProcessorError } from '../../../simulator/qbxml/protocol/status-errors';
import type { Desk } from '../support/ask';
import { mistakesIn } from '../support/check-books';
import {
	add,
	askFor,
	askToChange,
	type Fields,
	itemLine,
	linesIn,
	now,
	only,
	undo,
} from '../support/customer-side';
import { rule } from '../support/rules';

function openInvoice(
	{ company }: Desk,
	isAlike: (invoice: Invoice) => boolean = () => true,
): Invoice {
	const found = company.invoices.find((one) => one.IsPaid === 'false' && isAlike(one));
	if (!found) throw new Error('The company has no such open invoice.');
	return found;
}

/** Pays an invoice, if nothing else is said in the name of its own customer. */
function pay(
	{ ask }: Desk,
	{ TxnID, CustomerRef }: Invoice,
	application: string,
	{ customer = CustomerRef.ListID, account = '' } = {},
) {
	return ask(
		`<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef><ListID>${customer}</ListID></CustomerRef>${account}<TotalAmount>99999.00</TotalAmount><AppliedToTxnAdd><TxnID>${TxnID}</TxnID>${application}</AppliedToTxnAdd></ReceivePaymentAdd></ReceivePaymentAddRq>`,
	);
}

const amount = (text: string): string => `<PaymentAmount>${text}</PaymentAmount>`;
const notFound = {
	statusCode: '3120',
	statusMessage: expect.stringContaining('specified in the request cannot be found') as string,
};

rule('payment-over-the-amount-due', (desk) => {
	const invoice = openInvoice(desk);
	expect(pay(desk, invoice, amount('99999.00'))).toMatchObject({
		statusCode: '3210',
		statusMessage: expect.stringMatching(/You cannot pay more than the amount due\.$/),
	});
	const discount = (text: string) =>
		`<DiscountAmount>${text}</DiscountAmount><DiscountAccountRef><FullName>Service Income</FullName></DiscountAccountRef>`;
	const all = amount(String(invoice.BalanceRemaining));
	expect(pay(desk, invoice, `${all}${discount('0.01')}`)).toMatchObject({ statusCode: '3210' });
	expect(pay(desk, invoice, all)).toMatchObject({ statusCode: '0' });
});

rule('payment-of-a-paid-document', (desk) => {
	const invoice = openInvoice(desk);
	const all = amount(String(invoice.BalanceRemaining));
	expect(pay(desk, invoice, all)).toMatchObject({ statusCode: '0' });
	expect(pay(desk, invoice, amount('1.00'))).toMatchObject(notFound);
});

rule("payment-of-another-party's-document", (desk) => {
	const invoice = openInvoice(desk);
	const other = openInvoice(
		desk,
		({ CustomerRef }) =>
			CustomerRef.FullName.split(':')[0] !== invoice.CustomerRef.FullName.split(':')[0],
	);
	const customer = other.CustomerRef.ListID;
	expect(pay(desk, invoice, amount('1.00'), { customer })).toMatchObject(notFound);
});

rule('payment-on-another-account', (desk) => {
	const invoice = openInvoice(desk);
	desk.ask(
		'<AccountAddRq><AccountAdd><Name>Receivable of the branch</Name><AccountType>AccountsReceivable</AccountType></AccountAdd></AccountAddRq>',
	);
	const account = '<ARAccountRef><FullName>Receivable of the branch</FullName></ARAccountRef>';
	expect(pay(desk, invoice, amount('1.00'), { account })).toMatchObject(notFound);
});

rule('application-of-nothing', (desk) => {
	expect(pay(desk, openInvoice(desk), '')).toMatchObject({ statusCode: '3180' });
});

rule('balances-move-in-silence', (desk, isFollowed) => {
	const invoice = openInvoice(desk);
	const { ListID } = invoice.CustomerRef;
	const records = () => [
		now(desk, 'Invoice', invoice),
		desk.ask(`<CustomerQueryRq><ListID>${ListID}</ListID></CustomerQueryRq>`).records
			.CustomerRet[0],
	];
	const before = records();
	expect(pay(desk, invoice, amount(invoice.BalanceRemaining))).toMatchObject({ statusCode: '0' });
	const after = records();
	expect(after[0]).toMatchObject({ IsPaid: 'true', BalanceRemaining: '0.00' });
	expect(after[1].Balance).not.toBe(before[1].Balance);
	for (const [place, record] of after.entries()) {
		const { EditSequence, TimeModified } = before[place];
		const isSame = record.EditSequence === EditSequence && record.TimeModified === TimeModified;
		expect(isSame).toBe(isFollowed);
	}
});

const UNTAXED = '<SalesTaxCodeRef><FullName>Non</FullName></SalesTaxCodeRef>';

/** A new invoice of the first customer over an amount. */
const invoiceOver = (desk: Desk, total: string): Fields =>
	add(desk, 'Invoice', itemLine('Invoice', 'Design', `<Rate>${total}</Rate>${UNTAXED}`));

const applied = ({ TxnID }: Fields, content: string, element = 'AppliedToTxnAdd'): string =>
	`<${element}><TxnID>${String(TxnID)}</TxnID>${content}</${element}>`;

/** A payment of the first customer. */
const paymentOf = (desk: Desk, total: string, content: string): Fields =>
	add(desk, 'ReceivePayment', `<TotalAmount>${total}</TotalAmount>${content}`);

/** What is applied to the first customer's invoices, by amount. */
const targetsOf = (payment: Fields): unknown[] =>
	linesIn(payment, 'AppliedToTxnRet').map(({ TxnID, Amount }) => [TxnID, Amount]);

rule('changed-payment', (desk) => {
	const [first, second] = [invoiceOver(desk, '10'), invoiceOver(desk, '10')];
	const payment = paymentOf(desk, '10.00', applied(first, amount('10.00')));
	const kept = askToChange(desk, 'ReceivePayment', payment, '<Memo>m</Memo>');
	const [changed] = kept.records.ReceivePaymentRet;
	expect(targetsOf(changed)).toEqual([[first.TxnID, '10.00']]);
	const other = applied(second, amount('4.00'), 'AppliedToTxnMod');
	const answer = askToChange(desk, 'ReceivePayment', changed, other);
	expect(targetsOf(only(answer, 'ReceivePaymentRet'))).toEqual([[second.TxnID, '4.00']]);
	expect(now(desk, 'Invoice', first)).toMatchObject({ IsPaid: 'false', AppliedAmount: '0.00' });
});

rule('account-of-a-changed-payment', (desk) => {
	const invoice = invoiceOver(desk, '10');
	const payment = paymentOf(desk, '10.00', applied(invoice, amount('10.00')));
	const { ListID } = payment.ARAccountRef as { ListID: string };
	const account = `<ARAccountRef><ListID>${ListID}</ListID></ARAccountRef>`;
	expect(askToChange(desk, 'ReceivePayment', payment, account)).toMatchObject({
		statusCode: '3151',
	});
	const both = account + applied(invoice, amount('10.00'), 'AppliedToTxnMod');
	expect(askToChange(desk, 'ReceivePayment', payment, both)).toMatchObject({ statusCode: '0' });
});

rule('used-credits-stay-used', (desk) => {
	const invoice = invoiceOver(desk, '10');
	const content = itemLine('CreditMemo', 'Design', `<Rate>4</Rate>${UNTAXED}`);
	const memo = add(desk, 'CreditMemo', content);
	const credit = `<SetCredit><CreditTxnID>${String(memo.TxnID)}</CreditTxnID><AppliedAmount>4.00</AppliedAmount></SetCredit>`;
	const payment = paymentOf(desk, '1.00', applied(invoice, amount('1.00') + credit));
	const fewer = applied(invoice, amount('0.50'), 'AppliedToTxnMod');
	expect(askToChange(desk, 'ReceivePayment', payment, fewer)).toMatchObject({ statusCode: '0' });
	expect(now(desk, 'Invoice', invoice)).toMatchObject({ BalanceRemaining: '5.50' });
	expect(now(desk, 'CreditMemo', memo)).toMatchObject({ CreditRemaining: '0.00' });
});

rule('applications-over-the-payment', (desk) => {
	const invoice = invoiceOver(desk, '10');
	const of = (total: string): string =>
		`<TotalAmount>${total}</TotalAmount>${applied(invoice, amount('9.00'))}`;
	expect(askFor(desk, 'ReceivePayment', of('8.99'))).toMatchObject({ statusCode: '3210' });
	expect(add(desk, 'ReceivePayment', of('9.50'))).toMatchObject({ UnusedPayment: '0.50' });
});

rule('automatic-or-by-hand', (desk) => {
	const invoice = invoiceOver(desk, '10');
	const total = '<TotalAmount>1.00</TotalAmount>';
	const both = `${total}<IsAutoApply>true</IsAutoApply>${applied(invoice, amount('1.00'))}`;
	for (const content of [total, both]) {
		expect(() => askFor(desk, 'ReceivePayment', content)).toThrow(RequestProcessorError);
	}
});

rule('applied-by-itself', (desk) => {
	const automatic = '<IsAutoApply>true</IsAutoApply>';
	desk.ask('<CustomerAddRq><CustomerAdd><Name>North</Name></CustomerAdd></CustomerAddRq>');
	const customer = '<CustomerRef><FullName>North</FullName></CustomerRef>';
	const [oldest, exact, newest] = [
		['1', '10'],
		['2', '7'],
		['3', '10'],
	].map(([day, total]) =>
		add(
			desk,
			'Invoice',
			`<TxnDate>2026-01-0${day}</TxnDate>${itemLine('Invoice', 'Design', `<Rate>${total}</Rate>${UNTAXED}`)}`,
			customer,
		),
	);
	const pays = (total: string): unknown[] =>
		targetsOf(
			add(desk, 'ReceivePayment', `<TotalAmount>${total}</TotalAmount>${automatic}`, customer),
		);
	expect(pays('7.00')).toEqual([[exact.TxnID, '7.00']]);
	expect(pays('12.00')).toEqual([
		[oldest.TxnID, '10.00'],
		[newest.TxnID, '2.00'],
	]);
});

rule('not-applied', (desk) => {
	const memos = desk.company.creditMemos.length;
	const unused = paymentOf(desk, '10.00', '<IsAutoApply>false</IsAutoApply>');
	expect(unused).toMatchObject({ UnusedPayment: '10.00' });
	expect(unused).not.toHaveProperty('AppliedToTxnRet');
	const over = paymentOf(desk, '15.00', applied(invoiceOver(desk, '10'), amount('10.00')));
	expect(over).toMatchObject({ UnusedPayment: '5.00' });
	expect(desk.company.creditMemos).toHaveLength(memos);
});

rule('cash-and-discount', (desk) => {
	const invoice = invoiceOver(desk, '7');
	const discount =
		'<DiscountAmount>1.00</DiscountAmount><DiscountAccountRef><FullName>Sales Discounts</FullName></DiscountAccountRef>';
	const payment = paymentOf(desk, '6.00', applied(invoice, amount('6.00') + discount));
	expect(payment).toMatchObject({
		TotalAmount: '6.00',
		AppliedToTxnRet: [{ Amount: '6.00', DiscountAmount: '1.00' }],
	});
	expect(linesIn(payment, 'AppliedToTxnRet')[0]).not.toHaveProperty('PaymentAmount');
	expect(now(desk, 'Invoice', invoice)).toMatchObject({
		IsPaid: 'true',
		AppliedAmount: '-7.00',
		LinkedTxn: [{ TxnID: payment.TxnID, TxnType: 'ReceivePayment', Amount: '-7.00' }],
	});
});

rule('other-links-of-what-is-paid', (desk) => {
	const invoice = invoiceOver(desk, '10');
	const [first, second] = ['1.00', '2.00'].map((part) =>
		paymentOf(desk, part, applied(invoice, amount(part))),
	);
	const [shown] = linesIn(now(desk, 'ReceivePayment', second), 'AppliedToTxnRet');
	expect(shown.LinkedTxn).toMatchObject([{ TxnID: first.TxnID, Amount: '-1.00' }]);
});

rule('what-can-be-paid', (desk) => {
	const [{ ListID }] = desk.company.customers;
	const owner = `<EntityRef><ListID>${ListID}</ListID></EntityRef>`;
	const on = (account: string): string =>
		`<AccountRef><FullName>${account}</FullName></AccountRef>`;
	const side = (element: string, account: string, whose: string): string =>
		`<${element}>${on(account)}<Amount>10.00</Amount>${whose}</${element}>`;
	const debit = side('JournalDebitLine', 'Accounts Receivable', owner);
	const credit = side('JournalCreditLine', 'Service Income', '');
	const entry = add(desk, 'JournalEntry', debit + credit, '');
	const expense = `<ExpenseLineAdd>${on('Accounts Receivable')}<Amount>10.00</Amount></ExpenseLineAdd>`;
	const payee = owner.replace(/EntityRef/g, 'PayeeEntityRef');
	const check = add(desk, 'Check', on('Checking') + payee + expense, '');
	for (const [type, target] of Object.entries({ JournalEntry: entry, Check: check })) {
		const owed = Number(desk.company.customers[0].Balance);
		const pays = (money: string) =>
			askFor(
				desk,
				'ReceivePayment',
				`<TotalAmount>${money}</TotalAmount>${applied(target, amount(money))}`,
			);
		expect(only(pays('6.00'), 'ReceivePaymentRet')).toMatchObject({
			UnusedPayment: '0.00',
			AppliedToTxnRet: [{ TxnID: target.TxnID, TxnType: type, BalanceRemaining: '4.00' }],
		});
		expect(Number(desk.company.customers[0].Balance)).toBeCloseTo(owed - 6, 2);
		expect(pays('4.01').statusCode).toBe('3210');
		expect(pays('4.00').statusCode).toBe('0');
		expect(pays('1.00')).toMatchObject(notFound);
		expect(mistakesIn(desk.company)).toEqual([]);
	}
	const other = add(
		desk,
		'JournalEntry',
		side('JournalDebitLine', 'Office Supplies', '') + credit,
		'',
	);
	const content = `<TotalAmount>1.00</TotalAmount>${applied(other, amount('1.00'))}`;
	expect(askFor(desk, 'ReceivePayment', content)).toMatchObject(notFound);
	undo(desk, 'TxnVoid', 'JournalEntry', entry);
	expect(mistakesIn(desk.company)).toEqual([]);
	undo(desk, 'TxnDel', 'Check', check);
	expect(mistakesIn(desk.company)).toEqual([]);
});

rule('unused-credits-of-others', (desk) => {
	const invoice = invoiceOver(desk, '10');
	const payment = paymentOf(desk, '10.00', applied(invoice, amount('10.00')));
	const shown = (): number => Number(now(desk, 'ReceivePayment', payment).UnusedCredits);
	const before = shown();
	add(desk, 'CreditMemo', itemLine('CreditMemo', 'Design', `<Rate>4</Rate>${UNTAXED}`));
	expect(shown()).toBeCloseTo(before + 4, 2);
});

rule('deposit-account-left-out', (desk) => {
	const { DepositToAccountRef } = paymentOf(desk, '1.00', '<IsAutoApply>false</IsAutoApply>');
	const account = desk.company.accounts.find(
		({ SpecialAccountType }) => SpecialAccountType === 'UndepositedFunds',
	);
	expect(DepositToAccountRef).toMatchObject({ ListID: account?.ListID });
});

rule('credits-of-a-customer-alone', (desk) => {
	const invoice = invoiceOver(desk, '10');
	const content = itemLine('CreditMemo', 'Design', `<Rate>4</Rate>${UNTAXED}`);
	const memo = add(desk, 'CreditMemo', content);
	const [count, owed] = [desk.company.receivePayments.length, desk.company.customers[0].Balance];
	const credit = `<SetCredit><CreditTxnID>${String(memo.TxnID)}</CreditTxnID><AppliedAmount>4.00</AppliedAmount></SetCredit>`;
	const answer = askFor(desk, 'ReceivePayment', applied(invoice, credit));
	expect(answer).toMatchObject({ statusCode: '0' });
	expect(only(answer, 'ReceivePaymentRet')).not.toHaveProperty('TxnID');
	expect(desk.company.receivePayments).toHaveLength(count);
	expect(desk.company.customers[0].Balance).toBe(owed);
	expect(now(desk, 'Invoice', invoice)).toMatchObject({
		BalanceRemaining: '6.00',
		LinkedTxn: [{ TxnID: memo.TxnID, Amount: '-4.00' }],
	});
});

rule('lasting-elements-of-a-sale', (desk) => {
	const sale = (kind: string): Fields => add(desk, kind, itemLine(kind, 'Design'));
	const shared = [
		'CustomerRef',
		'TemplateRef',
		'TxnDate',
		'DueDate',
		'ShipDate',
		'ItemSalesTaxRef',
	];
	for (const [kind, own] of [
		['Invoice', ['ARAccountRef']],
		['SalesOrder', ['IsManuallyClosed', 'IsToBePrinted']],
	] as const) {
		const record = sale(kind);
		for (const name of [...shared, ...own]) {
			const { statusCode } = askToChange(desk, kind, record, `<${name}></${name}>`);
			expect([kind, name, statusCode]).toEqual([kind, name, '3190']);
		}
		const [{ TxnLineID }] = linesIn(record, `${kind}LineRet`);
		for (const name of ['ItemRef', 'Quantity', 'Rate', 'Amount', 'SalesTaxCodeRef']) {
			const line = `<${kind}LineMod><TxnLineID>${String(TxnLineID)}</TxnLineID><${name}></${name}></${kind}LineMod>`;
			const { statusCode } = askToChange(desk, kind, record, line);
			expect([kind, name, statusCode]).toEqual([kind, name, '3190']);
		}
	}
});
