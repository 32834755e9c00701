import type { IDataObject } from 'n8n-workflow';

import { byName, written } from '../../../../support/written';

const smallest: IDataObject = {
	customerListId: byName('Abercrombie, Kristy'),
	transactionDate: '2026-01-15',
	totalAmount: '150',
};
const create = (filledIn: IDataObject = {}) =>
	written('receivePayment', 'create', { ...smallest, ...filledIn });
const paidInvoices = (...line: IDataObject[]) => ({ paidInvoices: { line } });

const START =
	'<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef><FullName>Abercrombie, Kristy</FullName></CustomerRef>' +
	'<TxnDate>2026-01-15</TxnDate><TotalAmount>150.00</TotalAmount>';
const END = '</ReceivePaymentAdd></ReceivePaymentAddRq>';

test('without invoices it is applied automatically', () => {
	expect(create()).toBe(`${START}<IsAutoApply>true</IsAutoApply>${END}`);
});

test.each([true, false])('unless Apply Automatically says so: %s', (isAutoApply) => {
	expect(create({ additionalFields: { isAutoApply } })).toBe(
		`${START}<IsAutoApply>${isAutoApply}</IsAutoApply>${END}`,
	);
});

const first = { txnId: '5B1A-1', paymentAmount: 100 };
const second = {
	txnId: '5B1B-1',
	paymentAmount: '40.5',
	additionalFields: { discountAmount: '9.50', discountAccountListId: byName('Sales Discounts') },
};
const APPLIED =
	'<AppliedToTxnAdd><TxnID>5B1A-1</TxnID><PaymentAmount>100.00</PaymentAmount></AppliedToTxnAdd>' +
	'<AppliedToTxnAdd><TxnID>5B1B-1</TxnID><PaymentAmount>40.50</PaymentAmount><DiscountAmount>9.50</DiscountAmount>' +
	'<DiscountAccountRef><FullName>Sales Discounts</FullName></DiscountAccountRef></AppliedToTxnAdd>';

test('with invoices it pays these, as far as they say', () => {
	expect(create(paidInvoices(first, second))).toBe(`${START}${APPLIED}${END}`);
});

test('Apply Automatically that is switched off does not contradict invoices', () => {
	const filledIn = { ...paidInvoices(first, second), additionalFields: { isAutoApply: false } };
	expect(create(filledIn)).toBe(`${START}${APPLIED}${END}`);
});

test('in JSON, an invoice can be paid with a credit', () => {
	const line = { TxnID: '5B1A-1', SetCredit: { CreditTxnID: '5B1C-1', AppliedAmount: '20' } };
	expect(create({ specifyLines: 'json', paidInvoicesJson: [line] })).toBe(
		`${START}<AppliedToTxnAdd><TxnID>5B1A-1</TxnID><SetCredit><CreditTxnID>5B1C-1</CreditTxnID>` +
			`<AppliedAmount>20.00</AppliedAmount></SetCredit></AppliedToTxnAdd>${END}`,
	);
});

test.each<[what: string, filledIn: IDataObject, message: string]>([
	[
		'invoices beside Apply Automatically',
		{ ...paidInvoices(first), additionalFields: { isAutoApply: true } },
		'Apply Automatically is switched on, but there are Paid Invoices too.',
	],
	[
		'an invoice of which nothing is paid',
		paidInvoices(first, { txnId: '5B1B-1' }),
		'Paid Invoice 2 has neither an Amount Paid nor a Discount or a Credit.',
	],
	[
		'an amount that is for no invoice',
		paidInvoices({ paymentAmount: '5' }),
		'Paid Invoice 1 has no Transaction ID.',
	],
	['a payment without an amount', { totalAmount: '' }, 'Amount is missing.'],
	['a payment of nobody', { customerListId: '' }, 'Customer is missing.'],
])('%s is refused', (_what, filledIn, message) => {
	expect(() => create(filledIn)).toThrow(message);
});

test('it can be got by its number, with what it pays', () => {
	expect(written('receivePayment', 'get', { txnId: byName('5012') })).toBe(
		'<ReceivePaymentQueryRq><RefNumber>5012</RefNumber><IncludeLineItems>true</IncludeLineItems></ReceivePaymentQueryRq>',
	);
});
