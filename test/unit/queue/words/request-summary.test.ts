import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { namesIn, requestSummary } from '../../../../queue/words/requestSummary';

const reader = { timezone: 'Europe/Berlin', now: Date.parse('2026-11-22T15:00:00Z') };
const QUEUED_AT = '2026-11-22T13:03:00Z';

const request = (content: string) =>
	`<?xml version="1.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${content}</QBXMLMsgsRq></QBXML>`;
const response = (content: string) => `<QBXML><QBXMLMsgsRs>${content}</QBXMLMsgsRs></QBXML>`;
const answered = (content: string, more = 'statusCode="0" statusSeverity="Info"') =>
	response(`<InvoiceAddRs ${more}>${content}</InvoiceAddRs>`);

const record = (fields: Partial<QueuedRecord>): QueuedRecord => ({
	id: '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b',
	state: 'waiting',
	inserted_at: QUEUED_AT,
	...fields,
});

const line = (fields: Partial<QueuedRecord>, others: QueuedRecord[] = []) =>
	requestSummary(record(fields), namesIn([record(fields), ...others]), reader);

const invoiceXml = (customer: string, identifier = 'n8n-1-0-abc') =>
	request(
		`<InvoiceAddRq requestID="${identifier}"><InvoiceAdd><CustomerRef>${customer}</CustomerRef><TxnDate>2026-01-12</TxnDate><RefNumber>W-1001</RefNumber></InvoiceAdd></InvoiceAddRq>`,
	);
const BY_NAME = '<FullName>Acme &amp; Sons</FullName>';
const BY_LIST_ID = '<ListID>80000001-1</ListID>';
const invoice = answered(
	`<InvoiceRet><TxnID>1</TxnID><CustomerRef>${BY_LIST_ID}${BY_NAME}</CustomerRef><RefNumber>W-1001</RefNumber></InvoiceRet>`,
);

describe('an invoice', () => {
	test.each<[what: string, fields: Partial<QueuedRecord>, shown: string]>([
		['waiting', { request_xml: invoiceXml(BY_NAME) }, 'waiting for the desktop'],
		['on its way', { state: 'sent', request_xml: invoiceXml(BY_NAME) }, 'with the desktop'],
		[
			'answered',
			{ state: 'response_received', request_xml: invoiceXml(BY_LIST_ID), response_xml: invoice },
			'done',
		],
		[
			'refused, as the state says',
			{ state: 'error', request_xml: invoiceXml(BY_NAME), error: { code: '3140', message: 'No' } },
			'refused',
		],
		[
			'refused, as only the answer says',
			{
				state: 'response_received',
				request_xml: invoiceXml(BY_NAME),
				response_xml: answered('', 'statusCode="3140" statusSeverity="Error"'),
			},
			'refused',
		],
		[
			'of unknown outcome',
			{ state: 'error', request_xml: invoiceXml(BY_NAME), error: { code: 'connection_error' } },
			'outcome unknown',
		],
		[
			'failed for another reason',
			{ state: 'error', request_xml: invoiceXml(BY_NAME), error: { code: '0x80040400' } },
			'failed',
		],
		[
			'in a state of another service',
			{ state: 'on_hold', request_xml: invoiceXml(BY_NAME) },
			'on hold',
		],
	])('%s', (_what, fields, shown) => {
		expect(line(fields)).toBe(`Create invoice W-1001 · Acme & Sons · ${shown} · today 14:03`);
	});

	test('whose customer is given by ID has the name that another answer in the list tells', () => {
		const fields = { request_xml: invoiceXml(BY_LIST_ID) };
		const other = record({ state: 'response_received', response_xml: invoice });
		expect(line(fields)).toBe('Create invoice W-1001 · waiting for the desktop · today 14:03');
		expect(line(fields, [other])).toContain(' · Acme & Sons · ');
	});

	test('shown as JSON', () => {
		const leaf = (name: string, text: string) => ({ name, text });
		const request_json = {
			request: {
				name: 'InvoiceAddRq',
				children: [
					{
						name: 'InvoiceAdd',
						children: [
							{ name: 'CustomerRef', children: [leaf('FullName', 'Acme & Sons')] },
							leaf('RefNumber', 'W-1001'),
							leaf('RefNumber', 'not this'),
						],
					},
				],
			},
		};
		expect(line({ request_json })).toMatch(/^Create invoice W-1001 · Acme & Sons · /);
	});
});

test.each<[request: string, shown: string]>([
	['<CustomerQueryRq/>', 'Find customers'],
	['<InvoiceQueryRq><RefNumber>7</RefNumber></InvoiceQueryRq>', 'Find invoices 7'],
	[
		'<InvoiceQueryRq><RefNumber>7</RefNumber><RefNumber>8</RefNumber></InvoiceQueryRq>',
		'Find invoices',
	],
	['<TxnVoidRq><TxnVoidType>Bill</TxnVoidType><TxnID>1</TxnID></TxnVoidRq>', 'Void bill'],
	['<TxnDelRq><TxnDelType>Check</TxnDelType><TxnID>1</TxnID></TxnDelRq>', 'Delete check'],
	['<ListDelRq><ListDelType>Vendor</ListDelType><ListID>1</ListID></ListDelRq>', 'Delete vendor'],
	[
		'<AgingReportQueryRq><AgingReportType>ARAgingSummary</AgingReportType></AgingReportQueryRq>',
		'Run report AR Aging Summary',
	],
	[
		'<CustomerAddRq><CustomerAdd><Name>Acme</Name></CustomerAdd></CustomerAddRq>',
		'Create customer Acme',
	],
	[
		'<ReceivePaymentAddRq requestID="receivePayment:1042"><ReceivePaymentAdd/></ReceivePaymentAddRq>',
		'Create customer payment 1042',
	],
	['<BillAddRq requestID="order-7"><BillAdd/></BillAddRq>', 'Create bill order-7'],
	['<BillAddRq requestID="17"><BillAdd/></BillAddRq>', 'Create bill'],
	['<HostQueryRq requestID="n8n-abc-wake-0-0"/>', 'Wake-up call for a sleeping workflow'],
	['<NewThingRq/>', 'New Thing'],
])('%s', (xml, shown) => {
	expect(line({ request_xml: request(xml) })).toBe(
		`${shown} · waiting for the desktop · today 14:03`,
	);
});

test('a long name is cut', () => {
	const long = '<FullName>Abercrombie and Daughters of Bayshore</FullName>';
	expect(line({ request_xml: invoiceXml(long) })).toContain(' · Abercrombie and Dau… · ');
});

test('what a service shows that shows little', () => {
	expect(line({ inserted_at: undefined })).toBe('Request 3f2b8c1e · waiting for the desktop');
	expect(line({ state: 'response_received', response_xml: invoice })).toBe(
		'Create invoice W-1001 · Acme & Sons · done · today 14:03',
	);
	expect(line({ inserted_at: 'once', state: 'discarded', error: 'gone', request_xml: '<' })).toBe(
		'Request 3f2b8c1e · discarded',
	);
});

test.each<[what: string, fields: Partial<QueuedRecord>, shown: string]>([
	['<BillModRq><BillMod><RefNumber>7</RefNumber></BillMod></BillModRq>', {}, 'Update bill 7'],
	['<CustomReportQueryRq><IncludeSubs>true</IncludeSubs></CustomReportQueryRq>', {}, 'Run report'],
	['<ListMergeRq><ListMergeType>Vendor</ListMergeType></ListMergeRq>', {}, 'Merge vendors'],
	['<ListDisplayAddRq/>', {}, 'List Display Add'],
	['<BillAddRq requestID="my n8n-plan"><BillAdd/></BillAddRq>', {}, 'Create bill my n8n-plan'],
	['<BillAddRq requestID="see my-n8n-"><BillAdd/></BillAddRq>', {}, 'Create bill see my-n8n-'],
	['<BillAddRq requestID="n8n-a-0-b"><BillAdd/></BillAddRq>', {}, 'Create bill'],
	['<BillAddRq requestID="7 bill:8"><BillAdd/></BillAddRq>', {}, 'Create bill 7 bill:8'],
	['<BillAddRq requestID="bill:"><BillAdd/></BillAddRq>', {}, 'Create bill bill:'],
	['<HostQueryRq requestID="my-n8n-abc-wake-0"/>', {}, 'Find host details my-n8n-abc-wake-0'],
	['<BillQueryRq/>', { page: 1 }, 'Find bills'],
	['<BillQueryRq/>', { page: 2 }, 'Find bills · page 2'],
	['<BillAddRq><BillAdd><RefNumber> 7 </RefNumber></BillAdd></BillAddRq>', {}, 'Create bill 7'],
	[
		'<BillAddRq><BillAdd><RefNumber>  </RefNumber><Memo>x</Memo></BillAdd></BillAddRq>',
		{},
		'Create bill',
	],
	[
		'<BillAddRq><BillAdd><RefNumber>12345678901234567890</RefNumber></BillAdd></BillAddRq>',
		{},
		'Create bill 12345678901234567890',
	],
])('%s, which also shows %j', (xml, fields, shown) => {
	expect(line({ request_xml: request(xml), ...fields })).toBe(
		`${shown} · waiting for the desktop · today 14:03`,
	);
});

test.each<[fields: Partial<QueuedRecord>, shown: string]>([
	[{ state: 'error', error: { code: 'connection_error' } }, 'connection lost'],
	[{ state: 'sent', error: { code: 'connection_error' } }, 'with the desktop'],
	[{ state: 'sent', error: { code: '3140' } }, 'with the desktop'],
])('a query that shows %j', (fields, shown) => {
	expect(line({ request_xml: request('<BillQueryRq/>'), ...fields })).toBe(
		`Find bills · ${shown} · today 14:03`,
	);
});

test('a request that may be a query or not, and whose connection broke off', () => {
	expect(line({ state: 'error', error: { code: 'connection_error' } })).toContain(
		'outcome unknown',
	);
	const odd = request('<QueryThingAddRq/>');
	expect(line({ state: 'error', error: { code: 'connection_error' }, request_xml: odd })).toContain(
		'outcome unknown',
	);
});

test('a number of blanks alone is none', () => {
	const request_json = {
		request: {
			name: 'BillAddRq',
			attributes: { requestID: 'bill:7' },
			children: [{ name: 'BillAdd', children: [{ name: 'RefNumber', text: '  ' }] }],
		},
	};
	expect(line({ request_json })).toMatch(/^Create bill 7 · /);
});

describe('the names that answers tell', () => {
	const customers = (content: string) =>
		record({
			state: 'response_received',
			response_xml: response(
				`<CustomerQueryRs statusCode="0" statusSeverity="Info">${content}</CustomerQueryRs>`,
			),
		});
	const customer = (content: string) => `<CustomerRet>${content}</CustomerRet>`;

	test('are the full ones, or else the plain ones, of all that have an ID', () => {
		const names = namesIn([
			customers(
				[
					customer('<ListID>1</ListID><Name>Kitchen</Name><FullName>Abe:Kitchen</FullName>'),
					customer('<ListID>2</ListID><Name> Bea </Name>'),
					customer('<ListID>3</ListID><Phone>1</Phone>'),
					customer('<Name>Cleo</Name>'),
				].join(''),
			),
		]);
		expect([...names]).toEqual([
			['1', 'Abe:Kitchen'],
			['2', 'Bea'],
		]);
	});

	test('are not looked for in long answers, of which the list may hold a hundred', () => {
		const answerOf = (length: number) => {
			const content = customer('<ListID>1</ListID><Name>Abe</Name>');
			const xml = String(customers(content).response_xml);
			return customers(content + ' '.repeat(length - xml.length));
		};
		expect(namesIn([answerOf(50_000)]).size).toBe(1);
		expect(namesIn([answerOf(50_001)]).size).toBe(0);
		const json = (count: number) =>
			record({
				state: 'response_received',
				response_json: [
					{
						QBXMLMsgsRs: {
							CustomerQueryRs: {
								'@statusCode': '0',
								CustomerRet: Array.from({ length: count }, () => ({ ListID: '1', Name: 'Abe' })),
							},
						},
					},
				],
			});
		expect(namesIn([json(10)]).size).toBe(1);
		expect(namesIn([json(2_000)]).size).toBe(0);
	});
});
