import { openDesk } from './support/ask';
import {
	add,
	askFor,
	askToChange,
	type Fields,
	itemLine,
	linesIn,
	now,
	only,
	undo,
} from './support/customer-side';
import { applied, checkFor, crediting, expense, modOf, paying } from './support/purchases';

const DESIGN = itemLine('Invoice', 'Design');

const addCustomer = (name: string): string =>
	`<CustomerAddRq><CustomerAdd><Name>${name}</Name></CustomerAdd></CustomerAddRq>`;

describe('a changed record of a list', () => {
	it('keeps what is not named and loses what is empty', () => {
		const { ask, company } = openDesk();
		const [customer] = company.customers;
		const { BillAddress } = customer;
		const content =
			'<BillAddress><City>Zürich</City></BillAddress><Phone></Phone><Email>new@example.com</Email>';
		const changed = only(ask(modOf('Customer', { ...customer }, content)), 'CustomerRet');
		expect(changed).toMatchObject({
			BillAddress: { ...BillAddress, City: 'Zürich' },
			Email: 'new@example.com',
		});
		expect(changed).not.toHaveProperty('Phone');
	});

	it('cannot stand below itself', () => {
		const { ask, company } = openDesk();
		const below = '<ParentRef><FullName>Abercrombie &amp; Daughters:Attic</FullName></ParentRef>';
		expect(ask(modOf('Customer', { ...company.customers[0] }, below)).statusCode).toBe('3210');
	});
});

describe('a deleted record', () => {
	const del = (type: string, id: unknown): string =>
		`<ListDelRq><ListDelType>${type}</ListDelType><ListID>${id}</ListID></ListDelRq>`;

	it('is remembered for 90 days', () => {
		const { ask, company } = openDesk();
		const { ListID } = only(ask(addCustomer('Gone Soon')), 'CustomerRet');
		const request = del('Customer', ListID);
		expect(ask(request)).toMatchObject({ statusCode: '0', records: { FullName: 'Gone Soon' } });
		const query = '<ListDeletedQueryRq><ListDelType>Customer</ListDelType></ListDeletedQueryRq>';
		expect(ask(query).records.ListDeletedRet).toMatchObject([{ ListID, FullName: 'Gone Soon' }]);
		company.now = () => new Date('2026-06-03T04:05:06Z');
		expect(ask(query).statusCode).toBe('1');
		expect(ask(request).statusCode).toBe('3120');
	});

	it('is not in use', () => {
		const { ask, company } = openDesk();
		expect(ask(del('StandardTerms', company.terms[0].ListID)).statusCode).toBe('3160');
		expect(ask(del('Account', company.accounts[3].ListID)).statusCode).toBe('0');
	});
});

test('a group among the lines of a changed invoice is priced anew with its quantity', () => {
	const desk = openDesk();
	const group =
		'<InvoiceLineGroupAdd><ItemGroupRef><FullName>Door Set</FullName></ItemGroupRef><Quantity>2</Quantity></InvoiceLineGroupAdd>';
	const before = add(desk, 'Invoice', DESIGN + group + itemLine('Invoice', 'Lumber'));
	const [set] = linesIn(before, 'InvoiceLineGroupRet');
	expect(set).toMatchObject({ Quantity: '2', TotalAmount: '325.00' });
	const named = (kind: string, { TxnLineID }: Fields, rest = ''): string =>
		`<${kind}Mod><TxnLineID>${TxnLineID}</TxnLineID>${rest}</${kind}Mod>`;
	const [first, last] = linesIn(before).map((line) => named('InvoiceLine', line));
	const content = first + named('InvoiceLineGroup', set, '<Quantity>1</Quantity>') + last;
	const after = only(askToChange(desk, 'Invoice', before, content), 'InvoiceRet');
	expect(after.InvoiceLineGroupRet).toMatchObject([
		{ TxnLineID: set.TxnLineID, TotalAmount: '162.50' },
	]);
});

test('a credit settles only what its own vendor is owed', () => {
	const { ask, company } = openDesk();
	const [own, other] = company.bills;
	const [vendor, stranger] = [own, other].map(
		({ VendorRef }) => `<ListID>${(VendorRef as { ListID: string }).ListID}</ListID>`,
	);
	const credit = only(
		ask(
			`<VendorCreditAddRq><VendorCreditAdd><VendorRef>${vendor}</VendorRef>${expense('5.00')}</VendorCreditAdd></VendorCreditAddRq>`,
		),
		'VendorCreditRet',
	);
	const use = (bill: Fields, payee: string): unknown =>
		ask(
			checkFor(applied(bill, paying('1.00') + crediting(credit, '5.00'))).replace(
				'<FullName>A &amp; B Lumber</FullName>',
				payee,
			),
		).statusCode;
	expect(use(other, stranger)).toBe('3120');
	expect(use(own, vendor)).toBe('0');
});

test('an order is open again when its invoice goes', () => {
	const desk = openDesk();
	const line = itemLine('SalesOrder', 'Lumber', '<Quantity>4</Quantity><Rate>5</Rate>');
	const order = add(desk, 'SalesOrder', line);
	const invoice = add(desk, 'Invoice', `<LinkToTxnID>${order.TxnID}</LinkToTxnID>`);
	undo(desk, 'TxnDel', 'Invoice', invoice);
	const after = now(desk, 'SalesOrder', order);
	expect(after).toMatchObject({ IsFullyInvoiced: 'false', SalesOrderLineRet: [{ Invoiced: '0' }] });
	expect(after).not.toHaveProperty('LinkedTxn');
});

test('the closing date closes what is before it, and the preferences show it', () => {
	const desk = openDesk();
	desk.company.closingDate = '2026-01-31';
	const dated = (date: string): string => `<TxnDate>${date}</TxnDate>${DESIGN}`;
	expect(askFor(desk, 'Invoice', dated('2026-01-31')).statusCode).toBe('3171');
	expect(askFor(desk, 'Invoice', dated('2026-02-01')).statusCode).toBe('0');
	expect(only(desk.ask('<PreferencesQueryRq/>'), 'PreferencesRet')).toMatchObject({
		AccountingPreferences: { ClosingDate: '2026-01-31' },
	});
});

test('somebody else is using a record until it is let go, or for as many requests as told', () => {
	const { ask, company } = openDesk();
	const [customer] = company.customers;
	const { ListID } = customer;
	const change = modOf('Customer', { ...customer }, '<Phone>1</Phone>');
	const field = `<DataExtModRq><DataExtMod><OwnerID>0</OwnerID><DataExtName>Route</DataExtName><ListDataExtType>Customer</ListDataExtType><ListObjRef><ListID>${ListID}</ListID></ListObjRef><DataExtValue>x</DataExtValue></DataExtMod></DataExtModRq>`;
	const ended = (...requests: string[]) => requests.map((request) => ask(request).statusCode);
	company.locked = { [ListID]: 3175 };
	expect(ended(change, change, change)).toEqual(['3175', '3175', '3175']);
	company.locked = { [ListID]: { code: 3175, times: 2 } };
	expect(ended(change, field, change)).toEqual(['3175', '3175', '0']);
	expect(company.locked).toEqual({});
});
