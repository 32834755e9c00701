import type { IDataObject } from 'n8n-workflow';

import { byName, written } from '../../../../support/written';

const create = (line: IDataObject[], filledIn: IDataObject = {}) =>
	written('deposit', 'create', {
		depositToAccountListId: byName('Checking'),
		transactionDate: '2026-01-15',
		lines: { line },
		// Otherwise what waits to be deposited is read first.
		result: 'queuedRequest',
		...filledIn,
	});

const START =
	'<DepositAddRq><DepositAdd><TxnDate>2026-01-15</TxnDate><DepositToAccountRef><FullName>Checking</FullName></DepositToAccountRef>';
const END = '</DepositAdd></DepositAddRq>';

const payment = { paymentTxnId: '5B1A-1' };
const PAYMENT_LINE = '<DepositLineAdd><PaymentTxnID>5B1A-1</PaymentTxnID></DepositLineAdd>';

test('payments that were received, and money from elsewhere', () => {
	const interest = {
		accountListId: byName('Interest Income'),
		amount: 3.5,
		entityListId: byName('Bayshore Bank'),
		memo: 'March',
		additionalFields: { checkNumber: '12' },
	};
	expect(create([payment, interest])).toBe(
		`${START}${PAYMENT_LINE}<DepositLineAdd><EntityRef><FullName>Bayshore Bank</FullName></EntityRef>` +
			'<AccountRef><FullName>Interest Income</FullName></AccountRef><Memo>March</Memo>' +
			`<CheckNumber>12</CheckNumber><Amount>3.50</Amount></DepositLineAdd>${END}`,
	);
});

test('what a line says of a payment takes the place of what the payment says', () => {
	const line = {
		...payment,
		memo: 'March',
		additionalFields: { checkNumber: '12', classListId: byName('Remodel') },
	};
	expect(create([line])).toBe(
		`${START}<DepositLineAdd><PaymentTxnID>5B1A-1</PaymentTxnID><OverrideMemo>March</OverrideMemo>` +
			'<OverrideCheckNumber>12</OverrideCheckNumber><OverrideClassRef><FullName>Remodel</FullName></OverrideClassRef>' +
			`</DepositLineAdd>${END}`,
	);
});

test('cash back', () => {
	const additionalFields = {
		cashBackAccountListId: byName('Petty Cash'),
		cashBackAmount: '20',
		cashBackMemo: 'Change',
	};
	expect(create([payment], { additionalFields })).toBe(
		`${START}<CashBackInfoAdd><AccountRef><FullName>Petty Cash</FullName></AccountRef><Memo>Change</Memo>` +
			`<Amount>20.00</Amount></CashBackInfoAdd>${PAYMENT_LINE}${END}`,
	);
});

test.each<[what: string, line: IDataObject[], message: string]>([
	['no line', [], 'Nothing is filled in under Lines.'],
	['an amount of nothing', [{ amount: '5' }], 'Line 1 has neither a Payment nor an Account.'],
	[
		'an amount beside a payment',
		[payment, { ...payment, amount: '5' }],
		'Line 2 has a Payment and Amount too.',
	],
	[
		'an account beside a payment',
		[{ ...payment, accountListId: byName('Interest Income') }],
		'Line 1 has a Payment and Account too.',
	],
])('%s is refused', (_what, line, message) => {
	expect(() => create(line)).toThrow(message);
});

test('cash back without an account is refused', () => {
	const additionalFields = { cashBackAmount: '20' };
	expect(() => create([payment], { additionalFields })).toThrow(
		'Cash Back Amount needs a Cash Back Account.',
	);
});

test('a deposit of payments that is waited for reads first what waits, and one of other money does not', () => {
	const result = 'wait';
	expect(create([payment], { result })).toBe('<ReceivePaymentToDepositQueryRq/>');
	const money = { accountListId: byName('Interest Income'), amount: 3.5 };
	expect(create([money], { result })).toContain('<DepositAdd>');
	expect(create([payment], { result, options: { customRequestId: 'mine' } })).toContain(
		'<DepositAdd>',
	);
});

test('what is wrong with a deposit of payments is said before anything is read', () => {
	const line = { ...payment, additionalFields: { checkNumber: '123456789012' } };
	expect(() => create([line], { result: 'wait' })).toThrow(/OverrideCheckNumber has 12 characters/);
	const orderNumber = '1'.repeat(31);
	expect(() => create([payment], { result: 'wait', orderNumber })).toThrow(/31 characters/);
});
