import { InvalidXml, requestFromXml, requestToXml } from '../../../service/qbxml';
import { prebuiltQuery } from '../support/prebuilt';

type Query = Record<string, unknown>;

function build(endpoint: string, query: Query) {
	const { request, responseFilter } = prebuiltQuery(endpoint, query);
	const xml = requestToXml(request);
	expect(requestFromXml(xml)).toEqual(request);
	return { element: /<QBXMLMsgsRq[^>]*>(.*)<\/QBXMLMsgsRq>/s.exec(xml)?.[1], responseFilter };
}

const modified = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T12:00:00+01:00' };
/** QuickBooks may take a `Z` for its own clock. */
const FROM = '2026-01-01T00:00:00+00:00';
const listModified = `<FromModifiedDate>${FROM}</FromModifiedDate><ToModifiedDate>${modified.to}</ToModifiedDate>`;
const NAME_CONTAINS =
	'<NameFilter><MatchCriterion>Contains</MatchCriterion><Name>a&amp;b</Name></NameFilter>';
const NAME_RANGE = '<NameRangeFilter><FromName>A</FromName><ToName>M</ToName></NameRangeFilter>';

/** Each query with all parameters that can be combined, not in qbXML's order, and the element it must become. */
const expected: Array<[string, Query, string]> = [
	[
		'customers',
		{
			'include[]': ['ListID', 'DataExtRet'],
			name: 'a&b',
			modified_before: modified.to,
			modified_after: modified.from,
			active_status: 'All',
			max_returned: 5,
			request_id: '32',
			webhook_url: 'https://example.com/',
		},
		`<CustomerQueryRq requestID="32"><MaxReturned>5</MaxReturned><ActiveStatus>All</ActiveStatus>${listModified}${NAME_CONTAINS}<IncludeRetElement>ListID</IncludeRetElement><IncludeRetElement>DataExtRet</IncludeRetElement><OwnerID>0</OwnerID></CustomerQueryRq>`,
	],
	[
		'vendors',
		{ to_name: 'M', from_name: 'A', active_status: 'InactiveOnly', 'include[]': 'Name' },
		`<VendorQueryRq><ActiveStatus>InactiveOnly</ActiveStatus>${NAME_RANGE}<IncludeRetElement>Name</IncludeRetElement></VendorQueryRq>`,
	],
	[
		'vendors',
		{ to_name: 'M', name: '' },
		'<VendorQueryRq><NameRangeFilter><ToName>M</ToName></NameRangeFilter></VendorQueryRq>',
	],
	[
		'items',
		{
			name_starts_with: 'W',
			modified_after: modified.from,
			modified_before: modified.to,
			active_status: 'ActiveOnly',
			max_returned: 1,
		},
		`<ItemQueryRq><MaxReturned>1</MaxReturned><ActiveStatus>ActiveOnly</ActiveStatus>${listModified}<NameFilter><MatchCriterion>StartsWith</MatchCriterion><Name>W</Name></NameFilter></ItemQueryRq>`,
	],
	[
		'sales_tax_items',
		{ 'list_ids[]': ['8-1', '8-2'], 'include[]': ['DataExtRet'] },
		'<ItemSalesTaxQueryRq><ListID>8-1</ListID><ListID>8-2</ListID><IncludeRetElement>DataExtRet</IncludeRetElement><OwnerID>0</OwnerID></ItemSalesTaxQueryRq>',
	],
	[
		'sales_tax_codes',
		{ 'full_names[]': ['Tax', 'Non'], 'include[]': ['DataExtRet'] },
		'<SalesTaxCodeQueryRq><FullName>Tax</FullName><FullName>Non</FullName><IncludeRetElement>DataExtRet</IncludeRetElement></SalesTaxCodeQueryRq>',
	],
	[
		'sales_tax_codes',
		{
			name: 'a&b',
			modified_end: modified.to,
			modified_start: modified.from,
			active_status: 'All',
			max_returned: 9,
		},
		`<SalesTaxCodeQueryRq><MaxReturned>9</MaxReturned><ActiveStatus>All</ActiveStatus>${listModified}${NAME_CONTAINS}</SalesTaxCodeQueryRq>`,
	],
	[
		'invoices',
		{
			include_line_items: true,
			paid_status: 'NotPaidOnly',
			customer_list_id: '8-1',
			to_transaction_date: '2026-01-31',
			from_transaction_date: '2026-01-01',
			max_returned: 3,
			'include[]': ['TxnID', 'LinkedTxn'],
		},
		'<InvoiceQueryRq><MaxReturned>3</MaxReturned><TxnDateRangeFilter><FromTxnDate>2026-01-01</FromTxnDate><ToTxnDate>2026-01-31</ToTxnDate></TxnDateRangeFilter><EntityFilter><ListID>8-1</ListID></EntityFilter><PaidStatus>NotPaidOnly</PaidStatus><IncludeLineItems>true</IncludeLineItems><IncludeLinkedTxns>true</IncludeLinkedTxns><IncludeRetElement>TxnID</IncludeRetElement><IncludeRetElement>LinkedTxn</IncludeRetElement></InvoiceQueryRq>',
	],
	[
		'invoices',
		{ paid_status: 'Any', include_line_items: false },
		'<InvoiceQueryRq><IncludeLineItems>false</IncludeLineItems></InvoiceQueryRq>',
	],
	[
		'invoices',
		{ 'include[]': ['InvoiceLineRet'] },
		'<InvoiceQueryRq><IncludeLineItems>true</IncludeLineItems><IncludeRetElement>InvoiceLineRet</IncludeRetElement></InvoiceQueryRq>',
	],
	[
		'credit_memos',
		{
			'currency_list_ids[]': ['8-5', '8-6'],
			to_ref_number: '9',
			from_ref_number: '1',
			'account_list_ids[]': ['8-3', '8-4'],
			customer_list_id: '8-1',
			modified_before: modified.to,
			modified_after: modified.from,
			include_line_items: 'true',
			max_returned: '2',
		},
		`<CreditMemoQueryRq><MaxReturned>2</MaxReturned><ModifiedDateRangeFilter>${listModified}</ModifiedDateRangeFilter><EntityFilter><ListID>8-1</ListID></EntityFilter><AccountFilter><ListID>8-3</ListID><ListID>8-4</ListID></AccountFilter><RefNumberRangeFilter><FromRefNumber>1</FromRefNumber><ToRefNumber>9</ToRefNumber></RefNumberRangeFilter><CurrencyFilter><ListID>8-5</ListID><ListID>8-6</ListID></CurrencyFilter><IncludeLineItems>true</IncludeLineItems></CreditMemoQueryRq>`,
	],
	[
		'credit_memos',
		{ ref_number: '5', from_transaction_date: '2026-01-01' },
		'<CreditMemoQueryRq><TxnDateRangeFilter><FromTxnDate>2026-01-01</FromTxnDate></TxnDateRangeFilter><RefNumberFilter><MatchCriterion>Contains</MatchCriterion><RefNumber>5</RefNumber></RefNumberFilter></CreditMemoQueryRq>',
	],
];

describe('a query', () => {
	it.each(expected)(
		'of %s with %j is written in the order of qbXML',
		(endpoint, query, element) => {
			expect(build(endpoint, query)).toEqual({ element, responseFilter: undefined });
		},
	);
});

describe('a filter that qbXML does not have', () => {
	it('is applied to the response: due dates of invoices', () => {
		expect(build('invoices', { from_due_date: '2026-01-01', customer_list_id: '8-1' })).toEqual({
			element: '<InvoiceQueryRq><EntityFilter><ListID>8-1</ListID></EntityFilter></InvoiceQueryRq>',
			responseFilter: {
				conditions: [{ field: 'DueDate', from: '2026-01-01' }],
			},
		});
	});

	it('is applied to the response: transaction dates next to modification times', () => {
		const query = {
			modified_after: modified.from,
			from_transaction_date: '2026-01-01',
			to_transaction_date: '2026-01-31',
		};
		expect(build('credit_memos', query)).toEqual({
			element: `<CreditMemoQueryRq><ModifiedDateRangeFilter><FromModifiedDate>${FROM}</FromModifiedDate></ModifiedDateRangeFilter></CreditMemoQueryRq>`,
			responseFilter: {
				conditions: [{ field: 'TxnDate', from: '2026-01-01', to: '2026-01-31' }],
			},
		});
	});

	it.each([
		['customers', 'CustomerQueryRq'],
		['vendors', 'VendorQueryRq'],
		['sales_tax_items', 'ItemSalesTaxQueryRq'],
		['sales_tax_codes', 'SalesTaxCodeQueryRq'],
	] as const)(
		'is applied to the response: part of the name next to its bounds, of %s',
		(endpoint, request) => {
			expect(build(endpoint, { name: 'a&b', from_name: 'A', to_name: 'M' })).toEqual({
				element: `<${request}>${NAME_RANGE}</${request}>`,
				responseFilter: { conditions: [{ field: 'Name', contains: 'a&b' }] },
			});
		},
	);

	it('requests its field when fields are chosen, and hides it', () => {
		const bounds = { to_due_date: '2026-01-31' };
		expect(build('invoices', { ...bounds, 'include[]': ['TxnID'] })).toEqual({
			element:
				'<InvoiceQueryRq><IncludeRetElement>TxnID</IncludeRetElement><IncludeRetElement>DueDate</IncludeRetElement></InvoiceQueryRq>',
			responseFilter: {
				conditions: [{ field: 'DueDate', to: '2026-01-31', hidden: true }],
			},
		});
		expect(build('invoices', { ...bounds, 'include[]': ['DueDate'] }).responseFilter).toEqual({
			conditions: [{ field: 'DueDate', to: '2026-01-31' }],
		});
	});

	it('applies the maximum after the filter, because the first records may not be the right ones', () => {
		const query = { from_due_date: '2026-01-01', max_returned: 2 };
		const conditions = [{ field: 'DueDate', from: '2026-01-01' }];
		expect(build('invoices', query)).toEqual({
			element: '<InvoiceQueryRq></InvoiceQueryRq>',
			responseFilter: { conditions, limit: 2 },
		});
		expect(build('invoices', { ...query, iterate: true })).toEqual({
			element: '<InvoiceQueryRq><MaxReturned>2</MaxReturned></InvoiceQueryRq>',
			responseFilter: { conditions },
		});
	});

	it('cuts the response to a query for given records at the maximum', () => {
		expect(build('sales_tax_items', { 'list_ids[]': ['8-1', '8-2'], max_returned: 1 })).toEqual({
			element:
				'<ItemSalesTaxQueryRq><ListID>8-1</ListID><ListID>8-2</ListID></ItemSalesTaxQueryRq>',
			responseFilter: { conditions: [], limit: 1 },
		});
		expect(build('items', { list_id: '8-1', max_returned: 1 })).toEqual({
			element: '<ItemQueryRq><ListID>8-1</ListID></ItemQueryRq>',
			responseFilter: undefined,
		});
	});

	const refused: Array<[string, Query, RegExp]> = [
		['items', { name: 'a', list_id: '1' }, /name cannot be used together with list_id:/],
		[
			'items',
			{ name: 'a', active_status: 'All' },
			/name cannot be used together with active_status:/,
		],
		[
			'items',
			{ name_contains: 'a', from_name: 'b' },
			/from_name and name_contains cannot be used together/,
		],
		[
			'items',
			{ name_starts_with: 'a', name_ends_with: 'b' },
			/name_starts_with and name_ends_with/,
		],
		[
			'sales_tax_items',
			{ 'list_ids[]': ['1'], 'full_names[]': ['a'] },
			/list_ids\[\] cannot be used together with full_names\[\]/,
		],
		[
			'sales_tax_codes',
			{ 'full_names[]': ['a'], name: 'a', from_name: 'b' },
			/full_names\[\] cannot be used together with .*name/,
		],
		[
			'credit_memos',
			{ ref_number: '5', to_ref_number: '9' },
			/ref_number and to_ref_number cannot be used together/,
		],
	];
	it.each(refused)(
		'is refused where it makes no sense together: %s with %j',
		(endpoint, query, sentence) => {
			expect(() => prebuiltQuery(endpoint, query)).toThrow(InvalidXml);
			expect(() => prebuiltQuery(endpoint, query)).toThrow(sentence);
		},
	);
});
