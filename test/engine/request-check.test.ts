import type { IDataObject } from 'n8n-workflow';

import { TEST_QUEUED } from '../../queue/words/runHints';
import type { WorkflowRun } from './harness';
import { runWorkflow } from './harness';
import { byId, runOperation } from './support/run-operation';
import { type ScriptedAnswer, useScriptedServer } from './support/scripted-server';

const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const OTHER_ID = '4f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

const server = useScriptedServer({ withEmptyQueue: true });

const desktop = (connection: object = { xml_version: '16.0' }): ScriptedAnswer => ({
	body: { data: { id: ID, ...connection } },
});

const document = (inside: string, version = '13.0') =>
	`<?xml version="1.0" encoding="utf-8"?>\n<?qbxml version="${version}"?>\n<QBXML><QBXMLMsgsRq onError="stopOnError">\n${inside}\n</QBXMLMsgsRq></QBXML>`;

const customer = (inside: string): string =>
	document(`<CustomerAddRq><CustomerAdd>${inside}</CustomerAdd></CustomerAddRq>`);

const create = async (requestXml: string, options: IDataObject = {}): Promise<WorkflowRun> =>
	await runOperation(server, 'queuedRequest.create', {
		...{ connection: { ...byId(ID) }, requestFormat: 'xml', requestXml, options },
	});

const sent = () => server.received.filter(({ method }) => method === 'POST');
const sentXml = (): string =>
	(JSON.parse(sent()[0].body) as { request_xml: string }).request_xml.replace(
		/ requestID="[^"]*"/,
		'',
	);
const hintsOf = ({ hints }: WorkflowRun) =>
	Object.values(hints)
		.flat()
		.map(({ message }) => message)
		.filter((message) => message !== TEST_QUEUED);

test('all that is wrong is said at once: the first as the title, and nothing is queued', async () => {
	server.answerWith(desktop());
	const run = await create(
		customer('\n<Phone>1</Phone>\n<Name>A</Name>\n<IsActive>yes</IsActive>'),
	);
	expect(run.error).toMatchObject({
		name: 'NodeOperationError',
		message:
			'Request XML: Phone has to come after IsActive in CustomerAdd. (line 5, column 1: CustomerAddRq > CustomerAdd > Phone)',
		context: { itemIndex: 0 },
	});
	expect((run.error as { description?: string }).description).toBe(
		[
			'Also:',
			'2) IsActive is "yes", but it must be true or false. (line 7, column 1: CustomerAddRq > CustomerAdd > IsActive)',
			'Nothing was sent. To send it as it is, switch on Options > Send Without Checking. These are the rules of the US edition.',
		].join('\n'),
	);
	expect(sent()).toEqual([]);
});

test('with Send Without Checking it goes out to the letter, and the connection is not read', async () => {
	const xml = customer('<Nonsense>ä</Nonsense>');
	const run = await create(xml, { sendWithoutChecking: true });
	expect(run.error).toBeUndefined();
	expect(sentXml()).toBe(xml);
	expect(server.received.some(({ url }) => url === `/connections/${ID}`)).toBe(false);
});

test.each<[what: string, format: IDataObject, message: string]>([
	[
		'JSON',
		{
			requestFormat: 'json',
			requestJson: {
				version: '13.0',
				request: { name: 'TxnVoidRq', children: [{ name: 'TxnID', text: 7 }] },
			},
		},
		'Request JSON: TxnID is "7", but it must be an ID such as 80000001-1700000001. (TxnVoidRq > TxnID)',
	],
	[
		'the form',
		{ requestFormat: 'form', requestName: 'CustomerQuerryRq' },
		'Request: CustomerQuerryRq is not a request of qbXML. Did you mean CustomerQueryRq? (CustomerQuerryRq)',
	],
])('%s is checked too', async (_what, format, message) => {
	server.answerWith(desktop());
	const run = await runOperation(server, 'queuedRequest.create', {
		connection: { ...byId(ID) },
		...format,
	});
	expect(run.error?.message).toBe(message);
	expect(sent()).toEqual([]);
});

test.each<[what: string, xml: string, message: string]>([
	[
		'another outermost element',
		'<?qbxml version="13.0"?><Envelope/>',
		'The outermost element must be QBXML, but it is Envelope.',
	],
	[
		'no messages',
		'<?qbxml version="13.0"?><QBXML/>',
		'QBXML must hold one QBXMLMsgsRq and nothing else.',
	],
	['no request', document(''), 'QBXMLMsgsRq holds no request.'],
	[
		'no onError',
		document('<HostQueryRq/>').replace(' onError="stopOnError"', ''),
		'QBXMLMsgsRq needs the attribute onError.',
	],
	[
		'no version',
		document('<HostQueryRq/>').replace(/<\?qbxml.*/, ''),
		'Request XML does not say in which version of qbXML it is written.',
	],
	[
		'a version that is none',
		document('<HostQueryRq/>', 'latest'),
		'Request XML: "latest" is not a version of qbXML.',
	],
	[
		'text around the requests',
		document('and').replace('<QBXMLMsgsRq', 'or<QBXMLMsgsRq'),
		'QBXML holds elements, but here it holds the text "or".',
	],
	[
		'an identifier beyond 50 characters',
		document(`<HostQueryRq requestID="${'1'.repeat(51)}"/>`),
		'requestID of HostQueryRq has 51 characters, but at most 50 are allowed.',
	],
])('a document with %s is refused', async (_what, xml, message) => {
	server.answerWith(desktop());
	const run = await create(xml);
	expect(run.error?.message).toContain(message);
	expect(sent()).toEqual([]);
});

test.each<[what: string, json: object, message: string]>([
	['an unknown part', { name: 'Notes', value: 'lost' }, 'Notes has "value", but there are only:'],
	[
		'a text that is an object',
		{ name: 'Notes', text: { a: 1 } },
		'The text of Notes must be text.',
	],
])('JSON with %s is refused', async (_what, child, message) => {
	const request = { name: 'CustomerQueryRq', attributes: null, children: [child] };
	const run = await runOperation(server, 'queuedRequest.create', {
		connection: { ...byId(ID) },
		requestFormat: 'json',
		requestJson: { version: '13.0', request } as unknown as IDataObject,
	});
	expect(run.error).toMatchObject({ description: expect.stringContaining(message) as string });
	expect(sent()).toEqual([]);
});

test('blank lines before the XML count', async () => {
	server.answerWith(desktop());
	const run = await create(`\n\n${customer('<Name/>')}`);
	expect(run.error?.message).toContain('(line 6, column');
});

test('a Custom Request ID beyond 50 characters is refused, whatever it is for', async () => {
	const options = { customRequestId: 'x'.repeat(51) };
	for (const run of [
		await create(document('<HostQueryRq/>'), options),
		await runOperation(server, 'customer.query', { connection: { ...byId(ID) }, options }),
	]) {
		expect(run.error?.message).toBe(
			'Custom Request ID has 51 characters, but QuickBooks accepts at most 50.',
		);
	}
	expect(sent()).toEqual([]);
});

describe('what the connection says of its accounting application', () => {
	const newElement = document(
		'<PreferencesQueryRq/>\n<TransferAddRq><TransferAdd><TransferFromAccountRef><FullName>A</FullName></TransferFromAccountRef><TransferToAccountRef><FullName>B</FullName></TransferToAccountRef><ClassRef><FullName>C</FullName></ClassRef></TransferAdd></TransferAddRq>',
		'16.0',
	);
	const ofOtherCountry = document('<CustomerQueryRq><TaxRegion>1</TaxRegion></CustomerQueryRq>');

	test('a document in a newer version is refused', async () => {
		server.answerWith(desktop({ xml_version: '7.0' }));
		const run = await create(newElement);
		expect(run.error?.message).toMatch(
			/^Request XML is written in qbXML 16.0, but the QuickBooks of this connection understands only 7.0/,
		);
		expect(sent()).toEqual([]);
	});

	test.each<[says: string, connection: object]>([
		['nothing, as before it has connected', {}],
		['null', { xml_version: null, accounting_product_name: null }],
		['a number', { xml_version: 16 }],
		['what is no version', { xml_version: 'unknown' }],
		['an object', { xml_version: {} }],
	])('where it says %s, the request goes out', async (_says, connection) => {
		server.answerWith(desktop(connection));
		expect((await create(newElement)).error).toBeUndefined();
		expect(sent()).toHaveLength(1);
	});

	test.each<[what: string, connection: object]>([
		[
			'its product',
			{ xml_version: '13.0', accounting_product_name: 'QuickBooks Premier Canada 2023' },
		],
		['its version', { xml_version: 'CA13.0' }],
	])('of another country by %s: an unknown element is a hint', async (_what, connection) => {
		server.answerWith(desktop(connection));
		const run = await create(ofOtherCountry);
		expect(run.error).toBeUndefined();
		expect(hintsOf(run)).toEqual([
			'Request XML: CustomerQueryRq has no element TaxRegion. (line 4, column 18: CustomerQueryRq > TaxRegion)',
		]);
		expect(sent()).toHaveLength(1);
	});

	test('by the version of the document it is a hint too', async () => {
		server.answerWith(desktop({ xml_version: '13.0' }));
		const run = await create(ofOtherCountry.replace('13.0', 'UK13.0'));
		expect(run.error).toBeUndefined();
		expect(hintsOf(run)).toHaveLength(1);
	});

	test('where it can not be read, nothing is queued, and the error is that of the reading', async () => {
		server.answerWith({
			status: 500,
			body: { error: { code: 'internal', message: 'Out of order' } },
		});
		const run = await create(document('<HostQueryRq/>'));
		expect(run.error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '500',
			context: { itemIndex: 0 },
		});
		expect(sent()).toEqual([]);
	});

	test('it is read once for all items, and one that can not be read fails only its own', async () => {
		server.answerWith(
			desktop(),
			{ status: 404, body: { error: { code: 'not_found', message: 'No' } } },
			{ body: { data: { id: 'queued' } } },
		);
		const run = await runWorkflow({
			nodes: [
				{
					name: 'Accounting Sync',
					onError: 'continueRegularOutput',
					parameters: {
						...{
							resource: 'queuedRequest',
							operation: 'create',
							requestFormat: 'form',
							requestName: 'HostQueryRq',
						},
						connection: { __rl: true, mode: 'id', value: '={{ $json.connection }}' },
						options: { requestsAtOnce: 1, extraQueryParameters: {} },
					},
				},
			],
			items: [ID, OTHER_ID, ID].map((id) => ({ json: { connection: id } })),
			...server,
		});
		expect(run.items).toMatchObject([
			{ json: { id: 'queued' } },
			{
				json: { description: expect.stringContaining('The service says: No') as string },
			},
			{ json: { id: 'queued' } },
		]);
		const reads = server.received.filter(({ url }) => /^\/connections\/[^/]+$/.test(url));
		expect(reads.map(({ url }) => url)).toEqual([`/connections/${ID}`, `/connections/${OTHER_ID}`]);
	});
});

describe('characters', () => {
	test('beyond ASCII go out as references, in elements and attributes, and CDATA as text', async () => {
		server.answerWith(desktop());
		const run = await create(
			customer('<!-- für --><Name>Müller</Name><CompanyName><![CDATA[Ä & Co]]></CompanyName>'),
		);
		expect(hintsOf(run)).toEqual([]);
		expect(sentXml()).toBe(
			customer('<Name>M&#252;ller</Name><CompanyName>&#196; &amp; Co</CompanyName>'),
		);
	});

	test('that the accounting application does not keep are named', async () => {
		server.answerWith(desktop());
		const run = await create(customer('<Name>Łódź €5 漢字</Name>'));
		expect(run.error).toBeUndefined();
		expect(hintsOf(run)).toEqual([
			`QuickBooks can't keep these characters: Ł ź 漢 字. It puts "?" or another letter in their place.`,
		]);
		expect(sentXml()).toContain('&#28450;&#23383;');
	});
});
