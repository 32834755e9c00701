import { byName, written } from '../../../../support/written';

const values = {
	accountListId: byName('Checking'),
	payeeEntityListId: byName('CalOil'),
	expenseLines: { line: [{ accountListId: byName('Fuel'), amount: '31' }] },
};
const PAYEE = '<PayeeEntityRef><FullName>CalOil</FullName></PayeeEntityRef>';
const lines = [
	'<ExpenseLineAdd><AccountRef><FullName>Fuel</FullName></AccountRef>',
	'<Amount>31.00</Amount></ExpenseLineAdd>',
].join('');

test.each([
	['', `${PAYEE}<IsToBePrinted>true</IsToBePrinted>`],
	['1042', `${PAYEE}<RefNumber>1042</RefNumber>`],
])('a check has the number "%s", or is to be printed', (refNumber, inside) => {
	expect(written('check', 'create', { ...values, refNumber })).toBe(
		[
			'<CheckAddRq><CheckAdd><AccountRef><FullName>Checking</FullName></AccountRef>',
			`${inside}${lines}</CheckAdd></CheckAddRq>`,
		].join(''),
	);
});

test('a check can pay off a credit', () => {
	const additionalFields = {
		applyCheckToTxnAddTxnId: '5B1A-1',
		applyCheckToTxnAddAmount: '31',
	};
	expect(written('check', 'create', { ...values, additionalFields })).toContain(
		'<ApplyCheckToTxnAdd><TxnID>5B1A-1</TxnID><Amount>31.00</Amount></ApplyCheckToTxnAdd>',
	);
});

test('a number that is too long is refused', () => {
	expect(() => written('check', 'create', { ...values, refNumber: '104210421042' })).toThrow(
		'Reference Number has 12 characters, but at most 11 are allowed',
	);
});
