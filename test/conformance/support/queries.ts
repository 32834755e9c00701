/** The pre-built queries of section 4.3: where they are, what they ask, whether they iterate. */
export const queries: readonly { path: string; request: string; iterates: boolean }[] = [
	{ path: '/customers', request: 'CustomerQueryRq', iterates: false },
	{ path: '/vendors', request: 'VendorQueryRq', iterates: true },
	{ path: '/items', request: 'ItemQueryRq', iterates: true },
	{ path: '/sales_tax_items', request: 'ItemSalesTaxQueryRq', iterates: true },
	{ path: '/sales_tax_codes', request: 'SalesTaxCodeQueryRq', iterates: false },
	{ path: '/invoices', request: 'InvoiceQueryRq', iterates: true },
	{ path: '/credit_memos', request: 'CreditMemoQueryRq', iterates: true },
];

export const activeStatuses = ['ActiveOnly', 'InactiveOnly', 'All'];
export const paidStatuses = ['All', 'PaidOnly', 'NotPaidOnly', 'Any'];

export const creditMemoFields = (
	'TxnID TimeCreated TimeModified EditSequence TxnNumber CustomerRef ClassRef ARAccountRef TemplateRef TxnDate ' +
	'RefNumber BillAddress BillAddressBlock ShipAddress ShipAddressBlock IsPending PONumber TermsRef DueDate ' +
	'SalesRepRef FOB ShipDate ShipMethodRef Subtotal ItemSalesTaxRef SalesTaxPercentage SalesTaxTotal TotalAmount ' +
	'CreditRemaining CurrencyRef ExchangeRate CreditRemainingInHomeCurrency Memo CustomerMsgRef IsToBePrinted ' +
	'IsToBeEmailed IsTaxIncluded CustomerSalesTaxCodeRef Other ExternalGUID LinkedTxn CreditMemoLineRet ' +
	'CreditMemoLineGroupRet DiscountLineRet SalesTaxLineRet ShippingLineRet DataExtRet'
).split(' ');

type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** A filter and what it makes of the request. */
export interface FilterRow {
	readonly path: string;
	readonly parameters: Parameters;
	/** Parts of the request XML. Empty where qbXML has no such filter and the answer is filtered instead. */
	readonly sends: readonly string[];
}

const contains = (name: string): string =>
	`<NameFilter><MatchCriterion>Contains</MatchCriterion><Name>${name}</Name></NameFilter>`;

const MOMENT = '2026-01-31T12:00:00Z';

const nameFilters = (path: string): FilterRow[] => [
	{ path, parameters: { name: 'Ro' }, sends: [contains('Ro')] },
	{ path, parameters: { from_name: 'A' }, sends: ['<FromName>A</FromName>'] },
	{ path, parameters: { to_name: 'M' }, sends: ['<ToName>M</ToName>'] },
	{
		path,
		parameters: { from_name: 'A', to_name: 'M' },
		sends: ['<FromName>A</FromName><ToName>M</ToName>'],
	},
];

const modified = (path: string, after: string, before: string): FilterRow[] => [
	{ path, parameters: { [after]: MOMENT }, sends: ['<FromModifiedDate>2026-01-31T'] },
	{ path, parameters: { [before]: MOMENT }, sends: ['<ToModifiedDate>2026-01-31T'] },
	{ path, parameters: { [after]: '2026-01-01', [before]: '2026-01-31' }, sends: ['ModifiedDate>'] },
];

const activeStatus = (path: string): FilterRow[] =>
	activeStatuses.map((active_status) => ({
		path,
		parameters: { active_status },
		sends: [`<ActiveStatus>${active_status}</ActiveStatus>`],
	}));

const people = (path: string): FilterRow[] => [
	...nameFilters(path),
	...modified(path, 'modified_after', 'modified_before'),
	...activeStatus(path),
];

const salesTax = (path: string): FilterRow[] => [
	...nameFilters(path),
	...modified(path, 'modified_start', 'modified_end'),
	...activeStatus(path),
	{ path, parameters: { 'list_ids[]': '1-1' }, sends: ['<ListID>1-1</ListID>'] },
	{
		path,
		parameters: { 'list_ids[]': ['1-1', '2-1'] },
		sends: ['<ListID>1-1</ListID><ListID>2-1</ListID>'],
	},
	{
		path,
		parameters: { 'full_names[]': ['A & B', 'C'] },
		sends: ['<FullName>A &amp; B</FullName><FullName>C</FullName>'],
	},
];

const transactionDates = (path: string): FilterRow[] => [
	{
		path,
		parameters: { from_transaction_date: '2026-01-01' },
		sends: ['<FromTxnDate>2026-01-01</FromTxnDate>'],
	},
	{
		path,
		parameters: { to_transaction_date: '2026-01-31' },
		sends: ['<ToTxnDate>2026-01-31</ToTxnDate>'],
	},
	{ path, parameters: { customer_list_id: '1-1' }, sends: ['<ListID>1-1</ListID>'] },
	{
		path,
		parameters: { include_line_items: 'true' },
		sends: ['<IncludeLineItems>true</IncludeLineItems>'],
	},
];

const namePart = (criterion: string): string =>
	`<MatchCriterion>${criterion}</MatchCriterion><Name>Ro</Name>`;

/** Every filter of section 4.3, under the names that this project decided where the interface shows none. */
export const filters: readonly FilterRow[] = [
	...people('/customers'),
	...people('/vendors'),
	...nameFilters('/items').slice(1),
	...modified('/items', 'modified_after', 'modified_before'),
	...activeStatus('/items'),
	{ path: '/items', parameters: { name: 'Rope' }, sends: ['<FullName>Rope</FullName>'] },
	{ path: '/items', parameters: { list_id: '1-1' }, sends: ['<ListID>1-1</ListID>'] },
	{ path: '/items', parameters: { name_starts_with: 'Ro' }, sends: [namePart('StartsWith')] },
	{ path: '/items', parameters: { name_contains: 'Ro' }, sends: [namePart('Contains')] },
	{ path: '/items', parameters: { name_ends_with: 'Ro' }, sends: [namePart('EndsWith')] },
	...salesTax('/sales_tax_items'),
	...salesTax('/sales_tax_codes'),
	...transactionDates('/invoices'),
	{ path: '/invoices', parameters: { from_due_date: '2026-01-01' }, sends: [] },
	{ path: '/invoices', parameters: { to_due_date: '2026-01-31' }, sends: [] },
	...transactionDates('/credit_memos'),
	...modified('/credit_memos', 'modified_after', 'modified_before'),
	{
		path: '/credit_memos',
		parameters: { 'account_list_ids[]': ['1-1', '2-1'] },
		sends: ['<AccountFilter><ListID>1-1</ListID><ListID>2-1</ListID></AccountFilter>'],
	},
	{
		path: '/credit_memos',
		parameters: { 'currency_list_ids[]': ['1-1', '2-1'] },
		sends: ['<CurrencyFilter><ListID>1-1</ListID><ListID>2-1</ListID></CurrencyFilter>'],
	},
	{
		path: '/credit_memos',
		parameters: { ref_number: '7' },
		sends: ['<MatchCriterion>Contains</MatchCriterion><RefNumber>7</RefNumber>'],
	},
	{
		path: '/credit_memos',
		parameters: { from_ref_number: '1', to_ref_number: '9' },
		sends: ['<FromRefNumber>1</FromRefNumber><ToRefNumber>9</ToRefNumber>'],
	},
];

/** The filters whose names section 4.3 writes out, used as it says. */
export const shownFilters: readonly { path: string; parameters: Parameters }[] = [
	{ path: '/items', parameters: { from_name: 'A', to_name: 'M' } },
	{ path: '/credit_memos', parameters: { from_ref_number: '1' } },
	{ path: '/credit_memos', parameters: { to_ref_number: '9' } },
	{ path: '/credit_memos', parameters: { from_ref_number: '1', to_ref_number: '9' } },
];

const itemNames = ['name_starts_with', 'name_contains', 'name_ends_with'];

/** Filters that exclude each other. */
export const exclusions: readonly { path: string; parameters: Parameters }[] = [
	...['name', 'list_id'].flatMap((alone) =>
		['from_name', 'to_name', ...itemNames, 'modified_after', 'active_status'].map((other) => ({
			path: '/items',
			parameters: {
				[alone]: 'Ro',
				[other]: { modified_after: MOMENT, active_status: 'All' }[other] ?? 'Ro',
			},
		})),
	),
	{ path: '/items', parameters: { name: 'Ro', list_id: '1-1' } },
	...itemNames.flatMap((name, index) =>
		['from_name', 'to_name', ...itemNames.slice(index + 1)].map((other) => ({
			path: '/items',
			parameters: { [name]: 'Ro', [other]: 'Sa' },
		})),
	),
	{ path: '/credit_memos', parameters: { ref_number: '1', from_ref_number: '2' } },
	{ path: '/credit_memos', parameters: { ref_number: '1', to_ref_number: '2' } },
];
