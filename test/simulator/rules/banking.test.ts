import { type Desk, openDesk } from '../support/ask';
import { mistakesIn } from '../support/check-books';
import { add, expense, type Fields, modOf, nowOf } from '../support/purchases';
import { rule } from '../support/rules';

const CUSTOMER = '<CustomerRef><FullName>Abercrombie &amp; Daughters</FullName></CustomerRef>';
const TO_CHECKING = '<DepositToAccountRef><FullName>Checking</FullName></DepositToAccountRef>';

const addPayment = (desk: Desk): Fields =>
	add(
		desk,
		'ReceivePayment',
		`${CUSTOMER}<TotalAmount>50.00</TotalAmount><IsAutoApply>false</IsAutoApply>`,
	);

const addSale = (desk: Desk): Fields =>
	add(
		desk,
		'SalesReceipt',
		`${CUSTOMER}<DepositToAccountRef><FullName>Undeposited Funds</FullName></DepositToAccountRef><SalesReceiptLineAdd><ItemRef><FullName>Design</FullName></ItemRef></SalesReceiptLineAdd>`,
	);

const WAITING = '<ReceivePaymentToDepositQueryRq></ReceivePaymentToDepositQueryRq>';

const waiting = (desk: Desk): Fields[] =>
	desk.ask(WAITING).records.ReceivePaymentToDepositRet ?? [];

const lineOf = ({ TxnID, TxnLineID }: Fields): string =>
	`<DepositLineAdd><PaymentTxnID>${TxnID}</PaymentTxnID>${TxnLineID === undefined ? '' : `<PaymentTxnLineID>${TxnLineID}</PaymentTxnLineID>`}</DepositLineAdd>`;

/** A sale of 75.00, of which 50.00 were paid with a payment item: two lines of it wait. */
function addSalePaidTwice(desk: Desk): Fields {
	add(desk, 'ItemPayment', '<Name>Paid Ahead</Name>');
	const line = (item: string, amount: string) =>
		`<SalesReceiptLineAdd><ItemRef><FullName>${item}</FullName></ItemRef><Amount>${amount}</Amount></SalesReceiptLineAdd>`;
	return add(
		desk,
		'SalesReceipt',
		`${CUSTOMER}${line('Design', '75.00')}${line('Paid Ahead', '50.00')}`,
	);
}

rule('payments-to-deposit', (desk) => {
	const before = waiting(desk).length;
	const payment = addPayment(desk);
	const content = `${CUSTOMER}<TotalAmount>20.00</TotalAmount>${TO_CHECKING}<IsAutoApply>false</IsAutoApply>`;
	const paidToBank = add(desk, 'ReceivePayment', content);
	expect(waiting(desk)).toHaveLength(before + 1);
	expect(waiting(desk)).toContainEqual(
		expect.objectContaining({
			TxnID: payment.TxnID,
			TxnLineID: expect.any(String),
			TxnType: 'ReceivePayment',
			Amount: '50.00',
		}),
	);
	expect(waiting(desk).map(({ TxnID }) => TxnID)).not.toContain(paidToBank.TxnID);
	const deposit = deposited(desk, payment);
	expect(waiting(desk)).toHaveLength(before);
	desk.ask(removal('TxnVoid', 'Deposit', deposit.TxnID));
	expect(waiting(desk)).toHaveLength(before + 1);
	expect(() => desk.ask(WAITING.replace('><', '> <'))).toThrow();
});

rule('first-line-of-a-payment', (desk) => {
	const sale = addSalePaidTwice(desk);
	const own = () => waiting(desk).filter(({ TxnID }) => TxnID === sale.TxnID);
	const lines = own();
	const amounts = lines.map(({ Amount }) => Number(Amount));
	expect(amounts).toEqual([Number(sale.TotalAmount), 50]);
	const first = deposited(desk, sale);
	expect(first.DepositTotal).toBe(lines[0].Amount);
	expect(own()).toEqual([lines[1]]);
	desk.ask(removal('TxnDel', 'Deposit', first.TxnID));
	expect(own()).toEqual(lines);
	const both = add(desk, 'Deposit', TO_CHECKING + lines.map(lineOf).join(''));
	// A change may take the payments of its own deposit anew.
	const anew = lines.map(
		({ TxnID, TxnLineID }) =>
			`<DepositLineMod><TxnLineID>-1</TxnLineID><PaymentTxnID>${TxnID}</PaymentTxnID><PaymentTxnLineID>${TxnLineID}</PaymentTxnLineID></DepositLineMod>`,
	);
	const change = desk.ask(modOf('Deposit', nowOf(desk, 'Deposit', both), anew.join('')));
	expect(change).toMatchObject({ statusCode: '0' });
	expect(nowOf(desk, 'Deposit', both).DepositTotal).toBe(both.DepositTotal);
	expect(Number(both.DepositTotal)).toBeCloseTo(amounts[0] + amounts[1], 2);
	const twice = `<DepositAddRq><DepositAdd>${TO_CHECKING}${lineOf(lines[0])}</DepositAdd></DepositAddRq>`;
	expect(desk.ask(twice)).toMatchObject({
		statusCode: '3180',
		statusMessage: expect.stringContaining('Payments to Deposit list'),
	});
	expect(desk.ask(removal('TxnDel', 'SalesReceipt', sale.TxnID)).statusCode).toBe('3160');
});

const deposited = (desk: Desk, { TxnID }: Fields): Fields =>
	add(
		desk,
		'Deposit',
		`${TO_CHECKING}<DepositLineAdd><PaymentTxnID>${TxnID}</PaymentTxnID></DepositLineAdd>`,
	);

const removal = (request: string, kind: string, id: unknown): string =>
	`<${request}Rq><${request}Type>${kind}</${request}Type><TxnID>${id}</TxnID></${request}Rq>`;

rule('deposited-payment-is-locked', (desk, isFollowed) => {
	const payment = addPayment(desk);
	const deposit = deposited(desk, payment);
	const change = (content: string) =>
		desk.ask(modOf('ReceivePayment', nowOf(desk, 'ReceivePayment', payment), content)).statusCode;
	expect(change('<TotalAmount>60.00</TotalAmount>')).toBe('3170');
	expect(change('<Memo>m</Memo>')).toBe(isFollowed ? '3170' : '0');
	desk.ask(removal('TxnDel', 'Deposit', deposit.TxnID));
	expect(change('<TotalAmount>60.00</TotalAmount>')).toBe('0');
});

rule('void-of-a-deposited-payment', (desk) => {
	const sale = addSale(desk);
	const deposit = deposited(desk, sale);
	const undo = () => desk.ask(removal('TxnVoid', 'SalesReceipt', sale.TxnID)).statusCode;
	expect(undo()).toBe('3170');
	desk.ask(removal('TxnDel', 'Deposit', deposit.TxnID));
	expect(undo()).toBe('0');
});

rule('deletion-of-a-deposited-payment', (desk) => {
	const payment = addPayment(desk);
	const deposit = deposited(desk, payment);
	const undo = () => desk.ask(removal('TxnDel', 'ReceivePayment', payment.TxnID));
	expect(undo()).toMatchObject({
		statusCode: '3160',
		statusMessage: expect.stringContaining(String(payment.TxnID)),
	});
	desk.ask(removal('TxnDel', 'Deposit', deposit.TxnID));
	expect(undo()).toMatchObject({ statusCode: '0' });
});

rule('cash-back', (desk) => {
	const account = desk.company.accounts.find(({ Name }) => Name === 'Checking');
	const before = Number(account?.Balance);
	const line =
		'<DepositLineAdd><AccountRef><FullName>Service Income</FullName></AccountRef><Amount>100.00</Amount></DepositLineAdd>';
	const back =
		'<CashBackInfoAdd><AccountRef><FullName>Office Supplies</FullName></AccountRef><Amount>30.00</Amount></CashBackInfoAdd>';
	expect(add(desk, 'Deposit', TO_CHECKING + back + line)).toMatchObject({ DepositTotal: '70.00' });
	expect(Number(account?.Balance)).toBeCloseTo(before + 70, 2);
});

rule('transfers-stay', (desk) => {
	for (const request of ['TxnVoid', 'TxnDel']) {
		expect(desk.ask(removal(request, 'Transfer', '1-1'))).toMatchObject({ statusCode: '3110' });
	}
});

describe('a transfer', () => {
	const account = (side: string, name: string): string =>
		`<Transfer${side}AccountRef><FullName>${name}</FullName></Transfer${side}AccountRef>`;
	const between = (from: string, to: string): string => account('From', from) + account('To', to);
	const transfer = ({ ask }: Desk, content: string) =>
		ask(`<TransferAddRq><TransferAdd>${content}</TransferAdd></TransferAddRq>`);
	const balance = ({ company }: Desk, name: string): number =>
		Number(company.accounts.find(({ FullName }) => FullName === name)?.Balance);

	test('takes from one account what the other gets: a card that is paid owes less', () => {
		const desk = openDesk();
		const before = ['Checking', 'Company Card'].map((name) => balance(desk, name));
		const amount = '<Amount>75.50</Amount>';
		expect(transfer(desk, between('Checking', 'Company Card') + amount)).toMatchObject({
			statusCode: '0',
		});
		const after = ['Checking', 'Company Card'].map((name) => balance(desk, name));
		expect(after.map((now, index) => now - before[index])).toEqual([
			expect.closeTo(-75.5, 2),
			expect.closeTo(-75.5, 2),
		]);
		expect(mistakesIn(desk.company)).toEqual([]);
	});

	test('needs both accounts, an amount, and one currency', () => {
		const desk = openDesk();
		const amount = '<Amount>1.00</Amount>';
		expect(transfer(desk, account('From', 'Checking') + amount).statusCode).toBe('3150');
		expect(transfer(desk, account('To', 'Checking') + amount).statusCode).toBe('3150');
		expect(transfer(desk, between('Checking', 'Company Card')).statusCode).toBe('3150');
		const euro = '<CurrencyRef><FullName>Euro</FullName></CurrencyRef>';
		add(desk, 'Account', `<Name>Euros</Name><AccountType>Bank</AccountType>${euro}`);
		expect(transfer(desk, between('Checking', 'Euros') + amount).statusCode).toBe('3210');
	});
});

test('what is charged to a card raises what it owes, and a credit lowers it', () => {
	const desk = openDesk();
	const owed = () =>
		Number(desk.company.accounts.find(({ FullName }) => FullName === 'Company Card')?.Balance);
	const before = owed();
	const card = '<AccountRef><FullName>Company Card</FullName></AccountRef>';
	add(desk, 'CreditCardCharge', card + expense('30.00'));
	expect(owed()).toBeCloseTo(before + 30, 2);
	add(desk, 'CreditCardCredit', card + expense('10.00'));
	expect(owed()).toBeCloseTo(before + 20, 2);
});

const line = (side: string, amount: string, account = 'Office Supplies', entity = ''): string =>
	`<Journal${side}Line><AccountRef><FullName>${account}</FullName></AccountRef><Amount>${amount}</Amount>${entity}</Journal${side}Line>`;

function enter({ ask, company }: Desk, lines: string) {
	const before = company.journalEntries.length;
	const { statusCode } = ask(
		`<JournalEntryAddRq><JournalEntryAdd>${lines}</JournalEntryAdd></JournalEntryAddRq>`,
	);
	expect(company.journalEntries).toHaveLength(statusCode === '0' ? before + 1 : before);
	return statusCode;
}

rule('journal-out-of-balance', (desk) => {
	expect(enter(desk, line('Debit', '5.00') + line('Credit', '5.01'))).toBe('3180');
	expect(enter(desk, line('Debit', '5.00') + line('Credit', '5.00'))).toBe('0');
});

rule('negative-journal-amount', (desk) => {
	expect(enter(desk, line('Debit', '-5.00') + line('Credit', '-5.00'))).toBe('3210');
});

rule('party-of-a-journal-line', (desk) => {
	const other = line('Debit', '5.00');
	const whom = (name: string) => `<EntityRef><FullName>${name}</FullName></EntityRef>`;
	const [customer, vendor] = ['Abercrombie &amp; Daughters', 'A &amp; B Lumber'].map(whom);
	const ways: Array<[string, string, string]> = [
		['Accounts Receivable', customer, vendor],
		['Accounts Payable', vendor, customer],
	];
	for (const [account, right, wrong] of ways) {
		expect(enter(desk, other + line('Credit', '5.00', account))).toBe('3180');
		expect(enter(desk, other + line('Credit', '5.00', account, wrong))).toBe('3180');
		expect(enter(desk, other + line('Credit', '5.00', account, right))).toBe('0');
	}
});

rule('journal-lines-together', (desk) => {
	const content = line('Debit', '5.00') + line('Debit', '6.00') + line('Credit', '11.00');
	const entry = add(desk, 'JournalEntry', content);
	const [first] = entry.JournalDebitLine as Fields[];
	const credit = entry.JournalCreditLine as Fields | Fields[];
	const [last] = [credit].flat();
	const kept = (one: Fields, amount = '') =>
		`<JournalLineMod><TxnLineID>${one.TxnLineID}</TxnLineID>${amount}</JournalLineMod>`;
	expect(desk.ask(modOf('JournalEntry', entry, kept(first)))).toMatchObject({ statusCode: '3180' });
	const both = kept(first) + kept(last, '<Amount>5.00</Amount>');
	const { records } = desk.ask(modOf('JournalEntry', entry, both));
	expect([records.JournalEntryRet[0].JournalDebitLine].flat()).toHaveLength(1);
});
