import type { IDataObject } from 'n8n-workflow';

import type { WireValues } from '../../../nodes/shared/form/fieldSpec';

/** A query endpoint of section 4.3 with everything that can be asked for, spelled out on both sides. */
export interface FullQuery {
	resource: string;
	path: string;
	/** Forms of the Filters collection, each with what must go out for it; one alone where filters exclude each other. */
	filters: Array<[form: IDataObject, query: WireValues]>;
	/** The same for the Options collection. */
	options: Array<[form: IDataObject, query: WireValues]>;
}

const listFilters: FullQuery['filters'] = [
	[
		{
			nameContains: 'Smith & Söhne',
			nameFrom: 'A',
			nameTo: 'M',
			modifiedAfter: '2026-01-01T00:00:00',
			modifiedBefore: '2026-06-30T12:00:00Z',
			activeStatus: 'InactiveOnly',
		},
		{
			name: 'Smith & Söhne',
			from_name: 'A',
			to_name: 'M',
			modified_after: '2025-12-31T23:00:00Z',
			modified_before: '2026-06-30T12:00:00Z',
			active_status: 'InactiveOnly',
		},
	],
];

const salesTaxFilters: FullQuery['filters'] = [
	[
		{
			nameContains: 'tax',
			nameFrom: 'A',
			nameTo: 'T',
			listIds: ['80000001-1', '80000002-1'],
			fullNames: ['San Tomas', 'East Bayshore'],
			activeStatus: 'All',
			modifiedStart: '2026-01-01T00:00:00Z',
			modifiedEnd: '2026-06-30T12:00:00+02:00',
		},
		{
			name: 'tax',
			from_name: 'A',
			to_name: 'T',
			list_ids: ['80000001-1', '80000002-1'],
			full_names: ['San Tomas', 'East Bayshore'],
			active_status: 'All',
			modified_start: '2026-01-01T00:00:00Z',
			modified_end: '2026-06-30T10:00:00Z',
		},
	],
];

const shared = (...fields: string[]): FullQuery['options'] => [
	[
		{
			customRequestId: 'order-1042',
			webhookUrl: 'https://example.com/hook?a=b',
			maximumResults: 25,
			fields,
		},
		{
			request_id: 'order-1042',
			webhook_url: 'https://example.com/hook?a=b',
			max_returned: 25,
			include: fields,
		},
	],
];
const ofLists = shared('FullName', 'ListID');
const ofTransactions = shared('TxnID', 'RefNumber');
const freeFields: [IDataObject, WireValues] = [
	{ otherFields: ['TimeCreated'] },
	{ include: ['TimeCreated'] },
];
const iteration: [IDataObject, WireValues] = [{ automaticIteration: true }, { iterate: true }];
const lineItems: [IDataObject, WireValues] = [
	{ includeLineItems: true },
	{ include_line_items: true },
];

export const fullQueries: readonly FullQuery[] = [
	{
		resource: 'customer',
		path: 'customers',
		filters: listFilters,
		options: [...ofLists, freeFields],
	},
	{
		resource: 'vendor',
		path: 'vendors',
		filters: listFilters,
		options: [...ofLists, freeFields, iteration],
	},
	{
		resource: 'item',
		path: 'items',
		filters: [
			[{ name: 'Wood Door' }, { name: 'Wood Door' }],
			[{ listId: '80000001-1' }, { list_id: '80000001-1' }],
			[
				{
					nameFrom: 'A',
					nameTo: 'M',
					modifiedAfter: '2026-01-01T00:00:00Z',
					modifiedBefore: '2026-06-30T12:00:00Z',
					activeStatus: 'ActiveOnly',
				},
				{
					from_name: 'A',
					to_name: 'M',
					modified_after: '2026-01-01T00:00:00Z',
					modified_before: '2026-06-30T12:00:00Z',
					active_status: 'ActiveOnly',
				},
			],
			[
				{ nameStartsWith: 'Wood', activeStatus: 'All' },
				{ name_starts_with: 'Wood', active_status: 'All' },
			],
			[{ nameContains: 'oo' }, { name_contains: 'oo' }],
			[{ nameEndsWith: 'Door' }, { name_ends_with: 'Door' }],
		],
		options: [...ofLists, freeFields, iteration],
	},
	{
		resource: 'salesTaxItem',
		path: 'sales_tax_items',
		filters: salesTaxFilters,
		options: [...ofLists, freeFields, iteration],
	},
	{
		resource: 'salesTaxCode',
		path: 'sales_tax_codes',
		filters: salesTaxFilters,
		options: [...ofLists, freeFields],
	},
	{
		resource: 'invoice',
		path: 'invoices',
		filters: [
			[
				{
					customerListId: '80000001-1',
					transactionDateFrom: '2026-01-01',
					transactionDateTo: '2026-01-31T00:00:00',
					dueDateFrom: '2026-02-01T23:30:00Z',
					dueDateTo: '2026-02-28',
					paidStatus: 'NotPaidOnly',
				},
				{
					customer_list_id: '80000001-1',
					from_transaction_date: '2026-01-01',
					to_transaction_date: '2026-01-31',
					from_due_date: '2026-02-02',
					to_due_date: '2026-02-28',
					paid_status: 'NotPaidOnly',
				},
			],
		],
		options: [
			...ofTransactions,
			freeFields,
			iteration,
			lineItems,
			[{ includeLineItems: false }, { include_line_items: false }],
		],
	},
	{
		resource: 'creditMemo',
		path: 'credit_memos',
		filters: [
			[
				{
					customerListId: '80000001-1',
					transactionDateFrom: '2026-01-01',
					transactionDateTo: '2026-01-31',
					modifiedAfter: '2026-01-01T00:00:00Z',
					modifiedBefore: '2026-06-30T12:00:00Z',
					accountListIds: ['80000003-1', '80000004-1'],
					refNumberContains: '104',
					currencyListIds: ['80000005-1'],
				},
				{
					customer_list_id: '80000001-1',
					from_transaction_date: '2026-01-01',
					to_transaction_date: '2026-01-31',
					modified_after: '2026-01-01T00:00:00Z',
					modified_before: '2026-06-30T12:00:00Z',
					account_list_ids: ['80000003-1', '80000004-1'],
					ref_number: '104',
					currency_list_ids: ['80000005-1'],
				},
			],
			[
				{ refNumberFrom: '100', refNumberTo: '200' },
				{ from_ref_number: '100', to_ref_number: '200' },
			],
		],
		options: [...ofTransactions, iteration, lineItems],
	},
];
