import { rescueOrphans } from '../../service/queue/release';
import { removeConnection, removeRequest } from '../../service/queue/remove';
import { endRestoredRequests } from '../../service/queue/restored';
import { hasOpenSession } from '../../service/store/connector-sessions';
import { readXml } from '../../xml/read-xml';
import { type Desk, desk } from './support/desk';
import { answer } from './support/qbxml';

const query = (kind: string, requestID?: string) =>
	`<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><${kind}QueryRq${requestID === undefined ? '' : ` requestID="${requestID}"`}/></QBXMLMsgsRq></QBXML>`;

describe('an answer', () => {
	let running: Desk;
	let connection: Awaited<ReturnType<Desk['connect']>>;
	beforeAll(async () => {
		running = await desk();
	});
	beforeEach(async () => {
		connection = await running.connect();
		running.logged.length = 0;
	});
	afterAll(() => running.end());

	/** Queues requests and hands out the first one. */
	async function handedOut(...requests: string[]) {
		const ids: string[] = [];
		for (const request of requests) ids.push(await connection.queue(request));
		const [ticket] = await connection.signIn();
		await running.send(ticket);
		return { ids, ticket };
	}

	const one = answer('CustomerQuery', { requestID: 'one' });
	const two = answer('CustomerQuery', { requestID: 'two' });

	it.each([
		['of another identifier', query('Customer', 'one'), query('Customer', 'two'), one, two],
		[
			'with an identifier to a request without one',
			query('Customer', 'one'),
			query('Customer'),
			one,
			answer('CustomerQuery'),
		],
		[
			'to another kind of request',
			query('Vendor'),
			query('Customer'),
			answer('VendorQuery'),
			answer('CustomerQuery'),
		],
	])(
		'%s that comes late a second time is refused, and the request takes its own',
		async (_, ...given) => {
			const [first, second, itsAnswer, secondAnswer] = given;
			const { ids, ticket } = await handedOut(first, second);
			expect(await running.receive(ticket, itsAnswer)).toBe(50);
			await running.send(ticket);
			expect(await running.receive(ticket, itsAnswer)).toBe(-1);
			expect(await running.lastError(ticket)).toMatch(/not the answer to the request/i);
			expect(running.logged.join('')).toContain('an answer was refused');
			expect(await running.stateOf(ids[1])).toEqual(['sent', null]);
			expect(await running.receive(ticket, secondAnswer)).toBe(100);
			const records = await connection.pages();
			expect(records.map(({ response_xml }) => response_xml)).toEqual([itsAnswer, secondAnswer]);
		},
	);

	it('is taken without an identifier, which nothing contradicts', async () => {
		const { ticket } = await handedOut(query('Customer', 'one'));
		expect(await running.receive(ticket, answer('CustomerQuery'))).toBe(100);
	});

	it('is taken with an identifier in letters that QuickBooks has no room for', async () => {
		const { ticket } = await handedOut(query('Customer', '会社'));
		expect(await running.receive(ticket, answer('CustomerQuery', { requestID: '??' }))).toBe(100);
	});

	it('is refused before its request has been handed out', async () => {
		const { ids, ticket } = await handedOut(query('Customer'), query('Customer'));
		await running.receive(ticket, answer('CustomerQuery'));
		expect(await running.receive(ticket, answer('CustomerQuery'))).toBe(-1);
		expect(await running.lastError(ticket)).toMatch(/no request of this session/i);
		expect(await running.stateOf(ids[1])).toEqual(['ticketed', null]);
	});

	it('that QuickBooks is busy with a page ends the session, so that it can’t come a second time for what follows', async () => {
		const id = await connection.queue(query('Customer'), true);
		const next = await connection.queue(query('Vendor'));
		const [ticket] = await connection.signIn();
		await running.send(ticket);
		const attributes = 'iteratorRemainingCount="2" iteratorID="{1}"';
		await running.receive(ticket, answer('CustomerQuery', { attributes }));
		await running.send(ticket);
		expect(await running.receive(ticket, '', '0x80040414', 'A dialog is open.')).toBe(100);
		expect(await running.send(ticket)).toBe('');
		expect(await running.receive(ticket, '', '0x80040414', 'A dialog is open.')).toBe(-1);
		expect(await running.stateOf(next)).toEqual(['waiting', null]);
		expect((await connection.pages()).map(({ state }) => state)).toEqual([
			'response_received',
			'waiting',
			'error',
		]);
		expect(await running.stateOf(id)).not.toEqual(['waiting', null]);
	});

	it('with a page that has been taken already is refused', async () => {
		await connection.queue(query('Customer'), true);
		const [ticket] = await connection.signIn();
		const page = (remaining: number, name: string) =>
			answer('CustomerQuery', {
				attributes: `iteratorRemainingCount="${remaining}" iteratorID="{1}"`,
				records: `<CustomerRet><Name>${name}</Name></CustomerRet>`,
			});
		await running.send(ticket);
		await running.receive(ticket, page(2, 'A'));
		await running.send(ticket);
		expect(await running.receive(ticket, page(2, 'A'))).toBe(-1);
		await running.receive(ticket, page(1, 'B'));
		await running.send(ticket);
		expect(await running.receive(ticket, page(0, 'C'))).toBe(100);
		const names = (await connection.pages()).map(({ response_xml }) =>
			/<Name>(.)</.exec(response_xml ?? '')?.at(1),
		);
		expect(names).toEqual(['A', 'B', 'C']);
	});
});

describe('a connector that signs in again', () => {
	let running: Desk;
	let connection: Awaited<ReturnType<Desk['connect']>>;
	beforeEach(async () => {
		running = await desk({ answerSeconds: 0 });
		connection = await running.connect();
	});
	afterEach(() => running.end());

	it('gets a session at once when the last one has handed out nothing', async () => {
		const id = await connection.queue(query('Customer'));
		const [lost] = await connection.signIn();
		const [ticket] = await connection.signIn();
		expect(ticket).not.toBe('');
		expect(await running.send(ticket)).toContain('CustomerQueryRq');
		expect(await running.stateOf(id)).toEqual(['sent', null]);
		expect(await running.send(lost)).toBe('');
	});

	it('gets a session at once when what was handed out has its answer, and the next request goes out once', async () => {
		await connection.queue(query('Customer'));
		const next = await connection.queue(query('Vendor'));
		const [lost] = await connection.signIn();
		await running.send(lost);
		await running.receive(lost, answer('CustomerQuery'));
		const [ticket] = await connection.signIn();
		expect(await running.send(ticket)).toContain('VendorQueryRq');
		expect(await running.stateOf(next)).toEqual(['sent', null]);
	});

	it('gets a session when the answer to what was handed out can no longer come, and that is not handed out again', async () => {
		const id = await connection.queue(query('Customer'));
		const [lost] = await connection.signIn();
		await running.send(lost);
		expect(await connection.signIn()).toEqual(['', 'none']);
		expect(await running.stateOf(id)).toEqual(['error', 'connection_error']);
		expect(await running.receive(lost, answer('CustomerQuery'))).toBe(-1);
	});

	it('is told to come back in the first minute after a request was handed out', async () => {
		const patient = await desk();
		const other = await patient.connect();
		const id = await other.queue(query('Customer'));
		const [ticket] = await other.signIn();
		await patient.send(ticket);
		expect(await other.signIn()).toEqual(['', 'busy']);
		expect(await patient.receive(ticket, answer('CustomerQuery'))).toBe(100);
		expect(await patient.stateOf(id)).toEqual(['response_received', null]);
		await patient.end();
	});

	it('gets a session when that minute is over', async () => {
		const patient = await desk();
		const other = await patient.connect();
		await other.queue(query('Customer'));
		const next = await other.queue(query('Vendor'));
		const [lost] = await other.signIn();
		await patient.send(lost);
		const later = Date.now() + 61_000;
		const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
		const [ticket] = await other.signIn();
		clock.mockRestore();
		expect(await patient.send(ticket)).toContain('VendorQueryRq');
		expect(await patient.stateOf(next)).toEqual(['sent', null]);
		await patient.end();
	});

	it('gets what a lost session had fetched and not handed out, also if it is a write', async () => {
		const id = await connection.queue(
			'<?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerAddRq requestID="1"><CustomerAdd><Name>A</Name></CustomerAdd></CustomerAddRq></QBXMLMsgsRq></QBXML>',
		);
		await connection.signIn();
		await connection.signIn();
		const [ticket] = await connection.signIn();
		expect(await running.send(ticket)).toContain('CustomerAddRq');
		expect(await running.receive(ticket, answer('CustomerAdd', { requestID: '1' }))).toBe(100);
		expect(await running.stateOf(id)).toEqual(['response_received', null]);
	});

	it('does not throw a second connector of the connection out again and again', async () => {
		await connection.queue(query('Customer'));
		const [first] = await connection.signIn();
		const [second] = await connection.signIn();
		expect(await running.send(first)).toBe('');
		expect(await running.lastError(first)).toMatch(/on two computers/);
		expect(running.logged.join('')).toContain('two connectors share this connection');
		expect(await connection.signIn()).toEqual(['', 'busy']);
		expect(await running.send(second)).toContain('CustomerQueryRq');
		expect(await connection.signIn()).toEqual(['', 'busy']);
		expect(await running.receive(second, answer('CustomerQuery'))).toBe(100);
		await connection.queue(query('Vendor'));
		const [next] = await connection.signIn();
		expect(await running.send(next)).toContain('VendorQueryRq');
	});
});

describe('a write whose answer got lost', () => {
	const BUSY = '0x80040414';
	let running: Desk;
	let connection: Awaited<ReturnType<Desk['connect']>>;
	beforeAll(async () => {
		running = await desk({ answerSeconds: 0 });
	});
	beforeEach(async () => {
		connection = await running.connect();
	});
	afterAll(() => running.end());

	const write = (requestID = 'one', attributes = '') =>
		`<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><!-- <QBXMLMsgsRq> --><QBXML><QBXMLMsgsRq onError="stopOnError"${attributes}><CustomerAddRq requestID="${requestID}"><CustomerAdd><Name>A &gt; B</Name></CustomerAdd></CustomerAddRq></QBXMLMsgsRq></QBXML>`;
	const record = '<CustomerRet><ListID>1</ListID></CustomerRet>';
	const written = (requestID = 'one') => answer('CustomerAdd', { requestID, records: record });
	/** An answer with what QuickBooks says of its message set. */
	const kept = (id: string, status: number, response = written()) =>
		response.replace(
			'<QBXMLMsgsRs>',
			`<QBXMLMsgsRs newMessageSetID="${id}" messageSetStatusCode="${status}">`,
		);
	const nothing = (id: string, status: number) =>
		`<?xml version="1.0" ?><QBXML><QBXMLMsgsRs newMessageSetID="${id}" messageSetStatusCode="${status}"></QBXMLMsgsRs></QBXML>`;
	/** The IDs of the message set that goes out, and the requests in it. */
	function sentOut(xml: string) {
		const [messages] = readXml(xml).root.children;
		const { attributes, children } = messages;
		return {
			newId: attributes.get('newMessageSetID'),
			oldId: attributes.get('oldMessageSetID'),
			requests: children.map(({ name }) => name),
		};
	}

	/** Queues a write, hands it out, and loses its answer. */
	async function lost(requestXml = write()) {
		const id = await connection.queue(requestXml);
		const [ticket] = await connection.signIn();
		const { newId = '' } = sentOut(await running.send(ticket));
		return { id, ticket, messageSet: newId };
	}

	/** The same, and the next session asks for it. */
	async function asked() {
		const before = await lost();
		const [ticket] = await connection.signIn();
		const sent = sentOut(await running.send(ticket));
		return { ...before, ticket, sent };
	}

	it('goes out with an ID of its own, and names the last one whose answer came', async () => {
		const ids = [await connection.queue(write('one')), await connection.queue(write('two'))];
		const [ticket] = await connection.signIn();
		const first = sentOut(await running.send(ticket));
		expect(first).toMatchObject({ oldId: undefined, requests: ['CustomerAddRq'] });
		expect(first.newId).toMatch(/^[0-9a-f]{20,24}$/);
		await running.receive(ticket, kept(first.newId ?? '', 0, written('one')));
		const second = sentOut(await running.send(ticket));
		expect(second.oldId).toBe(first.newId);
		expect(second.newId).not.toBe(first.newId);
		const { request_xml } = await running.store
			.selectFrom('queued_requests')
			.select('request_xml')
			.where('id', '=', ids[0])
			.executeTakeFirstOrThrow();
		expect(request_xml).toBe(write('one'));
	});

	it.each([
		['a query', query('Customer')],
		['a write with a new ID of its own', write('one', ' newMessageSetID="mine"')],
		['a write with an old ID of its own', write('one', ' oldMessageSetID="mine"')],
	])('goes out as it is, if it is %s, and ends in connection_error', async (_, requestXml) => {
		const id = await connection.queue(requestXml);
		const [ticket] = await connection.signIn();
		expect(await running.send(ticket)).toBe(requestXml.replace(/<!--.*?-->/, ''));
		await running.close(ticket);
		expect(await running.stateOf(id)).toEqual(['error', 'connection_error']);
	});

	it.each<[string, (ticket: string) => Promise<unknown>]>([
		['closed its session', (ticket) => running.close(ticket)],
		['signed in again', async () => undefined],
	])(
		'stays sent when the connector has %s, and its answer is asked for by the next session',
		async (_, end) => {
			const { id, ticket: old, messageSet } = await lost();
			await end(old);
			const [ticket] = await connection.signIn();
			expect(await running.stateOf(id)).toEqual(['sent', null]);
			expect(sentOut(await running.send(ticket))).toEqual({
				newId: messageSet,
				oldId: messageSet,
				requests: [],
			});
			expect(await running.send(ticket)).toBe('');
			expect(await running.receive(ticket, kept(messageSet, 0))).toBe(100);
			expect(await running.stateOf(id)).toEqual(['response_received', null]);
			const [page] = await connection.pages();
			expect(page.response_xml).toContain(record);
		},
	);

	it('ends in the error with which QuickBooks had refused it', async () => {
		const { id, ticket, messageSet } = await asked();
		const refusal = answer('CustomerAdd', {
			requestID: 'one',
			statusCode: 3100,
			severity: 'Error',
		});
		await running.receive(ticket, kept(messageSet, 0, refusal));
		expect(await running.stateOf(id)).toEqual(['error', '3100']);
	});

	it.each<[string, (id: string) => string]>([
		...[600, 9001, 9002, 9003, 9004, 9005].map((status): [string, (id: string) => string] => [
			`says ${status}`,
			(id) => nothing(id, status),
		]),
		['says that it has it, and has nothing', (id) => nothing(id, 0)],
		['has kept the status alone', (id) => kept(id, 0, answer('CustomerAdd', { requestID: 'one' }))],
		[
			'has kept the IDs of the record alone',
			(id) =>
				kept(
					id,
					0,
					answer('CustomerAdd', {
						requestID: 'one',
						records: '<ErrorRecovery><ListID>1</ListID></ErrorRecovery>',
					}),
				),
		],
		['has kept another answer', (id) => kept(id, 0, written('other'))],
		['has kept an answer of another kind', (id) => kept(id, 0, answer('VendorAdd'))],
		['gives no answer', () => ''],
		['gives one that is no XML', () => 'nothing'],
	])(
		'ends in connection_error when QuickBooks %s, and never goes out again',
		async (_, response) => {
			const { id, ticket, messageSet } = await asked();
			await connection.queue(query('Vendor'));
			expect(await running.receive(ticket, response(messageSet))).toBe(50);
			expect(await running.stateOf(id)).toEqual(['error', 'connection_error']);
			expect(await running.send(ticket)).toContain('VendorQueryRq');
		},
	);

	it('ends in connection_error when QuickBooks refuses to be asked', async () => {
		const { id, ticket } = await asked();
		await running.receive(ticket, '', '0x80040400', 'Could not be parsed.');
		expect(await running.stateOf(id)).toEqual(['error', 'connection_error']);
	});

	it('is asked for again by the next session while QuickBooks is busy, before anything else goes out', async () => {
		const { id, ticket, messageSet } = await asked();
		await connection.queue(query('Vendor'));
		expect(await running.receive(ticket, '', BUSY, 'A dialog is open.')).toBe(100);
		await running.close(ticket);
		expect(await running.stateOf(id)).toEqual(['sent', null]);
		const [next] = await connection.signIn();
		expect(sentOut(await running.send(next))).toMatchObject({ oldId: messageSet, requests: [] });
		expect(await running.receive(next, kept(messageSet, 0))).toBe(50);
		expect(await running.stateOf(id)).toEqual(['response_received', null]);
	});

	it('is asked for as often as the answer gets lost', async () => {
		const { id, messageSet } = await asked();
		for (let time = 0; time < 2; time += 1) {
			const [ticket] = await connection.signIn();
			expect(sentOut(await running.send(ticket)).oldId).toBe(messageSet);
		}
		const [ticket] = await connection.signIn();
		await running.send(ticket);
		await running.receive(ticket, kept(messageSet, 0));
		expect(await running.stateOf(id)).toEqual(['response_received', null]);
	});

	it('refuses an answer that comes late, of whatever session and message set', async () => {
		const { id, ticket: old } = await lost();
		const [ticket] = await connection.signIn();
		expect(await running.receive(ticket, written())).toBe(-1);
		await running.send(ticket);
		expect(await running.receive(old, written())).toBe(-1);
		expect(await running.receive(ticket, kept('another', 0))).toBe(-1);
		expect(await running.receive(ticket, answer('VendorQuery'))).toBe(-1);
		expect(await running.stateOf(id)).toEqual(['sent', null]);
	});

	it('takes the answer whose message set is its own, and no other', async () => {
		const { id, ticket, messageSet } = await lost();
		expect(await running.receive(ticket, kept('another', 0))).toBe(-1);
		expect(await running.receive(ticket, kept(messageSet, 0))).toBe(100);
		expect(await running.stateOf(id)).toEqual(['response_received', null]);
	});

	it('goes out under the same ID when QuickBooks had certainly not taken it', async () => {
		const { id, ticket, messageSet } = await lost();
		expect(await running.receive(ticket, '', BUSY, 'A dialog is open.')).toBe(100);
		expect(await running.stateOf(id)).toEqual(['retryable', '0x80040414']);
		const [next] = await connection.signIn();
		expect(sentOut(await running.send(next))).toMatchObject({
			newId: messageSet,
			requests: ['CustomerAddRq'],
		});
	});

	describe('and for which the error of the one before is reported', () => {
		const REPORT = ['', '0x80040400', 'QuickBooks could not parse it.'] as const;

		/** Two writes, with the same answer to both: the second time it may be the first one's, come twice. */
		async function reported(report: readonly [string, string?, string?] = REPORT) {
			const ids = [await connection.queue(write('one')), await connection.queue(write('two'))];
			await connection.queue(query('Vendor'));
			const [ticket] = await connection.signIn();
			await running.send(ticket);
			await running.receive(ticket, ...report);
			const { newId: messageSet = '' } = sentOut(await running.send(ticket));
			expect(await running.receive(ticket, ...report)).toBeGreaterThan(0);
			expect(await running.stateOf(ids[1])).toEqual(['sent', null]);
			return { id: ids[1], ticket, messageSet };
		}

		it.each([
			['an error', REPORT],
			['no answer at all', ['']],
		] as const)('is asked for in the same session after %s', async (_, report) => {
			const { id, ticket, messageSet } = await reported(report);
			expect(sentOut(await running.send(ticket))).toEqual({
				newId: messageSet,
				oldId: messageSet,
				requests: [],
			});
			expect(await running.receive(ticket, kept(messageSet, 0, written('two')))).toBe(66);
			expect(await running.stateOf(id)).toEqual(['response_received', null]);
		});

		it('is asked for by the next session if its answer comes then', async () => {
			const { id, ticket, messageSet } = await reported();
			expect(await running.receive(ticket, kept(messageSet, 0, written('two')))).toBe(-1);
			await running.close(ticket);
			const [next] = await connection.signIn();
			expect(sentOut(await running.send(next)).oldId).toBe(messageSet);
			await running.receive(next, kept(messageSet, 0, written('two')));
			expect(await running.stateOf(id)).toEqual(['response_received', null]);
		});

		it.each<[string, (ticket: string, id: string) => Promise<number>]>([
			['has kept nothing', (ticket, id) => running.receive(ticket, nothing(id, 600))],
			['knows no such ID', (ticket, id) => running.receive(ticket, nothing(id, 9002))],
			['reports it once more', (ticket) => running.receive(ticket, ...REPORT)],
		])('ends in this error when QuickBooks %s, and the session goes on', async (_, answers) => {
			const { id, ticket, messageSet } = await reported();
			await running.send(ticket);
			expect(await answers(ticket, messageSet)).toBe(66);
			const [, page] = await connection.pages();
			expect(await running.stateOf(id)).toEqual(['error', REPORT[1]]);
			expect(page.error).toContain(REPORT[2]);
			expect(await running.send(ticket)).toContain('VendorQueryRq');
		});

		it.each<[string, (ticket: string, id: string) => Promise<number>]>([
			['has another content', (ticket, id) => running.receive(ticket, nothing(id, 9001))],
			['could not keep it', (ticket, id) => running.receive(ticket, nothing(id, 9005))],
			[
				'has kept the status alone',
				(ticket, id) =>
					running.receive(ticket, kept(id, 0, answer('CustomerAdd', { requestID: 'two' }))),
			],
			[
				'says the same code in other words',
				(ticket) => running.receive(ticket, '', REPORT[1], 'It has crashed.'),
			],
			['reports another error', (ticket) => running.receive(ticket, '', '0x80040401', 'No.')],
		])('ends in connection_error when QuickBooks %s', async (_, answers) => {
			const { id, ticket, messageSet } = await reported();
			await running.send(ticket);
			await answers(ticket, messageSet);
			expect(await running.stateOf(id)).toEqual(['error', 'connection_error']);
		});

		it.each<[string, readonly [string, string?, string?]]>([
			['an error', REPORT],
			['no answer at all', ['']],
		])(
			'is asked for after %s that was the answer to the question about the one before',
			async (_, report) => {
				const before = await lost(write('one'));
				const id = await connection.queue(write('two'));
				const [ticket] = await connection.signIn();
				await running.send(ticket);
				await running.receive(ticket, ...report);
				expect(await running.stateOf(before.id)).toEqual(['error', 'connection_error']);
				const { newId } = sentOut(await running.send(ticket));
				await running.receive(ticket, ...report);
				expect(await running.stateOf(id)).toEqual(['sent', null]);
				expect(sentOut(await running.send(ticket))).toMatchObject({ oldId: newId, requests: [] });
			},
		);

		it('ends with the same refusal as that, which names its request', async () => {
			const refusal = answer('CustomerAdd', { statusCode: 3100, severity: 'Error' });
			const id = [await connection.queue(write('one')), await connection.queue(write('two'))][1];
			const [ticket] = await connection.signIn();
			for (const progress of [50, 100]) {
				await running.send(ticket);
				expect(await running.receive(ticket, refusal)).toBe(progress);
			}
			expect(await running.stateOf(id)).toEqual(['error', '3100']);
		});

		it.each<[string, string, readonly [string, string, string]]>([
			['other words', write('two'), [REPORT[0], REPORT[1], 'It is something else.']],
			['another code', write('two'), [REPORT[0], '0x80040401', REPORT[2]]],
			['a query', query('Customer'), REPORT],
		])('is not asked for with %s', async (_, second, report) => {
			const id = [await connection.queue(write('one')), await connection.queue(second)][1];
			const [ticket] = await connection.signIn();
			await running.send(ticket);
			await running.receive(ticket, ...REPORT);
			await running.send(ticket);
			expect(await running.receive(ticket, ...report)).toBe(100);
			expect(await running.stateOf(id)).toEqual(['error', report[1]]);
		});
	});

	/** Gives a request a webhook. @returns what the webhook will say of its state */
	async function withWebhook(id: string): Promise<() => Promise<string>> {
		await running.store
			.updateTable('queued_requests')
			.set({ webhook_url: 'https://shop.example/hook', webhook_state: 'pending' })
			.where('id', '=', id)
			.execute();
		return async () => {
			const { payload } = await running.store
				.selectFrom('deliveries')
				.select('payload')
				.where('page_request_id', '=', id)
				.executeTakeFirstOrThrow();
			return (JSON.parse(payload) as { state: string }).state;
		};
	}

	it('is removed only by force, and its webhook then says that nobody knows what became of it', async () => {
		const { id, ticket } = await lost();
		const delivered = await withWebhook(id);
		const { applicationId, store } = running;
		expect(await removeRequest(store, { applicationId, id, force: true })).toBe('active');
		await running.close(ticket);
		expect(await removeRequest(store, { applicationId, id, force: false })).toBe('not_ended');
		expect(await removeRequest(store, { applicationId, id, force: true })).toBe('removed');
		expect(await delivered()).toBe('error');
		expect(await connection.signIn()).toEqual(['', 'none']);
	});

	it('is told of as unknown when its connection is removed', async () => {
		const { id } = await lost();
		const delivered = await withWebhook(id);
		await removeConnection(running.store, connection.id);
		expect(await delivered()).toBe('error');
	});

	it('stays sent when the service starts again, and ends with an error in a restored database', async () => {
		const { id, ticket } = await lost();
		await running.close(ticket);
		await running.store.transaction().execute(rescueOrphans);
		expect(await running.stateOf(id)).toEqual(['sent', null]);
		await endRestoredRequests(running.store);
		expect(await running.stateOf(id)).toEqual(['error', 'connection_error']);
		expect(await connection.signIn()).toEqual(['', 'none']);
	});

	it('is not asked of another company file', async () => {
		const id = await connection.queue(write());
		const [ticket] = await connection.signIn();
		await running.send(ticket, 'C:\\Rock.qbw');
		const [next] = await connection.signIn();
		expect(await running.send(next, 'C:\\Other.qbw')).toBe('');
		expect(await running.lastError(next)).toContain('C:\\Other.qbw');
		await running.close(next);
		expect(await running.stateOf(id)).toEqual(['sent', null]);
	});
});

describe('a session with nothing left to do', () => {
	let running: Desk;
	let connection: Awaited<ReturnType<Desk['connect']>>;

	async function start(holdSeconds: number) {
		running = await desk({ holdSeconds });
		connection = await running.connect();
		const id = await connection.queue(query('Customer'));
		const [ticket] = await connection.signIn();
		await running.send(ticket);
		return { id, ticket };
	}
	afterEach(() => running.end());

	/** As if so much time had passed. */
	const pass = async (column: 'hold_until' | 'hold_limit') =>
		await running.store
			.updateTable('connector_sessions')
			.set({ [column]: new Date(Date.now() - 1).toISOString() })
			.execute();

	it('is held open after an answer, and hands out what comes then', async () => {
		const { ticket } = await start(60);
		expect(await running.receive(ticket, answer('CustomerQuery'))).toBe(99);
		expect(await running.send(ticket)).toBe('');
		expect(await running.lastError(ticket)).toBe('NoOp');
		const id = await connection.queue(query('Vendor'));
		expect(await running.send(ticket)).toContain('VendorQueryRq');
		expect(await running.stateOf(id)).toEqual(['sent', null]);
		expect(await running.send(ticket)).toBe('');
		expect(await running.lastError(ticket)).toMatch(/no request/i);
		expect(await running.receive(ticket, answer('VendorQuery'))).toBe(99);
		expect(await running.stateOf(id)).toEqual(['response_received', null]);
	});

	it('ends when nothing has come for some time', async () => {
		const { ticket } = await start(60);
		await running.receive(ticket, answer('CustomerQuery'));
		await pass('hold_until');
		expect(await running.send(ticket)).toBe('');
		expect(await running.lastError(ticket)).toBe('Nothing is left to do.');
		await connection.queue(query('Vendor'));
		expect(await running.send(ticket)).toBe('');
		expect((await connection.signIn())[0]).not.toBe('');
	});

	it('ends in the end although something comes again and again, so that other connections have their turn', async () => {
		const { ticket } = await start(60);
		await running.receive(ticket, answer('CustomerQuery'));
		await running.send(ticket);
		await pass('hold_limit');
		await connection.queue(query('Vendor'));
		expect(await running.send(ticket)).toContain('VendorQueryRq');
		expect(await running.receive(ticket, answer('VendorQuery'))).toBe(100);
	});

	it('is not held open after a request that QuickBooks could not take', async () => {
		const { ticket } = await start(60);
		expect(await running.receive(ticket, '', '0x80040414', 'A dialog is open.')).toBe(100);
	});

	it('is not held open at all with a time of 0', async () => {
		const { ticket } = await start(0);
		expect(await running.receive(ticket, answer('CustomerQuery'))).toBe(100);
	});

	it('gives way at once to a connector that signs in again, and keeps no answered request from being removed', async () => {
		const { id, ticket } = await start(60);
		await running.receive(ticket, answer('CustomerQuery'));
		expect(await hasOpenSession(running.store, connection.id)).toBe(true);
		expect(await running.send(ticket)).toBe('');
		expect(await hasOpenSession(running.store, connection.id)).toBe(false);
		await connection.queue(query('Vendor'));
		const [next] = await connection.signIn();
		expect(await running.send(next)).toContain('VendorQueryRq');
		expect(await hasOpenSession(running.store, connection.id)).toBe(true);
		expect(await running.stateOf(id)).toEqual(['response_received', null]);
	});
});
