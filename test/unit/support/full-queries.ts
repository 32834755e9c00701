import type { IDataObject } from 'n8n-workflow';

import type { WireValues } from '../../../quickbooks/form/fieldSpec';

/** A query endpoint of section 4.3 with everything that can be asked for, spelled out on both sides. */
export interface FullQuery {
	resource: string;
	path: string;
	/** Whether the endpoint has automatic iteration. */
	iterates: boolean;
	/**
	 * Forms of the Filters collection, each with what must go out for it; one alone where filters exclude each other. Only where
	 * QuickBooks counts the records that are left in the end can there be a maximum beside them: not if records are named, and
	 * not if the service leaves out some of its answer.
	 */
	filters: Array<
		[form: IDataObject, query: WireValues, how: 'counted' | 'named' | 'filtered later']
	>;
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
			modifiedBefore: '2026-02-28T12:00:00Z',
			activeStatus: 'InactiveOnly',
		},
		{
			name: 'Smith & Söhne',
			from_name: 'A',
			to_name: 'M',
			modified_after: '2025-12-31T23:00:00+00:00',
			modified_before: '2026-02-28T13:00:00+00:00',
			active_status: 'InactiveOnly',
		},
		'filtered later',
	],
	[{ nameContains: 'Smith' }, { name: 'Smith' }, 'counted'],
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
			modifiedEnd: '2026-02-28T12:00:00+02:00',
		},
		{
			name: 'tax',
			from_name: 'A',
			to_name: 'T',
			list_ids: ['80000001-1', '80000002-1'],
			full_names: ['San Tomas', 'East Bayshore'],
			active_status: 'All',
			modified_start: '2026-01-01T00:00:00+00:00',
			modified_end: '2026-02-28T11:00:00+00:00',
		},
		'named',
	],
	[{ nameFrom: 'A' }, { from_name: 'A' }, 'counted'],
];

const shared = (...fields: string[]): FullQuery['options'] => [
	[
		{ customRequestId: 'order-1042', webhookUrl: 'https://example.com/hook?a=b', fields },
		{ request_id: 'order-1042', webhook_url: 'https://example.com/hook?a=b', include: fields },
	],
];
const ofLists = shared('FullName', 'ListID');
const ofTransactions = shared('TxnID', 'RefNumber');
const freeFields: [IDataObject, WireValues] = [
	{ otherFields: ['TimeCreated'] },
	{ include: ['TimeCreated'] },
];
const lineItems: [IDataObject, WireValues] = [
	{ includeLineItems: true },
	{ include_line_items: true },
];

export const fullQueries: readonly FullQuery[] = [
	{
		resource: 'customer',
		path: 'customers',
		iterates: false,
		filters: listFilters,
		options: [...ofLists, freeFields],
	},
	{
		resource: 'vendor',
		path: 'vendors',
		iterates: true,
		filters: listFilters,
		options: [...ofLists, freeFields],
	},
	{
		resource: 'item',
		path: 'items',
		iterates: true,
		filters: [
			[{ name: 'Wood Door' }, { name: 'Wood Door' }, 'named'],
			[{ listId: '80000001-1' }, { list_id: '80000001-1' }, 'named'],
			[
				{
					nameFrom: 'A',
					nameTo: 'M',
					modifiedAfter: '2026-01-01T00:00:00Z',
					modifiedBefore: '2026-02-28T12:00:00Z',
					activeStatus: 'ActiveOnly',
				},
				{
					from_name: 'A',
					to_name: 'M',
					modified_after: '2026-01-01T00:00:00+00:00',
					modified_before: '2026-02-28T13:00:00+00:00',
					active_status: 'ActiveOnly',
				},
				'counted',
			],
			[
				{ nameStartsWith: 'Wood', activeStatus: 'All' },
				{ name_starts_with: 'Wood', active_status: 'All' },
				'counted',
			],
			[{ nameContains: 'oo' }, { name_contains: 'oo' }, 'counted'],
			[{ nameEndsWith: 'Door' }, { name_ends_with: 'Door' }, 'counted'],
		],
		options: [...ofLists, freeFields],
	},
	{
		resource: 'salesTaxItem',
		path: 'sales_tax_items',
		iterates: true,
		filters: salesTaxFilters,
		options: [...ofLists, freeFields],
	},
	{
		resource: 'salesTaxCode',
		path: 'sales_tax_codes',
		iterates: false,
		filters: salesTaxFilters,
		options: [...ofLists, freeFields],
	},
	{
		resource: 'invoice',
		path: 'invoices',
		iterates: true,
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
				'filtered later',
			],
			[{ transactionDateFrom: '2026-01-01' }, { from_transaction_date: '2026-01-01' }, 'counted'],
		],
		options: [
			...ofTransactions,
			freeFields,
			lineItems,
			[{ includeLineItems: false }, { include_line_items: false }],
		],
	},
	{
		resource: 'creditMemo',
		path: 'credit_memos',
		iterates: true,
		filters: [
			[
				{
					customerListId: '80000001-1',
					transactionDateFrom: '2026-01-01',
					transactionDateTo: '2026-01-31',
					modifiedAfter: '2026-01-01T00:00:00Z',
					modifiedBefore: '2026-02-28T12:00:00Z',
					accountListIds: ['80000003-1', '80000004-1'],
					refNumberContains: '104',
					currencyListIds: ['80000005-1'],
				},
				{
					customer_list_id: '80000001-1',
					from_transaction_date: '2026-01-01',
					to_transaction_date: '2026-01-31',
					modified_after: '2026-01-01T00:00:00+00:00',
					modified_before: '2026-02-28T13:00:00+00:00',
					account_list_ids: ['80000003-1', '80000004-1'],
					ref_number: '104',
					currency_list_ids: ['80000005-1'],
				},
				'filtered later',
			],
			[
				{ refNumberFrom: '100', refNumberTo: '200' },
				{ from_ref_number: '100', to_ref_number: '200' },
				'counted',
			],
		],
		options: [...ofTransactions, lineItems],
	},
];
