import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { request } from 'undici';

import { createFairTurns } from '../../service/fairness/fair-turns';
import { envelopeOf } from './support/connector-client';
import { service, stopServices, type TestService } from './support/service';

describe('turns', () => {
	/** Takes a turn for each, and notes whose it is. */
	function takeAll(turns: ReturnType<typeof createFairTurns>, ...all: string[]) {
		const inside: Array<{ who: string; end: () => void }> = [];
		for (const who of all) void turns.take(who).then((end) => inside.push({ who, end }));
		const settle = () => new Promise((done) => setTimeout(done));
		return {
			async inside() {
				await settle();
				return inside.map(({ who }) => who).join(' ');
			},
			async endFirst() {
				inside.shift()?.end();
				await settle();
			},
		};
	}

	it('go round: nobody waits for how many others come before from one', async () => {
		const { inside, endFirst } = takeAll(
			createFairTurns({ ofAll: 2 }),
			...['a', 'a', 'a', 'a', 'b', 'c', 'b'],
		);
		const seen = [await inside()];
		for (let count = 0; count < 5; count += 1) {
			await endFirst();
			seen.push(await inside());
		}
		expect(seen).toEqual(['a b', 'b c', 'c a', 'a b', 'b a', 'a a']);
	});

	it('are as many at a time as one may have, however many others have', async () => {
		const { inside, endFirst } = takeAll(
			createFairTurns({ ofOne: 2 }),
			...['a', 'a', 'a', 'b', 'a', 'b', 'b'],
		);
		expect(await inside()).toBe('a b a b');
		await endFirst();
		expect(await inside()).toBe('b a b a');
	});

	it('end once', async () => {
		const turns = createFairTurns({ ofAll: 1 });
		const end = await turns.take('a');
		const others = takeAll(turns, 'b', 'c');
		end();
		end();
		expect(await others.inside()).toBe('b');
	});
});

describe('one caller’s load', () => {
	let running: TestService;
	const sockets: Socket[] = [];
	const start = async (options: Parameters<typeof service>[0] = {}) => {
		running = await service({ trustProxy: ['loopback'], ...options });
		return running;
	};
	afterEach(async () => {
		for (const socket of sockets.splice(0)) socket.destroy();
		await stopServices();
	});

	const queueing = (path: string) => `/connections/${path}/queued_requests`;

	/** Makes many calls at once, and something else. @returns how many had been answered when that was done */
	async function answeredBy(
		work: () => Promise<unknown>,
		count: number,
		call: () => Promise<unknown>,
	): Promise<number> {
		let answered = 0;
		const all = Array.from({ length: count }, () => call().then(() => (answered += 1)));
		await work();
		const before = answered;
		await Promise.all(all);
		return before;
	}

	const post = async (address: string, method: string, named: Record<string, string> = {}) => {
		const { statusCode, body } = await request(`${running.origin}/connector`, {
			method: 'POST',
			headers: { 'content-type': 'text/xml', 'x-forwarded-for': address },
			body: envelopeOf(method, named),
		});
		return { status: statusCode, body: await body.text() };
	};
	const signIn = (address: string, strUserName: string, strPassword: string) =>
		post(address, 'authenticate', { strUserName, strPassword });

	/** A connection of the other application, whose connector has not signed in yet. */
	async function ofOther() {
		const { otherApi } = running;
		const { id, username } = (await otherApi('POST', '/connections', { body: {} })).body.data;
		const set = () => otherApi('POST', `/connections/${id}/password`);
		return { id, username, set, password: (await set()).body.data.password };
	}

	it('in passwords that are set keeps nobody from setting one and signing in', async () => {
		const { api, connect: connectOne } = await start();
		const { id } = await connectOne();
		const other = await ofOther();
		const work = async () => {
			const signed = await signIn('192.0.2.1', other.username, other.password);
			expect(signed.body).toContain('<string>none</string>');
			expect((await other.set()).status).toBe(200);
		};
		const set = () => api('POST', `/connections/${id}/password`);
		expect(await answeredBy(work, 60, set)).toBeLessThan(30);
	});

	it('in passwords that are wrong keeps no connector of another address waiting', async () => {
		await start();
		const other = await ofOther();
		const work = async () => {
			const signed = await signIn('192.0.2.1', other.username, other.password);
			expect(signed.body).toContain('<string>none</string>');
		};
		let guesses = 0;
		const guess = () => signIn('198.51.100.1', `nobody-${(guesses += 1)}`, 'x');
		expect(await answeredBy(work, 60, guess)).toBeLessThan(30);
	});

	it('in connectors that sign in again and again keeps no other one waiting', async () => {
		const { connect: connectOne } = await start();
		const { username, password } = await connectOne();
		const other = await ofOther();
		const flood = () => signIn('198.51.100.1', username, password);
		await Promise.all([flood(), signIn('192.0.2.1', other.username, other.password)]);
		const work = () => signIn('192.0.2.1', other.username, other.password);
		expect(await answeredBy(work, 100, flood)).toBeLessThan(50);
	});

	it('in calls has no other call wait for all of them', async () => {
		const { api, otherApi, connect: connectOne } = await start();
		const { id } = await connectOne();
		for (let count = 0; count < 20; count += 1) await api('GET', `/connections/${id}/customers`);
		const other = await ofOther();
		const work = () => otherApi('GET', `/connections/${other.id}`);
		const list = () => api('GET', queueing(id), { query: { page_size: '100' } });
		expect(await answeredBy(work, 100, list)).toBeLessThan(50);
	});

	it('in large bodies has no other call wait for all of them', async () => {
		const { api, otherApi, connect: connectOne } = await start();
		const { id } = await connectOne();
		const other = await ofOther();
		const children = Array.from({ length: 10_000 }, () => ({ name: 'FullName', text: 'Müller' }));
		const body = {
			request_json: { version: '16.0', request: { name: 'CustomerQueryRq', children } },
		};
		const work = () => otherApi('GET', `/connections/${other.id}`);
		expect(await answeredBy(work, 16, () => api('POST', queueing(id), { body }))).toBeLessThan(8);
	});

	it('in large bodies that do not come keeps its own small calls from nothing', async () => {
		const { api, baseUrl, connect: connectOne } = await start();
		const { id } = await connectOne();
		const { hostname, port, pathname } = new URL(baseUrl);
		for (let count = 0; count < 10; count += 1) {
			const socket = connect(Number(port), hostname);
			sockets.push(socket);
			await once(socket, 'connect');
			socket.write(
				`POST ${pathname}${queueing(id)} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\nauthorization: Basic ${Buffer.from('first-application:').toString('base64')}\r\ncontent-length: 900000\r\n\r\n{`,
			);
		}
		expect((await api('GET', queueing(id))).status).toBe(200);
		for (const socket of sockets.splice(0)) socket.destroy();
		// Their turns are over.
		const request_xml = `<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq><FullName>${'x'.repeat(300_000)}</FullName></CustomerQueryRq></QBXMLMsgsRq></QBXML>`;
		expect((await api('POST', queueing(id), { body: { request_xml } })).status).toBe(201);
	});

	it('of somebody unknown counts for the whole IPv6 network, on all paths', async () => {
		const { origin } = await start({ httpConnections: 400 });
		const { hostname, port } = new URL(origin);
		const beginBody = async (path: string, address: string) => {
			const socket = connect(Number(port), hostname);
			sockets.push(socket);
			await once(socket, 'connect');
			socket.write(
				`POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: ${address}\r\ncontent-type: text/xml\r\ncontent-length: 3000\r\n\r\n<`,
			);
			return socket;
		};
		const paths = ['/connector', '/onboarding/abc/cancel', '/nothing/here'];
		for (let count = 0; count < 20; count += 1)
			await beginBody(paths[count % 2], `2001:db8:1:2::${count.toString(16)}`);
		for (const path of paths)
			expect(await text(await beginBody(path, '2001:db8:1:2:ffff::1'))).toContain(
				'too many calls open',
			);
		const elsewhere = await beginBody('/connector', '2001:db8:1:3::1');
		elsewhere.end(`a>${'x'.repeat(2993)}</a>`);
		expect(await text(elsewhere)).toContain('is not a call that this service understands');
	});

	it('of somebody unknown at the connector’s endpoint counts, whatever is sent, but not for who has a session', async () => {
		const { connect: connectOne } = await start({ addressCallsPerSecond: 1 });
		const { username, password, call } = await connectOne();
		await call('GET', '/customers');
		const signed = await signIn('2001:db8::1', username, password);
		const [, ticket = ''] = /<string>([\w-]{36})</.exec(signed.body) ?? [];
		const unknown = [
			() => post('2001:db8::2', 'sendRequestXML', { ticket: 'made-up' }),
			() => post('2001:db8::3', 'receiveResponseXML', { ticket: 'made-up', response: 'x' }),
			() => post('2001:db8::4', 'getLastError', { ticket: 'made-up' }),
			() => post('2001:db8::5', 'closeConnection', { ticket: 'made-up' }),
			() => post('2001:db8::6', 'connectionError', { ticket: 'made-up', hresult: '', message: '' }),
			() => post('2001:db8::7', 'noSuchCall'),
			() => signIn('2001:db8::8', 'nobody', 'guess'),
		];
		for (const one of [...unknown, ...unknown.slice(0, 3)]) await one();
		for (const one of unknown) expect((await one()).body).toContain('too many calls');
		expect((await signIn('2001:db8:0:1::1', 'nobody', 'x')).body).toContain('nvu');
		const sent = await post('2001:db8::9', 'sendRequestXML', { ticket });
		expect(sent.body).toContain('CustomerQueryRq');
	});
});
