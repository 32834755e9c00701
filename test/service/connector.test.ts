import { request } from 'undici';

import { envelopeOf, postEnvelope } from './support/connector-client';
import { answer, HOST_AND_COMPANY } from './support/qbxml';
import {
	recordOf,
	service,
	stopServices,
	type TestConnection,
	type TestService,
} from './support/service';

describe('connector endpoint', () => {
	let running: TestService;
	let connection: TestConnection;
	beforeAll(async () => {
		running = await service();
	});
	beforeEach(async () => {
		connection = await running.connect();
	});
	afterAll(stopServices);

	const queue = async (path = '/customers') => (await connection.call('GET', path)).body.data.id;
	const stateOf = async (id: string) => (await recordOf(running, id)).state;
	const signIn = () => running.connector.authenticate(connection.username, connection.password);

	async function openSession(): Promise<string> {
		const [ticket, companyFile] = await signIn();
		expect(companyFile).toBe('');
		return ticket;
	}

	/** Fetches the next request and answers it. */
	async function exchange(ticket: string, response: string): Promise<number> {
		expect(await running.connector.sendRequestXML(ticket)).not.toBe('');
		return running.connector.receiveResponseXML(ticket, response);
	}

	it('serves its WSDL at the QWC’s AppURL, with the eight methods', async () => {
		const { qwc } = (await connection.call('GET', '/qwc')).body;
		const appUrl = /<AppURL>(.*)<\/AppURL>/.exec(qwc)?.[1];
		const { statusCode, headers, body } = await request(`${appUrl}?wsdl`);
		const wsdl = await body.text();
		expect(statusCode).toBe(200);
		expect(headers['content-type']).toContain('xml');
		expect(wsdl).toContain('targetNamespace="http://developer.intuit.com/"');
		expect(wsdl).toContain(`<soap:address location="${appUrl}"/>`);
		for (const method of [
			'serverVersion',
			'clientVersion',
			'authenticate',
			'sendRequestXML',
			'receiveResponseXML',
			'connectionError',
			'getLastError',
			'closeConnection',
		])
			expect(wsdl).toContain(`<soap:operation soapAction="http://developer.intuit.com/${method}"`);
	});

	it('says its version and accepts any connector’s', async () => {
		expect(await running.connector.serverVersion()).toMatch(/^\d+\.\d+\.\d+$/);
		expect(await running.connector.clientVersion('2.3.0.215')).toBe('');
	});

	describe('authenticate', () => {
		it.each([
			['an unknown user', () => ['nobody', connection.password]],
			['a wrong password', () => [connection.username, 'wrong']],
			['an empty password', () => [connection.username, '']],
		])('answers nvu to %s', async (_case, credentials) => {
			await queue();
			const [user, password] = credentials();
			expect(await running.connector.authenticate(user, password)).toEqual(['', 'nvu']);
		});

		it('answers nvu for a connection whose password was never set', async () => {
			const { username } = (await running.api('POST', '/connections')).body.data;
			expect(await running.connector.authenticate(username, '')).toEqual(['', 'nvu']);
		});

		it('answers none when nothing is queued, and leaves the connection inactive', async () => {
			expect((await signIn())[1]).toBe('none');
			const id = await queue();
			expect((await running.api('DELETE', `/queued_requests/${id}`)).body.error.code).toBe(
				'invalid_state',
			);
		});

		it('answers with a ticket and takes the first queued request', async () => {
			const [first, second] = [await queue(), await queue('/vendors')];
			const [ticket, companyFile] = await signIn();
			expect(ticket).toMatch(/^[0-9a-f-]{36}$/);
			expect(companyFile).toBe('');
			expect([await stateOf(first), await stateOf(second)]).toEqual(['ticketed', 'waiting']);
		});

		it('tells a second session on the connection to come back later while the first owes an answer', async () => {
			await queue();
			const ticket = await openSession();
			await running.connector.sendRequestXML(ticket);
			expect(await signIn()).toEqual(['', 'busy']);
			await running.connector.closeConnection(ticket);
			await queue();
			expect((await signIn())[1]).toBe('');
		});

		it('hands a request to one of the sessions that sign in at the same moment', async () => {
			await queue();
			const signedIn = await Promise.all([signIn(), signIn(), signIn()]);
			const sent: string[] = [];
			for (const [ticket] of signedIn) sent.push(await running.connector.sendRequestXML(ticket));
			expect(sent.filter((xml) => xml !== '')).toHaveLength(1);
		});
	});

	describe('a session', () => {
		it('hands a request out, receives its answer and shows it as XML and JSON', async () => {
			const id = await queue();
			const ticket = await openSession();
			const sent = await running.connector.sendRequestXML(ticket);
			expect(sent).toBe((await recordOf(running, id)).request_xml);
			expect(await stateOf(id)).toBe('sent');
			const records =
				'<CustomerRet><ListID>1</ListID><Name> Müller &amp; Söhne </Name><IsActive>true</IsActive></CustomerRet>';
			const response = answer('CustomerQuery', { records });
			expect(await running.connector.receiveResponseXML(ticket, response)).toBe(100);
			const record = await recordOf(running, id);
			expect(record).toMatchObject({ state: 'response_received', response_xml: response });
			expect(record.response_json).toEqual([
				{
					QBXMLMsgsRs: {
						CustomerQueryRs: {
							'@statusCode': 0,
							'@statusSeverity': 'Info',
							'@statusMessage': 'Status OK',
							CustomerRet: [{ ListID: '1', Name: ' Müller & Söhne ', IsActive: true }],
						},
					},
				},
			]);
			expect(record).not.toHaveProperty('error');
			expect(await running.connector.closeConnection(ticket)).toBe('OK');
		});

		it('sends first what was queued first, and says how far it has come', async () => {
			const ids = [await queue(), await queue('/vendors'), await queue('/items')];
			const ticket = await openSession();
			const kinds: string[] = [];
			const progress: number[] = [];
			for (let turn = 0; turn < ids.length; turn += 1) {
				const sent = await running.connector.sendRequestXML(ticket);
				const kind = /<(\w+)Rq[ >]/.exec(sent.slice(sent.indexOf('stopOnError')))?.[1] ?? '';
				kinds.push(kind);
				progress.push(await running.connector.receiveResponseXML(ticket, answer(kind)));
			}
			expect(kinds).toEqual(['CustomerQuery', 'VendorQuery', 'ItemQuery']);
			expect(progress).toEqual([33, 66, 100]);
			expect(await running.connector.sendRequestXML(ticket)).toBe('');
			expect(await running.connector.getLastError(ticket)).toMatch(/no request/i);
		});

		it('passes a large answer on as it is', async () => {
			const id = await queue();
			const ticket = await openSession();
			const name = `${' '.repeat(70_000)}&amp; ${'ä'.repeat(70_000)}\n${'x '.repeat(500_000)}`;
			const records = `<CustomerRet><Name>${name}</Name></CustomerRet>`;
			const response = answer('CustomerQuery', { records });
			expect(await exchange(ticket, response)).toBe(100);
			expect((await recordOf(running, id)).response_xml).toBe(response);
		});

		it('fills the connection in from the host and company answer of its first call', async () => {
			await queue();
			const ticket = await openSession();
			const facts = {
				hostAndCompany: HOST_AND_COMPANY,
				companyFile: 'C:\\Files\\Rock & Söhne.qbw',
			};
			await running.connector.sendRequestXML(ticket, facts);
			const path = `/connections/${connection.id}`;
			const before = (await running.api('GET', path)).body.data;
			expect(before).toMatchObject({
				name: '',
				company_file: 'C:\\Files\\Rock & Söhne.qbw',
				xml_version: '16.0',
				accounting_product_name: 'QuickBooks Enterprise Solutions 24.0',
			});
			expect(before.last_connected_at).toMatch(/^\d{4}-.*Z$/);
			await running.connector.receiveResponseXML(ticket, answer('CustomerQuery'));
			expect((await running.api('GET', path)).body.data.name).toBe('Rock & Söhne');
		});

		it('leaves a name that was given alone', async () => {
			connection = await running.connect({ name: 'Given' });
			await queue();
			const ticket = await openSession();
			await running.connector.sendRequestXML(ticket, { hostAndCompany: HOST_AND_COMPANY });
			await running.connector.receiveResponseXML(ticket, answer('CustomerQuery'));
			const { body } = await running.api('GET', `/connections/${connection.id}`);
			expect(body.data.name).toBe('Given');
		});

		it('works without a readable host and company answer', async () => {
			const id = await queue();
			const ticket = await openSession();
			const facts = { hostAndCompany: '<!DOCTYPE x><QBXML/>' };
			expect(await running.connector.sendRequestXML(ticket, facts)).not.toBe('');
			expect(await stateOf(id)).toBe('sent');
		});

		it('knows no other session’s ticket', async () => {
			await queue();
			await openSession();
			const stranger = 'not-a-ticket';
			expect(await running.connector.sendRequestXML(stranger)).toBe('');
			expect(
				await running.connector.receiveResponseXML(stranger, answer('CustomerQuery')),
			).toBeLessThan(0);
			expect(await running.connector.getLastError(stranger)).toMatch(/no open session/i);
		});

		it('takes an answer once', async () => {
			const id = await queue();
			const ticket = await openSession();
			await exchange(ticket, answer('CustomerQuery'));
			const second = answer('CustomerQuery', { message: 'Again' });
			expect(await running.connector.receiveResponseXML(ticket, second)).toBeLessThan(0);
			expect(await running.connector.getLastError(ticket)).toMatch(/no request/i);
			expect((await recordOf(running, id)).response_xml).not.toContain('Again');
		});

		it('does not hand the same request out twice', async () => {
			await queue();
			const ticket = await openSession();
			expect(await running.connector.sendRequestXML(ticket)).not.toBe('');
			expect(await running.connector.sendRequestXML(ticket)).toBe('');
		});

		it('is over when its connection is deleted', async () => {
			await queue();
			const ticket = await openSession();
			await running.api('DELETE', `/connections/${connection.id}`);
			expect(await running.connector.sendRequestXML(ticket)).toBe('');
		});
	});

	describe('the state of a request after its answer', () => {
		async function answered(...given: [response: string, hresult?: string, message?: string]) {
			const id = await queue();
			const ticket = await openSession();
			await running.connector.sendRequestXML(ticket);
			const progress = await running.connector.receiveResponseXML(ticket, ...given);
			await running.connector.closeConnection(ticket);
			return { id, progress, record: await recordOf(running, id) };
		}

		it.each([
			['nothing found', 1, 'Info'],
			['a warning', 500, 'Warn'],
		])('is a success for %s', async (_case, statusCode, severity) => {
			const response = answer('CustomerQuery', { statusCode, severity, message: 'Well' });
			expect((await answered(response)).record.state).toBe('response_received');
		});

		it('is an error with its status for a status of severity Error, and the answer is kept', async () => {
			const message = 'Object &quot;7&quot; not found';
			const response = answer('CustomerQuery', { statusCode: 3120, severity: 'Error', message });
			const { record } = await answered(response);
			expect(record).toMatchObject({
				state: 'error',
				error: {
					code: '3120',
					message: 'Object "7" not found',
					details: { statusCode: 3120, statusSeverity: 'Error' },
				},
				response_xml: response,
			});
			expect(record.response_json).toHaveLength(1);
		});

		it.each([
			['0x80040408', 'it could not be started'],
			['0x8004040A', 'another file is open'],
			['0x80040410', 'another mode'],
			['0x80040414', 'a dialog is open'],
			['0x80040416', 'it is not running'],
			['0x8004041a', 'no permission yet'],
			['0x80040422', 'single-user mode'],
		])('is retryable for %s: %s', async (hresult, message) => {
			const { record, progress, id } = await answered('', hresult, message);
			expect(record).toMatchObject({ state: 'retryable', error: { code: hresult, message } });
			expect(record).not.toHaveProperty('response_xml');
			expect(progress).toBe(100);
			const ticket = await openSession();
			expect(await exchange(ticket, answer('CustomerQuery'))).toBe(100);
			const afterwards = await recordOf(running, id);
			expect(afterwards.state).toBe('response_received');
			expect(afterwards).not.toHaveProperty('error');
		});

		it('keeps a retryable request ahead of what was queued later', async () => {
			const first = await queue();
			const second = await queue('/vendors');
			const ticket = await openSession();
			await running.connector.sendRequestXML(ticket);
			expect(await running.connector.receiveResponseXML(ticket, '', '0x80040414', 'A dialog')).toBe(
				100,
			);
			expect(await running.connector.sendRequestXML(ticket)).toBe('');
			await running.connector.closeConnection(ticket);
			expect([await stateOf(first), await stateOf(second)]).toEqual(['retryable', 'waiting']);
			const next = await openSession();
			expect(await running.connector.sendRequestXML(next)).toContain('CustomerQueryRq');
		});

		it('is an error with the code for any other failure', async () => {
			const { record } = await answered('', '0x80040400', 'Found an error when parsing');
			expect(record).toMatchObject({
				state: 'error',
				error: { code: '0x80040400', message: 'Found an error when parsing' },
			});
		});

		it.each([
			['no answer at all', ''],
			['an answer that is not XML', 'nothing'],
			['an answer that is cut off', answer('CustomerQuery').slice(0, -20)],
			['a DOCTYPE', `<!DOCTYPE QBXML>${answer('CustomerQuery')}`],
			['something else', '<html/>'],
		])('is an error for %s', async (_case, response) => {
			const { record } = await answered(response);
			expect(record).toMatchObject({ state: 'error', error: { code: 'invalid_response' } });
			expect(record).not.toHaveProperty('response_xml');
		});
	});

	describe('the end of a session', () => {
		const ends: [string, (ticket: string) => Promise<unknown>][] = [
			['closes', (ticket) => running.connector.closeConnection(ticket)],
			[
				'reports a connection error',
				(ticket) => running.connector.connectionError(ticket, '0x80040408', 'Not started'),
			],
		];

		it.each(ends)('puts a request back that was only taken when it %s', async (_case, end) => {
			const id = await queue();
			await end(await openSession());
			expect(await stateOf(id)).toBe('waiting');
		});

		it.each(ends)(
			'ends a request that was sent when it %s, and never sends it again',
			async (_case, end) => {
				const id = await queue();
				const ticket = await openSession();
				await running.connector.sendRequestXML(ticket);
				await end(ticket);
				expect(await recordOf(running, id)).toMatchObject({
					state: 'error',
					error: { code: 'connection_error' },
				});
				expect((await signIn())[1]).toBe('none');
			},
		);

		it('answers done to a connection error', async () => {
			await queue();
			const ticket = await openSession();
			expect(await running.connector.connectionError(ticket, '0x1', 'x')).toBe('done');
		});
	});

	describe('deleting while a session is open', () => {
		it('is refused for every request of the connection, with force too', async () => {
			const ended = await queue();
			const held = await queue();
			const ticket = await openSession();
			await exchange(ticket, answer('CustomerQuery'));
			for (const id of [ended, held])
				for (const query of [undefined, { force: 'true' }]) {
					const { status, body } = await running.api('DELETE', `/queued_requests/${id}`, { query });
					expect([status, body.error.code]).toEqual([409, 'connection_active']);
				}
			await running.connector.closeConnection(ticket);
			expect((await running.api('DELETE', `/queued_requests/${ended}`)).status).toBe(204);
		});
	});

	describe('what is not a call', () => {
		const endpoint = () => `${running.origin}/connector`;

		it('refuses a DOCTYPE with a fault', async () => {
			const envelope = envelopeOf('serverVersion', {}).replace(
				'<soap:Envelope',
				'<!DOCTYPE x [<!ENTITY e "v">]><soap:Envelope',
			);
			const { status, fault } = await postEnvelope(endpoint(), envelope, 'serverVersion');
			expect(status).toBe(500);
			expect(fault).toContain('declaration');
		});

		it('refuses an unknown method with a fault that shows nothing of the service', async () => {
			const { status, fault, result } = await postEnvelope(
				endpoint(),
				envelopeOf('dropEverything', {}),
				'dropEverything',
			);
			expect(status).toBe(500);
			expect(result).toBeUndefined();
			expect(fault).toBeDefined();
			expect(fault).not.toContain('node_modules');
		});

		it.each(['', 'nothing', '<a>', '<a><b></a></b>'])('refuses the message %j', async (message) => {
			const { statusCode, body } = await request(endpoint(), { method: 'POST', body: message });
			const text = await body.text();
			expect(statusCode).toBe(500);
			expect(text).not.toContain('node_modules');
		});
	});
});
