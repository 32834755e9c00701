import type { Desk } from '../support/ask';
import { mistakesIn } from '../support/check-books';
import {
	add,
	addBill,
	addCredit,
	applied,
	checkFor,
	crediting,
	type Fields,
	LUMBER_AS_PAYEE,
	modOf,
	nowOf,
	only,
	paying,
} from '../support/purchases';
import { rule } from '../support/rules';

const openOf = (desk: Desk, bill: Fields): unknown => nowOf(desk, 'Bill', bill).OpenAmount;

const applying = (bill: Fields, content: string): string =>
	applied(bill, content, 'AppliedToTxnMod');

const change = (desk: Desk, payment: Fields, content: string) =>
	desk.ask(modOf('BillPaymentCheck', nowOf(desk, 'BillPaymentCheck', payment), content));

const DISCOUNT =
	'<DiscountAmount>5.00</DiscountAmount><DiscountAccountRef><FullName>Sales Discounts</FullName></DiscountAccountRef>';

rule('amount-of-a-bill-payment', (desk) => {
	const content = applied(addBill(desk), paying('40.00')) + applied(addBill(desk), paying('2.50'));
	expect(only(desk.ask(checkFor(content)))).toMatchObject({ Amount: '42.50' });
});

rule('several-bills', (desk) => {
	const bills = [addBill(desk), addBill(desk)];
	const content = bills.map((bill) => applied(bill, paying('100.00'))).join('');
	expect(only(desk.ask(checkFor(content)))).toMatchObject({
		AppliedToTxnRet: [{ Amount: '100.00' }, { Amount: '100.00' }],
	});
	expect(bills.map((bill) => openOf(desk, bill))).toEqual(['0.00', '0.00']);
});

rule('credits-alone', (desk, isFollowed) => {
	const { company } = desk;
	const [bill, credit] = [addBill(desk), addCredit(desk)];
	const counts = () => [company.billPaymentChecks.length, company.billPaymentCreditCards.length];
	const before = counts();
	const answer = desk.ask(checkFor(applied(bill, crediting(credit, '10.00'))));
	expect(answer).toMatchObject({ statusCode: '0' });
	for (const name of ['TxnID', 'EditSequence', 'TxnNumber']) {
		expect(name in only(answer)).toBe(!isFollowed);
	}
	expect(only(answer)).toMatchObject({ Amount: '0.00' });
	const card = `<BillPaymentCreditCardAddRq><BillPaymentCreditCardAdd>${LUMBER_AS_PAYEE}<CreditCardAccountRef><FullName>Company Card</FullName></CreditCardAccountRef>${applied(bill, crediting(credit, '5.00'))}</BillPaymentCreditCardAdd></BillPaymentCreditCardAddRq>`;
	expect(desk.ask(card)).toMatchObject({ statusCode: '0' });
	expect(counts()).toEqual(isFollowed ? before : before.map((count) => count + 1));
	expect(nowOf(desk, 'Bill', bill)).toMatchObject({
		OpenAmount: '85.00',
		LinkedTxn: [
			{ TxnID: credit.TxnID, Amount: '-10.00' },
			{ TxnID: credit.TxnID, Amount: '-5.00' },
		],
	});
	expect(mistakesIn(company)).toEqual([]);
});

rule('more-credit-than-there-is', (desk) => {
	const credit = addCredit(desk, '30.00');
	const use = (bill: Fields, amount: string) =>
		desk.ask(checkFor(applied(bill, crediting(credit, amount)))).statusCode;
	expect(use(addBill(desk, '100.00'), '30.01')).toBe('3210');
	expect(use(addBill(desk, '20.00'), '20.01')).toBe('3210');
	expect(use(addBill(desk, '20.00'), '20.00')).toBe('0');
});

rule('changed-applications', (desk) => {
	const [first, second] = [addBill(desk), addBill(desk)];
	const payment = only(
		desk.ask(
			checkFor(applied(first, paying('40.00') + DISCOUNT) + applied(second, paying('20.00'))),
		),
	);
	expect([first, second].map((bill) => openOf(desk, bill))).toEqual(['55.00', '80.00']);
	only(change(desk, payment, '<Memo>m</Memo>'));
	expect([first, second].map((bill) => openOf(desk, bill))).toEqual(['55.00', '80.00']);
	const changed = only(change(desk, payment, applying(second, paying('50.00'))));
	expect(changed).toMatchObject({
		Amount: '60.00',
		AppliedToTxnRet: [{ TxnID: second.TxnID, Amount: '50.00' }],
	});
	expect([first, second].map((bill) => openOf(desk, bill))).toEqual(['100.00', '50.00']);
	expect(mistakesIn(desk.company)).toEqual([]);
	const more = change(desk, payment, applying(second, paying('60.01')));
	expect(more).toMatchObject({ statusCode: '3210' });
});

rule('credits-stay', (desk) => {
	const [bill, credit] = [addBill(desk), addCredit(desk)];
	const payment = only(
		desk.ask(checkFor(applied(bill, paying('40.00') + crediting(credit, '10.00')))),
	);
	only(change(desk, payment, applying(bill, paying('20.00'))));
	expect(openOf(desk, bill)).toBe('70.00');
	only(change(desk, payment, applying(bill, paying('20.00') + crediting(credit, '5.00'))));
	expect(openOf(desk, bill)).toBe('65.00');
	expect(mistakesIn(desk.company)).toEqual([]);
});

rule('what-bill-payments-keep', (desk) => {
	const payment = only(desk.ask(checkFor(applied(addBill(desk), paying('40.00')))));
	for (const name of ['TxnDate', 'BankAccountRef']) {
		expect(change(desk, payment, `<${name}></${name}>`)).toMatchObject({ statusCode: '3190' });
	}
	expect(change(desk, payment, '<RefNumber></RefNumber><Memo></Memo>')).toMatchObject({
		statusCode: '0',
	});
});

rule('card-payments-do-not-change', (desk) => {
	expect(() =>
		desk.ask(modOf('BillPaymentCreditCard', { TxnID: '1-1', EditSequence: '1' }, '')),
	).toThrow('parsing');
});

rule('entry-paid-as-a-bill', (desk) => {
	const line = (account: string, more = '') =>
		`<AccountRef><FullName>${account}</FullName></AccountRef><Amount>70.00</Amount>${more}`;
	const vendor = '<EntityRef><FullName>A &amp; B Lumber</FullName></EntityRef>';
	const content = `<JournalDebitLine>${line('Subcontractors')}</JournalDebitLine><JournalCreditLine>${line('Accounts Payable', vendor)}</JournalCreditLine>`;
	const entry = add(desk, 'JournalEntry', content);
	const owed = () =>
		Number(desk.company.vendors.find(({ Name }) => Name === 'A & B Lumber')?.Balance);
	const before = owed();
	const payment = only(desk.ask(checkFor(applied(entry, paying('40.00')))));
	expect(payment).toMatchObject({
		AppliedToTxnRet: [{ TxnType: 'JournalEntry', Amount: '40.00', BalanceRemaining: '30.00' }],
	});
	expect(owed()).toBe(before - 40);
	expect(desk.ask(checkFor(applied(entry, paying('30.01'))))).toMatchObject({ statusCode: '3210' });
	expect(desk.ask(checkFor(applied(entry, paying('30.00'))))).toMatchObject({ statusCode: '0' });
	expect(desk.ask(checkFor(applied(entry, paying('1.00'))))).toMatchObject({ statusCode: '3120' });
	expect(mistakesIn(desk.company)).toEqual([]);
	desk.ask(
		`<TxnDelRq><TxnDelType>JournalEntry</TxnDelType><TxnID>${entry.TxnID}</TxnID></TxnDelRq>`,
	);
	expect(mistakesIn(desk.company)).toEqual([]);
});
