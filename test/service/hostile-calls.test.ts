import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { isHostile, readable } from '../../service/connector/characters';
import { unknownCallers } from '../../service/http/unknown-callers';
import { requestFromXml } from '../../service/qbxml';
import { takesMessageSetId } from '../../service/qbxml/message-set';
import { desk } from './support/desk';
import { service, stopServices, type TestService } from './support/service';
import { callOf, documentEnvelope, post } from './support/web-connector';

const MEBIBYTE = 1024 * 1024;
const WITH_LENGTH = 'content-length: 900000';

// What is quadratic takes minutes with these, and tests have one.
describe('texts that are made to hurt', () => {
	it.each([
		['CDATA sections without an end', '<![CDATA['],
		['the starts of references', '&#'],
		['comments without an end', '<!--'],
		['the starts of elements', '<a'],
	])('are made readable in one pass: %s', (_, piece) => {
		const hostile = piece.repeat((4 * MEBIBYTE) / piece.length);
		expect(readable(hostile)).toBe(hostile);
	});

	it.each(['<!DOC', '<! DOC', '< !DOC', '<!"', "<!'", '<!D<![CDATA[]]>OC', '<![CDATA['])(
		'are refused by the connector’s endpoint before the library reads them: %s',
		async (piece) => {
			const { origin } = await service();
			const hostile = `<ticket>a</ticket>${piece.repeat(60_000 / piece.length)}`;
			// Each further character of a declaration takes the library as long as all before it together.
			const { body } = await post(`${origin}/connector`, 'authenticate', hostile);
			expect(body).toContain('A call has no declaration');
			await stopServices();
		},
	);

	it('can’t change what all objects inherit', async () => {
		const { origin, connector, connect } = await service();
		const { username, password } = await connect();
		const { status } = await post(`${origin}/connector`, 'authenticate', '<a id="__proto__"/>');
		expect(status).toBe(500);
		expect(Object.keys(Object.prototype)).toEqual([]);
		expect(await connector.authenticate(username, password)).toEqual(['', 'none']);
		await stopServices();
	});

	it.each([
		['an element that others refer to', '<a id="1"/>'],
		['an element that refers to another one', '<a\nhref = "#1"/>'],
		['the same behind what looks like a comment', '<a b="<!--" id="1" c="-->"/>'],
		['the same behind a comment with a quotation mark', '<!-- " --><a id="1"/><b c=""/>'],
		['the same behind an instruction with one', "<?a ' ?><a id=\"1\"/><b c=''/>"],
		['more elements than any call has', '<a/>'.repeat(300)],
		['a comment after the other', '<!-- -->'.repeat(300)],
		['something that is no markup', '<a <b/>'],
		['quotation marks without an end', `<a ${'"" '.repeat(20_000)}`],
	])('are refused: %s', (_, text) => {
		expect(isHostile(`<x>${text}</x>`)).toBe(true);
	});

	it.each([
		documentEnvelope(
			callOf('receiveResponseXML', {
				ticket: 'a',
				response: '<a id="1" href="#1"/>'.repeat(300),
				hresult: '',
				message: ' id="1" href="2" ',
			}),
		),
		'<?xml version="1.0"?><!-- id="1" --><x xsi:type="xsd:string" xml:id="1" a=\' id="1"\'> id="1" </x>',
	])('are not what a connector writes (%#)', (text) => {
		expect(isHostile(readable(text))).toBe(false);
	});

	it('are looked through once for the place of a message set’s ID', () => {
		const comments = '<!-- a -->'.repeat(1000);
		const request = (attribute: string) =>
			`<?xml version="1.0"?><?qbxml version="16.0"?>${comments}<QBXML ${attribute}="1">${comments}<QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq/></QBXMLMsgsRq></QBXML>`;
		expect(requestFromXml(request('é')).request.name).toBe('CustomerQueryRq');
		expect(takesMessageSetId(request('é'))).toBe(false);
		expect(takesMessageSetId(request('e'))).toBe(true);
	});
});

describe('somebody unknown', () => {
	const sockets: Socket[] = [];
	afterEach(async () => {
		for (const socket of sockets.splice(0)) socket.destroy();
		await stopServices();
	});

	/** Sends the beginning of a body, and no more. */
	async function begin(
		running: TestService,
		path: string,
		start = '<',
		headers = '',
		length = WITH_LENGTH,
	) {
		const { hostname, port } = new URL(running.origin);
		const socket = connect(Number(port), hostname);
		sockets.push(socket);
		socket.on('error', () => undefined);
		await once(socket, 'connect');
		socket.write(
			`POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: text/xml\r\n${headers}${length}\r\n\r\n${start}`,
		);
		return socket;
	}

	it('is refused at once with a large body without a ticket', async () => {
		const running = await service();
		const answered = await post(
			`${running.origin}/connector`,
			'authenticate',
			documentEnvelope(callOf('authenticate', { strUserName: 'x'.repeat(100_000) })),
		);
		expect(answered).toMatchObject({
			status: 500,
			body: expect.stringContaining('could not be taken'),
		});
	});

	it.each(['/connector', '/nothing/here', '/onboarding/abc/cancel'])(
		'is cut off when a body to %s takes its time',
		async (path) => {
			const running = await service({ requestTimeoutSeconds: 0.2 });
			const socket = await begin(running, path);
			expect(await text(socket)).toMatch(/^HTTP\/1\.1 (404|408|415) /);
		},
	);

	it.each([
		['/%zz', '404', ''],
		[`/onboarding/${'a'.repeat(200)}/password`, '414', ''],
		['/connector', '417', 'expect: something\r\n'],
	])(
		'has its connection closed when what it calls is refused before the body has come: %s %s',
		async (path, status, headers) => {
			const running = await service();
			const answered = await text(await begin(running, path, '<', headers));
			expect(answered).toMatch(new RegExp(`^HTTP/1.1 ${status} .*connection: close`, 'is'));
		},
	);

	it('has its connection closed when a wrong key is answered before the body has come', async () => {
		const running = await service();
		const socket = await begin(
			running,
			'/api/v1/connections',
			'{',
			`authorization: Basic ${Buffer.from('wrong:').toString('base64')}\r\n`,
		);
		expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 .*connection: close/is);
	});

	it('can take its time once a ticket is known', async () => {
		const running = await service({ requestTimeoutSeconds: 0.5 });
		const { username, password, call } = await running.connect();
		await call('GET', '/customers');
		const [ticket] = await running.connector.authenticate(username, password);
		await running.connector.sendRequestXML(ticket);
		const [start, end] = documentEnvelope(
			callOf('receiveResponseXML', { ticket, response: '|', hresult: '', message: '' }),
		).split('|');
		const socket = await begin(running, '/connector', `${start}${'x'.repeat(100_000)}`);
		const slow = await begin(running, '/connector');
		// The one is cut off, and the other goes on.
		await text(slow);
		const { hostname } = new URL(running.origin);
		const sent = Buffer.byteLength(start) + 100_000;
		socket.write(`${'x'.repeat(900_000 - sent - Buffer.byteLength(end))}${end}`);
		socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`);
		expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*receiveResponseXMLResult.*"alive"/is);
	});

	it.each([WITH_LENGTH, 'transfer-encoding: chunked'])(
		'has no more than a few bodies open at the same time from one address (%s)',
		async (length) => {
			const running = await service({ httpConnections: 400 });
			const start = length === WITH_LENGTH ? '<' : '1\r\n<\r\n';
			for (let count = 0; count < 20; count += 1)
				await begin(running, '/connector', start, '', length);
			const late = await begin(running, '/connector');
			expect(await text(late)).toContain('has too many calls open');
			const { password, username } = await running.connect();
			// Whoever has a key is not counted.
			expect(password).not.toBe('');
			for (const socket of sockets.splice(0)) socket.destroy();
			let code = '';
			while (code !== 'none')
				code = await running.connector.authenticate(username, password).then(
					([, answer]) => answer,
					() => '',
				);
		},
	);

	it('has less than a minute for a body, however long others may take', async () => {
		const limit = unknownCallers({ httpConnections: 400, requestTimeoutSeconds: 1800 });
		const socket = { destroy: jest.fn(), destroySoon: jest.fn() };
		const raw = Object.assign(new EventEmitter(), { socket, complete: false });
		const request = { raw, headers: { 'content-length': '9' }, ip: '192.0.2.1' };
		jest.useFakeTimers();
		try {
			await limit(request as never, {} as never);
			jest.advanceTimersByTime(60_000);
		} finally {
			jest.useRealTimers();
		}
		expect(socket.destroy).toHaveBeenCalledTimes(1);
	});

	it('can’t keep a connector waiting that calls from elsewhere', async () => {
		const elsewhere = await desk();
		const connection = await elsewhere.connect();
		const guesses = Array.from({ length: 8 }, () => connection.signIn('guess', '192.0.2.1'));
		expect(await connection.signIn(undefined, '198.51.100.1')).toEqual(['', 'none']);
		expect(await Promise.all(guesses)).toContainEqual(['', 'busy']);
		await elsewhere.end();
	});

	it('has its connection closed with many calls at once, and nobody else waits for their answers', async () => {
		const running = await service();
		const { hostname, port } = new URL(running.origin);
		const call = `GET /readyz HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`;
		const most = connect(Number(port), hostname);
		const tooMany = connect(Number(port), hostname);
		sockets.push(most, tooMany);
		tooMany.write(call.repeat(1000));
		await once(tooMany.on('error', () => undefined).resume(), 'close');
		// A client that sends one call after the other has no more of them open than these.
		most.write(call.repeat(3) + call.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
		expect((await text(most)).split('HTTP/1.1 200').length - 1).toBe(4);
		expect((await running.api('GET', '/connections')).status).toBe(200);
	});

	it('is counted before its passwords are checked', async () => {
		const running = await service({ addressCallsPerSecond: 1 });
		const guesses = await Promise.all(
			Array.from({ length: 60 }, (_, index) =>
				running.connector.authenticate(`nobody-${index}`, 'guess').then(
					([, code]) => code,
					(fault: Error) => fault.message,
				),
			),
		);
		expect(guesses.filter((guess) => guess === 'nvu').length).toBeLessThanOrEqual(10);
	});

	it('can’t keep a connector waiting whose password was right before', async () => {
		const running = await service();
		const { username, password } = await running.connect();
		await running.connector.authenticate(username, password);
		const guesses = Array.from({ length: 30 }, () =>
			running.connector.authenticate(username, 'guess'),
		);
		expect((await running.connector.authenticate(username, password))[1]).toBe('none');
		await Promise.all(guesses);
	});
});
