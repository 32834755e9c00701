import type { IDataObject } from 'n8n-workflow';

import { mapperField } from '../../nodes/AccountingSync/methods/mapperField';
import { TEST_QUEUED } from '../../queue/words/runHints';
import { loadRequestFacts } from '../../quickbooks/qbxml/requestFacts';
import { requestFields } from '../../quickbooks/requests/requestFields';
import { byId, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const server = useScriptedServer({ withEmptyQueue: true });
const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

type Operation = Parameters<typeof runOperation>[1];

/** What leaves the node: the request in qbXML, the parameters of an endpoint or its body; or the error. And what is hinted. */
async function outcome(
	operation: Operation,
	form: IDataObject,
	{ item = {}, timezone = 'Europe/Berlin' }: { item?: IDataObject; timezone?: string } = {},
) {
	server.received.length = 0;
	server.answerWith({ body: { data: { id: ID, xml_version: '16.0', state: 'waiting' } } });
	const run = await runOperation(
		server,
		operation,
		{ connection: { ...byId(ID) }, ...form },
		{ items: [item], settings: { timezone } },
	);
	const hints = Object.values(run.hints)
		.flat()
		.map(({ message }) => message)
		.filter((message) => message !== TEST_QUEUED);
	if (run.error) {
		expect(server.received.filter(({ method }) => method === 'POST')).toEqual([]);
		return { error: run.error.message, hints };
	}
	const sent = server.received.find(
		({ method, url }) =>
			method === 'POST' || /\/[a-z_]+\?/.test(url.replace(/queued_requests.*/, '')),
	);
	const body = (sent?.body ? JSON.parse(sent.body) : {}) as {
		request_xml?: string;
		request_json?: object;
	};
	const query = Object.fromEntries(new URL(sent?.url ?? '', 'http://service').searchParams);
	return { xml: body.request_xml, json: body.request_json, body, query, hints };
}

async function typed(name: string, value: IDataObject): Promise<IDataObject> {
	const message = (await loadRequestFacts()).get(name);
	const schema = (message ? requestFields(message) : []).map((field) =>
		mapperField(field, undefined),
	);
	const typedFields = { mappingMode: 'defineBelow', value, matchingColumns: [], schema };
	const typedRequest = { __rl: true, mode: 'list', value: name };
	return { requestFormat: 'typed', typedRequest, typedFields } as unknown as IDataObject;
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

function raw(inside: string, around: { before?: string; onError?: string } = {}): IDataObject {
	const { before = DECLARATION, onError = 'stopOnError' } = around;
	const requestXml = `${before}<?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="${onError}">${inside}</QBXMLMsgsRq></QBXML>`;
	return { requestFormat: 'xml', requestXml };
}

const json = (request: object): IDataObject => ({
	requestFormat: 'json',
	requestJson: JSON.stringify({ version: '13.0', request }),
});

const inElement = (name: string, xml = '') => new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1];

describe('a time', () => {
	const written: Array<[given: string, written: string, fromFilter?: string]> = [
		['2026-07-01T12:00:00.000Z', '2026-07-01T12:00:00+00:00'],
		['2026-07-01T12:00:00.123456+00:00', '2026-07-01T12:00:00+00:00'],
		['2026-07-01t12:00:00z', '2026-07-01T12:00:00+00:00'],
		['2026-07-01T12:00:00+0200', '2026-07-01T12:00:00+02:00', '2026-07-01T10:00:00+00:00'],
		['2026-07-01 12:00:00.5+02', '2026-07-01T12:00:00+02:00', '2026-07-01T10:00:00+00:00'],
		['2026-07-01 12:00:00', '2026-07-01T12:00:00', '2026-07-01T10:00:00+00:00'],
		[
			'={{ DateTime.fromISO("2026-07-01T12:00:00.123Z") }}',
			'2026-07-01T14:00:00+02:00',
			'2026-07-01T12:00:00+00:00',
		],
		['={{ new Date("2026-07-01T12:00:00.123Z") }}', '2026-07-01T12:00:00+00:00'],
		['={{ $json.changed }}', '2026-07-01T12:00:00+00:00'],
	];
	const item = { changed: '2026-07-01T12:00:00.123Z' };

	it.each(written)(
		'%s goes out in whole seconds, with its offset in figures, from the guided form',
		async (given, sent) => {
			const form = await typed('CustomerQueryRq', { FromModifiedDate: given });
			const { xml } = await outcome('queuedRequest.create', form, { item });
			expect(inElement('FromModifiedDate', xml)).toBe(sent);
		},
	);

	it.each(written.filter(([given]) => !given.startsWith('=')))(
		'%s goes out like that from JSON and from XML',
		async (given, sent) => {
			const ofXml = raw(
				`<CustomerQueryRq><MaxReturned>5</MaxReturned><FromModifiedDate>${given}</FromModifiedDate><!-- ${given} --></CustomerQueryRq>`,
			);
			const fromXml = await outcome('queuedRequest.create', ofXml);
			expect(inElement('FromModifiedDate', fromXml.xml)).toBe(sent);
			expect(fromXml.xml).toContain(`<!-- ${given} -->`);
			const range = {
				name: 'ModifiedDateRangeFilter',
				children: [{ name: 'FromModifiedDate', text: given }],
			};
			const fromJson = await outcome(
				'queuedRequest.create',
				json({ name: 'InvoiceQueryRq', children: [range] }),
			);
			expect(fromJson.json).toMatchObject({
				request: { children: [{ children: [{ text: sent }] }] },
			});
		},
	);

	it.each(written)(
		'%s goes out like that from a filter, to an endpoint and in qbXML',
		async (given, sent, fromFilter = sent) => {
			const filters = { modifiedAfter: given };
			expect((await outcome('customer.query', { filters }, { item })).query?.modified_after).toBe(
				fromFilter,
			);
			const { xml } = await outcome('bill.query', { filters }, { item });
			expect(inElement('FromModifiedDate', xml)).toBe(fromFilter);
		},
	);

	it.each(['1950-01-01', '1969-12-30T12:00:00Z', '2038-01-19T03:14:08Z', '2099-12-31T23:59:59'])(
		'%s is refused with the name of its field and the true limits',
		async (given) => {
			const limits = `is "${given}", but it must be a date from 1970 to January 2038`;
			for (const operation of ['customer.query', 'bill.query'] as const) {
				const { error } = await outcome(operation, { filters: { modifiedAfter: given } });
				expect(error).toContain(`Modified After ${limits}`);
			}
			const form = await typed('CustomerQueryRq', { FromModifiedDate: given });
			expect((await outcome('queuedRequest.create', form)).error).toContain(
				'From Modified Date is "',
			);
		},
	);

	it('that JavaScript makes of null is refused, wherever it is written', async () => {
		const given = '1970-01-01T00:00:00.000Z';
		const forms = [
			await typed('CustomerQueryRq', { FromModifiedDate: given }),
			json({ name: 'CustomerQueryRq', children: [{ name: 'FromModifiedDate', text: given }] }),
			raw(`<CustomerQueryRq><FromModifiedDate>${given}</FromModifiedDate></CustomerQueryRq>`),
		];
		for (const form of forms)
			expect((await outcome('queuedRequest.create', form)).error).toMatch(
				/FromModifiedDate: the expression gave 1970-01-01/,
			);
	});

	it.each(['0001-01-01', '0099-12-31T00:00:00', '1850-01-01'])(
		'a day that .NET or a typing error makes is refused: %s',
		async (given) => {
			const line = { line: [{ itemListId: '80000001-1', rate: '1.00' }] };
			const form = { customerListId: '80000002-1', transactionDate: given, lines: line };
			expect((await outcome('invoice.create', form)).error).toMatch(/^Transaction Date /);
			const filters = { transactionDateFrom: given };
			expect((await outcome('invoice.query', { filters })).error).toMatch(
				/^Transaction Date From /,
			);
		},
	);
});

describe('an invoice for the endpoint', () => {
	const smallest = {
		customerListId: '80000002-1',
		transactionDate: '2026-01-15',
		lines: { line: [{ itemListId: '80000001-1', rate: '1.00' }] },
	};
	const create = (additionalFields: IDataObject, further: IDataObject = {}) =>
		outcome('invoice.create', { ...smallest, ...further, additionalFields });

	it.each<[string, IDataObject, string]>([
		[
			'a number',
			{ refNumber: 'SHOP-2026-0001' },
			'Reference Number has 14 characters, but at most 11',
		],
		[
			'a line of an address',
			{ billAddress: { address: { addr1: 'x'.repeat(60) } } },
			'Bill Address: Addr1 has 60 characters, but at most 41',
		],
		[
			'a postal code',
			{ shipAddress: { address: { postalCode: '1'.repeat(20) } } },
			'Ship Address: PostalCode has 20 characters, but at most 13',
		],
		['a blank', { memo: ' ' }, 'Memo is empty'],
		['an ID', { classListId: 'Main' }, 'Class is "Main", but it must be an ID such as'],
	])('is refused as it is in qbXML: %s', async (_what, additional, message) => {
		expect((await create(additional)).error).toContain(message);
	});

	it('has computed numbers with the five decimals that QuickBooks keeps', async () => {
		const line = [{ itemListId: '80000001-1', quantity: '={{ 1 / 3 }}', rate: '={{ 100 / 3 }}' }];
		const { body } = await create({}, { lines: { line } });
		expect(body).toMatchObject({ lines: [{ quantity: 0.33333, rate: '33.33333' }] });
		const byName = { customerListId: { __rl: true, mode: 'name', value: 'Acme' } };
		const { xml } = await create({}, { ...byName, lines: { line } });
		expect([inElement('Quantity', xml), inElement('Rate', xml)]).toEqual(['0.33333', '33.33333']);
		const written = [{ itemListId: '80000001-1', rate: '3.1415926' }];
		expect((await create({}, { lines: { line: written } })).error).toContain(
			'with at most 5 decimals',
		);
	});

	it('has no marks that nobody sees, and says what QuickBooks will not keep', async () => {
		const { body, hints } = await create({
			memo: 'Jose\u0301\u200b \u202aŁódź',
		});
		expect(body).toMatchObject({ memo: 'José Łódź' });
		expect(hints).toEqual([
			expect.stringContaining("QuickBooks can't keep these characters: Ł ź."),
		]);
	});
});

describe('a request that somebody has written', () => {
	const customer = (inside: string) =>
		raw(`<CustomerAddRq><CustomerAdd><Name>Acme</Name>${inside}</CustomerAdd></CustomerAddRq>`);

	it.each([
		['utf-16', '<?xml version="1.0" encoding="utf-16"?>'],
		['windows-1252', "<?xml version='1.0' encoding='windows-1252'?>"],
		['another version of XML', '<?xml version="1.1"?>'],
		['a byte order mark', `\uFEFF${DECLARATION}`],
	])('goes out with a declaration that is true: %s', async (_what, before) => {
		const name = (text: string) =>
			`<CustomerAddRq><CustomerAdd><Name>${text}</Name></CustomerAdd></CustomerAddRq>`;
		const { xml = '' } = await outcome('queuedRequest.create', raw(name('Café'), { before }));
		expect(xml.replace(/ requestID="[^"]*"/, '')).toBe(raw(name('Caf&#233;')).requestXml);
	});

	it('has its accents in their letters, and no marks that nobody sees', async () => {
		const { xml } = await outcome(
			'queuedRequest.create',
			customer('<Notes>Cafe\u0301 &#8203;&amp; Co&#8288;</Notes>'),
		);
		expect(inElement('Notes', xml)).toBe('Caf&#233; &amp; Co');
	});

	it.each([
		['the usual declaration', DECLARATION],
		['one that is shortened', '<?xml version="1.0" encoding="windows-1252" standalone="yes"?>'],
		['one that is lengthened', '<?xml version="1.1"?>'],
	])('keeps all but its texts, with %s', async (_what, before) => {
		const request = (...[first, second, third, time]: string[]) =>
			`<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>${first}</FullName></CustomerRef><Memo>${second}</Memo><InvoiceLineAdd><Desc>${third}</Desc></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq><CustomerQueryRq><FromModifiedDate>${time}</FromModifiedDate></CustomerQueryRq>`;
		const given = request(
			'Cafe\u0301 &amp; Jose\u0301',
			'<![CDATA[Jose\u0301 </Memo> & <b>]]>',
			'Steel\u200b<!-- </Desc> --> bolts',
			'2026-07-01T12:00:00.000Z<?x </y> ?>',
		);
		const taken = request(
			'Caf&#233; &amp; Jos&#233;',
			'Jos&#233; &lt;/Memo&gt; &amp; &lt;b&gt;',
			'Steel bolts',
			'2026-07-01T12:00:00+00:00',
		);
		const { xml = '' } = await outcome('queuedRequest.create', raw(given, { before }));
		expect(xml.replace(/ requestID="[^"]*"/, '')).toBe(raw(taken).requestXml);
	});

	it('has thousands of texts put right', async () => {
		const lines = '<InvoiceLineAdd><Desc>Jose\u0301</Desc></InvoiceLineAdd>'.repeat(8000);
		const { xml = '' } = await outcome(
			'queuedRequest.create',
			raw(
				`<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>A</FullName></CustomerRef>${lines}</InvoiceAdd></InvoiceAddRq>`,
			),
		);
		expect(xml.match(/<Desc>Jos&#233;<\/Desc>/g)).toHaveLength(8000);
	});

	it('never clears a field, or a filter, by a text that nobody sees', async () => {
		const change = raw(
			'<CustomerModRq><CustomerMod><ListID>8-1</ListID><EditSequence>1</EditSequence><Notes>&#8203;</Notes></CustomerMod></CustomerModRq>',
		);
		expect((await outcome('queuedRequest.create', change)).error).toContain(
			'Notes has only invisible characters.',
		);
		const { error } = await outcome('customer.query', { filters: { nameContains: '\u200b' } });
		expect(error).toContain('Name Contains has only invisible characters.');
	});

	it.each([
		[
			'an empty text in a new record',
			customer('<Phone></Phone><Email/>'),
			'Phone is empty. Leave it out',
		],
		[
			'an order to roll back',
			raw('<CustomerQueryRq/>', { onError: 'rollbackOnError' }),
			'onError of QBXMLMsgsRq is "rollbackOnError", but it must be one of: continueOnError, stopOnError',
		],
		[
			'blanks that are none to XML',
			raw('<CustomerQueryRq>\u00a0<MaxReturned>1</MaxReturned></CustomerQueryRq>'),
			'CustomerQueryRq holds elements, but here it holds the text',
		],
	])('is refused for %s', async (_what, form, message) => {
		expect((await outcome('queuedRequest.create', form)).error).toContain(message);
	});

	it('is told that an iterator ends with the session', async () => {
		const { hints } = await outcome(
			'queuedRequest.create',
			raw('<CustomerQueryRq iterator="Start"><MaxReturned>10</MaxReturned></CustomerQueryRq>'),
		);
		expect(hints).toEqual([
			expect.stringMatching(/An iterator ends with the session of the connector.* 3391/),
		]);
	});

	it('names the field of a character that QuickBooks cannot take', async () => {
		const form = await typed('CustomerAddRq', { Name: 'Acme', Notes: 'a\u0007b' });
		expect((await outcome('queuedRequest.create', form)).error).toContain(
			"Notes holds the character U+0007, which QuickBooks can't take.",
		);
	});
});
