import type { Desk } from '../support/ask';
import { mistakesIn } from '../support/check-books';
import {
	add,
	addBill,
	addCredit,
	applied,
	checkFor,
	crediting,
	expense,
	type Fields,
	LUMBER,
	modOf,
	nowOf,
	only,
	paying,
} from '../support/purchases';
import { rule } from '../support/rules';

const WINDOW = '<ItemRef><FullName>Window</FullName></ItemRef>';
const CHECKING = '<AccountRef><FullName>Checking</FullName></AccountRef>';
const CARD = '<AccountRef><FullName>Company Card</FullName></AccountRef>';

const orderLine = (rest: string, item = WINDOW): string =>
	`<PurchaseOrderLineAdd>${item}${rest}</PurchaseOrderLineAdd>`;

const PRICED = '<Quantity>2</Quantity><Rate>150</Rate>';

const addOrder = (desk: Desk, lines = orderLine(PRICED) + orderLine(PRICED), more = ''): Fields =>
	add(desk, 'PurchaseOrder', LUMBER + more + lines);

const orderLines = (order: Fields): Fields[] => order.PurchaseOrderLineRet as Fields[];

const itemLine = (rest: string): string => `<ItemLineAdd>${WINDOW}${rest}</ItemLineAdd>`;

function stocked({ company }: Desk) {
	const found = company.items.find(({ Name }) => Name === 'Window');
	if (!found) throw new Error('There is no window.');
	return found;
}

/** Changes a record that is read again before. */
const change = (desk: Desk, kind: string, record: Fields, content: string) =>
	desk.ask(modOf(kind, nowOf(desk, kind, record), content));

const lineOf = (kind: 'ExpenseLine' | 'ItemLine', line: Fields, rest = ''): string =>
	`<${kind}Mod><TxnLineID>${line.TxnLineID}</TxnLineID>${rest}</${kind}Mod>`;

const expensesOf = (record: Fields): Fields[] => record.ExpenseLineRet as Fields[];
const itemsOf = (record: Fields): Fields[] => (record.ItemLineRet ?? []) as Fields[];

/** A bill with two expenses and an item. */
const addMixedBill = (desk: Desk): Fields =>
	add(desk, 'Bill', LUMBER + expense('1.00') + expense('2.00') + itemLine('<Cost>150</Cost>'));

rule('orders-post-nothing', (desk) => {
	const [vendor] = desk.company.vendors;
	const before = [vendor.Balance, stocked(desk).QuantityOnHand];
	addOrder(desk);
	expect([vendor.Balance, stocked(desk).QuantityOnHand]).toEqual(before);
});

rule('closing-an-order', (desk) => {
	const order = addOrder(desk);
	const closed = only(
		change(desk, 'PurchaseOrder', order, '<IsManuallyClosed>true</IsManuallyClosed>'),
	);
	expect(orderLines(closed)).toMatchObject([
		{ IsManuallyClosed: 'true' },
		{ IsManuallyClosed: 'true' },
	]);
	const other = addOrder(desk);
	const lines = orderLines(other).map(
		({ TxnLineID }) =>
			`<PurchaseOrderLineMod><TxnLineID>${TxnLineID}</TxnLineID><IsManuallyClosed>true</IsManuallyClosed></PurchaseOrderLineMod>`,
	);
	expect(change(desk, 'PurchaseOrder', other, lines.join(''))).toMatchObject({
		records: { PurchaseOrderRet: [{ IsManuallyClosed: 'true', IsFullyReceived: 'false' }] },
	});
	expect(
		desk.ask(
			`<BillAddRq><BillAdd>${LUMBER}<LinkToTxnID>${other.TxnID}</LinkToTxnID></BillAdd></BillAddRq>`,
		),
	).toMatchObject({ statusCode: '3180' });
});

const receive = (desk: Desk, { TxnID }: Fields): Fields =>
	add(desk, 'Bill', `${LUMBER}<LinkToTxnID>${TxnID}</LinkToTxnID>`);

rule('fully-received', (desk) => {
	const order = addOrder(desk);
	receive(desk, order);
	expect(nowOf(desk, 'PurchaseOrder', order)).toMatchObject({ IsFullyReceived: 'true' });
	const other = addOrder(desk);
	const [{ TxnLineID }, second] = orderLines(other);
	const closing = `<PurchaseOrderLineMod><TxnLineID>${TxnLineID}</TxnLineID><IsManuallyClosed>true</IsManuallyClosed></PurchaseOrderLineMod><PurchaseOrderLineMod><TxnLineID>${second.TxnLineID}</TxnLineID></PurchaseOrderLineMod>`;
	only(change(desk, 'PurchaseOrder', other, closing));
	receive(desk, other);
	expect(nowOf(desk, 'PurchaseOrder', other)).toMatchObject({
		IsFullyReceived: 'false',
		PurchaseOrderLineRet: [{ ReceivedQuantity: '0' }, { ReceivedQuantity: '2' }],
	});
});

rule('reopened-order', (desk) => {
	const reopening = '<IsManuallyClosed>false</IsManuallyClosed>';
	const closing = '<IsManuallyClosed>true</IsManuallyClosed>';
	const order = addOrder(desk);
	only(change(desk, 'PurchaseOrder', order, closing));
	expect(change(desk, 'PurchaseOrder', order, reopening)).toMatchObject({
		statusCode: '0',
		records: { PurchaseOrderRet: [{ IsManuallyClosed: 'false' }] },
	});
	receive(desk, order);
	only(change(desk, 'PurchaseOrder', order, closing));
	expect(change(desk, 'PurchaseOrder', order, reopening)).toMatchObject({ statusCode: '3210' });
});

rule('rate-beside-an-amount', (desk) => {
	const order = addOrder(
		desk,
		orderLine('<Quantity>2</Quantity><Rate>7</Rate><Amount>100.00</Amount>'),
	);
	expect(orderLines(order)).toMatchObject([{ Rate: '50.00', Amount: '100.00' }]);
});

rule('class-of-an-order', (desk) => {
	const own = '<ClassRef><FullName>Residential</FullName></ClassRef>';
	const lines = orderLine(PRICED) + orderLine(`${PRICED}${own}`);
	const order = addOrder(desk, lines, '<ClassRef><FullName>Commercial</FullName></ClassRef>');
	expect(orderLines(order)).toMatchObject([
		{ ClassRef: { FullName: 'Commercial' } },
		{ ClassRef: { FullName: 'Residential' } },
	]);
});

rule('numbers-by-itself', (desk, isFollowed) => {
	const line = '<AccountRef><FullName>Office Supplies</FullName></AccountRef><Amount>1.00</Amount>';
	const content = `<JournalDebitLine>${line}</JournalDebitLine><JournalCreditLine>${line}</JournalCreditLine>`;
	const written = [
		addOrder(desk),
		add(desk, 'Check', CHECKING + expense('1.00')),
		add(desk, 'JournalEntry', content),
	];
	for (const each of written) {
		if (isFollowed) expect(each.RefNumber).toMatch(/^\d+$/);
		else expect(each).not.toHaveProperty('RefNumber');
	}
});

const receiveItems = (desk: Desk, content: string) =>
	desk.ask(
		`<ItemReceiptAddRq><ItemReceiptAdd>${LUMBER}${content}</ItemReceiptAdd></ItemReceiptAddRq>`,
	);

const whole = ({ TxnID }: Fields): string => `<LinkToTxnID>${TxnID}</LinkToTxnID>`;

rule('lines-of-a-receipt', (desk) => {
	expect(receiveItems(desk, '')).toMatchObject({ statusCode: '3180' });
	const order = addOrder(desk);
	expect(receiveItems(desk, whole(order))).toMatchObject({ statusCode: '0' });
	const now = nowOf(desk, 'PurchaseOrder', order);
	expect(now).toMatchObject({ IsFullyReceived: 'true' });
	const received = { IsBilled: 'false', UnbilledQuantity: '2' };
	expect(orderLines(now)).toMatchObject([received, received]);
	expect(receiveItems(desk, whole(order))).not.toMatchObject({ statusCode: '0' });
});

rule('links-of-a-changed-receipt', (desk) => {
	const order = addOrder(desk);
	const receipt = only(receiveItems(desk, whole(order)));
	expect(nowOf(desk, 'ItemReceipt', receipt)).toHaveProperty('LinkedTxn');
	expect(change(desk, 'ItemReceipt', receipt, '<Memo>n</Memo>')).toMatchObject({ statusCode: '0' });
	expect(nowOf(desk, 'ItemReceipt', receipt)).not.toHaveProperty('LinkedTxn');
	expect(nowOf(desk, 'PurchaseOrder', order)).toMatchObject({ IsFullyReceived: 'false' });
	expect(mistakesIn(desk.company)).toEqual([]);
});

rule('bill-from-a-receipt', (desk) => {
	const receipt = only(receiveItems(desk, expense('5.00')));
	const before = desk.company.bills.length;
	const bill = `<BillAddRq><BillAdd>${LUMBER}${whole(receipt)}</BillAdd></BillAddRq>`;
	expect(desk.ask(bill)).not.toMatchObject({ statusCode: '0' });
	expect(desk.company.bills).toHaveLength(before);
});

rule('account-of-a-bill', (desk) => {
	for (const each of [addBill(desk), addCredit(desk)]) {
		expect(each).toMatchObject({ APAccountRef: { FullName: 'Accounts Payable' } });
	}
});

rule('amount-due', (desk) => {
	const bill = addBill(desk);
	only(desk.ask(checkFor(applied(bill, paying('40.00')))));
	expect(nowOf(desk, 'Bill', bill)).toMatchObject({ AmountDue: '100.00', OpenAmount: '60.00' });
});

rule('open-amount-is-shown', (desk, isFollowed) => {
	const records: Array<[string, Fields]> = [
		['Bill', addBill(desk)],
		['VendorCredit', addCredit(desk)],
	];
	for (const [kind, record] of records) {
		const now = nowOf(desk, kind, record);
		if (isFollowed) expect(now).toHaveProperty('OpenAmount');
		else expect(now).not.toHaveProperty('OpenAmount');
	}
});

rule('signs-of-links', (desk) => {
	const [bill, credit] = [addBill(desk), addCredit(desk)];
	only(desk.ask(checkFor(applied(bill, paying('40.00') + crediting(credit, '10.00')))));
	const amounts = (kind: string, record: Fields) =>
		(nowOf(desk, kind, record).LinkedTxn as Fields[]).map(({ TxnType, Amount }) => [
			TxnType,
			Amount,
		]);
	expect(amounts('Bill', bill)).toEqual([
		['VendorCredit', '-10.00'],
		['BillPaymentCheck', '-40.00'],
	]);
	expect(amounts('VendorCredit', credit)).toEqual([['Bill', '10.00']]);
});

rule('account-filter', (desk) => {
	const { TxnID } = addBill(desk);
	const found = (account: string) =>
		desk
			.ask(
				`<BillQueryRq><AccountFilter><FullName>${account}</FullName></AccountFilter></BillQueryRq>`,
			)
			.records.BillRet?.some((bill) => bill.TxnID === TxnID) ?? false;
	expect(found('Accounts Payable')).toBe(true);
	expect(found('Subcontractors')).toBe(false);
});

rule('stock-from-bills', (desk) => {
	const before = stocked(desk);
	const [quantity, value] = [Number(before.QuantityOnHand), Number(before.booked?.value)];
	add(desk, 'Bill', LUMBER + itemLine('<Quantity>10</Quantity><Cost>999</Cost>'));
	const { QuantityOnHand, AverageCost } = stocked(desk);
	expect(Number(QuantityOnHand)).toBe(quantity + 10);
	expect(Number(AverageCost)).toBeCloseTo((value + 9990) / (quantity + 10), 2);
	const content = `<CustomerRef><FullName>Abercrombie &amp; Daughters</FullName></CustomerRef><InvoiceLineAdd>${WINDOW}</InvoiceLineAdd>`;
	add(desk, 'Invoice', content);
	expect(Number(stocked(desk).QuantityOnHand)).toBe(quantity + 9);
	expect(Number(stocked(desk).AverageCost)).toBeCloseTo(Number(AverageCost), 2);
});

rule('unused-credit', (desk) => {
	const bill = addBill(desk);
	const credit = addCredit(desk);
	expect(nowOf(desk, 'Bill', bill)).toMatchObject({ OpenAmount: '100.00' });
	only(desk.ask(checkFor(applied(bill, paying('1.00') + crediting(credit, '30.00')))));
	expect(nowOf(desk, 'Bill', bill)).toMatchObject({ OpenAmount: '69.00' });
});

rule('cost-of-a-line', (desk) => {
	const content = `${LUMBER}${itemLine('<Quantity>4</Quantity><Amount>100.00</Amount>')}${itemLine('')}`;
	const bill = add(desk, 'Bill', content);
	const { PurchaseCost } = stocked(desk);
	expect(itemsOf(bill)).toMatchObject([
		{ Cost: '25.00', Amount: '100.00' },
		{ Cost: PurchaseCost, Amount: PurchaseCost },
	]);
});

rule('line-without-an-account', (desk) => {
	expect(
		desk.ask(
			`<BillAddRq><BillAdd>${LUMBER}<ExpenseLineAdd><Amount>1.00</Amount></ExpenseLineAdd></BillAdd></BillAddRq>`,
		),
	).toMatchObject({ statusCode: '3150', statusMessage: expect.stringContaining('AccountRef') });
});

rule('empty-bill', (desk) => {
	for (const kind of ['Bill', 'VendorCredit']) {
		expect(
			desk.ask(`<${kind}AddRq><${kind}Add>${LUMBER}</${kind}Add></${kind}AddRq>`),
		).toMatchObject({ statusCode: '3180', statusMessage: expect.stringContaining('empty') });
	}
	const bill = addBill(desk);
	const cleared = '<ClearExpenseLines>true</ClearExpenseLines>';
	expect(change(desk, 'Bill', bill, cleared)).toMatchObject({ statusCode: '3180' });
	expect(expensesOf(nowOf(desk, 'Bill', bill))).toHaveLength(1);
	expect(mistakesIn(desk.company)).toEqual([]);
});

rule('customer-of-a-payable-line', (desk) => {
	const [customer, vendor] = ['Abercrombie &amp; Daughters', 'A &amp; B Lumber'];
	const check = (account: string, party: string) =>
		desk.ask(
			`<CheckAddRq><CheckAdd>${CHECKING}<ExpenseLineAdd><AccountRef><FullName>${account}</FullName></AccountRef><Amount>20.00</Amount><CustomerRef><FullName>${party}</FullName></CustomerRef></ExpenseLineAdd></CheckAdd></CheckAddRq>`,
		).statusCode;
	const owed = () =>
		Number(desk.company.vendors.find(({ Name }) => Name === 'A & B Lumber')?.Balance);
	const before = owed();
	expect(check('Accounts Payable', customer)).toBe('3140');
	expect(check('Subcontractors', vendor)).toBe('3140');
	expect(owed()).toBe(before);
	expect(check('Subcontractors', customer)).toBe('0');
	expect(check('Accounts Payable', vendor)).toBe('0');
	expect(owed()).toBe(before - 20);
	expect(mistakesIn(desk.company)).toEqual([]);
});

rule('lines-not-named', (desk) => {
	const bill = addMixedBill(desk);
	expect(only(change(desk, 'Bill', bill, '<Memo>m</Memo>'))).toMatchObject({
		ExpenseLineRet: [{ Amount: '1.00' }, { Amount: '2.00' }],
		ItemLineRet: [{ Amount: '150.00' }],
	});
	const [, second] = expensesOf(bill);
	const changed = only(change(desk, 'Bill', bill, lineOf('ExpenseLine', second)));
	expect(changed).toMatchObject({ AmountDue: '152.00', ItemLineRet: [{ Amount: '150.00' }] });
	expect(expensesOf(changed)).toMatchObject([{ Amount: '2.00' }]);
});

rule('kept-and-new-lines', (desk) => {
	const bill = addBill(desk);
	const [line] = expensesOf(bill);
	const fresh = lineOf(
		'ExpenseLine',
		{ TxnLineID: '-1' },
		'<AccountRef><FullName>Office Supplies</FullName></AccountRef><Amount>5.00</Amount>',
	);
	const changed = only(change(desk, 'Bill', bill, lineOf('ExpenseLine', line) + fresh));
	expect(expensesOf(changed)).toMatchObject([
		{ TxnLineID: line.TxnLineID, Amount: '100.00' },
		{ Amount: '5.00' },
	]);
});

rule('order-of-lines', (desk) => {
	const bill = addMixedBill(desk);
	const [first, second] = expensesOf(bill);
	const reversed = lineOf('ExpenseLine', second) + lineOf('ExpenseLine', first);
	expect(change(desk, 'Bill', bill, reversed)).toMatchObject({ statusCode: '3290' });
});

rule('both-kinds-cleared', (desk) => {
	const bill = addMixedBill(desk);
	const [expenses, items] = ['Expense', 'Item'].map(
		(kind) => `<Clear${kind}Lines>true</Clear${kind}Lines>`,
	);
	expect(change(desk, 'Bill', bill, expenses + items)).toMatchObject({ statusCode: '3151' });
	const cleared = only(change(desk, 'Bill', bill, items));
	expect(cleared).toMatchObject({ AmountDue: '3.00' });
	expect(itemsOf(cleared)).toEqual([]);
});

/** What cannot be sent without a value, in the head of a record and in its lines. */
function expectKept(desk: Desk, kind: string, record: Fields, head: string[], lines: string[]) {
	for (const name of head) {
		expect(change(desk, kind, record, `<${name}></${name}>`)).toMatchObject({
			statusCode: '3190',
			statusMessage: expect.stringContaining(name),
		});
	}
	for (const line of lines) {
		expect(change(desk, kind, record, line)).toMatchObject({ statusCode: '3190' });
	}
}

rule('what-bills-keep', (desk) => {
	const bill = addMixedBill(desk);
	const [line] = itemsOf(bill);
	expectKept(
		desk,
		'Bill',
		bill,
		['VendorRef', 'APAccountRef', 'TxnDate', 'DueDate'],
		['Quantity', 'Amount', 'BillableStatus', 'OverrideItemAccountRef'].map((name) =>
			lineOf('ItemLine', line, `<${name}></${name}>`),
		),
	);
	expect(change(desk, 'Bill', bill, '<RefNumber></RefNumber><Memo></Memo>')).toMatchObject({
		statusCode: '0',
	});
});

rule('what-orders-keep', (desk) => {
	const order = addOrder(desk);
	const [{ TxnLineID }] = orderLines(order);
	expectKept(
		desk,
		'PurchaseOrder',
		order,
		['TemplateRef', 'TxnDate', 'DueDate', 'ExpectedDate'],
		['ItemRef', 'Quantity', 'Amount', 'OverrideItemAccountRef'].map(
			(name) =>
				`<PurchaseOrderLineMod><TxnLineID>${TxnLineID}</TxnLineID><${name}></${name}></PurchaseOrderLineMod>`,
		),
	);
});

rule('what-checks-keep', (desk) => {
	const check = add(desk, 'Check', CHECKING + expense('1.00'));
	expectKept(desk, 'Check', check, ['AccountRef', 'TxnDate'], []);
	const payee = '<PayeeEntityRef><FullName>A &amp; B Lumber</FullName></PayeeEntityRef>';
	const charge = add(desk, 'CreditCardCharge', CARD + payee + expense('1.00'));
	expectKept(desk, 'CreditCardCharge', charge, ['AccountRef', 'PayeeEntityRef', 'TxnDate'], []);
	const cleared = '<RefNumber></RefNumber><Memo></Memo>';
	expect(change(desk, 'CreditCardCharge', charge, cleared)).toMatchObject({ statusCode: '0' });
});

rule('amount-of-a-check', (desk) => {
	const check = add(desk, 'Check', CHECKING + expense('1.50') + expense('2.50'));
	expect(check).toMatchObject({ Amount: '4.00' });
	expect(mistakesIn(desk.company)).toEqual([]);
});

rule('checks-alone', (desk) => {
	const payment = only(desk.ask(checkFor(applied(addBill(desk), paying('1.00')))));
	const { statusCode } = desk.ask(`<CheckQueryRq><TxnID>${payment.TxnID}</TxnID></CheckQueryRq>`);
	expect(statusCode).toBe('500');
	expect(desk.ask(modOf('Check', payment, '<Memo>m</Memo>'))).toMatchObject({ statusCode: '3120' });
});

const GROUP =
	'<ItemGroupLineAdd><ItemGroupRef><FullName>Door Set</FullName></ItemGroupRef></ItemGroupLineAdd>';

rule('groups-of-their-own', (desk, isFollowed) => {
	const bill = add(desk, 'Bill', LUMBER + itemLine('<Quantity>1</Quantity>') + GROUP);
	const [{ TxnLineID: lineId }] = bill.ItemLineRet as Fields[];
	const [{ TxnLineID: groupId }] = bill.ItemGroupLineRet as Fields[];
	change(desk, 'Bill', bill, `<ItemLineMod><TxnLineID>${String(lineId)}</TxnLineID></ItemLineMod>`);
	const kept = nowOf(desk, 'Bill', bill);
	expect(kept.ItemLineRet).toMatchObject([{ TxnLineID: lineId }]);
	const groups = (kept.ItemGroupLineRet ?? []) as Fields[];
	expect(groups.map(({ TxnLineID }) => TxnLineID)).toEqual(isFollowed ? [groupId] : []);
	expect(mistakesIn(desk.company)).toEqual([]);
});

rule('quantity-of-a-discount', (desk) => {
	const discounted = (rest: string) =>
		desk.ask(
			`<BillAddRq><BillAdd>${LUMBER}${itemLine('<Quantity>1</Quantity>')}<ItemLineAdd><ItemRef><FullName>Goodwill</FullName></ItemRef>${rest}</ItemLineAdd></BillAdd></BillAddRq>`,
		).statusCode;
	expect(discounted('<Quantity>2</Quantity>')).toBe('3151');
	expect(discounted('<Amount>-5.00</Amount>')).toBe('0');
});

rule('check-for-a-refund', (desk) => {
	const CUSTOMER = '<FullName>Abercrombie &amp; Daughters</FullName>';
	const content = `<CustomerRef>${CUSTOMER}</CustomerRef><CreditMemoLineAdd>${WINDOW}<Amount>50.00</Amount><SalesTaxCodeRef><FullName>Non</FullName></SalesTaxCodeRef></CreditMemoLineAdd>`;
	const memo = add(desk, 'CreditMemo', content);
	const refund = (amount: string, payee = CUSTOMER, account = 'Accounts Receivable') =>
		desk.ask(
			`<CheckAddRq><CheckAdd>${CHECKING}<PayeeEntityRef>${payee}</PayeeEntityRef><ApplyCheckToTxnAdd><TxnID>${memo.TxnID}</TxnID><Amount>20.00</Amount></ApplyCheckToTxnAdd>${expense(amount, account)}</CheckAdd></CheckAddRq>`,
		);
	const left = () => nowOf(desk, 'CreditMemo', memo).CreditRemaining;
	expect(refund('30.00')).toMatchObject({ statusCode: '3210' });
	expect(refund('20.00', CUSTOMER, 'Subcontractors')).toMatchObject({ statusCode: '3210' });
	const [, other] = desk.company.customers.filter(({ Sublevel }) => Sublevel === '0');
	const stranger = `<ListID>${other.ListID}</ListID>`;
	expect(refund('20.00', stranger)).toMatchObject({ statusCode: '3120' });
	expect(left()).toBe('50.00');
	const check = only(refund('20.00'));
	expect(left()).toBe('30.00');
	expect(nowOf(desk, 'Check', check)).toMatchObject({
		LinkedTxn: [{ TxnID: memo.TxnID, Amount: '-20.00' }],
	});
	expect(mistakesIn(desk.company)).toEqual([]);
	desk.ask(`<TxnVoidRq><TxnVoidType>Check</TxnVoidType><TxnID>${check.TxnID}</TxnID></TxnVoidRq>`);
	expect(left()).toBe('50.00');
	expect(mistakesIn(desk.company)).toEqual([]);
});
