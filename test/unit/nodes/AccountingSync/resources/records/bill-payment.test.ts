import { byName, written } from '../../../../support/written';

const payeeEntityListId = byName('CalOil');
const PAYEE = '<PayeeEntityRef><FullName>CalOil</FullName></PayeeEntityRef>';
const bills = { line: [{ txnId: '5B1A-1', paymentAmount: '10' }] };
const PAID =
	'<AppliedToTxnAdd><TxnID>5B1A-1</TxnID><PaymentAmount>10.00</PaymentAmount></AppliedToTxnAdd>';

test.each([
	['', '<IsToBePrinted>true</IsToBePrinted>'],
	['1042', '<RefNumber>1042</RefNumber>'],
])('a check with the number "%s"', (refNumber, number) => {
	const values = { paidBy: 'check', bankAccountListId: byName('Checking'), refNumber };
	expect(written('billPayment', 'create', { ...values, payeeEntityListId, bills })).toBe(
		[
			`<BillPaymentCheckAddRq><BillPaymentCheckAdd>${PAYEE}`,
			`<BankAccountRef><FullName>Checking</FullName></BankAccountRef>${number}${PAID}`,
			'</BillPaymentCheckAdd></BillPaymentCheckAddRq>',
		].join(''),
	);
});

const byCard = {
	paidBy: 'creditCard',
	payeeEntityListId,
	creditCardAccountListId: byName('CalOil Card'),
};

test('a credit card needs no number', () => {
	expect(written('billPayment', 'create', { ...byCard, bills })).toBe(
		[
			`<BillPaymentCreditCardAddRq><BillPaymentCreditCardAdd>${PAYEE}`,
			`<CreditCardAccountRef><FullName>CalOil Card</FullName></CreditCardAccountRef>${PAID}`,
			'</BillPaymentCreditCardAdd></BillPaymentCreditCardAddRq>',
		].join(''),
	);
});

test('a bill can be settled by a discount or by a credit too', () => {
	const line = [
		{
			txnId: '5B1A-1',
			additionalFields: { setCreditCreditTxnId: '5B1A-9', setCreditAppliedAmount: '2' },
		},
		{
			txnId: '5B1A-2',
			additionalFields: { discountAmount: '1', discountAccountListId: byName('Discounts') },
		},
	];
	expect(written('billPayment', 'create', { ...byCard, bills: { line } })).toContain(
		[
			'<AppliedToTxnAdd><TxnID>5B1A-1</TxnID><SetCredit><CreditTxnID>5B1A-9</CreditTxnID>',
			'<AppliedAmount>2.00</AppliedAmount></SetCredit></AppliedToTxnAdd>',
			'<AppliedToTxnAdd><TxnID>5B1A-2</TxnID><DiscountAmount>1.00</DiscountAmount>',
			'<DiscountAccountRef><FullName>Discounts</FullName></DiscountAccountRef></AppliedToTxnAdd>',
		].join(''),
	);
});

test.each([
	['no bill', [], 'Nothing is filled in under Bills.'],
	[
		'no amount',
		[{ txnId: '5B1A-1' }],
		'Bill 1 has neither an Amount, a Discount nor a Credit: Amount.',
	],
	['no ID', [{ paymentAmount: '1' }], 'Transaction ID is missing in Bill'],
])('%s is refused', (_, line, message) => {
	expect(() => written('billPayment', 'create', { ...byCard, bills: { line } })).toThrow(message);
});

test('each way of paying has its own query and its own type', () => {
	const txnId = { __rl: true, mode: 'id', value: '5B1A-7' };
	expect(written('billPayment', 'query', { paidBy: 'check' })).toBe(
		'<BillPaymentCheckQueryRq><MaxReturned>51</MaxReturned></BillPaymentCheckQueryRq>',
	);
	expect(written('billPayment', 'get', { paidBy: 'creditCard', txnId })).toBe(
		[
			'<BillPaymentCreditCardQueryRq><TxnID>5B1A-7</TxnID>',
			'<IncludeLineItems>true</IncludeLineItems></BillPaymentCreditCardQueryRq>',
		].join(''),
	);
	expect(written('billPayment', 'void', { paidBy: 'creditCard', txnId })).toBe(
		'<TxnVoidRq><TxnVoidType>BillPaymentCreditCard</TxnVoidType><TxnID>5B1A-7</TxnID></TxnVoidRq>',
	);
});
