import { type Answered, type Desk, openDesk, pluck } from './support/ask';

type Fields = Record<string, unknown>;

const only = ({ records }: Answered, element: string): Fields => records[element]?.[0] ?? {};

const ABERCROMBIE = '<CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef>';
const LUMBER = '<VendorRef><FullName>A &amp; B Lumber</FullName></VendorRef>';

const line = (item: string, rest = ''): string =>
	`<InvoiceLineAdd><ItemRef><FullName>${item}</FullName></ItemRef>${rest}</InvoiceLineAdd>`;

const addInvoice = ({ ask }: Desk, content: string): Fields =>
	only(
		ask(`<InvoiceAddRq><InvoiceAdd>${ABERCROMBIE}${content}</InvoiceAdd></InvoiceAddRq>`),
		'InvoiceRet',
	);

const mod = (kind: string, { TxnID, EditSequence }: Fields, content: string): string =>
	`<${kind}ModRq><${kind}Mod><TxnID>${TxnID}</TxnID><EditSequence>${EditSequence}</EditSequence>${content}</${kind}Mod></${kind}ModRq>`;

const modList = (kind: string, { ListID, EditSequence }: Fields, content: string): string =>
	`<${kind}ModRq><${kind}Mod><ListID>${ListID}</ListID><EditSequence>${EditSequence}</EditSequence>${content}</${kind}Mod></${kind}ModRq>`;

const invoiceNow = ({ ask }: Desk, { TxnID }: Fields): Fields =>
	only(
		ask(
			`<InvoiceQueryRq><TxnID>${TxnID}</TxnID><IncludeLineItems>1</IncludeLineItems><IncludeLinkedTxns>1</IncludeLinkedTxns></InvoiceQueryRq>`,
		),
		'InvoiceRet',
	);

const linesOf = (invoice: Fields): Fields[] => [invoice.InvoiceLineRet ?? []].flat() as Fields[];

const addCustomer = (name: string, rest = ''): string =>
	`<CustomerAddRq><CustomerAdd><Name>${name}</Name>${rest}</CustomerAdd></CustomerAddRq>`;

describe('names', () => {
	it.each(['Customer', 'Vendor', 'OtherName'])('are shared by everybody: %s', (kind) => {
		const { ask } = openDesk();
		for (const taken of ['Zurich 3% Club', 'a &amp; b lumber', 'Dan Miller', 'Harbor, Anna']) {
			const answer = ask(
				`<${kind}AddRq><${kind}Add><Name>${taken}</Name></${kind}Add></${kind}AddRq>`,
			);
			expect(answer).toMatchObject({ statusCode: '3100', records: {} });
		}
	});

	it('may be the same below different customers', () => {
		const { ask } = openDesk();
		const job = (parent: string): string =>
			addCustomer('Kitchen', `<ParentRef><FullName>${parent}</FullName></ParentRef>`);
		expect(only(ask(job('Müller Bäckerei')), 'CustomerRet')).toMatchObject({
			FullName: 'Müller Bäckerei:Kitchen',
			Sublevel: '1',
		});
		expect(ask(job('Müller Bäckerei')).statusCode).toBe('3100');
	});

	it('change everywhere at once', () => {
		const desk = openDesk();
		const invoice = addInvoice(desk, line('Design'));
		const [customer] = desk.company.customers;
		desk.ask(modList('Customer', customer, '<Name>Abercrombie Ltd.</Name>'));
		expect(invoiceNow(desk, invoice).CustomerRef).toEqual({
			ListID: customer.ListID,
			FullName: 'Abercrombie Ltd.',
		});
		expect(pluck(desk.company.customers, 'FullName')).toContain('Abercrombie Ltd.:Attic');
	});
});

describe('a changed record of a list', () => {
	it('keeps what is not named and loses what is empty', () => {
		const { ask, company } = openDesk();
		const [customer] = company.customers;
		const { BillAddress } = customer;
		const changed = only(
			ask(
				modList(
					'Customer',
					customer,
					'<BillAddress><City>Zürich</City></BillAddress><Phone></Phone><Email>new@example.com</Email>',
				),
			),
			'CustomerRet',
		);
		expect(changed).toMatchObject({
			BillAddress: { ...BillAddress, City: 'Zürich' },
			Email: 'new@example.com',
		});
		expect(changed).not.toHaveProperty('Phone');
	});

	it('is refused with an old edit sequence', () => {
		const { ask, company } = openDesk();
		const [vendor] = company.vendors;
		const request = modList('Vendor', vendor, '<Phone>1</Phone>');
		expect(ask(request).statusCode).toBe('0');
		expect(ask(request)).toMatchObject({
			statusCode: '3200',
			statusMessage: expect.stringContaining('is out-of-date.'),
		});
	});

	it('cannot stand below itself', () => {
		const { ask, company } = openDesk();
		const [customer] = company.customers;
		const below = '<ParentRef><FullName>Abercrombie &amp; Daughters:Attic</FullName></ParentRef>';
		expect(ask(modList('Customer', customer, below)).statusCode).toBe('3210');
	});
});

describe('a deleted record', () => {
	it('is remembered for 90 days', () => {
		const { ask, company } = openDesk();
		const { ListID } = only(ask(addCustomer('Gone Soon')), 'CustomerRet');
		const del = `<ListDelRq><ListDelType>Customer</ListDelType><ListID>${ListID}</ListID></ListDelRq>`;
		expect(ask(del)).toMatchObject({ statusCode: '0', records: { FullName: 'Gone Soon' } });
		const query = '<ListDeletedQueryRq><ListDelType>Customer</ListDelType></ListDeletedQueryRq>';
		expect(ask(query).records.ListDeletedRet).toEqual([
			expect.objectContaining({ ListID, FullName: 'Gone Soon' }),
		]);
		company.now = () => new Date('2026-06-03T04:05:06Z');
		expect(ask(query).statusCode).toBe('1');
		expect(ask(del).statusCode).toBe('3120');
	});

	it('is not in use', () => {
		const { ask, company } = openDesk();
		for (const [type, record] of [
			['Customer', company.customers[0]],
			['StandardTerms', company.terms[0]],
			['Account', company.accounts[3]],
		] as const) {
			const answer = ask(
				`<ListDelRq><ListDelType>${type}</ListDelType><ListID>${record.ListID}</ListID></ListDelRq>`,
			);
			expect(answer).toMatchObject({ statusCode: type === 'Account' ? '0' : '3160' });
		}
	});
});

describe('the lines of a changed invoice', () => {
	const three = line('Design') + line('Lumber', '<Quantity>2</Quantity>') + line('Site Visit');

	it('stay when none is named', () => {
		const desk = openDesk();
		const before = addInvoice(desk, three);
		const after = only(desk.ask(mod('Invoice', before, '<Memo>m</Memo>')), 'InvoiceRet');
		expect(linesOf(after)).toEqual(linesOf(before));
		expect(after).toMatchObject({ Memo: 'm', Subtotal: before.Subtotal });
	});

	it('go when others are named, stay as they are by their ID alone, and are priced again when they change', () => {
		const desk = openDesk();
		const before = addInvoice(desk, three);
		const [design, lumber] = linesOf(before);
		const content =
			`<InvoiceLineMod><TxnLineID>${design.TxnLineID}</TxnLineID></InvoiceLineMod>` +
			`<InvoiceLineMod><TxnLineID>${lumber.TxnLineID}</TxnLineID><Quantity>10</Quantity></InvoiceLineMod>` +
			'<InvoiceLineMod><TxnLineID>-1</TxnLineID><ItemRef><FullName>Trim</FullName></ItemRef></InvoiceLineMod>';
		const after = only(desk.ask(mod('Invoice', before, content)), 'InvoiceRet');
		expect(linesOf(after)).toEqual([
			design,
			{ ...lumber, Quantity: '10', Amount: '48.50' },
			expect.objectContaining({
				ItemRef: expect.objectContaining({ FullName: 'Trim' }),
				Amount: '1.33',
			}),
		]);
		expect(after.BalanceRemaining).not.toBe(before.BalanceRemaining);
	});

	it('are refused in another order, or with an ID of another invoice', () => {
		const desk = openDesk();
		const before = addInvoice(desk, three);
		const [first, second] = linesOf(before);
		const named = (...ids: unknown[]): string =>
			ids.map((id) => `<InvoiceLineMod><TxnLineID>${id}</TxnLineID></InvoiceLineMod>`).join('');
		const swapped = mod('Invoice', before, named(second.TxnLineID, first.TxnLineID));
		expect(desk.ask(swapped).statusCode).toBe('3290');
		expect(desk.ask(mod('Invoice', before, named('FFFF-1'))).statusCode).toBe('3290');
	});

	it('may be groups, among others in their order', () => {
		const desk = openDesk();
		const group =
			'<InvoiceLineGroupAdd><ItemGroupRef><FullName>Door Set</FullName></ItemGroupRef><Quantity>2</Quantity></InvoiceLineGroupAdd>';
		const before = addInvoice(desk, line('Design') + group + line('Lumber'));
		const [set] = [before.InvoiceLineGroupRet].flat() as Fields[];
		expect(set).toMatchObject({ Quantity: '2', TotalAmount: '325.00' });
		const [first, last] = linesOf(before);
		const content =
			`<InvoiceLineMod><TxnLineID>${first.TxnLineID}</TxnLineID></InvoiceLineMod>` +
			`<InvoiceLineGroupMod><TxnLineID>${set.TxnLineID}</TxnLineID><Quantity>1</Quantity></InvoiceLineGroupMod>` +
			`<InvoiceLineMod><TxnLineID>${last.TxnLineID}</TxnLineID></InvoiceLineMod>`;
		const after = only(desk.ask(mod('Invoice', before, content)), 'InvoiceRet');
		expect(after.InvoiceLineGroupRet).toMatchObject([
			{ TxnLineID: set.TxnLineID, TotalAmount: '162.50' },
		]);
	});

	it('are all taken out of a bill by the element for that', () => {
		const desk = openDesk();
		const bill = only(
			desk.ask(
				`<BillAddRq><BillAdd>${LUMBER}<ExpenseLineAdd><AccountRef><FullName>Subcontractors</FullName></AccountRef><Amount>5.00</Amount></ExpenseLineAdd><ItemLineAdd><ItemRef><FullName>Window</FullName></ItemRef><Quantity>1</Quantity><Cost>100</Cost></ItemLineAdd></BillAdd></BillAddRq>`,
			),
			'BillRet',
		);
		expect(bill).toMatchObject({ AmountDue: '105.00', OpenAmount: '105.00', IsPaid: 'false' });
		const cleared = only(
			desk.ask(mod('Bill', bill, '<ClearItemLines>1</ClearItemLines>')),
			'BillRet',
		);
		expect(cleared).toMatchObject({ AmountDue: '5.00' });
		expect(cleared).not.toHaveProperty('ItemLineRet');
		const both =
			'<ClearExpenseLines>1</ClearExpenseLines><ExpenseLineMod><TxnLineID>-1</TxnLineID></ExpenseLineMod>';
		expect(desk.ask(mod('Bill', cleared, both)).statusCode).toBe('3151');
	});
});

describe('a payment', () => {
	const pay = (content: string): string =>
		`<ReceivePaymentAddRq><ReceivePaymentAdd>${ABERCROMBIE}${content}</ReceivePaymentAdd></ReceivePaymentAddRq>`;
	const applied = ({ TxnID }: Fields, amount: string, rest = ''): string =>
		`<AppliedToTxnAdd><TxnID>${TxnID}</TxnID><PaymentAmount>${amount}</PaymentAmount>${rest}</AppliedToTxnAdd>`;

	it('lowers balances, and is shown by what it pays', () => {
		const desk = openDesk();
		const invoice = addInvoice(desk, line('Design', '<Rate>100</Rate>'));
		const [customer] = desk.company.customers;
		const owed = Number(customer.Balance);
		const discount =
			'<DiscountAmount>10.00</DiscountAmount><DiscountAccountRef><FullName>Sales Discounts</FullName></DiscountAccountRef>';
		const payment = only(
			desk.ask(pay(`<TotalAmount>100.00</TotalAmount>${applied(invoice, '40.00', discount)}`)),
			'ReceivePaymentRet',
		);
		expect(payment).toMatchObject({
			UnusedPayment: '60.00',
			AppliedToTxnRet: [{ Amount: '40.00', BalanceRemaining: '50.00' }],
		});
		expect(invoiceNow(desk, invoice)).toMatchObject({
			AppliedAmount: '-50.00',
			BalanceRemaining: '50.00',
			IsPaid: 'false',
			LinkedTxn: [{ TxnID: payment.TxnID, TxnType: 'ReceivePayment', Amount: '-50.00' }],
		});
		expect(Number(customer.Balance)).toBeCloseTo(owed - 110, 2);
	});

	it('is released when its invoice is voided or deleted', () => {
		const desk = openDesk();
		for (const request of ['TxnVoid', 'TxnDel']) {
			const invoice = addInvoice(desk, `<Memo>m</Memo>${line('Design', '<Rate>100</Rate>')}`);
			const { TxnID } = only(desk.ask(pay(applied(invoice, '100.00'))), 'ReceivePaymentRet');
			expect(invoiceNow(desk, invoice).IsPaid).toBe('true');
			const answer = desk.ask(
				`<${request}Rq><${request}Type>Invoice</${request}Type><TxnID>${invoice.TxnID}</TxnID></${request}Rq>`,
			);
			expect(answer).toMatchObject({
				statusCode: '0',
				records: { TxnID: invoice.TxnID, RefNumber: invoice.RefNumber },
			});
			const [payment] = desk.ask(
				`<ReceivePaymentQueryRq><TxnID>${TxnID}</TxnID></ReceivePaymentQueryRq>`,
			).records.ReceivePaymentRet;
			expect(payment.UnusedPayment).toBe('100.00');
			if (request === 'TxnVoid') {
				expect(invoiceNow(desk, invoice)).toMatchObject({
					Memo: 'VOID: m',
					Subtotal: '0.00',
					BalanceRemaining: '0.00',
					IsPaid: 'true',
				});
			}
		}
		const deleted = desk.ask(
			'<TxnDeletedQueryRq><TxnDelType>Invoice</TxnDelType></TxnDeletedQueryRq>',
		);
		expect(deleted.records.TxnDeletedRet).toHaveLength(1);
	});

	it('cannot pay more than is owed, or somebody else’s invoice', () => {
		const desk = openDesk();
		const invoice = addInvoice(desk, line('Design', '<Rate>100</Rate>'));
		expect(desk.ask(pay(applied(invoice, '100.01'))).statusCode).toBe('3210');
		const other = desk.company.invoices.find(
			({ IsPaid, CustomerRef }) => IsPaid === 'false' && CustomerRef.FullName.startsWith('Müller'),
		);
		expect(desk.ask(pay(applied({ TxnID: other?.TxnID }, '1.00'))).statusCode).toBe('3120');
		expect(desk.ask(pay(applied({ TxnID: 'FFFF-1' }, '1.00'))).statusCode).toBe('3120');
	});

	it('is not taken out from under its deposit', () => {
		const desk = openDesk();
		const invoice = addInvoice(desk, line('Design'));
		const { TxnID } = only(desk.ask(pay(applied(invoice, '85.00'))), 'ReceivePaymentRet');
		const deposit = `<DepositAddRq><DepositAdd><DepositToAccountRef><FullName>Checking</FullName></DepositToAccountRef><DepositLineAdd><PaymentTxnID>${TxnID}</PaymentTxnID></DepositLineAdd></DepositAdd></DepositAddRq>`;
		expect(only(desk.ask(deposit), 'DepositRet')).toMatchObject({ DepositTotal: '85.00' });
		expect(desk.ask(deposit)).toMatchObject({
			statusCode: '3180',
			statusMessage: expect.stringContaining('Payments to Deposit list'),
		});
		const del = `<TxnDelRq><TxnDelType>ReceivePayment</TxnDelType><TxnID>${TxnID}</TxnID></TxnDelRq>`;
		expect(desk.ask(del).statusCode).toBe('3160');
	});
});

test('a credit settles only what its own vendor is owed', () => {
	const { ask, company } = openDesk();
	const [own, other] = company.bills;
	const party = (bill: Fields): string => (bill.VendorRef as { ListID: string }).ListID;
	const credit = only(
		ask(
			`<VendorCreditAddRq><VendorCreditAdd><VendorRef><ListID>${party(own)}</ListID></VendorRef><ExpenseLineAdd><AccountRef><FullName>Subcontractors</FullName></AccountRef><Amount>5.00</Amount></ExpenseLineAdd></VendorCreditAdd></VendorCreditAddRq>`,
		),
		'VendorCreditRet',
	);
	const use = (bill: Fields): string =>
		`<BillPaymentCheckAddRq><BillPaymentCheckAdd><PayeeEntityRef><ListID>${party(bill)}</ListID></PayeeEntityRef><BankAccountRef><FullName>Checking</FullName></BankAccountRef><RefNumber>7</RefNumber><AppliedToTxnAdd><TxnID>${bill.TxnID}</TxnID><PaymentAmount>1.00</PaymentAmount><SetCredit><CreditTxnID>${credit.TxnID}</CreditTxnID><AppliedAmount>5.00</AppliedAmount></SetCredit></AppliedToTxnAdd></BillPaymentCheckAdd></BillPaymentCheckAddRq>`;
	expect(ask(use(other)).statusCode).toBe('3120');
	expect(ask(use(own)).statusCode).toBe('0');
});

describe('orders', () => {
	it('are invoiced, and open again when the invoice goes', () => {
		const desk = openDesk();
		const order = only(
			desk.ask(
				`<SalesOrderAddRq><SalesOrderAdd>${ABERCROMBIE}<SalesOrderLineAdd><ItemRef><FullName>Lumber</FullName></ItemRef><Quantity>4</Quantity><Rate>5</Rate></SalesOrderLineAdd></SalesOrderAdd></SalesOrderAddRq>`,
			),
			'SalesOrderRet',
		);
		const orderNow = (): Fields =>
			only(
				desk.ask(
					`<SalesOrderQueryRq><TxnID>${order.TxnID}</TxnID><IncludeLineItems>1</IncludeLineItems><IncludeLinkedTxns>1</IncludeLinkedTxns></SalesOrderQueryRq>`,
				),
				'SalesOrderRet',
			);
		const invoice = addInvoice(desk, `<LinkToTxnID>${order.TxnID}</LinkToTxnID>`);
		expect(linesOf(invoice)).toMatchObject([{ Quantity: '4', Rate: '5.00', Amount: '20.00' }]);
		expect(orderNow()).toMatchObject({
			IsFullyInvoiced: 'true',
			LinkedTxn: [{ TxnID: invoice.TxnID, LinkType: 'QUANTYPE' }],
			SalesOrderLineRet: [{ Invoiced: '4' }],
		});
		desk.ask(
			`<TxnDelRq><TxnDelType>Invoice</TxnDelType><TxnID>${invoice.TxnID}</TxnID></TxnDelRq>`,
		);
		expect(orderNow()).toMatchObject({
			IsFullyInvoiced: 'false',
			SalesOrderLineRet: [{ Invoiced: '0' }],
		});
		expect(orderNow()).not.toHaveProperty('LinkedTxn');
	});

	it('are billed line by line', () => {
		const desk = openDesk();
		const order = only(
			desk.ask(
				`<PurchaseOrderAddRq><PurchaseOrderAdd>${LUMBER}<PurchaseOrderLineAdd><ItemRef><FullName>Window</FullName></ItemRef><Quantity>3</Quantity><Rate>150</Rate></PurchaseOrderLineAdd></PurchaseOrderAdd></PurchaseOrderAddRq>`,
			),
			'PurchaseOrderRet',
		);
		const [{ TxnLineID }] = order.PurchaseOrderLineRet as Fields[];
		const bill = only(
			desk.ask(
				`<BillAddRq><BillAdd>${LUMBER}<ItemLineAdd><Quantity>1</Quantity><LinkToTxn><TxnID>${order.TxnID}</TxnID><TxnLineID>${TxnLineID}</TxnLineID></LinkToTxn></ItemLineAdd></BillAdd></BillAddRq>`,
			),
			'BillRet',
		);
		expect(bill).toMatchObject({ AmountDue: '150.00' });
		const [now] = desk.ask(
			`<PurchaseOrderQueryRq><TxnID>${order.TxnID}</TxnID><IncludeLineItems>1</IncludeLineItems></PurchaseOrderQueryRq>`,
		).records.PurchaseOrderRet;
		expect(now).toMatchObject({
			IsFullyReceived: 'false',
			PurchaseOrderLineRet: [{ ReceivedQuantity: '1', IsBilled: 'false' }],
		});
	});
});

describe('the company file refuses', () => {
	it('what is before the closing date', () => {
		const desk = openDesk();
		const early = '<TxnDate>2026-01-15</TxnDate>';
		const invoice = addInvoice(desk, early + line('Design'));
		desk.company.closingDate = '2026-01-31';
		expect(
			desk.ask(`<InvoiceAddRq><InvoiceAdd>${ABERCROMBIE}${early}</InvoiceAdd></InvoiceAddRq>`)
				.statusCode,
		).toBe('3171');
		expect(desk.ask(mod('Invoice', invoice, '<Memo>m</Memo>')).statusCode).toBe('3171');
		for (const [request, code] of [
			['TxnVoid', '3171'],
			['TxnDel', '3161'],
		]) {
			const undo = `<${request}Rq><${request}Type>Invoice</${request}Type><TxnID>${invoice.TxnID}</TxnID></${request}Rq>`;
			expect(desk.ask(undo).statusCode).toBe(code);
		}
		expect(addInvoice(desk, line('Design')).TxnDate).toBe('2026-02-03');
		expect(only(desk.ask('<PreferencesQueryRq/>'), 'PreferencesRet')).toMatchObject({
			AccountingPreferences: { ClosingDate: '2026-01-31' },
		});
	});

	it('what somebody else is using', () => {
		const desk = openDesk();
		const [customer] = desk.company.customers;
		const invoice = addInvoice(desk, line('Design'));
		desk.company.locked = { [customer.ListID]: 3175, [String(invoice.TxnID)]: 3176 };
		expect(desk.ask(modList('Customer', customer, '<Phone>1</Phone>')).statusCode).toBe('3175');
		expect(desk.ask(mod('Invoice', invoice, '<Memo>m</Memo>')).statusCode).toBe('3176');
		desk.company.locked = {};
		expect(desk.ask(modList('Customer', customer, '<Phone>1</Phone>')).statusCode).toBe('0');
	});

	it('what somebody else is using, for as many requests as told', () => {
		const desk = openDesk();
		const [customer] = desk.company.customers;
		const change = modList('Customer', customer, '<Phone>1</Phone>');
		desk.company.locked = { [customer.ListID]: { code: 3175, times: 2 } };
		const field = `<DataExtModRq><DataExtMod><OwnerID>0</OwnerID><DataExtName>Route</DataExtName><ListDataExtType>Customer</ListDataExtType><ListObjRef><ListID>${customer.ListID}</ListID></ListObjRef><DataExtValue>x</DataExtValue></DataExtMod></DataExtModRq>`;
		const asked = [change, field, change].map((request) => desk.ask(request).statusCode);
		expect(asked).toEqual(['3175', '3175', '0']);
		expect(desk.company.locked).toEqual({});
	});

	it('what is linked to something that somebody else is using', () => {
		const desk = openDesk();
		const { TxnID } = addInvoice(desk, line('Design'));
		desk.company.locked = { [String(TxnID)]: { code: 3176, times: 1 } };
		const pay = `<ReceivePaymentAddRq><ReceivePaymentAdd>${ABERCROMBIE}<AppliedToTxnAdd><TxnID>${TxnID}</TxnID><PaymentAmount>1.00</PaymentAmount></AppliedToTxnAdd></ReceivePaymentAdd></ReceivePaymentAddRq>`;
		expect(desk.ask(pay).statusCode).toBe('3176');
		expect(desk.ask(pay).statusCode).toBe('0');
	});

	it('what the user may not do', () => {
		const { ask, company } = openDesk();
		company.forbidden = ['CustomerAddRq'];
		expect(ask(addCustomer('Somebody'))).toMatchObject({
			statusCode: '3260',
			statusMessage: 'Insufficient permission level to perform this action.',
		});
	});

	it('an entry that is not in balance', () => {
		const { ask } = openDesk();
		const side = (name: string, amount: string): string =>
			`<Journal${name}Line><AccountRef><FullName>Checking</FullName></AccountRef><Amount>${amount}</Amount></Journal${name}Line>`;
		expect(
			ask(
				`<JournalEntryAddRq><JournalEntryAdd>${side('Debit', '1.00')}${side('Credit', '2.00')}</JournalEntryAdd></JournalEntryAddRq>`,
			),
		).toMatchObject({
			statusCode: '3180',
			statusMessage: expect.stringContaining('not in balance'),
		});
	});
});
