import type { IDataObject } from 'n8n-workflow';

import { pageSize } from '../support/page-size';
import { useLocalService } from './support/local-service';
import { byId, runOperation } from './support/run-operation';

const service = useLocalService();
const settings = { timezone: 'Europe/Berlin' };

const modified = { modifiedAfter: '2026-01-01T00:00:00', modifiedBefore: '2026-02-28T12:00:00Z' };
const MODIFIED_DATES =
	'<FromModifiedDate>2025-12-31T23:00:00+00:00</FromModifiedDate><ToModifiedDate>2026-02-28T13:00:00+00:00</ToModifiedDate>';
const options = { customRequestId: 'order-1042' };

/** Stands for the identifier that the node makes where the user gives none. */
const OWN = 'n8n-made';

/** What was filled in, and the request element that the service must have queued for it. */
const cases: Array<[resource: string, form: IDataObject, qbxml: string]> = [
	[
		'customer',
		{
			filters: { nameContains: 'Smith & Söhne', ...modified, activeStatus: 'All' },
			options: { ...options, fields: ['FullName', 'ListID'], otherFields: ['Balance'] },
			limit: 25,
		},
		`<CustomerQueryRq requestID="order-1042"><MaxReturned>25</MaxReturned><ActiveStatus>All</ActiveStatus>${MODIFIED_DATES}<NameFilter><MatchCriterion>Contains</MatchCriterion><Name>Smith &amp; Söhne</Name></NameFilter><IncludeRetElement>FullName</IncludeRetElement><IncludeRetElement>ListID</IncludeRetElement><IncludeRetElement>Balance</IncludeRetElement><IncludeRetElement>TimeModified</IncludeRetElement></CustomerQueryRq>`,
	],
	[
		'vendor',
		{
			filters: { nameFrom: 'A', nameTo: 'M', activeStatus: 'InactiveOnly' },
			options: { ...options, ...pageSize(25) },
			returnAll: true,
		},
		'<VendorQueryRq requestID="order-1042" iterator="Start"><MaxReturned>25</MaxReturned><ActiveStatus>InactiveOnly</ActiveStatus><NameRangeFilter><FromName>A</FromName><ToName>M</ToName></NameRangeFilter></VendorQueryRq>',
	],
	[
		'item',
		{ filters: { nameStartsWith: 'Wood', activeStatus: 'ActiveOnly' } },
		`<ItemQueryRq requestID="${OWN}"><MaxReturned>50</MaxReturned><ActiveStatus>ActiveOnly</ActiveStatus><NameFilter><MatchCriterion>StartsWith</MatchCriterion><Name>Wood</Name></NameFilter></ItemQueryRq>`,
	],
	[
		'item',
		{ filters: { listId: '80000001-1' } },
		`<ItemQueryRq requestID="${OWN}"><ListID>80000001-1</ListID></ItemQueryRq>`,
	],
	[
		'salesTaxItem',
		{ filters: { listIds: ['80000001-1', '80000002-1'] } },
		`<ItemSalesTaxQueryRq requestID="${OWN}"><ListID>80000001-1</ListID><ListID>80000002-1</ListID></ItemSalesTaxQueryRq>`,
	],
	[
		'salesTaxCode',
		{
			filters: {
				nameContains: 'tax',
				modifiedStart: modified.modifiedAfter,
				modifiedEnd: modified.modifiedBefore,
			},
		},
		`<SalesTaxCodeQueryRq requestID="${OWN}"><MaxReturned>50</MaxReturned>${MODIFIED_DATES}<NameFilter><MatchCriterion>Contains</MatchCriterion><Name>tax</Name></NameFilter></SalesTaxCodeQueryRq>`,
	],
	[
		'invoice',
		{
			filters: {
				customerListId: '80000001-1',
				transactionDateFrom: '2026-01-01T00:00:00',
				transactionDateTo: '2026-01-30T23:30:00Z',
				paidStatus: 'NotPaidOnly',
			},
			options: { includeLineItems: true },
			limit: 5,
		},
		`<InvoiceQueryRq requestID="${OWN}"><MaxReturned>5</MaxReturned><TxnDateRangeFilter><FromTxnDate>2026-01-01</FromTxnDate><ToTxnDate>2026-01-31</ToTxnDate></TxnDateRangeFilter><EntityFilter><ListID>80000001-1</ListID></EntityFilter><PaidStatus>NotPaidOnly</PaidStatus><IncludeLineItems>true</IncludeLineItems></InvoiceQueryRq>`,
	],
	[
		'creditMemo',
		{
			filters: {
				accountListIds: ['80000003-1'],
				refNumberFrom: '100',
				refNumberTo: '200',
				currencyListIds: ['80000005-1'],
			},
			options: { fields: ['TxnID', 'CreditRemaining'], includeLineItems: false },
		},
		`<CreditMemoQueryRq requestID="${OWN}"><MaxReturned>50</MaxReturned><AccountFilter><ListID>80000003-1</ListID></AccountFilter><RefNumberRangeFilter><FromRefNumber>100</FromRefNumber><ToRefNumber>200</ToRefNumber></RefNumberRangeFilter><CurrencyFilter><ListID>80000005-1</ListID></CurrencyFilter><IncludeLineItems>false</IncludeLineItems><IncludeRetElement>TxnID</IncludeRetElement><IncludeRetElement>CreditRemaining</IncludeRetElement></CreditMemoQueryRq>`,
	],
];

test.each(cases)('%s %j', async (resource, form, qbxml) => {
	const connectionId = await service.newConnection();
	const run = await runOperation(
		service,
		`${resource}.query`,
		{ connection: { ...byId(connectionId) }, ...form },
		{ settings },
	);
	expect(run.error).toBeUndefined();

	const queued = await service.requestsOf(connectionId);
	expect(queued).toHaveLength(1);
	expect(queued[0].request_xml.replace(/"n8n-[\w-]{16}-0-[\w-]{8}"/, `"${OWN}"`)).toContain(
		`<QBXMLMsgsRq onError="stopOnError">${qbxml}</QBXMLMsgsRq>`,
	);
	expect(run.items).toEqual([
		{
			json: expect.objectContaining({
				id: queued[0].id,
				connection_id: connectionId,
				state: 'waiting',
				webhook_state: 'not_applicable',
				request_xml: queued[0].request_xml,
			}),
			pairedItem: { item: 0 },
		},
	]);
});

test('a Webhook URL is noted on the request', async () => {
	const connectionId = await service.newConnection();
	await runOperation(service, 'vendor.query', {
		connection: { ...byId(connectionId) },
		options: { webhookUrl: 'https://example.com/hook?a=b&c=d' },
	});
	expect(await service.requestsOf(connectionId)).toMatchObject([
		{ webhook_url: 'https://example.com/hook?a=b&c=d', webhook_state: 'pending' },
	]);
});
