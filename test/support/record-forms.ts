import type { IDataObject } from 'n8n-workflow';

/** What a locator holds when a name or a number was typed. */
export const named = (value: string): IDataObject => ({ __rl: true, mode: 'name', value });

/** What a locator holds when an ID was typed or comes from an expression. */
const withId = (value: string): IDataObject => ({ __rl: true, mode: 'id', value });

const lines = (...line: IDataObject[]): IDataObject => ({ line });

/** The ID of the record that an earlier form has made, by that form's title; or an expression that gives it. */
type IdOf = (title: string) => string;

/** The form of one record as it was filled in, which the simulated company file takes. */
export interface RecordForm {
	/** What tests call it. */
	title: string;
	resource: string;
	/** The titles of the forms whose records it refers to. They stand before it in the table. */
	needs?: readonly string[];
	form: (idOf: IdOf) => IDataObject;
	/** What the simplified record shows of it, worked out by hand. */
	shows: IDataObject;
	/** What it is linked to. Only a query shows that, not the answer to the request that has made it. */
	links?: readonly IDataObject[];
	/** Whether a later form deposits it. From then on it can't be changed. */
	isDeposited?: true;
}

const address = {
	address: { addr1: 'Rivera Landscaping', city: 'Bayshore', state: 'CA', postalCode: '94326' },
};
const shownAddress = {
	Addr1: 'Rivera Landscaping',
	City: 'Bayshore',
	State: 'CA',
	PostalCode: '94326',
};

const listRecords: readonly RecordForm[] = [
	{
		title: 'class',
		resource: 'class',
		form: () => ({
			name: 'Repairs in Summer',
			additionalFields: { parentListId: named('Overhead') },
		}),
		shows: {
			FullName: 'Overhead:Repairs in Summer',
			Name: 'Repairs in Summer',
			ParentName: 'Overhead',
			Sublevel: '1',
			IsActive: true,
		},
	},
	{
		title: 'account',
		resource: 'account',
		form: () => ({
			name: 'Telephone',
			accountType: 'Expense',
			additionalFields: {
				accountNumber: '6310',
				description: 'Lines & mobiles',
				parentListId: named('Office Supplies'),
			},
		}),
		shows: {
			FullName: 'Office Supplies:Telephone',
			AccountType: 'Expense',
			AccountNumber: '6310',
			Balance: '0.00',
			Desc: 'Lines & mobiles',
			ParentName: 'Office Supplies',
		},
	},
	{
		title: 'customer',
		resource: 'customer',
		form: () => ({ name: 'Rivera Landscaping' }),
		shows: { FullName: 'Rivera Landscaping', Balance: '0.00', IsActive: true },
	},
	{
		title: 'job, full',
		resource: 'customer',
		form: () => ({
			name: 'Patio <West> & Garden',
			additionalFields: {
				parentListId: named('Rivera Landscaping'),
				companyName: 'Rivera Landscaping',
				firstName: 'Inés',
				lastName: 'Rivera',
				email: 'ines@example.com',
				phone: '415-555-0190',
				accountNumber: 'C-9001',
				billAddress: address,
				termsListId: named('Net 15'),
				classListId: named('Residential:Repairs'),
				customerTypeListId: named('Residential'),
				salesTaxCodeListId: named('Tax'),
				itemSalesTaxListId: named('East Bayshore'),
				salesRepListId: named('DM'),
				priceLevelListId: named('Trade'),
				creditLimit: '5000',
				openBalance: '120.50',
				openBalanceDate: '2026-01-05',
				jobStatus: 'InProgress',
				jobStartDate: '2026-01-05',
				jobTypeListId: named('Remodel'),
				notes: 'Call before you come',
			},
		}),
		shows: {
			FullName: 'Rivera Landscaping:Patio <West> & Garden',
			CompanyName: 'Rivera Landscaping',
			Email: 'ines@example.com',
			Phone: '415-555-0190',
			Balance: '120.50',
			FirstName: 'Inés',
			LastName: 'Rivera',
			AccountNumber: 'C-9001',
			BillAddress: shownAddress,
			TermsName: 'Net 15',
			ParentName: 'Rivera Landscaping',
			Notes: 'Call before you come',
		},
	},
	{
		title: 'employee',
		resource: 'employee',
		form: () => ({
			firstName: 'Sam',
			lastName: 'Reyes',
			additionalFields: {
				middleName: 'J.',
				jobTitle: 'Carpenter',
				department: 'Shop',
				email: 'sam@example.com',
				phone: '415-555-0193',
				mobile: '415-555-0194',
				accountNumber: 'E-12',
				employeeType: 'Regular',
				hiredDate: '2026-01-05',
				supervisorListId: named('Dan Miller'),
				notes: 'Has a key',
			},
		}),
		shows: {
			Name: 'Sam J. Reyes',
			FirstName: 'Sam',
			LastName: 'Reyes',
			JobTitle: 'Carpenter',
			Department: 'Shop',
			Email: 'sam@example.com',
			Mobile: '415-555-0194',
			EmployeeType: 'Regular',
			HiredDate: '2026-01-05',
			SupervisorName: 'Dan Miller',
			Notes: 'Has a key',
			IsActive: true,
		},
	},
	{
		title: 'other name',
		resource: 'otherName',
		form: () => ({
			name: 'Ortiz, Pilar',
			additionalFields: {
				companyName: 'Ortiz & Hijas',
				firstName: 'Pilar',
				lastName: 'Ortiz',
				email: 'pilar@example.com',
				phone: '415-555-0192',
				accountNumber: 'O-3',
				otherNameAddress: address,
				notes: 'Owns the yard',
			},
		}),
		shows: {
			Name: 'Ortiz, Pilar',
			CompanyName: 'Ortiz & Hijas',
			Email: 'pilar@example.com',
			IsActive: true,
			FirstName: 'Pilar',
			AccountNumber: 'O-3',
			OtherNameAddress: shownAddress,
			Notes: 'Owns the yard',
		},
	},
	{
		title: 'vendor',
		resource: 'vendor',
		form: () => ({ name: 'Quarry & Stone' }),
		shows: { Name: 'Quarry & Stone', Balance: '0.00', IsActive: true },
	},
	{
		title: 'vendor, full',
		resource: 'vendor',
		form: () => ({
			name: 'Lumière Électrique',
			additionalFields: {
				companyName: 'Lumière Électrique SARL',
				email: 'bureau@example.com',
				phone: '415-555-0191',
				accountNumber: 'V-17',
				vendorAddress: address,
				termsListId: named('Net 30'),
				vendorTypeListId: named('Subcontractors'),
				isVendorEligibleFor1099: true,
				classListId: named('Overhead'),
				nameOnCheck: 'Lumière',
				openBalance: '80.00',
				openBalanceDate: '2026-01-05',
				creditLimit: '900.00',
				notes: 'Delivers on Fridays',
			},
		}),
		shows: {
			Name: 'Lumière Électrique',
			CompanyName: 'Lumière Électrique SARL',
			Email: 'bureau@example.com',
			Balance: '80.00',
			AccountNumber: 'V-17',
			VendorAddress: shownAddress,
			TermsName: 'Net 30',
			VendorTypeName: 'Subcontractors',
			NameOnCheck: 'Lumière',
			IsVendorEligibleFor1099: true,
			Notes: 'Delivers on Fridays',
		},
	},
];

/** The form of an item of a type. */
const item = (itemType: string, form: IDataObject, shows: IDataObject): RecordForm => ({
	title: `item, ${itemType}`,
	resource: 'item',
	form: () => ({ itemType, ...form }),
	shows: { ItemType: itemType, IsActive: true, ...shows },
});

const stock = {
	salesDesc: 'Garden lamp',
	salesPrice: '49.90',
	purchaseCost: '20.00',
	incomeAccountListId: named('Product Sales'),
	cogsAccountListId: named('Cost of Goods Sold'),
	assetAccountListId: named('Inventory Asset'),
};

const shownStock = {
	SalesDesc: 'Garden lamp',
	SalesPrice: '49.90',
	PurchaseCost: '20.00',
	IncomeAccountName: 'Product Sales',
	COGSAccountName: 'Cost of Goods Sold',
	AssetAccountName: 'Inventory Asset',
};

const items: readonly RecordForm[] = [
	item(
		'service',
		{
			name: 'Garden Planning',
			description: 'Planning, per hour',
			price: '95.00',
			accountListId: named('Service Income'),
		},
		{
			FullName: 'Garden Planning',
			SalesOrPurchase: {
				Desc: 'Planning, per hour',
				Price: '95.00',
				AccountName: 'Service Income',
			},
		},
	),
	{
		...item(
			'service',
			{
				name: 'Tree Surgery',
				additionalFields: {
					parentListId: named('Design'),
					classListId: named('Residential'),
					salesTaxCodeListId: named('Tax'),
					unitOfMeasureSetListId: named('Count in dozens'),
					boughtAndSoldSalesDesc: 'Care of trees',
					boughtAndSoldSalesPrice: '120.00',
					boughtAndSoldIncomeAccountListId: named('Service Income'),
					boughtAndSoldPurchaseDesc: 'Care of trees, subcontracted',
					boughtAndSoldPurchaseCost: '70.00',
					boughtAndSoldExpenseAccountListId: named('Subcontractors'),
					boughtAndSoldPrefVendorListId: named('Vu Contracting'),
				},
			},
			{
				FullName: 'Design:Tree Surgery',
				ParentName: 'Design',
				ClassName: 'Residential',
				SalesTaxCodeName: 'Tax',
				UnitOfMeasureSetName: 'Count in dozens',
				SalesAndPurchase: {
					SalesDesc: 'Care of trees',
					SalesPrice: '120.00',
					IncomeAccountName: 'Service Income',
					PurchaseDesc: 'Care of trees, subcontracted',
					PurchaseCost: '70.00',
					ExpenseAccountName: 'Subcontractors',
					PrefVendorName: 'Vu Contracting',
				},
			},
		),
		title: 'item, service, full',
	},
	item(
		'nonInventory',
		{
			name: 'Bark Mulch',
			description: 'Mulch, per bag',
			price: '7.333',
			accountListId: named('Product Sales'),
			additionalFields: { manufacturerPartNumber: 'BM-20' },
		},
		{
			FullName: 'Bark Mulch',
			ManufacturerPartNumber: 'BM-20',
			SalesOrPurchase: { Price: '7.333', AccountName: 'Product Sales' },
		},
	),
	item(
		'inventory',
		{
			name: 'Garden Lamp',
			...stock,
			additionalFields: {
				quantityOnHand: '12',
				totalValue: '240.00',
				inventoryDate: '2026-01-05',
				reorderPoint: '5',
				prefVendorListId: named('Daigle Lighting'),
			},
		},
		{
			FullName: 'Garden Lamp',
			...shownStock,
			QuantityOnHand: '12',
			AverageCost: '20.00',
			PrefVendorName: 'Daigle Lighting',
			ReorderPoint: '5',
		},
	),
	item(
		'inventoryAssembly',
		{
			name: 'Lamp Set',
			...stock,
			components: lines(
				{ itemInventoryListId: named('Garden Lamp'), quantity: '3' },
				{ itemInventoryListId: named('Door Frame'), quantity: '1' },
			),
			additionalFields: { buildPoint: '2' },
		},
		{
			FullName: 'Lamp Set',
			...shownStock,
			BuildPoint: '2',
			ItemInventoryAssemblyLine: [
				{ ItemInventoryName: 'Garden Lamp', Quantity: '3' },
				{ ItemInventoryName: 'Door Frame', Quantity: '1' },
			],
		},
	),
	item(
		'otherCharge',
		{
			name: 'Rush',
			description: 'Rush order',
			price: '25.00',
			accountListId: named('Freight & Handling'),
		},
		{ FullName: 'Rush', SalesOrPurchase: { Price: '25.00', AccountName: 'Freight & Handling' } },
	),
	item(
		'discount',
		{
			name: 'Neighbor',
			description: 'Discount for neighbors',
			discountRatePercent: '7.5',
			accountListId: named('Sales Discounts'),
		},
		{
			FullName: 'Neighbor',
			ItemDesc: 'Discount for neighbors',
			DiscountRatePercent: '7.50',
			AccountName: 'Sales Discounts',
		},
	),
	item(
		'payment',
		{
			name: 'Paid by Card',
			description: 'Thank you',
			depositToAccountListId: named('Undeposited Funds'),
			paymentMethodListId: named('Visa'),
		},
		{
			Name: 'Paid by Card',
			ItemDesc: 'Thank you',
			DepositToAccountName: 'Undeposited Funds',
			PaymentMethodName: 'Visa',
		},
	),
	item(
		'subtotal',
		{ name: 'Sum So Far', description: 'Subtotal of the garden' },
		{ Name: 'Sum So Far', ItemDesc: 'Subtotal of the garden' },
	),
	item(
		'group',
		{
			name: 'Lamp Package',
			description: 'Two lamps, planned',
			groupItems: lines(
				{ itemListId: named('Garden Planning'), quantity: '1' },
				{ itemListId: named('Garden Lamp'), quantity: '2' },
			),
			additionalFields: { isPrintItemsInGroup: true },
		},
		{
			Name: 'Lamp Package',
			ItemDesc: 'Two lamps, planned',
			ItemGroupLine: [
				{ ItemName: 'Garden Planning', Quantity: '1' },
				{ ItemName: 'Garden Lamp', Quantity: '2' },
			],
		},
	),
	item(
		'salesTax',
		{
			name: 'Harbor County',
			description: 'Harbor County sales tax',
			taxRate: '6.5',
			taxVendorListId: named('State Revenue Department'),
		},
		{
			Name: 'Harbor County',
			ItemDesc: 'Harbor County sales tax',
			TaxRate: '6.50',
			TaxVendorName: 'State Revenue Department',
		},
	),
	item(
		'salesTaxGroup',
		{
			name: 'Harbor and City',
			description: 'County and city',
			salesTaxItems: {
				references: [{ listId: named('Harbor County') }, { listId: named('East Bayshore') }],
			},
		},
		{
			Name: 'Harbor and City',
			ItemDesc: 'County and city',
			ItemSalesTaxRef: [{ FullName: 'Harbor County' }, { FullName: 'East Bayshore' }],
		},
	),
	item(
		'fixedAsset',
		{
			name: 'Excavator',
			acquiredAs: 'Old',
			purchaseDesc: 'Excavator, used',
			purchaseDate: '2025-11-03',
			purchaseCost: '18500.00',
			assetAccountListId: named('Inventory Asset'),
			additionalFields: { assetNumber: 'EX-1', location: 'Yard' },
		},
		{
			Name: 'Excavator',
			AcquiredAs: 'Old',
			PurchaseDesc: 'Excavator, used',
			PurchaseDate: '2025-11-03',
			PurchaseCost: '18500.00',
			AssetNumber: 'EX-1',
			AssetAccountName: 'Inventory Asset',
		},
	),
];

const CUSTOMER = 'Cook, Brian';
const JOB = 'Cook, Brian:2nd Story Addition';

/** Two lines: 85.00 that is not taxed, and 3 × 12.50 with a tax of 7.75 %. */
const saleLines = {
	lines: lines(
		{ itemListId: named('Design'), quantity: 1, rate: '85.00' },
		{ itemListId: named('Door Frame'), quantity: 3 },
	),
};

/** 85.00 + 37.50, and 7.75 % of the latter. */
const saleTotal = { Subtotal: '122.50', SalesTaxTotal: '2.91', TotalAmount: '125.41' };

/**
 * Lines of all kinds: goods and services, a subtotal with a discount of 10 %, a text, a group of items, a charge by its
 * amount.
 */
const fullLines = (further: IDataObject = {}) => ({
	lines: lines(
		{
			itemListId: named('Lumber'),
			description: 'Cut to size',
			quantity: 10,
			classListId: named('Residential:Repairs'),
			additionalFields: further,
		},
		{
			itemListId: named('Design'),
			quantity: 2.5,
			rate: '90.00',
			additionalFields: { salesTaxCodeListId: named('Tax') },
		},
		{ itemListId: named('Subtotal'), quantity: '' },
		{ itemListId: named('Trade Discount'), quantity: '' },
		{ description: 'Delivered to the back door', quantity: 1 },
		{ quantity: 2, additionalFields: { itemGroupListId: named('Door Set') } },
		{ itemListId: named('Freight'), quantity: 0, additionalFields: { amount: '48.00' } },
	),
});

/** What such lines come to: of 571.15 the tax is 7.75 %. */
const fullTotal = { Subtotal: '619.15', SalesTaxTotal: '44.26', TotalAmount: '663.41' };

const shownLines = (type: string, further: IDataObject = {}): IDataObject => ({
	[`${type}LineRet`]: [
		{
			ItemName: 'Lumber',
			Desc: 'Cut to size',
			Quantity: '10',
			Rate: '4.85',
			ClassName: 'Residential:Repairs',
			Amount: '48.50',
			...further,
		},
		{
			ItemName: 'Design',
			Quantity: '2.5',
			Rate: '90.00',
			Amount: '225.00',
			SalesTaxCodeName: 'Tax',
		},
		{ ItemName: 'Subtotal', Amount: '273.50' },
		{ ItemName: 'Trade Discount', Amount: '-27.35' },
		{ Desc: 'Delivered to the back door' },
		{ ItemName: 'Freight', Amount: '48.00' },
	],
	[`${type}LineGroupRet`]: [
		{
			ItemGroupName: 'Door Set',
			Quantity: '2',
			TotalAmount: '325.00',
			[`${type}LineRet`]: [
				{ ItemName: 'Door, Interior', Quantity: '2', Amount: '240.00' },
				{ ItemName: 'Door Frame', Quantity: '2', Amount: '25.00' },
				{ ItemName: 'Doorknob, Standard', Quantity: '2', Amount: '60.00' },
			],
		},
	],
});

/** The head of a sale with most of what can be filled in. */
const saleHead = (refNumber: string): IDataObject => ({
	refNumber,
	memo: 'Order 77 & more',
	billAddress: address,
	classListId: named('Residential'),
	customerMsgListId: named('Thank you for your business.'),
	salesRepListId: named('DM'),
	itemSalesTaxListId: named('San Tomas'),
});

/** What is filled in besides, and what is shown of a record besides. */
type Further = [form: IDataObject, shows: IDataObject];

/** A sale of two lines to one customer. */
const sale = (
	title: string,
	resource: string,
	refNumber: string,
	transactionDate: string,
	...[form, shows]: Further
): RecordForm => ({
	title,
	resource,
	form: () => ({
		customerListId: named(CUSTOMER),
		transactionDate,
		...saleLines,
		additionalFields: { refNumber, ...form },
	}),
	shows: { RefNumber: refNumber, CustomerName: CUSTOMER, ...saleTotal, ...shows },
});

/** A sale of lines of all kinds for a job. */
function fullSale(
	resource: string,
	refNumber: string,
	transactionDate: string,
	[line, shownLine]: [IDataObject, IDataObject],
	...[form, shows]: Further
): RecordForm {
	const type = resource[0].toUpperCase() + resource.slice(1);
	return {
		title: `${type.replace(/\B[A-Z]/g, ' $&').toLowerCase()}, full`,
		resource,
		form: () => ({
			customerListId: named(JOB),
			transactionDate,
			...fullLines(line),
			additionalFields: { ...saleHead(refNumber), ...form },
		}),
		shows: { RefNumber: refNumber, ...fullTotal, ...shownLines(type, shownLine), ...shows },
	};
}

const asUsual: [IDataObject, IDataObject] = [{}, {}];

const sales: readonly RecordForm[] = [
	sale('estimate', 'estimate', 'F-E1', '2026-01-12', {}, { TxnDate: '2026-01-12' }),
	fullSale(
		'estimate',
		'F-E2',
		'2026-01-13',
		asUsual,
		{ poNumber: 'PO-E2', termsListId: named('Net 15') },
		{ CustomerName: JOB, PONumber: 'PO-E2', TermsName: 'Net 15', Memo: 'Order 77 & more' },
	),
	sale('sales order', 'salesOrder', 'F-O1', '2026-01-12', {}, { IsFullyInvoiced: false }),
	fullSale(
		'salesOrder',
		'F-O2',
		'2026-01-13',
		asUsual,
		{
			isToBePrinted: true,
			poNumber: 'PO-O2',
			shipDate: '2026-01-20',
			shipMethodListId: named('UPS'),
		},
		{ CustomerName: JOB, PONumber: 'PO-O2', ShipDate: '2026-01-20' },
	),
	sale(
		'invoice',
		'invoice',
		'F-I1',
		'2026-01-14',
		{ termsListId: named('Net 30') },
		{
			TxnDate: '2026-01-14',
			DueDate: '2026-02-13',
			BalanceRemaining: '125.41',
			IsPaid: false,
			TermsName: 'Net 30',
			InvoiceLineRet: [
				{ ItemName: 'Design', Quantity: '1', Rate: '85.00', Amount: '85.00' },
				{ ItemName: 'Door Frame', Quantity: '3', Rate: '12.50', Amount: '37.50' },
			],
		},
	),
	{
		title: 'invoice at the endpoint',
		resource: 'invoice',
		form: () => ({
			customerListId: withId('80000004-1700000004'),
			transactionDate: '2026-01-14',
			lines: lines({ itemListId: withId('80020001-1700000001'), quantity: 2, rate: '85.00' }),
			additionalFields: { refNumber: 'F-I2' },
		}),
		shows: { RefNumber: 'F-I2', CustomerName: CUSTOMER, TotalAmount: '170.00', IsPaid: false },
	},
	fullSale(
		'invoice',
		'F-I3',
		'2026-01-15',
		[
			{ serviceDate: '2026-01-10', other1: 'Blue' },
			{ ServiceDate: '2026-01-10', Other1: 'Blue' },
		],
		{
			isToBePrinted: true,
			poNumber: 'PO-I3',
			termsListId: named('2% 10 Net 30'),
			shipAddress: address,
			shipDate: '2026-01-16',
			shipMethodListId: named('FedEx'),
			fob: 'Bayshore',
			templateListId: named('Service Invoice'),
			arAccountListId: named('Accounts Receivable'),
			other: 'West wing',
		},
		{ CustomerName: JOB, DueDate: '2026-02-14', PONumber: 'PO-I3', Memo: 'Order 77 & more' },
	),
	{
		title: 'invoice of a sales order',
		resource: 'invoice',
		needs: ['sales order'],
		form: (idOf) => ({
			customerListId: named(CUSTOMER),
			transactionDate: '2026-01-16',
			additionalFields: { refNumber: 'F-I4', linkToTxnId: [idOf('sales order')] },
		}),
		shows: {
			RefNumber: 'F-I4',
			...saleTotal,
			InvoiceLineRet: [
				{ ItemName: 'Design', Amount: '85.00' },
				{ ItemName: 'Door Frame', Amount: '37.50' },
			],
		},
		links: [{ TxnType: 'SalesOrder', RefNumber: 'F-O1' }],
	},
	sale(
		'credit memo',
		'creditMemo',
		'F-C1',
		'2026-01-16',
		{ poNumber: 'PO-C1', memo: 'Returned' },
		{ CreditRemaining: '125.41', PONumber: 'PO-C1', Memo: 'Returned' },
	),
	sale(
		'sales receipt',
		'salesReceipt',
		'F-R1',
		'2026-01-16',
		{ paymentMethodListId: named('Check'), checkNumber: '5012' },
		{ PaymentMethodName: 'Check', CheckNumber: '5012', DepositToAccountName: 'Undeposited Funds' },
	),
	fullSale(
		'salesReceipt',
		'F-R2',
		'2026-01-17',
		[{ serviceDate: '2026-01-11' }, { ServiceDate: '2026-01-11' }],
		{
			isToBePrinted: true,
			paymentMethodListId: named('Visa'),
			depositToAccountListId: named('Checking'),
		},
		{ DepositToAccountName: 'Checking' },
	),
	{
		title: 'customer payment',
		resource: 'receivePayment',
		needs: ['invoice'],
		isDeposited: true,
		form: (idOf) => ({
			customerListId: named(CUSTOMER),
			transactionDate: '2026-01-18',
			totalAmount: '100.00',
			paidInvoices: lines({
				txnId: idOf('invoice'),
				paymentAmount: '60.00',
				additionalFields: {
					discountAmount: '5.41',
					discountAccountListId: named('Sales Discounts'),
				},
			}),
			additionalFields: {
				refNumber: '5013',
				paymentMethodListId: named('Check'),
				memo: 'First part',
			},
		}),
		shows: {
			RefNumber: '5013',
			CustomerName: CUSTOMER,
			TotalAmount: '100.00',
			UnusedPayment: '40.00',
			PaymentMethodName: 'Check',
			DepositToAccountName: 'Undeposited Funds',
			Memo: 'First part',
			AppliedToTxnRet: [
				{ TxnType: 'Invoice', RefNumber: 'F-I1', Amount: '60.00', DiscountAmount: '5.41' },
			],
		},
	},
	{
		title: 'customer payment, applied automatically',
		resource: 'receivePayment',
		form: () => ({
			customerListId: named('Rivera Landscaping:Patio <West> & Garden'),
			transactionDate: '2026-01-18',
			totalAmount: '120.50',
			additionalFields: { refNumber: '5014' },
		}),
		shows: { RefNumber: '5014', TotalAmount: '120.50', UnusedPayment: '0.00' },
	},
	{
		title: 'deposit',
		resource: 'deposit',
		needs: ['customer payment'],
		form: (idOf) => ({
			depositToAccountListId: named('Checking'),
			transactionDate: '2026-01-19',
			lines: lines(
				{ paymentTxnId: idOf('customer payment') },
				{
					accountListId: named('Uncategorized Income'),
					amount: '50.00',
					entityListId: named('Harbor, Anna'),
					memo: 'Sold old tools',
					additionalFields: { paymentMethodListId: named('Cash') },
				},
			),
			additionalFields: {
				memo: 'Monday',
				cashBackAccountListId: named('Office Supplies'),
				cashBackAmount: '20.00',
			},
		}),
		shows: {
			DepositToAccountName: 'Checking',
			TxnDate: '2026-01-19',
			DepositTotal: '130.00',
			Memo: 'Monday',
			CashBackInfoRet: [{ AccountName: 'Office Supplies', Amount: '20.00' }],
			DepositLineRet: [
				{ TxnType: 'ReceivePayment', Amount: '100.00' },
				{ EntityName: 'Harbor, Anna', AccountName: 'Uncategorized Income', Amount: '50.00' },
			],
		},
	},
];

const VENDOR = 'Daigle Lighting';

const expenses = {
	expenseLines: lines({ accountListId: named('Office Supplies'), amount: '60.00', memo: 'Paper' }),
};

/** Lines of both kinds: 60.00 and 15.5, and 4 × 20.00 and a group for 180.00 in all. */
const fullPurchase = {
	expenseLines: lines(
		{ accountListId: named('Office Supplies'), amount: '60.00', memo: 'Paper' },
		{
			accountListId: named('Subcontractors'),
			amount: '15.5',
			customerListId: named(JOB),
			classListId: named('Residential'),
			additionalFields: { billableStatus: 'Billable' },
		},
	),
	itemLines: lines(
		{ itemListId: named('Thermostat'), description: 'Thermostats', quantity: '4', cost: '20.00' },
		{ quantity: '1', additionalFields: { itemGroupListId: named('Door Set') } },
	),
};

/** Three items at a cost of 60 % of their prices: 72.00, 7.50 and 18.00. */
const shownPurchase = {
	ExpenseLineRet: [
		{ AccountName: 'Office Supplies', Amount: '60.00', Memo: 'Paper' },
		{
			AccountName: 'Subcontractors',
			Amount: '15.50',
			CustomerName: JOB,
			ClassName: 'Residential',
			BillableStatus: 'Billable',
		},
	],
	ItemLineRet: [{ ItemName: 'Thermostat', Desc: 'Thermostats', Quantity: '4', Amount: '80.00' }],
	ItemGroupLineRet: [
		{
			ItemGroupName: 'Door Set',
			TotalAmount: '97.50',
			ItemLineRet: [
				{ ItemName: 'Door, Interior', Quantity: '1', Cost: '72.00' },
				{ ItemName: 'Door Frame', Quantity: '1', Cost: '7.50' },
				{ ItemName: 'Doorknob, Standard', Quantity: '1', Cost: '18.00' },
			],
		},
	],
};

/** A purchase of lines of both kinds, with a memo. */
const fullPurchaseOf = (
	title: string,
	resource: string,
	refNumber: string,
	memo: string,
	...[form, shows]: Further
): RecordForm => ({
	title,
	resource,
	form: () => ({
		transactionDate: '2026-01-16',
		refNumber,
		...fullPurchase,
		additionalFields: { memo },
		...form,
	}),
	shows: { RefNumber: refNumber, Memo: memo, ...shownPurchase, ...shows },
});

const fromVendor = { vendorListId: named(VENDOR) };
const byCard = { accountListId: named('Company Card'), payeeEntityListId: named(VENDOR) };
const shownByCard = {
	PayeeEntityName: VENDOR,
	TxnDate: '2026-01-16',
	Amount: '253.00',
	AccountName: 'Company Card',
};

/** An order of two thermostats. */
const smallOrder = (title: string, refNumber: string, transactionDate: string): RecordForm => ({
	title,
	resource: 'purchaseOrder',
	form: () => ({
		...fromVendor,
		transactionDate,
		lines: lines({ itemListId: named('Thermostat'), quantity: '2', rate: '75.00' }),
		additionalFields: { refNumber },
	}),
	shows: {
		RefNumber: refNumber,
		VendorName: VENDOR,
		TotalAmount: '150.00',
		IsFullyReceived: false,
	},
});

/** What has been ordered in an earlier form, and nothing else. */
const ofOrder = (
	title: string,
	resource: string,
	[order, orderNumber]: [title: string, refNumber: string],
	refNumber: string,
	shows: IDataObject,
): RecordForm => ({
	title,
	resource,
	needs: [order],
	form: (idOf) => ({
		...fromVendor,
		transactionDate: '2026-01-16',
		refNumber,
		additionalFields: { linkToTxnId: [idOf(order)] },
	}),
	shows: {
		RefNumber: refNumber,
		ItemLineRet: [{ ItemName: 'Thermostat', Quantity: '2', Cost: '75.00' }],
		...shows,
	},
	links: [{ TxnType: 'PurchaseOrder', RefNumber: orderNumber }],
});

const purchases: readonly RecordForm[] = [
	smallOrder('purchase order', 'F-P1', '2026-01-12'),
	{
		title: 'purchase order, full',
		resource: 'purchaseOrder',
		form: () => ({
			...fromVendor,
			transactionDate: '2026-01-13',
			lines: lines(
				{
					itemListId: named('Thermostat'),
					description: 'Thermostats, white',
					quantity: '3',
					rate: '75.00',
					customerListId: named(JOB),
					classListId: named('Residential'),
					additionalFields: { manufacturerPartNumber: 'TH-7' },
				},
				{ description: 'Please deliver before noon' },
				{ quantity: '1', additionalFields: { itemGroupListId: named('Door Set') } },
			),
			additionalFields: {
				refNumber: 'F-P2',
				classListId: named('Overhead'),
				expectedDate: '2026-02-02',
				dueDate: '2026-02-12',
				memo: 'For the second story',
				shipAddress: address,
				shipMethodListId: named('Truck'),
				termsListId: named('Net 30'),
				vendorMsg: 'Thank you',
				vendorAddress: address,
			},
		}),
		shows: {
			RefNumber: 'F-P2',
			DueDate: '2026-02-12',
			ExpectedDate: '2026-02-02',
			TotalAmount: '322.50',
			TermsName: 'Net 30',
			Memo: 'For the second story',
			VendorMsg: 'Thank you',
			ShipAddress: shownAddress,
			PurchaseOrderLineRet: [
				{
					ItemName: 'Thermostat',
					ManufacturerPartNumber: 'TH-7',
					Desc: 'Thermostats, white',
					Quantity: '3',
					Rate: '75.00',
					ClassName: 'Residential',
					Amount: '225.00',
					CustomerName: JOB,
				},
				{ Desc: 'Please deliver before noon' },
			],
			PurchaseOrderLineGroupRet: [{ ItemGroupName: 'Door Set', TotalAmount: '97.50' }],
		},
	},
	{
		title: 'bill',
		resource: 'bill',
		form: () => ({
			...fromVendor,
			transactionDate: '2026-01-14',
			refNumber: 'F-B1',
			...expenses,
		}),
		shows: {
			RefNumber: 'F-B1',
			VendorName: VENDOR,
			TxnDate: '2026-01-14',
			AmountDue: '60.00',
			IsPaid: false,
			ExpenseLineRet: [{ AccountName: 'Office Supplies', Amount: '60.00', Memo: 'Paper' }],
		},
	},
	{
		title: 'bill, full',
		resource: 'bill',
		form: () => ({
			...fromVendor,
			transactionDate: '2026-01-15',
			dueDate: '2026-02-28',
			refNumber: 'F-B2',
			...fullPurchase,
			additionalFields: {
				memo: 'January',
				termsListId: named('Net 30'),
				apAccountListId: named('Accounts Payable'),
				vendorAddress: address,
			},
		}),
		shows: {
			RefNumber: 'F-B2',
			DueDate: '2026-02-28',
			AmountDue: '253.00',
			TermsName: 'Net 30',
			Memo: 'January',
			APAccountName: 'Accounts Payable',
			...shownPurchase,
		},
	},
	ofOrder('bill of a purchase order', 'bill', ['purchase order', 'F-P1'], 'F-B3', {
		AmountDue: '150.00',
	}),
	fullPurchaseOf('item receipt', 'itemReceipt', 'F-R1', 'Half a load', fromVendor, {
		VendorName: VENDOR,
		TotalAmount: '253.00',
		APAccountName: 'Accounts Payable',
	}),
	smallOrder('order that is received', 'F-P9', '2026-01-16'),
	ofOrder(
		'item receipt of a purchase order',
		'itemReceipt',
		['order that is received', 'F-P9'],
		'F-R2',
		{ TotalAmount: '150.00' },
	),
	fullPurchaseOf('vendor credit', 'vendorCredit', 'F-V1', 'Returned', fromVendor, {
		VendorName: VENDOR,
		CreditAmount: '253.00',
	}),
	fullPurchaseOf(
		'check',
		'check',
		'9001',
		'Tools',
		{ accountListId: named('Checking'), payeeEntityListId: named('Harbor, Anna') },
		{
			PayeeEntityName: 'Harbor, Anna',
			Amount: '253.00',
			AccountName: 'Checking',
			IsToBePrinted: false,
		},
	),
	fullPurchaseOf(
		'credit card charge',
		'creditCardCharge',
		'F-K1',
		'On the card',
		byCard,
		shownByCard,
	),
	fullPurchaseOf(
		'credit card credit',
		'creditCardCredit',
		'F-K2',
		'On the card',
		byCard,
		shownByCard,
	),
	{
		title: 'bill payment by check',
		resource: 'billPayment',
		needs: ['bill'],
		form: (idOf) => ({
			paidBy: 'check',
			payeeEntityListId: named(VENDOR),
			transactionDate: '2026-01-20',
			bankAccountListId: named('Checking'),
			refNumber: '9002',
			bills: lines({ txnId: idOf('bill'), paymentAmount: '60.00' }),
			additionalFields: { memo: 'Paid in full' },
		}),
		shows: {
			RefNumber: '9002',
			PayeeEntityName: VENDOR,
			Amount: '60.00',
			BankAccountName: 'Checking',
			Memo: 'Paid in full',
			AppliedToTxnRet: [{ TxnType: 'Bill', RefNumber: 'F-B1', Amount: '60.00' }],
		},
	},
	{
		title: 'bill payment by credit card',
		resource: 'billPayment',
		needs: ['bill, full', 'vendor credit'],
		form: (idOf) => ({
			paidBy: 'creditCard',
			payeeEntityListId: named(VENDOR),
			transactionDate: '2026-01-20',
			creditCardAccountListId: named('Company Card'),
			refNumber: '9003',
			bills: lines({
				txnId: idOf('bill, full'),
				paymentAmount: '100.00',
				additionalFields: {
					setCreditCreditTxnId: idOf('vendor credit'),
					setCreditAppliedAmount: '53.00',
				},
			}),
			additionalFields: { memo: 'Second part' },
		}),
		shows: {
			RefNumber: '9003',
			Memo: 'Second part',
			Amount: '100.00',
			CreditCardAccountName: 'Company Card',
			AppliedToTxnRet: [{ TxnType: 'Bill', RefNumber: 'F-B2', Amount: '100.00' }],
		},
	},
];

const others: readonly RecordForm[] = [
	{
		title: 'journal entry',
		resource: 'journalEntry',
		form: () => ({
			transactionDate: '2026-01-17',
			lines: lines(
				{ accountListId: named('Office Supplies'), debit: '30.00', memo: 'Moved' },
				{
					accountListId: named('Subcontractors'),
					credit: '10.00',
					entityListId: named('Harbor, Anna'),
					classListId: named('Overhead'),
				},
				{ accountListId: named('Checking'), credit: '20.00' },
			),
			additionalFields: { refNumber: 'F-J1', isAdjustment: true },
		}),
		shows: {
			RefNumber: 'F-J1',
			TxnDate: '2026-01-17',
			IsAdjustment: true,
			JournalDebitLine: [{ AccountName: 'Office Supplies', Amount: '30.00', Memo: 'Moved' }],
			JournalCreditLine: [
				{ AccountName: 'Subcontractors', Amount: '10.00', ClassName: 'Overhead' },
				{ AccountName: 'Checking', Amount: '20.00' },
			],
		},
	},
	{
		title: 'inventory adjustment',
		resource: 'inventoryAdjustment',
		form: () => ({
			accountListId: named('Uncategorized Expenses'),
			transactionDate: '2026-01-17',
			lines: lines(
				{ itemListId: named('Thermostat'), quantityDifference: '-1' },
				{ itemListId: named('Door Frame'), newQuantity: '77' },
			),
			additionalFields: { refNumber: 'F-A1', memo: 'Counted', customerListId: named(CUSTOMER) },
		}),
		shows: {
			RefNumber: 'F-A1',
			AccountName: 'Uncategorized Expenses',
			CustomerName: CUSTOMER,
			Memo: 'Counted',
			InventoryAdjustmentLineRet: [
				{ ItemName: 'Thermostat', QuantityDifference: '-1' },
				{ ItemName: 'Door Frame' },
			],
		},
	},
	{
		title: 'transfer',
		resource: 'transfer',
		form: () => ({
			transferFromAccountListId: named('Checking'),
			transferToAccountListId: named('Company Card'),
			transactionDate: '2026-01-17',
			amount: '75.50',
			additionalFields: { memo: 'Card paid', classListId: named('Overhead') },
		}),
		shows: {
			TransferFromAccountName: 'Checking',
			TransferToAccountName: 'Company Card',
			TxnDate: '2026-01-17',
			Amount: '75.50',
			Memo: 'Card paid',
			ClassName: 'Overhead',
		},
	},
	{
		title: 'mileage',
		resource: 'vehicleMileage',
		form: () => ({
			vehicleListId: named('Service Van'),
			tripStartDate: '2026-01-17',
			tripEndDate: '2026-01-18',
			totalMiles: '42.5',
			customerListId: named(JOB),
			additionalFields: { notes: 'Visit to the site', classListId: named('Overhead') },
		}),
		shows: {
			VehicleName: 'Service Van',
			TripStartDate: '2026-01-17',
			TripEndDate: '2026-01-18',
			TotalMiles: '42.5',
			CustomerName: JOB,
			Notes: 'Visit to the site',
		},
	},
	{
		title: 'mileage by odometer',
		resource: 'vehicleMileage',
		form: () => ({
			vehicleListId: named('Service Van'),
			tripStartDate: '2026-01-19',
			additionalFields: { odometerStart: '1200', odometerEnd: '1234.5' },
		}),
		shows: {
			TripEndDate: '2026-01-19',
			OdometerStart: '1200',
			OdometerEnd: '1234.5',
			TotalMiles: '34.5',
		},
	},
	{
		title: 'time entry',
		resource: 'timeTracking',
		form: () => ({
			entityListId: named('Dan Miller'),
			transactionDate: '2026-01-17',
			duration: '2.5',
			customerListId: named(JOB),
			itemServiceListId: named('Framing'),
			additionalFields: { billableStatus: 'Billable', notes: 'North wall' },
		}),
		shows: {
			EntityName: 'Dan Miller',
			CustomerName: JOB,
			TxnDate: '2026-01-17',
			Duration: 'PT2H30M',
			ItemServiceName: 'Framing',
			BillableStatus: 'Billable',
			Notes: 'North wall',
		},
	},
];

/**
 * Every record that can be created, in every form, and in a full one where people often need more. One that refers to
 * another comes after it.
 */
export const recordForms: readonly RecordForm[] = [
	...listRecords,
	...items,
	...sales,
	...purchases,
	...others,
];

/** The forms of list records that tests delete: one of each kind to which nothing refers. */
export const deletableLists: readonly RecordForm[] = recordForms.filter(({ title }) =>
	['account', 'class', 'employee', 'item, otherCharge', 'other name', 'vendor'].includes(title),
);

/** A field that an Update changes in tests: its name in the form, its element, and what it is then. */
interface TriedChange {
	name: string;
	element: string;
	value: string;
}

/** What an Update changes in a record of a resource: a text that nothing else depends on. */
export function changeTriedIn(resource: string): TriedChange {
	if (['customer', 'employee', 'otherName', 'vendor', 'timeTracking'].includes(resource)) {
		return { name: 'notes', element: 'Notes', value: 'Noted later' };
	}
	if (['account', 'class', 'item'].includes(resource)) {
		return { name: 'name', element: 'Name', value: 'Renamed' };
	}
	if (resource === 'journalEntry') {
		return { name: 'refNumber', element: 'RefNumber', value: 'F-J99' };
	}
	return { name: 'memo', element: 'Memo', value: 'Noted later' };
}
