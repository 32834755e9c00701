import type { Line, Transaction } from '../../simulator/company/sale-types';
import { createCompany } from '../../simulator/company/seed/create-company';
import { isGroupLine, type LineSet, linesOf } from '../../simulator/company/transactions/kind';
import { transactionKinds } from '../../simulator/company/transactions/kinds';
import { requestTypes } from '../../simulator/qbxml/requests';
import { writeTree } from '../support/xml-trees';
import { type Answered, type Desk, openDesk } from './support/ask';
import { mistakesIn } from './support/check-books';
import { billIn, fullAddition } from './support/full-addition';

const openSmallDesk = (): Desk =>
	openDesk(
		createCompany({
			customers: 16,
			vendors: 4,
			invoices: 2,
			creditMemos: 1,
			now: () => new Date('2026-02-03T04:05:06Z'),
		}),
	);

const element = (name: string, content = ''): string => `<${name}>${content}</${name}>`;

/** A request that changes a record with these elements. */
function mod(kind: string, record: object, content: string): string {
	const { ListID, TxnID, EditSequence } = record as Record<string, string | undefined>;
	const id = TxnID ? element('TxnID', TxnID) : element('ListID', ListID);
	const head = id + element('EditSequence', EditSequence);
	return element(`${kind}ModRq`, element(`${kind}Mod`, head + content));
}

/** Lines by their IDs alone, those in groups too. */
const named = (set: LineSet, lines: Line[]): string =>
	lines
		.map((line) => {
			const [plain, group] = set.mod;
			const inner = isGroupLine(line) ? named(set, linesOf(line, set)) : '';
			return element(
				isGroupLine(line) ? group : plain,
				element('TxnLineID', line.TxnLineID) + inner,
			);
		})
		.join('');

const content = (record: object): object => ({
	...record,
	EditSequence: undefined,
	TimeModified: undefined,
});

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Asks for a change that must be refused, and leave no trace. */
function expectRefused({ ask, company }: Desk, request: string, statusCode: string): Answered {
	const before = JSON.stringify(company);
	const answer = ask(request);
	expect(answer).toMatchObject({ statusCode, records: {} });
	expect(JSON.stringify(company)).toBe(before);
	return answer;
}

/** A transaction with every kind of lines that it can have, each twice. */
function addTransaction(desk: Desk, name: string): Transaction {
	const request = fullAddition(name, billIn(desk.company));
	const [added] = request.children ?? [];
	added.children = added.children?.flatMap((child) =>
		/Line(Group)?Add$|^Journal\w+Line$/.test(child.name) ? [child, child] : [child],
	);
	expect(desk.ask(writeTree(request)).statusCode).toBe('0');
	const kind = transactionKinds.get(name);
	const all = (kind ? desk.company[kind.list] : []) as Transaction[];
	return all[all.length - 1];
}

const withLines = [...transactionKinds.values()].filter(
	({ name, lineSets }) => lineSets.length > 0 && requestTypes.has(`${name}ModRq`),
);

describe.each(withLines)('a changed $name', ({ name, lineSets }) => {
	it('keeps its lines when none is named, or all are', () => {
		const desk = openSmallDesk();
		const record = addTransaction(desk, name);
		const before = copy(record);
		const all = lineSets.map((set) => named(set, linesOf(record, set))).join('');
		for (const lines of ['', all]) {
			const sequence = record.EditSequence;
			expect(desk.ask(mod(name, record, lines)).statusCode).toBe('0');
			expect(content(copy(record))).toEqual(content(before));
			expect(record.EditSequence).not.toBe(sequence);
		}
		expect(mistakesIn(desk.company)).toEqual([]);
	});

	it('loses the lines that are not named, and those of the other kind stay', () => {
		const desk = openSmallDesk();
		const record = addTransaction(desk, name);
		const before = copy(record);
		const [set, other] = lineSets;
		const kept = linesOf(before, set).filter((_, index) => index % 2 === 0);
		expect(kept.length).toBeGreaterThan(0);
		expect(desk.ask(mod(name, record, named(set, kept))).statusCode).toBe('0');
		expect(linesOf(record, set).map(({ TxnLineID }) => TxnLineID)).toEqual(
			kept.map(({ TxnLineID }) => TxnLineID),
		);
		if (other) expect(copy(linesOf(record, other))).toEqual(linesOf(before, other));
		expect(mistakesIn(desk.company)).toEqual([]);
	});

	it('is refused with lines in another order, twice, or of another transaction, and with an old edit sequence', () => {
		const desk = openSmallDesk();
		const record = addTransaction(desk, name);
		for (const set of lineSets) {
			const lines = linesOf(record, set);
			const [first] = lines;
			const strange = { ...first, TxnLineID: 'FFFF-1' };
			for (const wrong of [[...lines].reverse(), [first, first], [strange]]) {
				expectRefused(desk, mod(name, record, named(set, wrong)), '3290');
			}
		}
		expectRefused(desk, mod(name, { ...record, EditSequence: '1' }, ''), '3200');
	});
});

const withGroups = withLines.flatMap((kind) =>
	kind.lineSets.filter(({ group }) => group).map((set) => ({ name: kind.name, set })),
);

describe.each(withGroups)('a group of lines in a changed $name', ({ name, set }) => {
	const open = () => {
		const desk = openSmallDesk();
		// Bills can keep the lines beside a group that is named alone.
		desk.company.contrary = ['groups-of-their-own'];
		const record = addTransaction(desk, name);
		const [group] = linesOf(record, set).filter(isGroupLine);
		const head = element('TxnLineID', group.TxnLineID);
		const ask = (lines: string) => mod(name, record, element(set.mod[1], head + lines));
		return { desk, record, group: copy(group), inner: copy(linesOf(group, set)), ask };
	};
	const groupNow = (record: Transaction): Line => linesOf(record, set)[0];

	it('keeps its lines when none of them is named', () => {
		const { desk, record, group, ask } = open();
		expect(desk.ask(ask('')).statusCode).toBe('0');
		expect(copy(linesOf(record, set))).toEqual([group]);
	});

	it('loses those that are not named', () => {
		const { desk, record, inner, ask } = open();
		expect(inner.length).toBeGreaterThan(1);
		expect(desk.ask(ask(named(set, [inner[1]]))).statusCode).toBe('0');
		expect(copy(linesOf(groupNow(record), set))).toEqual([inner[1]]);
		expect(mistakesIn(desk.company)).toEqual([]);
	});

	it('is refused with them in another order, and needs an item when it is new', () => {
		const { desk, record, inner, ask } = open();
		expectRefused(desk, ask(named(set, [...inner].reverse())), '3290');
		const fresh = element(set.mod[1], element('TxnLineID', '-1'));
		expect(expectRefused(desk, mod(name, record, fresh), '3150').statusMessage).toContain(
			'ItemGroupRef',
		);
	});
});

describe('an empty element', () => {
	it.each([
		['Invoice', '<CustomerRef></CustomerRef>', 'CustomerRef'],
		['Invoice', '<ARAccountRef/>', 'ARAccountRef'],
		['Invoice', '<TemplateRef><ListID></ListID></TemplateRef>', 'TemplateRef'],
		['Invoice', '<IsPending></IsPending>', 'IsPending'],
		['Bill', '<VendorRef/>', 'VendorRef'],
		['Check', '<AccountRef/>', 'AccountRef'],
		['Deposit', '<DepositToAccountRef/>', 'DepositToAccountRef'],
		['ReceivePayment', '<TotalAmount></TotalAmount>', 'TotalAmount'],
	])('does not clear what a %s can’t be without: %s', (name, empty, missing) => {
		const desk = openSmallDesk();
		const record = addTransaction(desk, name);
		const { statusMessage } = expectRefused(desk, mod(name, record, empty), '3190');
		expect(statusMessage).toBe(`Cannot clear the element in the field "${missing}".`);
	});

	it('clears everything else, and what is not named stays', () => {
		const desk = openSmallDesk();
		const record = addTransaction(desk, 'Invoice');
		const { PONumber, ShipAddress } = record;
		const empty =
			'<ClassRef/><BillAddress/><ShipAddress><Addr1>New</Addr1><City></City></ShipAddress><TermsRef></TermsRef><Memo></Memo>';
		expect(desk.ask(mod('Invoice', record, empty)).statusCode).toBe('0');
		for (const name of ['ClassRef', 'BillAddress', 'BillAddressBlock', 'TermsRef', 'Memo'])
			expect(record).not.toHaveProperty(name);
		expect(ShipAddress).toHaveProperty('City');
		expect(record).toMatchObject({ PONumber, ShipAddress: { Addr1: 'New' } });
		expect(record.ShipAddress).not.toHaveProperty('City');
	});

	it('clears an address and a reference of a customer, but no name', () => {
		const desk = openSmallDesk();
		const [customer] = desk.company.customers;
		expectRefused(desk, mod('Customer', customer, '<Name></Name>'), '3190');
		expectRefused(desk, mod('Customer', customer, '<IsActive></IsActive>'), '3190');
		const empty = '<BillAddress/><Phone/><TermsRef/><ItemSalesTaxRef/>';
		expect(desk.ask(mod('Customer', customer, empty)).statusCode).toBe('0');
		for (const name of ['BillAddress', 'BillAddressBlock', 'Phone', 'TermsRef', 'ItemSalesTaxRef'])
			expect(customer).not.toHaveProperty(name);
	});
});

describe('a change', () => {
	it('may empty one kind of lines, but not both', () => {
		for (const name of ['Bill', 'VendorCredit', 'Check']) {
			const desk = openSmallDesk();
			const record = addTransaction(desk, name);
			const both = '<ClearExpenseLines>1</ClearExpenseLines><ClearItemLines>true</ClearItemLines>';
			expectRefused(desk, mod(name, record, both), '3151');
			const beside =
				'<ClearExpenseLines>1</ClearExpenseLines><ExpenseLineMod><TxnLineID>-1</TxnLineID></ExpenseLineMod>';
			expectRefused(desk, mod(name, record, beside), '3151');
			const items = copy(record.ItemLineRet);
			expect(
				desk.ask(mod(name, record, '<ClearExpenseLines>1</ClearExpenseLines>')).statusCode,
			).toBe('0');
			expect(record).toMatchObject({ ExpenseLineRet: [], ItemLineRet: items });
			expect(mistakesIn(desk.company)).toEqual([]);
		}
	});

	it('of a number and a date shows in what is linked', () => {
		const desk = openSmallDesk();
		const customer = '<CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef>';
		const line = '<InvoiceLineAdd><ItemRef><FullName>Design</FullName></ItemRef></InvoiceLineAdd>';
		desk.ask(`<InvoiceAddRq><InvoiceAdd>${customer}${line}</InvoiceAdd></InvoiceAddRq>`);
		const [invoice] = desk.company.invoices.slice(-1);
		const { TxnID } = invoice;
		const pay = `<ReceivePaymentAddRq><ReceivePaymentAdd>${customer}<AppliedToTxnAdd><TxnID>${TxnID}</TxnID><PaymentAmount>1.00</PaymentAmount></AppliedToTxnAdd></ReceivePaymentAdd></ReceivePaymentAddRq>`;
		expect(desk.ask(pay).statusCode).toBe('0');
		const changes = '<TxnDate>2026-01-02</TxnDate><RefNumber>R-9</RefNumber>';
		expect(desk.ask(mod('Invoice', invoice, changes)).statusCode).toBe('0');
		const [payment] = desk.company.receivePayments.slice(-1);
		const shown = { TxnID, TxnDate: '2026-01-02', RefNumber: 'R-9' };
		expect(payment).toMatchObject({ LinkedTxn: [shown], AppliedToTxnRet: [shown] });
	});

	it('of a deposited sale may not touch what the deposit counts on', () => {
		const desk = openSmallDesk();
		const undeposited =
			'<DepositToAccountRef><FullName>Undeposited Funds</FullName></DepositToAccountRef>';
		const sale = addTransaction(desk, 'SalesReceipt');
		expect(desk.ask(mod('SalesReceipt', sale, undeposited)).statusCode).toBe('0');
		const deposit = `<DepositAddRq><DepositAdd><DepositToAccountRef><FullName>Checking</FullName></DepositToAccountRef><DepositLineAdd><PaymentTxnID>${sale.TxnID}</PaymentTxnID></DepositLineAdd></DepositAdd></DepositAddRq>`;
		expect(desk.ask(deposit).statusCode).toBe('0');
		expectRefused(desk, mod('SalesReceipt', sale, '<Memo>later</Memo>'), '3170');
		desk.company.contrary = ['deposited-payment-is-locked'];
		expect(desk.ask(mod('SalesReceipt', sale, '<Memo>later</Memo>')).statusCode).toBe('0');
		const more =
			'<SalesReceiptLineMod><TxnLineID>-1</TxnLineID><ItemRef><FullName>Design</FullName></ItemRef></SalesReceiptLineMod>';
		expectRefused(desk, mod('SalesReceipt', sale, more), '3170');
		const elsewhere = '<DepositToAccountRef><FullName>Checking</FullName></DepositToAccountRef>';
		expectRefused(desk, mod('SalesReceipt', sale, elsewhere), '3170');
		expect(mistakesIn(desk.company)).toEqual([]);
	});

	it('of a memo keeps the tax as it was, although the rate has changed since', () => {
		const desk = openSmallDesk();
		const sale = addTransaction(desk, 'Invoice');
		const before = copy(sale);
		const tax = desk.company.items.find(({ Name }) => Name === 'San Tomas');
		expect(desk.ask(mod('ItemSalesTax', tax ?? {}, '<TaxRate>50</TaxRate>')).statusCode).toBe('0');
		expect(desk.ask(mod('Invoice', sale, '<Memo>m</Memo>')).statusCode).toBe('0');
		expect(content(copy(sale))).toEqual({ ...content(before), Memo: 'm' });
		const again = '<ItemSalesTaxRef><FullName>San Tomas</FullName></ItemSalesTaxRef>';
		expect(desk.ask(mod('Invoice', sale, again)).statusCode).toBe('0');
		expect(sale.SalesTaxPercentage).toBe('50.00');
	});

	it('needs an account in a new line that has an amount', () => {
		const desk = openSmallDesk();
		const fresh = (rest: string) =>
			`<JournalLineMod><TxnLineID>-1</TxnLineID>${rest}</JournalLineMod>`;
		const entry = addTransaction(desk, 'JournalEntry');
		const side = '<JournalLineType>Debit</JournalLineType><Amount>5.00</Amount>';
		expectRefused(desk, mod('JournalEntry', entry, fresh(side)), '3150');
		expectRefused(desk, mod('JournalEntry', entry, fresh('<Amount>5.00</Amount>')), '3150');
		const deposit = addTransaction(desk, 'Deposit');
		const line =
			'<DepositLineMod><TxnLineID>-1</TxnLineID><Memo>m</Memo><Amount>5.00</Amount></DepositLineMod>';
		expectRefused(desk, mod('Deposit', deposit, line), '3150');
	});

	it('does not open anything again, or move what is booked to another currency or side', () => {
		const desk = openSmallDesk();
		const { accounts, customers } = desk.company;
		const [account] = accounts.filter(({ Name }) => Name === 'Checking');
		expectRefused(desk, mod('Account', account, '<OpenBalance>1.00</OpenBalance>'), '3250');
		expectRefused(desk, mod('Account', account, '<AccountType>Equity</AccountType>'), '3210');
		const { CustomerRef } = desk.company.invoices[0];
		const [customer] = customers.filter(({ ListID }) => ListID === CustomerRef.ListID);
		const other = customer.CurrencyRef.FullName === 'Euro' ? 'US Dollar' : 'Euro';
		const currency = `<CurrencyRef><FullName>${other}</FullName></CurrencyRef>`;
		expectRefused(desk, mod('Customer', customer, currency), '3210');
	});
});

describe('the names of people', () => {
	const add = (kind: string, name: string): string =>
		`<${kind}AddRq><${kind}Add><Name>${name}</Name></${kind}Add></${kind}AddRq>`;
	const byName = (query: string, ...names: string[]): string =>
		element(`${query}QueryRq`, names.map((name) => element('FullName', name)).join(''));

	it('are taken in whatever case, by whatever kind, active or not, and when they change too', () => {
		const desk = openSmallDesk();
		expect(desk.ask(add('OtherName', 'Taken Here')).statusCode).toBe('0');
		const [other] = desk.company.otherNames.slice(-1);
		desk.ask(mod('OtherName', other, '<IsActive>false</IsActive>'));
		for (const kind of ['Customer', 'Vendor', 'OtherName'])
			expectRefused(desk, add(kind, 'TAKEN here'), '3100');
		for (const name of ['a &amp; b lumber', 'Dan Miller', 'Harbor, Anna'])
			expectRefused(desk, add('Customer', name), '3100');
		const [vendor] = desk.company.vendors;
		expectRefused(desk, mod('Vendor', vendor, '<Name>taken HERE</Name>'), '3100');
		const own = vendor.Name.toUpperCase().replace('&', '&amp;');
		expect(desk.ask(mod('Vendor', vendor, element('Name', own))).statusCode).toBe('0');
	});

	it('are found in whatever case, active or not, of all four kinds', () => {
		const desk = openSmallDesk();
		const { customers, vendors, employees, otherNames } = desk.company;
		desk.ask(add('OtherName', 'Other One'));
		const all = [customers[0], vendors[0], employees[0], otherNames[0]];
		for (const [index, kind] of ['Customer', 'Vendor', 'Employee', 'OtherName'].entries())
			desk.ask(mod(kind, all[index], '<IsActive>false</IsActive>'));
		const names = all.map((record) =>
			String(record.FullName ?? record.Name)
				.toUpperCase()
				.replace('&', '&amp;'),
		);
		const { statusCode, records } = desk.ask(byName('Entity', ...names));
		expect(statusCode).toBe('0');
		expect(
			['CustomerRet', 'VendorRet', 'EmployeeRet', 'OtherNameRet'].map(
				(ret) => records[ret]?.[0].ListID,
			),
		).toEqual(all.map(({ ListID }) => ListID));
		expect(desk.ask(byName('Customer', names[0])).records.CustomerRet).toHaveLength(1);
		expect(desk.ask(byName('Entity', names[0], 'Nobody'))).toMatchObject({
			statusCode: '500',
			records: { CustomerRet: [{ ListID: customers[0].ListID }] },
		});
	});
});
