import { request as httpRequest } from 'node:http';

import { until } from '../../n8n/until';
import { answer, HOST_AND_COMPANY } from './support/qbxml';
import {
	recordOf,
	service,
	stopServices,
	type TestConnection,
	type TestService,
} from './support/service';
import {
	callOf,
	documentEnvelope,
	element,
	escaped,
	NAMESPACE,
	post,
	resultOf,
	rpcEnvelope,
	signInOf,
} from './support/web-connector';

/** What docs/connector.md lists: how the Web Connector behaves, and what may stand between it and the service. */
describe('with a Web Connector', () => {
	let running: TestService;
	let connection: TestConnection;
	let address: string;
	/** The sessions of a test, which end with it. */
	const tickets: string[] = [];
	const connectAnew = async () => {
		connection = await running.connect();
	};
	beforeAll(async () => {
		running = await service();
		address = `${running.origin}/connector`;
		await connectAnew();
	});
	afterEach(async () => {
		for (const ticket of tickets.splice(0)) await close(ticket);
	});
	afterAll(stopServices);

	const call = async (method: string, parameters: Record<string, string> = {}) => {
		const answered = await post(address, method, documentEnvelope(callOf(method, parameters)));
		expect(answered).toMatchObject({ status: 200, type: expect.stringContaining('text/xml') });
		return answered;
	};
	const queue = async (path = '/customers') =>
		(await connection.call('GET', path)).body.data.id as string;
	const signIn = async (password = connection.password) => {
		const signedIn = signInOf(
			await call('authenticate', { strUserName: connection.username, strPassword: password }),
		);
		tickets.push(signedIn[0]);
		return signedIn;
	};
	const host = {
		strHCPResponse: '',
		strCompanyFileName: 'C:\\Books\\Rock.qbw',
		qbXMLCountry: 'US',
		qbXMLMajorVers: '16',
		qbXMLMinorVers: '0',
	};
	const send = async (ticket: string, given: Record<string, string> = {}) =>
		resultOf('sendRequestXML', await call('sendRequestXML', { ticket, ...host, ...given }));
	const receive = async (ticket: string, given: Record<string, string> = {}) =>
		Number(
			resultOf(
				'receiveResponseXML',
				await call('receiveResponseXML', {
					ticket,
					response: '',
					hresult: '',
					message: '',
					...given,
				}),
			),
		);
	const lastError = async (ticket: string) =>
		resultOf('getLastError', await call('getLastError', { ticket }));
	const close = (ticket: string) => call('closeConnection', { ticket });
	const connectionNow = async () =>
		(await running.api('GET', `/connections/${connection.id}`)).body.data;

	/** Queues a request and hands it out. */
	async function handOut(): Promise<{ id: string; ticket: string }> {
		const id = await queue();
		const [ticket] = await signIn();
		expect(await send(ticket)).toContain('CustomerQueryRq');
		return { id, ticket };
	}

	const MÜLLER = answer('CustomerQuery', {
		records: '<CustomerRet><Name>Müller &amp; Söhne</Name></CustomerRet>',
	});

	/** The parameters of receiveResponseXML as elements. */
	const received = (ticket: string, response: string, rest = '<hresult /><message />') =>
		documentEnvelope(
			`<receiveResponseXML xmlns="${NAMESPACE}"><ticket>${ticket}</ticket><response>${response}</response>${rest}</receiveResponseXML>`,
		);
	const usual = (ticket: string) => received(ticket, escaped(MÜLLER));
	const typed = (name: string, value: string) =>
		value === ''
			? `<${name} xsi:type="xsd:string" />`
			: `<${name} xsi:type="xsd:string">${escaped(value)}</${name}>`;

	type Wording = [
		name: string,
		message: (ticket: string) => string | Buffer,
		headers?: Record<string, string | undefined>,
	];
	const wordings: Wording[] = [
		['as .NET writes it', usual],
		['in a CDATA section', (ticket) => received(ticket, `<![CDATA[${MÜLLER}]]>`)],
		['without hresult and message', (ticket) => received(ticket, escaped(MÜLLER), '')],
		[
			'with hresult and message as nil',
			(ticket) =>
				received(ticket, escaped(MÜLLER), '<hresult xsi:nil="true" /><message xsi:nil="true" />'),
		],
		[
			'with its parameters in another order',
			(ticket) =>
				documentEnvelope(
					callOf('receiveResponseXML', { message: '', hresult: '', response: MÜLLER, ticket }),
				),
		],
		[
			'with a prefix for the namespace',
			(ticket) =>
				documentEnvelope(
					`<q1:receiveResponseXML xmlns:q1="${NAMESPACE}"><q1:ticket>${ticket}</q1:ticket><q1:response>${escaped(MÜLLER)}</q1:response><q1:hresult /><q1:message /></q1:receiveResponseXML>`,
				),
		],
		[
			'in RPC style, with types',
			(ticket) =>
				rpcEnvelope(
					`<q1:receiveResponseXML xmlns:q1="${NAMESPACE}">${typed('ticket', ticket)}${typed('response', MÜLLER)}${typed('hresult', '')}${typed('message', '')}</q1:receiveResponseXML>`,
				),
		],
		[
			'with a SOAP header',
			(ticket) =>
				usual(ticket).replace(
					'<soap:Body>',
					'<soap:Header><via xmlns="urn:proxy">1</via></soap:Header><soap:Body>',
				),
		],
		[
			'in SOAP 1.2',
			(ticket) =>
				usual(ticket).replaceAll(
					'http://schemas.xmlsoap.org/soap/envelope/',
					'http://www.w3.org/2003/05/soap-envelope',
				),
			{ 'Content-Type': 'application/soap+xml; charset=utf-8', SOAPAction: undefined },
		],
		['after a byte order mark', (ticket) => `\uFEFF${usual(ticket)}`],
		[
			'in UTF-16',
			(ticket) => Buffer.from(`\uFEFF${usual(ticket).replace('utf-8', 'utf-16')}`, 'utf16le'),
			{ 'Content-Type': 'text/xml' },
		],
		[
			'in the encoding of the header',
			(ticket) => Buffer.from(usual(ticket), 'latin1'),
			{ 'Content-Type': 'text/xml; charset="iso-8859-1"' },
		],
		[
			'in the encoding that only the XML declares',
			(ticket) => Buffer.from(usual(ticket).replace('utf-8', 'windows-1252'), 'latin1'),
			{ 'Content-Type': 'text/xml' },
		],
		['without SOAPAction', usual, { SOAPAction: undefined }],
		['with an empty SOAPAction', usual, { SOAPAction: '""' }],
		['with a bare SOAPAction', usual, { SOAPAction: `${NAMESPACE}receiveResponseXML` }],
		['with another method’s SOAPAction', usual, { SOAPAction: `"${NAMESPACE}closeConnection"` }],
		['without Content-Type', usual, { 'Content-Type': undefined }],
		['in chunks', usual, { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }],
		['without waiting for 100 Continue', usual, { Expect: undefined }],
	];
	it.each(wordings)('takes an answer %s', async (_name, message, headers = {}) => {
		const { id, ticket } = await handOut();
		const answered = await post(address, 'receiveResponseXML', message(ticket), headers);
		expect(answered.status).toBe(200);
		expect(resultOf('receiveResponseXML', answered)).toBe('100');
		expect(await recordOf(running, id)).toMatchObject({
			state: 'response_received',
			response_xml: MÜLLER,
		});
	});

	const controls: Array<[string, string]> = [
		['as a reference in the envelope', escaped(MÜLLER).replace('Müller', 'M&#x1F;ller')],
		['as a decimal reference', escaped(MÜLLER).replace('Müller', 'M&#31;ller')],
		['as a reference in the answer', escaped(MÜLLER.replace('Müller', 'M&#x1F;ller'))],
		['as it is', escaped(MÜLLER).replace('Müller', 'M\u001Fller')],
		['as one that is no character at all', escaped(MÜLLER).replace('Müller', 'M&#xFFFF;ller')],
	];
	it.each(controls)(
		'takes an answer with a sign that XML cannot hold, written %s',
		async (_how, response) => {
			const { id, ticket } = await handOut();
			await post(address, 'receiveResponseXML', received(ticket, response));
			expect(await recordOf(running, id)).toMatchObject({
				state: 'response_received',
				response_xml: MÜLLER.replace('Müller', 'M\uFFFDller'),
			});
		},
	);

	it('leaves what only looks like such a reference alone', async () => {
		const { id, ticket } = await handOut();
		const response = MÜLLER.replace('Müller', '&amp;#x1F; &#233; &amp;#233;');
		expect(await receive(ticket, { response })).toBe(100);
		expect((await recordOf(running, id)).response_xml).toBe(response);
	});

	it('refuses an encoding that nobody knows, and takes the answer when it comes again', async () => {
		const { id, ticket } = await handOut();
		const refused = await post(address, 'receiveResponseXML', usual(ticket), {
			'Content-Type': 'text/xml; charset=x-unknown',
		});
		expect(refused.status).toBe(500);
		expect(refused.body).toContain('<faultcode>soap:Client</faultcode>');
		expect((await recordOf(running, id)).state).toBe('sent');
		expect(await receive(ticket, { response: MÜLLER })).toBe(100);
		expect((await recordOf(running, id)).state).toBe('response_received');
	});

	it('believes the code rather than an answer that comes with it', async () => {
		const { id, ticket } = await handOut();
		const message = 'QuickBooks found an error when parsing the provided XML text stream.';
		await receive(ticket, { response: MÜLLER, hresult: '0x80040400', message });
		expect(await recordOf(running, id)).toMatchObject({
			state: 'error',
			error: { code: '0x80040400', message },
		});
	});

	it('sends a code without a response and without a message', async () => {
		const { id, ticket } = await handOut();
		await post(
			address,
			'receiveResponseXML',
			documentEnvelope(
				`<receiveResponseXML xmlns="${NAMESPACE}">${element('ticket', ticket)}${element('hresult', '0x80040402')}</receiveResponseXML>`,
			),
		);
		expect(await recordOf(running, id)).toMatchObject({
			state: 'error',
			error: { code: '0x80040402', message: 'The connector reported an error.' },
		});
	});

	describe('that has nothing to do, or may not', () => {
		it.each([
			['none', () => signIn()],
			['nvu', () => signIn('wrong')],
		])('says goodbye without a ticket after %s', async (expected, authenticate) => {
			expect(await authenticate()).toEqual(['', expected]);
			expect(resultOf('closeConnection', await close(''))).toBe('OK');
		});

		it.each([
			['authenticate', 'nvu'],
			['sendRequestXML', '<sendRequestXMLResult></sendRequestXMLResult>'],
			['receiveResponseXML', '-1'],
			['connectionError', 'done'],
			['getLastError', 'no open session'],
			['closeConnection', 'OK'],
			['clientVersion', '<clientVersionResult></clientVersionResult>'],
		])('gets an answer to %s without any parameters', async (method, expected) => {
			expect((await call(method)).body).toContain(expected);
		});
	});

	describe('that calls late or twice', () => {
		beforeEach(connectAnew);

		it('is not given the next request before it has answered the first', async () => {
			const { id, ticket } = await handOut();
			const next = await queue('/vendors');
			expect(await send(ticket)).toBe('');
			expect(await lastError(ticket)).toMatch(/no request/i);
			expect((await recordOf(running, next)).state).toBe('waiting');
			expect(await receive(ticket, { response: MÜLLER })).toBeGreaterThan(0);
			expect((await recordOf(running, id)).state).toBe('response_received');
		});

		it('finds its answer refused after it has closed the session', async () => {
			const { id, ticket } = await handOut();
			await close(ticket);
			expect(await receive(ticket, { response: MÜLLER })).toBe(-1);
			expect(await lastError(ticket)).toMatch(/no open session/i);
			expect(await recordOf(running, id)).toMatchObject({
				state: 'error',
				error: { code: 'connection_error' },
			});
		});

		it('may close a session, and report an error in it, as often as it likes', async () => {
			const { ticket } = await handOut();
			await receive(ticket, { response: MÜLLER });
			for (let turn = 0; turn < 2; turn += 1) {
				expect(resultOf('closeConnection', await close(ticket))).toBe('OK');
				const report = { ticket, hresult: '0x80040408', message: 'Could not start QuickBooks.' };
				expect(resultOf('connectionError', await call('connectionError', report))).toBe('done');
			}
		});

		it('is let in again at once when only its goodbye was lost', async () => {
			const { ticket } = await handOut();
			expect(await receive(ticket, { response: MÜLLER })).toBe(100);
			const id = await queue();
			const [next, companyFile] = await signIn();
			expect(companyFile).toBe(escaped(host.strCompanyFileName));
			expect(await send(ticket)).toBe('');
			await close(ticket);
			expect(await send(next)).toContain('CustomerQueryRq');
			expect(await receive(next, { response: MÜLLER })).toBe(100);
			expect((await recordOf(running, id)).state).toBe('response_received');
		});

		it('is told to come back while the answer to its last session is outstanding', async () => {
			const { id, ticket } = await handOut();
			expect(await signIn()).toEqual(['', 'busy']);
			expect(await receive(ticket, { response: MÜLLER })).toBe(100);
			expect((await recordOf(running, id)).state).toBe('response_received');
		});

		it('is asked nothing twice when its answer breaks off on the way', async () => {
			const { id, ticket } = await handOut();
			const message = usual(ticket);
			const sent = httpRequest(address, {
				method: 'POST',
				headers: {
					'Content-Type': 'text/xml; charset=utf-8',
					'Content-Length': Buffer.byteLength(message),
				},
			});
			sent.on('error', () => undefined);
			sent.write(message.slice(0, 400), () => sent.destroy());
			await new Promise((resolve) => sent.on('close', resolve));
			expect((await recordOf(running, id)).state).toBe('sent');
			await close(ticket);
			const record = await until(
				() => recordOf(running, id),
				({ state }) => state !== 'sent',
			);
			expect(record).toMatchObject({ state: 'error', error: { code: 'connection_error' } });
			expect(await signIn()).toEqual(['', 'none']);
		});
	});

	it('hears of at least 1 percent while there is more to do', async () => {
		await connectAnew();
		await Promise.all(Array.from({ length: 101 }, () => queue()));
		const [ticket] = await signIn();
		await send(ticket);
		expect(await receive(ticket, { response: MÜLLER })).toBe(1);
	});

	it.each([
		['answers of host, company and preferences', HOST_AND_COMPANY, '16.0'],
		[
			'the sentence of a connector for Point of Sale',
			'HOSTQUERY/COMPANYQUERY/PREFQUERY is currently not supported in QBPOS.',
			'16.0',
		],
		['nothing', '', '16.0'],
	])('begins a session with %s', async (_what, strHCPResponse, version) => {
		await connectAnew();
		await queue();
		const [ticket] = await signIn();
		expect(await send(ticket, { strHCPResponse })).toContain('CustomerQueryRq');
		expect(await connectionNow()).toMatchObject({ xml_version: version });
	});

	it.each([
		['an ampersand and accents', 'C:\\Books\\Müller & Söhne\'s "Œuvre".qbw'],
		['a network share', '\\\\SERVER\\Books$\\Rock.qbw'],
		['signs beyond the Western European ones', 'C:\\Книги\\会社 𝒬.qbw'],
	])('names a company file with %s, and gets the same name back', async (_what, file) => {
		await connectAnew();
		await queue();
		const [ticket] = await signIn();
		await send(ticket, { strCompanyFileName: file });
		await receive(ticket, { response: MÜLLER });
		await close(ticket);
		expect((await connectionNow()).company_file).toBe(file);
		await queue();
		const [, wanted] = await signIn();
		expect(wanted).toBe(escaped(file).replaceAll('"', '&quot;').replaceAll("'", '&apos;'));
	});

	it.each([
		['Müller €', 'M&#252;ller &#8364;'],
		['会社 𝒬', '&#20250;&#31038; &#119980;'],
		['<![CDATA[Müller & Söhne]]>', 'M&#252;ller &amp; S&#246;hne'],
		['&#252;ber', '&#252;ber'],
	])('gets a request with %s in ASCII only', async (written, expected) => {
		await connectAnew();
		const request = (name: string) =>
			`<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq><FullName>${name}</FullName></CustomerQueryRq></QBXMLMsgsRq></QBXML>`;
		await connection.call('POST', '/queued_requests', { body: { request_xml: request(written) } });
		const [ticket] = await signIn();
		expect(await send(ticket)).toContain(
			escaped(`<FullName>${expected}</FullName>`).replaceAll('"', '&quot;'),
		);
	});

	describe('that is given a connector file', () => {
		const fileOf = async (one = connection) => (await one.call('GET', '/qwc')).body.qwc as string;
		const valueIn = (qwc: string, name: string) =>
			new RegExp(`<${name}>(.*)</${name}>`).exec(qwc)?.[1] ?? '';

		it('finds no IP address in it, and both addresses on one host', async () => {
			const qwc = await fileOf();
			const [service_, support] = ['AppURL', 'AppSupport'].map(
				(name) => new URL(valueIn(qwc, name)),
			);
			expect(service_.hostname).toBe('localhost');
			expect(support.host).toBe(service_.host);
		});

		it('reaches what both addresses lead to', async () => {
			const qwc = await fileOf();
			for (const name of ['AppURL', 'AppSupport'])
				for (const method of ['GET', 'HEAD'])
					expect((await fetch(valueIn(qwc, name), { method, redirect: 'manual' })).status).toBe(
						200,
					);
		});

		it('reaches the root too, for whoever opens the address of the service', async () => {
			expect((await fetch(`${running.origin}/`, { redirect: 'manual' })).status).toBe(200);
		});

		it('finds the same names in it when the company has got its name', async () => {
			connection = await running.connect({ name: '' });
			const before = await fileOf();
			await queue();
			const [ticket] = await signIn();
			await send(ticket, { strHCPResponse: HOST_AND_COMPANY });
			await receive(ticket, { response: MÜLLER });
			const after = await fileOf();
			for (const name of ['AppName', 'AppUniqueName', 'OwnerID', 'FileID', 'UserName'])
				expect(valueIn(after, name)).toBe(valueIn(before, name));
			expect(valueIn(after, 'AppDisplayName')).toBe('Rock &amp; Söhne');
		});

		it('can hold several companies of the same name', async () => {
			const files = await Promise.all(
				[1, 2].map(async () => fileOf(await running.connect({ name: 'Rock & Söhne' }))),
			);
			for (const name of ['AppName', 'AppUniqueName', 'FileID', 'UserName'])
				expect(new Set(files.map((qwc) => valueIn(qwc, name))).size).toBe(2);
			for (const name of ['OwnerID', 'AppURL'])
				expect(new Set(files.map((qwc) => valueIn(qwc, name))).size).toBe(1);
		});
	});
});
