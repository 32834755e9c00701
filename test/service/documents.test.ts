import { request } from './support/qbxml';
import { answer } from './support/qbxml';
import { service, stopServices, type TestService } from './support/service';

/** What QuickBooks tells of itself with the first call of a session. */
const hostOf = (...versions: string[]): string =>
	'<?xml version="1.0" ?><QBXML><QBXMLMsgsRs><HostQueryRs statusCode="0" statusSeverity="Info" statusMessage="Status OK"><HostRet>' +
	`<ProductName>QuickBooks Pro 2021</ProductName>${versions.map((version) => `<SupportedQBXMLVersion>${version}</SupportedQBXMLVersion>`).join('')}` +
	'</HostRet></HostQueryRs></QBXMLMsgsRs></QBXML>';

const versionOf = (document: string): string | undefined =>
	/^<\?xml version="1.0" encoding="utf-8"\?><\?qbxml version="([^"]*)"\?><QBXML>/.exec(
		document,
	)?.[1];

const invoice = {
	customer_list_id: '80000001-1700000001',
	transaction_date: '2026-07-01',
	lines: [{ item_list_id: '80000002-1700000002', quantity: 1, rate: '10.00' }],
};
const extension = {
	owner_id: '0',
	data_ext_name: 'Colour',
	data_ext_value: 'red',
	list_data_ext_type: 'Customer',
	list_id: '80000001-1700000001',
};

/** Every endpoint, with the kind of its request. */
const endpoints: ReadonlyArray<
	readonly [method: string, path: string, kind: string, body?: object]
> = [
	['GET', '/customers', 'CustomerQuery'],
	['GET', '/vendors', 'VendorQuery'],
	['GET', '/items', 'ItemQuery'],
	['GET', '/sales_tax_items', 'ItemSalesTaxQuery'],
	['GET', '/sales_tax_codes', 'SalesTaxCodeQuery'],
	['GET', '/invoices', 'InvoiceQuery'],
	['GET', '/credit_memos', 'CreditMemoQuery'],
	['POST', '/invoices', 'InvoiceAdd', invoice],
	['POST', '/data_ext_mods', 'DataExtMod', extension],
];

describe('a document that is handed to QuickBooks', () => {
	let running: TestService;
	beforeAll(async () => {
		running = await service();
	});
	afterAll(stopServices);

	/** A connection with one session, and what it hands out. */
	async function desktop(...versions: string[]) {
		const connection = await running.connect();
		const { connector } = running;
		let ticket = '';
		return {
			...connection,
			signIn: async () => {
				[ticket] = await connector.authenticate(connection.username, connection.password);
			},
			next: () => connector.sendRequestXML(ticket, { hostAndCompany: hostOf(...versions) }),
			receive: (response: string) => connector.receiveResponseXML(ticket, response),
			close: () => connector.closeConnection(ticket),
			queue: async (requestXml: string) =>
				(await connection.call('POST', '/queued_requests', { body: { request_xml: requestXml } }))
					.body.data,
		};
	}

	it.each([
		['QuickBooks 2014 to 2021', '13.0', ['1.0', '12.0', '13.0']],
		['QuickBooks 2012', '11.0', ['1.0', '9.0', '11.0']],
		['QuickBooks 2024 R21', '16.0', ['16.0', '17.0']],
	])('is in the version of %s, from the first call on', async (_what, version, versions) => {
		const { call, signIn, next, receive, id } = await desktop(...versions);
		const before = endpoints.map(([method, path, , body]) => call(method, path, { body }));
		for (const { body } of await Promise.all(before))
			expect(body.data.request_json).toHaveProperty('version', '13.0');
		await signIn();
		const goesOut = async () => {
			const sent = await next();
			const written = Number(versionOf(sent));
			expect(written).toBeLessThanOrEqual(Number(version));
			const [kind] = /\w+(?=Rq)/.exec(sent.replace(/QBXMLMsgsRq/g, '')) ?? [''];
			await receive(answer(kind));
			return kind;
		};
		const kinds = endpoints.map(([, , kind]) => kind);
		const first: string[] = [];
		while (first.length < endpoints.length) first.push(await goesOut());
		expect(first.sort()).toEqual([...kinds].sort());
		expect((await running.api('GET', `/connections/${id}`)).body.data).toHaveProperty(
			'xml_version',
			versions.at(-1),
		);
		for (const [method, path, , body] of endpoints) {
			const queued = await call(method, path, { body });
			expect(queued.body.data.request_json).toHaveProperty('version', version);
		}
	});

	it('is in that version on later pages, and where it asks for the answer to a write', async () => {
		const { call, signIn, next, receive, close } = await desktop('11.0');
		await call('GET', '/vendors?iterate=true');
		await call('POST', '/invoices', { body: invoice });
		await signIn();
		expect(versionOf(await next())).toBe('11.0');
		await receive(
			answer('VendorQuery', { attributes: 'iteratorRemainingCount="1" iteratorID="{1}"' }),
		);
		const page = await next();
		expect([versionOf(page), page]).toEqual([
			'11.0',
			expect.stringContaining('iterator="Continue"'),
		]);
		await receive(
			answer('VendorQuery', { attributes: 'iteratorRemainingCount="0" iteratorID="{1}"' }),
		);
		expect(await next()).toContain('InvoiceAddRq');
		await close();
		await signIn();
		const asked = await next();
		expect([versionOf(asked), asked]).toEqual(['11.0', expect.stringMatching(/oldMessageSetID/)]);
	});

	it('goes down to that version if the caller has written it in a newer one, and nothing in it is newer', async () => {
		const { queue, signIn, next, receive } = await desktop('13.0');
		const newer =
			'<SalesOrderAdd><CustomerRef><FullName>A</FullName></CustomerRef><SOChannel>Shop</SOChannel></SalesOrderAdd>';
		const queued = [
			await queue(request('CustomerQuery')),
			await queue(request('SalesOrderAdd', newer)),
			await queue(request('HostQuery').replace('16.0', '12.0')),
			await queue(request('NeverSeenQuery')),
		];
		expect(queued[0].request_xml).toBe(request('CustomerQuery'));
		await signIn();
		const versions: Array<string | undefined> = [];
		for (const kind of ['CustomerQuery', 'SalesOrderAdd', 'HostQuery', 'NeverSeenQuery']) {
			versions.push(versionOf(await next()));
			await receive(answer(kind));
		}
		expect(versions).toEqual(['13.0', '16.0', '12.0', '16.0']);
	});

	it.each(['11.0', '5.0'])(
		'is the same request for its key, also if the desktop has named %s meanwhile',
		async (version) => {
			const { call, signIn, next, receive } = await desktop(version);
			// Of addresses, the fifth line came with 6.0.
			const body = { ...invoice, bill_address: { addr5: 'Behind the house' } };
			const add = () => call('POST', '/invoices', { body, headers: { 'idempotency-key': 'once' } });
			const first = await add();
			await signIn();
			await next();
			await receive(answer('InvoiceAdd'));
			const again = await add();
			expect(again.body.data.id).toBe(first.body.data.id);
		},
	);

	const inDocument = (before: string, inside = '<CustomerQueryRq requestID="1"/>') =>
		`${before}<?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${inside}</QBXMLMsgsRq></QBXML>`;

	it.each([
		['a byte order mark before it', inDocument('\uFEFF<?xml version="1.0" encoding="utf-8"?>')],
		['a mark and blank lines', inDocument('\uFEFF \r\n\t')],
		['no declaration', inDocument('')],
		[
			'the declaration of .NET’s StringWriter',
			inDocument('<?xml version="1.0" encoding="utf-16"?>'),
		],
		[
			'another one in simple quotes',
			inDocument("<?xml version='1.0' encoding='windows-1252' standalone='yes'?>\r\n"),
		],
		['a comment before it, with another version', inDocument('<!-- <?qbxml version="9.0"?> -->')],
	])('begins with the declaration of what it is, given %s', async (_what, requestXml) => {
		const { queue, signIn, next } = await desktop('16.0');
		await queue(requestXml);
		await signIn();
		expect(await next()).toBe(inDocument('<?xml version="1.0" encoding="utf-8"?>'));
	});

	it('is in ASCII, as its declaration says', async () => {
		const { queue, signIn, next } = await desktop('16.0');
		const inside = (name: string) =>
			`<CustomerAddRq requestID="1"><CustomerAdd><Name>${name}</Name></CustomerAdd></CustomerAddRq>`;
		await queue(inDocument('<?xml version="1.0" encoding="windows-1252"?>', inside('Café')));
		await signIn();
		const sent = await next();
		expect(sent.replace(/ newMessageSetID="[0-9a-f]+"/, '')).toBe(
			inDocument('<?xml version="1.0" encoding="utf-8"?>', inside('Caf&#233;')),
		);
	});

	it('is refused beforehand if it asks QuickBooks to roll back, which QuickBooks refuses', async () => {
		const { call } = await desktop('16.0');
		const request_xml = request('CustomerQuery').replace('stopOnError', 'rollbackOnError');
		const { status, body } = await call('POST', '/queued_requests', { body: { request_xml } });
		expect([status, body.error.message]).toEqual([422, expect.stringContaining('rollbackOnError')]);
	});

	it.each([
		['its versions behind blanks', ['11.0'], ' \n', '11.0'],
		['its versions before a sign that is none', ['11.0'], '\u0000', '11.0'],
	])('is in the version of a desktop that names %s', async (_what, versions, around, version) => {
		const { call, username, password } = await desktop();
		await call('GET', '/customers');
		const [ticket] = await running.connector.authenticate(username, password);
		const sent = await running.connector.sendRequestXML(ticket, {
			hostAndCompany: `${around}${hostOf(...versions)}${around}`,
		});
		expect(versionOf(sent)).toBe(version);
		const queued = await call('GET', '/customers');
		expect(queued.body.data.request_json).toHaveProperty('version', version);
	});

	it('keeps what stands beside comments that look like CDATA', async () => {
		const { queue, signIn, next } = await desktop('16.0');
		const inside =
			'<CustomerQueryRq requestID="1"><!-- <![CDATA[ --><FullName>é</FullName><!-- ]]> --></CustomerQueryRq>';
		await queue(inDocument('', inside));
		await signIn();
		expect(await next()).toContain('<!-- <![CDATA[ --><FullName>&#233;</FullName><!-- ]]> -->');
	});
});
