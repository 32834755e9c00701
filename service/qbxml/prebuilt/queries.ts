import { exceptFor, type Field, inside, text } from './fields';
import {
	type Filter,
	asked,
	askedOrJudged,
	judgedPart,
	judgedRange,
	match,
	oneOf,
	range,
} from './filters';

/** A query endpoint in qbXML's words. Rows stand in the order that qbXML's schema demands. */
export interface QueryDefinition {
	readonly request: string;
	/** Ways to ask for given records; qbXML takes one of them, and no filter beside it. */
	readonly selections: readonly Field[];
	readonly filters: readonly Filter[];
	/** What belongs to a record beyond its own fields: asked for by a parameter, or by naming it in `include[]`. */
	readonly extras: readonly Extra[];
	/** Custom fields come only when their owner is named; this is whether the query can name one. */
	readonly hasCustomFields: boolean;
}

/** An element that is `true` when its parameter is, or, without the parameter, when one of `fields` is included. */
export interface Extra {
	readonly element: string;
	readonly name?: string;
	readonly fields: readonly string[];
}

const nameRange = range('NameRangeFilter', ['from_name', 'FromName'], ['to_name', 'ToName']);

const partOrRangeOfName = askedOrJudged(
	nameRange,
	match('name', 'Contains', 'NameFilter', 'Name'),
	judgedPart('Name', 'name'),
);

const listFilters = (after: string, before: string, nameFilter: Filter): Filter[] => [
	asked(text('active_status', 'ActiveStatus')),
	asked(text(after, 'FromModifiedDate')),
	asked(text(before, 'ToModifiedDate')),
	nameFilter,
];

const list = { selections: [], extras: [], hasCustomFields: true };

const salesTaxList = {
	...list,
	selections: [text('list_ids[]', 'ListID'), text('full_names[]', 'FullName')],
	filters: listFilters('modified_start', 'modified_end', partOrRangeOfName),
};

const transactionDates = range(
	'TxnDateRangeFilter',
	['from_transaction_date', 'FromTxnDate'],
	['to_transaction_date', 'ToTxnDate'],
);

const customer = asked(inside('EntityFilter', text('customer_list_id', 'ListID')));

const linkedTransactions: Extra = { element: 'IncludeLinkedTxns', fields: ['LinkedTxn'] };

/** The query endpoints of interface.md, section 4.3. */
export const queries = {
	customers: {
		...list,
		request: 'CustomerQueryRq',
		filters: listFilters('modified_after', 'modified_before', partOrRangeOfName),
	},
	vendors: {
		...list,
		request: 'VendorQueryRq',
		filters: listFilters('modified_after', 'modified_before', partOrRangeOfName),
	},
	items: {
		...list,
		request: 'ItemQueryRq',
		selections: [text('list_id', 'ListID'), text('name', 'FullName')],
		filters: listFilters(
			'modified_after',
			'modified_before',
			oneOf(
				match('name_starts_with', 'StartsWith', 'NameFilter', 'Name'),
				match('name_contains', 'Contains', 'NameFilter', 'Name'),
				match('name_ends_with', 'EndsWith', 'NameFilter', 'Name'),
				nameRange,
			),
		),
	},
	sales_tax_items: { ...salesTaxList, request: 'ItemSalesTaxQueryRq' },
	sales_tax_codes: {
		...salesTaxList,
		request: 'SalesTaxCodeQueryRq',
		hasCustomFields: false,
	},
	invoices: {
		request: 'InvoiceQueryRq',
		selections: [],
		filters: [
			asked(transactionDates),
			judgedRange('DueDate', 'from_due_date', 'to_due_date'),
			customer,
			asked(exceptFor('Any', text('paid_status', 'PaidStatus'))),
		],
		extras: [
			{
				element: 'IncludeLineItems',
				name: 'include_line_items',
				fields: ['InvoiceLineRet', 'InvoiceLineGroupRet'],
			},
			linkedTransactions,
		],
		hasCustomFields: true,
	},
	credit_memos: {
		request: 'CreditMemoQueryRq',
		selections: [],
		filters: [
			askedOrJudged(
				range(
					'ModifiedDateRangeFilter',
					['modified_after', 'FromModifiedDate'],
					['modified_before', 'ToModifiedDate'],
				),
				transactionDates,
				judgedRange('TxnDate', 'from_transaction_date', 'to_transaction_date'),
			),
			customer,
			asked(inside('AccountFilter', text('account_list_ids[]', 'ListID'))),
			oneOf(
				match('ref_number', 'Contains', 'RefNumberFilter', 'RefNumber'),
				range(
					'RefNumberRangeFilter',
					['from_ref_number', 'FromRefNumber'],
					['to_ref_number', 'ToRefNumber'],
				),
			),
			asked(inside('CurrencyFilter', text('currency_list_ids[]', 'ListID'))),
		],
		extras: [
			{
				element: 'IncludeLineItems',
				name: 'include_line_items',
				fields: ['CreditMemoLineRet', 'CreditMemoLineGroupRet'],
			},
			linkedTransactions,
		],
		hasCustomFields: true,
	},
} satisfies Record<string, QueryDefinition>;
