import { type Desk, desk } from './support/desk';
import { answer, request } from './support/qbxml';

describe('what a status says', () => {
	let running: Desk;
	let connection: Awaited<ReturnType<Desk['connect']>>;
	beforeAll(async () => {
		running = await desk();
	});
	beforeEach(async () => {
		connection = await running.connect();
	});
	afterAll(() => running.end());

	const add = '<CustomerAdd><Name>Acme</Name></CustomerAdd>';
	const aroundNothing = (attributes: string): string =>
		`<?xml version="1.0" ?><QBXML><QBXMLMsgsRs ${attributes}/></QBXML>`;

	/** What becomes of a request that is answered like this, and how QuickBooks is asked for it. */
	async function outcome(
		requestXml: string,
		response: string | ((newMessageSetID: string) => string),
		hresult = '',
	) {
		const id = await connection.queue(requestXml);
		const [ticket] = await connection.signIn();
		const sent = await running.send(ticket);
		const set = /newMessageSetID="([^"]*)"/.exec(sent)?.[1] ?? '';
		await running.receive(ticket, typeof response === 'string' ? response : response(set), hresult);
		await running.close(ticket);
		const [{ error, response_xml }] = await connection.pages();
		return { state: await running.stateOf(id), error, response_xml };
	}

	it.each(['600', '500', '9001', '9002', '9003', '9004', '9005'])(
		'stands around no response at all: %s keeps its code',
		async (code) => {
			const own = request('CustomerAdd', add).replace(
				'<QBXMLMsgsRq',
				'<QBXMLMsgsRq newMessageSetID="A1"',
			);
			const ofOwn = aroundNothing(`newMessageSetID="A1" messageSetStatusCode="${code}"`);
			for (const [requestXml, response] of [
				[own, ofOwn],
				[request('CustomerQuery'), aroundNothing(`messageSetStatusCode="${code}"`)],
			]) {
				connection = await running.connect();
				const { state, error, response_xml } = await outcome(requestXml, response);
				expect(state).toEqual(['error', code]);
				expect(JSON.parse(error ?? '')).toMatchObject({
					message: expect.stringContaining(`status ${code} for the whole message set`),
					details: { messageSetStatusCode: code },
				});
				expect(response_xml).toBe(response);
			}
		},
	);

	it('does so under the ID that the service has given it', async () => {
		const { state } = await outcome(request('CustomerAdd', add), (id) =>
			aroundNothing(`newMessageSetID="${id}" messageSetStatusCode="9001"`),
		);
		expect(state).toEqual(['error', '9001']);
	});

	it.each([
		...[aroundNothing(''), aroundNothing('messageSetStatusCode="0"')],
		...[aroundNothing('messageSetStatusCode="abc"'), '', '<html/>'],
	])('is not there, which is an error: %s', async (response) => {
		const { state } = await outcome(request('CustomerQuery'), response);
		expect(state).toEqual(['error', 'invalid_response']);
	});

	it.each([
		[3140, 'Error', 'error'],
		[3140, 'ERROR', 'error'],
		[3140, '', 'error'],
		[1000, 'Severe', 'error'],
		[0, '', 'response_received'],
		[1, '', 'response_received'],
		[500, 'Warn', 'response_received'],
		[530, 'warn', 'response_received'],
		[500, '', 'response_received'],
		[3120, 'Info', 'response_received'],
	])('with code %p and severity "%s" is %s', async (statusCode, severity, expected) => {
		const { state } = await outcome(
			request('CustomerQuery'),
			answer('CustomerQuery', { statusCode, severity }),
		);
		expect(state[0]).toBe(expected);
	});

	it.each([
		...['0x80040408', '0x8004040A', '0x80040410', '0x80040416', '0x8004041a', '0x80040422'],
		...['0x80040414', '0X80040414', ' 80040414 ', '-2147220460', '2147746836'],
	])('is "busy", written %s', async (hresult) => {
		const { state } = await outcome(request('CustomerAdd', add), '', hresult);
		expect(state[0]).toBe('retryable');
	});

	it('around a response says nothing against that', async () => {
		const written = answer('CustomerQuery').replace(
			'<QBXMLMsgsRs',
			'<QBXMLMsgsRs messageSetStatusCode="9005"',
		);
		const { state } = await outcome(request('CustomerQuery'), written);
		expect(state[0]).toBe('response_received');
	});
});
