import { RequestProcessorError } from '../../../simulator/qbxml/protocol/status-errors';
import type { Desk } from '../support/ask';
import { add, askFor, askToChange, itemLine, now, only, undo } from '../support/customer-side';
import { rule } from '../support/rules';

const design = itemLine('Invoice', 'Design', '<Rate>100</Rate>');

rule('receivable-account-left-out', (desk, isFollowed) => {
	const byDefault = add(desk, 'Invoice', design).ARAccountRef as { FullName: string };
	desk.ask(
		'<AccountAddRq><AccountAdd><Name>Receivable of the branch</Name><AccountType>AccountsReceivable</AccountType></AccountAdd></AccountAddRq>',
	);
	const branch = '<ARAccountRef><FullName>Receivable of the branch</FullName></ARAccountRef>';
	add(desk, 'Invoice', branch + design);
	expect(add(desk, 'Invoice', design).ARAccountRef).toMatchObject({
		FullName: isFollowed ? byDefault.FullName : 'Receivable of the branch',
	});
});

rule('over-the-credit-limit', (desk) => {
	const { ask } = desk;
	ask(
		'<CustomerAddRq><CustomerAdd><Name>Careful</Name><CreditLimit>250.00</CreditLimit></CustomerAdd></CustomerAddRq>',
	);
	const careful = '<CustomerRef><FullName>Careful</FullName></CustomerRef>';
	const untaxed = '<SalesTaxCodeRef><FullName>Non</FullName></SalesTaxCodeRef>';
	const sale = itemLine('Invoice', 'Design', `<Rate>125</Rate>${untaxed}`);
	for (const answer of [1, 2].map(() => askFor(desk, 'Invoice', sale, careful))) {
		expect(answer).toMatchObject({ statusCode: '0' });
	}
	const before = desk.company.invoices.length;
	expect(askFor(desk, 'Invoice', sale, careful)).toMatchObject({
		statusCode: '3180',
		statusMessage:
			'There was an error when saving a Invoice.  QuickBooks error message: The credit limit for the name on this transaction has been exceeded.',
		records: {},
	});
	expect(desk.company.invoices).toHaveLength(before);
	const pending = askFor(desk, 'Invoice', `<IsPending>true</IsPending>${sale}`, careful);
	expect(pending).toMatchObject({ statusCode: '0' });
});

rule('unknown-reference', (desk) => {
	const code = '<SalesTaxCodeRef><FullName>SSK</FullName></SalesTaxCodeRef>';
	expect(askFor(desk, 'SalesReceipt', itemLine('SalesReceipt', 'Design', code))).toMatchObject({
		statusCode: '3140',
		statusMessage: expect.stringMatching(
			/^There is an invalid reference to QuickBooks .*"SSK" in the .*\.  QuickBooks error message: Invalid argument\.  The specified record does not exist in the list\.$/,
		),
	});
});

rule('totals-are-worked-out', (desk) => {
	const invoice = add(desk, 'Invoice', design);
	for (const total of ['Subtotal', 'SalesTaxTotal', 'BalanceRemaining', 'TotalAmount']) {
		const content = `<${total}>1.00</${total}>`;
		expect(() => askFor(desk, 'Invoice', content + design)).toThrow(RequestProcessorError);
		expect(() => askToChange(desk, 'Invoice', invoice, content)).toThrow(RequestProcessorError);
	}
});

rule('due-date-by-terms', (desk) => {
	const terms = desk.company.terms.find(({ StdDueDays }) => Number(StdDueDays) === 30);
	const content = `<TermsRef><ListID>${terms?.ListID}</ListID></TermsRef>`;
	const dated = '<TxnDate>2026-02-03</TxnDate>';
	const [before, after] = [dated, content];
	expect(add(desk, 'Invoice', before + after + design)).toMatchObject({ DueDate: '2026-03-05' });
});

rule('pending-invoices', (desk) => {
	const [customer] = desk.company.customers;
	const owed = customer.Balance;
	const invoice = add(desk, 'Invoice', `<IsPending>true</IsPending>${design}`);
	expect(customer.Balance).toBe(owed);
	askToChange(desk, 'Invoice', invoice, '<IsPending>false</IsPending>');
	expect(Number(customer.Balance)).toBeGreaterThan(Number(owed));
});

rule('applied-amount-is-negative', (desk) => {
	const invoice = add(desk, 'Invoice', design);
	const all = String(invoice.BalanceRemaining);
	const content = `<TotalAmount>${all}</TotalAmount><AppliedToTxnAdd><TxnID>${String(invoice.TxnID)}</TxnID><PaymentAmount>${all}</PaymentAmount></AppliedToTxnAdd>`;
	add(desk, 'ReceivePayment', content);
	expect(now(desk, 'Invoice', invoice)).toMatchObject({
		AppliedAmount: `-${all}`,
		BalanceRemaining: '0.00',
		IsPaid: 'true',
	});
});

rule('offers-and-orders-are-not-booked', (desk) => {
	const [customer] = desk.company.customers;
	const owed = customer.Balance;
	for (const kind of ['Estimate', 'SalesOrder']) add(desk, kind, itemLine(kind, 'Design'));
	expect(customer.Balance).toBe(owed);
});

rule('sales-receipts-are-paid', (desk) => {
	const [customer] = desk.company.customers;
	const undeposited = desk.company.accounts.find(
		({ SpecialAccountType }) => SpecialAccountType === 'UndepositedFunds',
	);
	const [owed, held] = [customer.Balance, Number(undeposited?.Balance)];
	const receipt = add(desk, 'SalesReceipt', itemLine('SalesReceipt', 'Design'));
	expect(receipt.DepositToAccountRef).toMatchObject({ FullName: undeposited?.FullName });
	expect(customer.Balance).toBe(owed);
	expect(Number(undeposited?.Balance)).toBeCloseTo(held + Number(receipt.TotalAmount), 2);
});

rule('sales-receipt-without-a-customer', (desk) => {
	const receipt = add(desk, 'SalesReceipt', itemLine('SalesReceipt', 'Design'), '');
	expect(receipt).not.toHaveProperty('CustomerRef');
});

rule('new-credit-memos', (desk) => {
	const [customer] = desk.company.customers;
	const owed = Number(customer.Balance);
	const memo = add(desk, 'CreditMemo', itemLine('CreditMemo', 'Design', '<Rate>10</Rate>'));
	expect(memo.CreditRemaining).toBe(memo.TotalAmount);
	expect(Number(customer.Balance)).toBeCloseTo(owed - Number(memo.TotalAmount), 2);
});

rule('credit-in-a-change', (desk) => {
	const invoice = add(desk, 'Invoice', design);
	const memo = add(desk, 'CreditMemo', itemLine('CreditMemo', 'Design', '<Rate>10</Rate>'));
	const payments = desk.company.receivePayments.length;
	const answer = askToChange(
		desk,
		'Invoice',
		invoice,
		`<SetCredit><CreditTxnID>${String(memo.TxnID)}</CreditTxnID><AppliedAmount>10.00</AppliedAmount></SetCredit>`,
	);
	expect(only(answer, 'InvoiceRet')).toMatchObject({ AppliedAmount: '-10.00' });
	expect(desk.company.receivePayments).toHaveLength(payments);
});

const GUID = '{0f8fad5b-d9cb-469f-a165-70867728950e}';

rule('external-guid-in-an-addition', (desk) => {
	const guid = (value: string) =>
		`<ExternalGUID>${value}</ExternalGUID>${itemLine('Invoice', 'Design')}`;
	expect(askFor(desk, 'Invoice', guid('order 7')).statusCode).toBe('3065');
	const invoice = add(desk, 'Invoice', guid(GUID));
	expect(invoice).toMatchObject({ ExternalGUID: GUID });
	expect(() =>
		askToChange(desk, 'Invoice', invoice, `<ExternalGUID>${GUID}</ExternalGUID>`),
	).toThrow('parsing');
});

rule('external-guid-in-a-short-answer', (desk) => {
	const content = `<ExternalGUID>${GUID}</ExternalGUID>${itemLine('Invoice', 'Design')}`;
	const { TxnID } = add(desk, 'Invoice', content);
	const asked = (more: string) =>
		desk.ask(`<InvoiceQueryRq><TxnID>${String(TxnID)}</TxnID>${more}</InvoiceQueryRq>`).records
			.InvoiceRet;
	expect(asked('')).toMatchObject([{ ExternalGUID: GUID }]);
	const short = ['TxnID', 'ExternalGUID'].map(
		(name) => `<IncludeRetElement>${name}</IncludeRetElement>`,
	);
	expect(asked(short.join(''))).toEqual([{ TxnID }]);
});

rule('number-ranges-compare-numbers', (desk) => {
	for (const number of ['98', '99', '100', '101', 'A-99']) {
		add(desk, 'Invoice', `<RefNumber>${number}</RefNumber>${design}`);
	}
	const { records } = desk.ask(
		'<InvoiceQueryRq><RefNumberRangeFilter><FromRefNumber>99</FromRefNumber><ToRefNumber>100</ToRefNumber></RefNumberRangeFilter></InvoiceQueryRq>',
	);
	expect(records.InvoiceRet.map(({ RefNumber }) => RefNumber)).toEqual(['99', '100']);
});

rule('numbers-of-sales', (desk, isFollowed) => {
	for (const kind of ['Invoice', 'SalesOrder', 'Estimate', 'SalesReceipt', 'CreditMemo']) {
		const { RefNumber } = add(desk, kind, itemLine(kind, 'Design'));
		expect([kind, RefNumber]).toEqual([
			kind,
			isFollowed ? expect.stringMatching(/^\d+$/) : undefined,
		]);
	}
});

rule('discount-of-the-terms', (desk) => {
	const early =
		'<TxnDate>2026-02-03</TxnDate><TermsRef><FullName>2% 10 Net 30</FullName></TermsRef>';
	const untaxed = '<SalesTaxCodeRef><FullName>Non</FullName></SalesTaxCodeRef>';
	desk.ask('<CustomerAddRq><CustomerAdd><Name>Early</Name></CustomerAdd></CustomerAddRq>');
	const customer = '<CustomerRef><FullName>Early</FullName></CustomerRef>';
	const line = itemLine('Invoice', 'Design', `<Rate>100</Rate>${untaxed}`);
	const invoice = add(desk, 'Invoice', early + line, customer);
	expect(invoice).toMatchObject({
		SuggestedDiscountAmount: '2.00',
		SuggestedDiscountDate: '2026-02-13',
	});
	const content = '<TotalAmount>98.00</TotalAmount><IsAutoApply>true</IsAutoApply>';
	add(desk, 'ReceivePayment', content, customer);
	expect(now(desk, 'Invoice', invoice)).toMatchObject({
		BalanceRemaining: '2.00',
		IsPaid: 'false',
	});
	const voided = add(desk, 'Invoice', early + line, customer);
	undo(desk, 'TxnVoid', 'Invoice', voided);
	expect(now(desk, 'Invoice', voided)).toMatchObject({ SuggestedDiscountAmount: '0.00' });
	const later = '<TermsRef><FullName>Net 30</FullName></TermsRef>';
	const changed = askToChange(desk, 'Invoice', invoice, later).records.InvoiceRet[0];
	expect(changed).not.toHaveProperty('SuggestedDiscountAmount');
});

rule('empty-lines-of-an-address', (desk, isFollowed) => {
	const address = (lines: string): string =>
		`<BillAddress><Addr1>1 Quay</Addr1>${lines}<City>Bayshore</City></BillAddress>${design}`;
	expect(askFor(desk, 'Invoice', address('')).statusCode).toBe('0');
	const answer = askFor(desk, 'Invoice', address('<Addr4></Addr4><Addr5></Addr5>'));
	expect(answer.statusCode).toBe(isFollowed ? '3210' : '0');
	if (!isFollowed) return;
	expect(answer.statusMessage).toBe(
		'The "address" field has an invalid value "".  QuickBooks error message: The parameter is incorrect.',
	);
});

/** A customer in euros, and accounts in that currency. */
function inEuros({ ask }: Desk): string {
	const euro = '<CurrencyRef><FullName>Euro</FullName></CurrencyRef>';
	ask(`<CustomerAddRq><CustomerAdd><Name>Lisbon</Name>${euro}</CustomerAdd></CustomerAddRq>`);
	ask(
		`<AccountAddRq><AccountAdd><Name>Euro Bank</Name><AccountType>Bank</AccountType>${euro}</AccountAdd></AccountAddRq>`,
	);
	return '<CustomerRef><FullName>Lisbon</FullName></CustomerRef>';
}

rule('currency-of-a-sale', (desk) => {
	const { ExchangeRate } = desk.company.currencies.find(({ Name }) => Name === 'Euro') ?? {};
	expect(add(desk, 'Invoice', design, inEuros(desk))).toMatchObject({
		CurrencyRef: { FullName: 'Euro' },
		ExchangeRate,
	});
});

rule('account-in-a-third-currency', (desk) => {
	const lisbon = inEuros(desk);
	const receivable = '<ARAccountRef><FullName>Accounts Receivable - EUR</FullName></ARAccountRef>';
	const into = (account: string): string =>
		`<DepositToAccountRef><FullName>${account}</FullName></DepositToAccountRef>`;
	const payment = (account: string): string =>
		`<TotalAmount>5.00</TotalAmount>${account}<IsAutoApply>false</IsAutoApply>`;
	const sale = itemLine('SalesReceipt', 'Design');
	for (const [kind, content] of [
		['Invoice', receivable + design],
		['SalesReceipt', into('Euro Bank') + sale],
		['ReceivePayment', payment(into('Euro Bank'))],
	]) {
		expect(askFor(desk, kind, content)).toMatchObject({
			statusCode: '3140',
			statusMessage: expect.stringMatching(
				/The currency of the account must be either in home currency or the transaction currency\.$/,
			),
			records: {},
		});
	}
	for (const account of ['Euro Bank', 'Checking']) {
		expect(askFor(desk, 'ReceivePayment', payment(into(account)), lisbon).statusCode).toBe('0');
	}
});

rule('invoice-to-nobody-by-e-mail', (desk, isFollowed) => {
	desk.ask('<CustomerAddRq><CustomerAdd><Name>Silent</Name></CustomerAdd></CustomerAddRq>');
	const customer = '<CustomerRef><FullName>Silent</FullName></CustomerRef>';
	const mailed = `<IsToBeEmailed>true</IsToBeEmailed>${design}`;
	expect(askFor(desk, 'Invoice', mailed, customer).statusCode).toBe(isFollowed ? '0' : '3180');
	expect(askFor(desk, 'Invoice', design, customer).statusCode).toBe('0');
});
