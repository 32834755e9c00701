import { type Desk, pluck } from '../support/ask';
import {
	add,
	addBill,
	addCredit,
	applied,
	checkFor,
	expense,
	LUMBER,
	nowOf,
	only,
	paying,
} from '../support/purchases';
import { rule } from '../support/rules';

const removal = (request: string, kind: string, id: unknown): string =>
	`<${request}Rq><${request}Type>${kind}</${request}Type><TxnID>${id}</TxnID></${request}Rq>`;

const listDel = ({ ask }: Desk, kind: string, id: unknown) =>
	ask(`<ListDelRq><ListDelType>${kind}</ListDelType><ListID>${id}</ListID></ListDelRq>`);

rule('no-void', ({ ask }) => {
	const kinds = [
		...['PurchaseOrder', 'SalesOrder', 'Estimate', 'ReceivePayment', 'TimeTracking'],
		...['Transfer', 'VehicleMileage', 'BuildAssembly', 'TransferInventory'],
	];
	for (const kind of kinds) {
		expect(ask(removal('TxnVoid', kind, '1-1'))).toMatchObject({ statusCode: '3110' });
	}
});

rule('answer-of-a-void', (desk) => {
	const bill = addBill(desk);
	const { records } = desk.ask(removal('TxnVoid', 'Bill', bill.TxnID));
	expect(records).toEqual({
		TxnVoidType: 'Bill',
		TxnID: bill.TxnID,
		TimeCreated: bill.TimeCreated,
		TimeModified: expect.any(String) as string,
	});
	const { records: deleted } = desk.ask(removal('TxnDel', 'Bill', bill.TxnID));
	expect(deleted).toEqual({
		TxnDelType: 'Bill',
		TxnID: bill.TxnID,
		TimeDeleted: expect.any(String) as string,
	});
});

rule('voided-record', (desk) => {
	const item =
		'<ItemLineAdd><ItemRef><FullName>Window</FullName></ItemRef><Quantity>3</Quantity></ItemLineAdd>';
	const bill = add(desk, 'Bill', `${LUMBER}<Memo>for the shed</Memo>${expense('5.00')}${item}`);
	desk.ask(removal('TxnVoid', 'Bill', bill.TxnID));
	expect(nowOf(desk, 'Bill', bill)).toMatchObject({
		AmountDue: '0.00',
		Memo: 'VOID: for the shed',
		ExpenseLineRet: [{ Amount: '0.00' }],
		ItemLineRet: [{ Amount: '0.00', Quantity: '0' }],
	});
});

rule('void-of-a-paid-bill', (desk, isFollowed) => {
	const bill = addBill(desk);
	const payment = only(desk.ask(checkFor(applied(bill, paying('40.00')))));
	const { statusCode } = desk.ask(removal('TxnVoid', 'Bill', bill.TxnID));
	expect(statusCode).toBe(isFollowed ? '0' : '3170');
	const now = nowOf(desk, 'BillPaymentCheck', payment);
	expect(now.Amount).toBe('40.00');
	if (isFollowed) expect(now).not.toHaveProperty('AppliedToTxnRet');
	else expect(now).toHaveProperty('AppliedToTxnRet');
});

rule('deletion-in-multi-user-mode', (desk) => {
	const { ListID } = add(desk, 'Customer', '<Name>Gone soon</Name>');
	desk.company.isMultiUser = true;
	expect(listDel(desk, 'Customer', ListID)).toMatchObject({ statusCode: '3162' });
	const bill = addBill(desk);
	expect(desk.ask(removal('TxnDel', 'Bill', bill.TxnID))).toMatchObject({ statusCode: '0' });
	desk.company.isMultiUser = false;
	expect(listDel(desk, 'Customer', ListID)).toMatchObject({ statusCode: '0' });
});

rule('deletion-of-what-is-in-use', (desk) => {
	const { ListID } = desk.company.customers[0];
	expect(listDel(desk, 'Customer', ListID)).toMatchObject({
		statusCode: '3160',
		statusMessage: expect.stringMatching(/in use/),
	});
});

rule('deleted-for-90-days', (desk) => {
	const bill = addBill(desk);
	desk.ask(removal('TxnDel', 'Bill', bill.TxnID));
	const found = () =>
		desk.ask('<TxnDeletedQueryRq><TxnDelType>Bill</TxnDelType></TxnDeletedQueryRq>').statusCode;
	desk.company.now = () => new Date('2026-05-01T04:05:06Z');
	expect(found()).toBe('0');
	desk.company.now = () => new Date('2026-05-06T04:05:06Z');
	expect(found()).toBe('1');
});

rule('order-of-what-was-deleted', (desk) => {
	const [first, second] = [addBill(desk), addBill(desk)];
	const credit = addCredit(desk);
	const now = ['2026-02-05', '2026-02-07', '2026-02-06'];
	for (const [index, [kind, { TxnID }]] of (
		[
			['Bill', first],
			['VendorCredit', credit],
			['Bill', second],
		] as const
	).entries()) {
		desk.company.now = () => new Date(`${now[index]}T04:05:06Z`);
		desk.ask(removal('TxnDel', kind, TxnID));
	}
	const found = (...types: string[]) =>
		pluck(
			desk.ask(
				`<TxnDeletedQueryRq>${types.map((type) => `<TxnDelType>${type}</TxnDelType>`).join('')}</TxnDeletedQueryRq>`,
			).records.TxnDeletedRet,
			'TxnID',
		);
	expect(found('VendorCredit', 'Bill')).toEqual([credit.TxnID, first.TxnID, second.TxnID]);
	expect(found('Bill', 'VendorCredit')).toEqual([first.TxnID, second.TxnID, credit.TxnID]);
});
