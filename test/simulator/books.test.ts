import fc from 'fast-check';

import { isGroup } from '../../quickbooks/facts/facts';
import { contentOfQueries, wordsAt } from '../../quickbooks/qbxml/queryFacts';
import type { Transaction } from '../../simulator/company/sale-types';
import { createCompany } from '../../simulator/company/seed/create-company';
import { isGroupLine, type LineSet, linesOf } from '../../simulator/company/transactions/kind';
import { transactionKinds } from '../../simulator/company/transactions/kinds';
import type { Company } from '../../simulator/company/types';
import type { RecordContent } from '../../simulator/company/value-types';
import { requestTypes } from '../../simulator/qbxml/requests';
import { writtenGroup } from '../../simulator/qbxml/requests/read-content';
import { modelOf } from '../../simulator/qbxml/schema/content-model';
import { type Answered, type Desk, openDesk } from './support/ask';
import { identifiersIn, mistakesIn } from './support/check-books';

/** Random numbers for one step: what is done, with which records, how much. */
interface Step {
	act: number;
	which: number;
	other: number;
	cents: number;
}

const steps = fc.array(
	fc.record({
		act: fc.noBias(fc.nat(999)),
		which: fc.nat(999),
		other: fc.nat(999),
		cents: fc.integer({ min: 1, max: 99_999 }),
	}),
	{ minLength: 1, maxLength: 40, size: 'max' },
);

const pick = <T>(list: readonly T[], which: number): T | undefined =>
	list.length > 0 ? list[which % list.length] : undefined;

const money = (cents: number): string =>
	`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const customer = ({ customers }: Company, which: number): string =>
	`<CustomerRef><ListID>${pick(customers, which)?.ListID}</ListID></CustomerRef>`;

const vendor = ({ vendors }: Company, which: number): string =>
	`<VendorRef><ListID>${pick(vendors, which)?.ListID}</ListID></VendorRef>`;

const itemNames = [
	'Design',
	'Lumber',
	'Door Frame',
	'Sink, Steel',
	'Window',
	'Trade Discount',
	'Subtotal',
	'Goodwill',
];

const item = (which: number): string =>
	`<ItemRef><FullName>${pick(itemNames, which)}</FullName></ItemRef>`;

const lines = (kind: string, { which, other, cents }: Step): string =>
	`<${kind}LineAdd>${item(which % 5)}<Quantity>${(other % 7) + 1}</Quantity></${kind}LineAdd>` +
	`<${kind}LineAdd>${item(other % 5)}<Rate>${money(cents)}</Rate></${kind}LineAdd>` +
	`<${kind}LineAdd>${item(cents)}</${kind}LineAdd>` +
	`<${kind}LineGroupAdd><ItemGroupRef><FullName>Door Set</FullName></ItemGroupRef><Quantity>2</Quantity></${kind}LineGroupAdd>`;

const sale = (kind: string, step: Step, company: Company): string =>
	`<${kind}AddRq><${kind}Add>${customer(company, step.which)}${lines(kind, step)}</${kind}Add></${kind}AddRq>`;

const purchaseLines = ({ which, other, cents }: Step, extra = ''): string =>
	`<ExpenseLineAdd><AccountRef><FullName>Subcontractors</FullName></AccountRef><Amount>${money(cents)}</Amount></ExpenseLineAdd>` +
	`<ItemLineAdd>${item((which % 3) + 2)}<Quantity>${(other % 9) + 1}</Quantity><Cost>${money(cents)}</Cost>${extra}</ItemLineAdd>`;

function purchase(kind: string, step: Step, company: Company): string {
	const isPaid = kind === 'Check' || kind.startsWith('CreditCard');
	const account = kind === 'Check' ? 'Checking' : 'Company Card';
	const head = isPaid
		? `<AccountRef><FullName>${account}</FullName></AccountRef>`
		: vendor(company, step.which);
	return `<${kind}AddRq><${kind}Add>${head}${purchaseLines(step)}</${kind}Add></${kind}AddRq>`;
}

const idOf = (record: RecordContent | undefined): string => String(record?.TxnID ?? 'FFFF-1');

type Act = (step: Step, company: Company) => string;

const anyTransaction = (company: Company, which: number): [string, Transaction] | undefined =>
	pick(
		[...transactionKinds.values()].flatMap((kind) =>
			(company[kind.list] as Transaction[]).map((each): [string, Transaction] => [kind.name, each]),
		),
		which,
	);

/** What can be voided, and what can be deleted. */
const removals = {
	TxnVoid: wordsAt(contentOfQueries('TxnVoidRq'), 'TxnVoidType'),
	TxnDel: wordsAt(contentOfQueries('TxnDeletedQueryRq'), 'TxnDelType'),
};

function undo(request: 'TxnVoid' | 'TxnDel'): Act {
	return ({ which }, company) => {
		const removable = [...transactionKinds.values()].filter(({ name }) =>
			removals[request].includes(name),
		);
		const all = removable.flatMap((kind) =>
			(company[kind.list] as Transaction[]).map((each): [string, string] => [
				kind.name,
				each.TxnID,
			]),
		);
		const [kind, id] = pick(all, which) ?? ['Invoice', 'FFFF-1'];
		return `<${request}Rq><${request}Type>${kind}</${request}Type><TxnID>${id}</TxnID></${request}Rq>`;
	};
}

/** Changes an invoice: its customer's memo alone, one of its lines, or all of them. */
const changeInvoice: Act = ({ which, other, cents }, { invoices }) => {
	const invoice = pick(invoices, which);
	const line = pick(invoice?.InvoiceLineRet ?? [], other);
	const isGroup = line !== undefined && 'ItemGroupRef' in line;
	const ways = [
		'<Memo>changed</Memo>',
		isGroup
			? `<InvoiceLineGroupMod><TxnLineID>${line.TxnLineID}</TxnLineID><Quantity>3</Quantity></InvoiceLineGroupMod>`
			: `<InvoiceLineMod><TxnLineID>${line?.TxnLineID ?? '-1'}</TxnLineID><Quantity>${(cents % 5) + 1}</Quantity></InvoiceLineMod>`,
		`<InvoiceLineMod><TxnLineID>-1</TxnLineID>${item(other)}<Amount>${money(cents)}</Amount></InvoiceLineMod>`,
	];
	const content = pick(ways, cents);
	return `<InvoiceModRq><InvoiceMod><TxnID>${idOf(invoice as unknown as RecordContent)}</TxnID><EditSequence>${invoice?.EditSequence}</EditSequence>${content}</InvoiceMod></InvoiceModRq>`;
};

const changeBill: Act = ({ which, other, cents }, { bills }) => {
	const bill = pick(bills, which);
	const ways = [
		'<ClearItemLines>true</ClearItemLines>',
		`<ExpenseLineMod><TxnLineID>-1</TxnLineID><AccountRef><FullName>Office Supplies</FullName></AccountRef><Amount>${money(cents)}</Amount></ExpenseLineMod>`,
		`<ItemLineMod><TxnLineID>-1</TxnLineID>${item((other % 3) + 2)}<Quantity>2</Quantity><Cost>${money(cents)}</Cost></ItemLineMod>`,
	];
	return `<BillModRq><BillMod><TxnID>${idOf(bill)}</TxnID><EditSequence>${bill?.EditSequence}</EditSequence>${pick(ways, other)}</BillMod></BillModRq>`;
};

/** The elements that a changed line of a set may have. */
function lineElements(kind: string, set: LineSet | undefined): ReadonlyMap<string, unknown> {
	const line = set && modelOf(writtenGroup(`${kind}ModRq`).content).places.get(set.mod[0]);
	return line && isGroup(line) ? modelOf(line.content).places : new Map();
}

/** Changes any transaction: one of its lines goes, changes, or comes again, or a field of its own changes. */
const changeAny: Act = ({ which, other, cents }, company) => {
	const changeable = [...transactionKinds.values()].filter(
		({ name, list }) =>
			requestTypes.has(`${name}ModRq`) && name !== 'TimeTracking' && company[list].length > 0,
	);
	const kind = pick(changeable, which);
	const record = kind && pick(company[kind.list] as Transaction[], other);
	if (kind === undefined || record === undefined) return '<HostQueryRq/>';
	const set = pick(kind.lineSets, cents);
	const lines = set ? linesOf(record, set) : [];
	const chosen = pick(lines, other);
	const named = (changed = ''): string[] =>
		lines.map((line) => {
			const element = set?.mod[isGroupLine(line) ? 1 : 0];
			const own = line === chosen && !isGroupLine(line) ? changed : '';
			return `<${element}><TxnLineID>${line.TxnLineID}</TxnLineID>${own}</${element}>`;
		});
	const place = chosen ? lines.indexOf(chosen) : 0;
	const takes = lineElements(kind.name, set);
	const amount = takes.has('Amount') ? `<Amount>${money(cents)}</Amount>` : '';
	const quantity = takes.has('Quantity') ? `<Quantity>${(cents % 7) + 1}</Quantity>` : '';
	const fresh = `<${set?.mod[0]}><TxnLineID>-1</TxnLineID>${item((which % 3) + 2)}<Quantity>2</Quantity></${set?.mod[0]}>`;
	const ways = [
		'',
		`<TxnDate>2026-01-${String((cents % 28) + 1).padStart(2, '0')}</TxnDate>`,
		kind.name === 'ReceivePayment' ? `<TotalAmount>${money(cents)}</TotalAmount>` : '',
		kind.name === 'Transfer' ? `<Amount>${money(cents)}</Amount>` : '',
		named().join(''),
		named()
			.filter((_, index) => index !== place)
			.join(''),
		named(amount).join(''),
		named(quantity).join(''),
		quantity && [...named().slice(0, place), fresh, ...named().slice(place)].join(''),
	];
	return `<${kind.name}ModRq><${kind.name}Mod><TxnID>${record.TxnID}</TxnID><EditSequence>${record.EditSequence}</EditSequence>${pick(ways, cents)}</${kind.name}Mod></${kind.name}ModRq>`;
};

const pay: Act = ({ which, other, cents }, { invoices }) => {
	const invoice = pick(invoices, which);
	const own = `<CustomerRef><ListID>${invoice?.CustomerRef.ListID}</ListID></CustomerRef>`;
	const total = `<TotalAmount>${money(cents)}</TotalAmount>`;
	const discount =
		other % 3 === 0
			? '<DiscountAmount>1.00</DiscountAmount><DiscountAccountRef><FullName>Sales Discounts</FullName></DiscountAccountRef>'
			: '';
	const how =
		other % 2 === 0
			? '<IsAutoApply>true</IsAutoApply>'
			: `<AppliedToTxnAdd><TxnID>${invoice?.TxnID}</TxnID><PaymentAmount>${money(Math.ceil(cents / 2))}</PaymentAmount>${discount}</AppliedToTxnAdd>`;
	const to =
		other % 5 === 0
			? '<DepositToAccountRef><FullName>Checking</FullName></DepositToAccountRef>'
			: '';
	return `<ReceivePaymentAddRq><ReceivePaymentAdd>${own}${total}${to}${how}</ReceivePaymentAdd></ReceivePaymentAddRq>`;
};

const payBill: Act = ({ which, cents, other }, { bills, vendorCredits }) => {
	const bill = pick(bills, which);
	const credit = pick(vendorCredits, other);
	const use =
		credit && other % 2 === 0
			? `<SetCredit><CreditTxnID>${credit.TxnID}</CreditTxnID><AppliedAmount>1.00</AppliedAmount></SetCredit>`
			: '';
	const { ListID } = (bill?.VendorRef ?? {}) as { ListID?: string };
	return `<BillPaymentCheckAddRq><BillPaymentCheckAdd><PayeeEntityRef><ListID>${ListID}</ListID></PayeeEntityRef><BankAccountRef><FullName>Checking</FullName></BankAccountRef><RefNumber>9</RefNumber><AppliedToTxnAdd><TxnID>${idOf(bill)}</TxnID><PaymentAmount>${money(cents)}</PaymentAmount>${use}</AppliedToTxnAdd></BillPaymentCheckAdd></BillPaymentCheckAddRq>`;
};

const useCredit: Act = ({ which, other, cents }, { invoices, creditMemos }) => {
	const credit = pick(creditMemos, other);
	const own = invoices.filter(
		({ CustomerRef }) => CustomerRef.ListID === credit?.CustomerRef.ListID,
	);
	const invoice = pick(own, which);
	return `<InvoiceModRq><InvoiceMod><TxnID>${invoice?.TxnID ?? 'FFFF-1'}</TxnID><EditSequence>${invoice?.EditSequence}</EditSequence><SetCredit><CreditTxnID>${credit?.TxnID ?? 'FFFF-1'}</CreditTxnID><AppliedAmount>${money(cents % 5000)}</AppliedAmount></SetCredit></InvoiceMod></InvoiceModRq>`;
};

const enter: Act = ({ which, other, cents }, company) => {
	const line = (side: string, account: string, rest = ''): string =>
		`<Journal${side}Line><AccountRef><FullName>${account}</FullName></AccountRef><Amount>${money(cents)}</Amount>${rest}</Journal${side}Line>`;
	const home = company.customers.filter(({ CurrencyRef }) => CurrencyRef.FullName === 'US Dollar');
	const whom = `<EntityRef><ListID>${pick(home, which)?.ListID}</ListID></EntityRef>`;
	const other2 =
		other % 2 === 0 ? line('Credit', 'Accounts Receivable', whom) : line('Credit', 'Checking');
	return `<JournalEntryAddRq><JournalEntryAdd>${line('Debit', 'Office Supplies')}${other2}</JournalEntryAdd></JournalEntryAddRq>`;
};

const deposit: Act = ({ which, cents }, { receivePayments }) => {
	const payment = pick(receivePayments, which);
	return `<DepositAddRq><DepositAdd><DepositToAccountRef><FullName>Checking</FullName></DepositToAccountRef><DepositLineAdd><PaymentTxnID>${idOf(payment)}</PaymentTxnID></DepositLineAdd><DepositLineAdd><AccountRef><FullName>Service Income</FullName></AccountRef><Amount>${money(cents)}</Amount></DepositLineAdd></DepositAdd></DepositAddRq>`;
};

const adjust: Act = ({ which, other, cents }) => {
	const how =
		other % 2 === 0
			? `<QuantityAdjustment><NewQuantity>${cents % 300}</NewQuantity></QuantityAdjustment>`
			: `<ValueAdjustment><QuantityDifference>${(other % 20) - 10}</QuantityDifference><ValueDifference>${money(cents)}</ValueDifference></ValueAdjustment>`;
	return `<InventoryAdjustmentAddRq><InventoryAdjustmentAdd><AccountRef><FullName>Cost of Goods Sold</FullName></AccountRef><InventoryAdjustmentLineAdd>${item((which % 3) + 2)}${how}</InventoryAdjustmentLineAdd></InventoryAdjustmentAdd></InventoryAdjustmentAddRq>`;
};

const invoiceOrder: Act = ({ which }, { salesOrders }) => {
	const order = pick(salesOrders, which);
	const { ListID } = (order?.CustomerRef ?? {}) as { ListID?: string };
	return `<InvoiceAddRq><InvoiceAdd><CustomerRef><ListID>${ListID}</ListID></CustomerRef><LinkToTxnID>${idOf(order)}</LinkToTxnID></InvoiceAdd></InvoiceAddRq>`;
};

const order: Act = (step, company) =>
	`<PurchaseOrderAddRq><PurchaseOrderAdd>${vendor(company, step.which)}<PurchaseOrderLineAdd>${item((step.which % 3) + 2)}<Quantity>4</Quantity><Rate>${money(step.cents)}</Rate></PurchaseOrderLineAdd></PurchaseOrderAdd></PurchaseOrderAddRq>`;

const receiveOrder: Act = ({ which, other }, { purchaseOrders }) => {
	const found = pick(purchaseOrders, which);
	const { ListID } = (found?.VendorRef ?? {}) as { ListID?: string };
	const kind = other % 2 === 0 ? 'Bill' : 'ItemReceipt';
	return `<${kind}AddRq><${kind}Add><VendorRef><ListID>${ListID}</ListID></VendorRef><LinkToTxnID>${idOf(found)}</LinkToTxnID></${kind}Add></${kind}AddRq>`;
};

const newPerson =
	(kind: string): Act =>
	({ which, cents }) =>
		`<${kind}AddRq><${kind}Add><Name>New ${which % 5}</Name><OpenBalance>${money(cents)}</OpenBalance></${kind}Add></${kind}AddRq>`;

const deleteRecord: Act = ({ which, other }, company) => {
	const [type, list] =
		other % 2 === 0 ? ['Customer', company.customers] : ['Vendor', company.vendors];
	return `<ListDelRq><ListDelType>${type as string}</ListDelType><ListID>${pick(list as Array<{ ListID: string }>, which)?.ListID}</ListID></ListDelRq>`;
};

const touchAny: Act = ({ which }, company) => {
	const [kind, transaction] = anyTransaction(company, which) ?? ['Invoice', undefined];
	if (!requestTypes.has(`${kind}ModRq`) || kind === 'TimeTracking') return '<HostQueryRq/>';
	return `<${kind}ModRq><${kind}Mod><TxnID>${idOf(transaction)}</TxnID><EditSequence>${transaction?.EditSequence}</EditSequence><TxnDate>2026-01-31</TxnDate></${kind}Mod></${kind}ModRq>`;
};

const transfer: Act = ({ which, cents }) => {
	const [from, to] = which % 2 === 0 ? ['Checking', 'Company Card'] : ['Savings', 'Checking'];
	return `<TransferAddRq><TransferAdd><TransferFromAccountRef><FullName>${from}</FullName></TransferFromAccountRef><TransferToAccountRef><FullName>${to}</FullName></TransferToAccountRef><Amount>${money(cents)}</Amount></TransferAdd></TransferAddRq>`;
};

const drive: Act = ({ cents }) =>
	`<VehicleMileageAddRq><VehicleMileageAdd><VehicleRef><FullName>Service Van</FullName></VehicleRef><TotalMiles>${cents % 500}</TotalMiles></VehicleMileageAdd></VehicleMileageAddRq>`;

const selling =
	(kind: string): Act =>
	(step, company) =>
		sale(kind, step, company);
const buying =
	(kind: string): Act =>
	(step, company) =>
		purchase(kind, step, company);

const acts: Act[] = [
	...['Invoice', 'Invoice', 'CreditMemo', 'SalesReceipt', 'SalesOrder', 'Estimate'].map(selling),
	...['Bill', 'ItemReceipt', 'VendorCredit', 'Check'].map(buying),
	...['CreditCardCharge', 'CreditCardCredit'].map(buying),
	...[transfer, drive, changeInvoice, changeInvoice, changeBill],
	...[changeAny, changeAny, changeAny, changeAny, pay, pay, payBill, useCredit],
	...[enter, deposit, adjust, invoiceOrder, order, receiveOrder],
	...[newPerson('Customer'), newPerson('Vendor'), deleteRecord, touchAny],
	...[undo('TxnVoid'), undo('TxnDel'), undo('TxnDel')],
];

const openSmallDesk = (): Desk =>
	openDesk(
		createCompany({
			customers: 16,
			vendors: 3,
			invoices: 5,
			creditMemos: 2,
			now: () => new Date('2026-02-03T04:05:06Z'),
		}),
	);

const outcomes = new Map<string, number>();

function carryOut(desk: Desk, step: Step): Answered {
	const request = acts[step.act % acts.length](step, desk.company).replaceAll(
		'undefined',
		'FFFF-1',
	);
	const before = JSON.stringify(desk.company);
	const answer = desk.ask(request);
	const key = `${answer.name} ${answer.statusCode}`;
	outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
	if (answer.statusSeverity === 'Error') expect(JSON.stringify(desk.company)).toBe(before);
	return answer;
}

test('the books balance whatever is added, changed, voided and deleted, and no number is given twice', () => {
	fc.assert(
		fc.property(steps, (all) => {
			const desk = openSmallDesk();
			let current = new Set(identifiersIn(desk.company));
			const ever = new Set(current);
			expect(mistakesIn(desk.company)).toEqual([]);
			for (const step of all) {
				carryOut(desk, step);
				expect(mistakesIn(desk.company)).toEqual([]);
				const identifiers = identifiersIn(desk.company);
				expect(new Set(identifiers).size).toBe(identifiers.length);
				const again = identifiers.filter((id) => !current.has(id) && ever.has(id));
				expect(again).toEqual([]);
				current = new Set(identifiers);
				for (const id of identifiers) ever.add(id);
			}
		}),
		{ numRuns: Number(process.env.BOOKS_RUNS ?? 10) },
	);
	const carriedOut = [...outcomes].filter(([key]) => key.endsWith(' 0')).map(([key]) => key);
	expect(carriedOut.length).toBeGreaterThan(10);
});
