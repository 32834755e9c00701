import { randomUUID } from 'node:crypto';

import { until } from '../../n8n/until';
import { createDeliverer } from '../../service/deliveries/deliverer';
import { allowedTargets, createWebhookTargets } from '../../service/deliveries/webhook-targets';
import { requestFromXml } from '../../service/qbxml';
import { enqueue } from '../../service/queue/enqueue';
import { removeRequest } from '../../service/queue/remove';
import { createLog } from '../../service/server/log';
import {
	createAnswerStorage,
	deleteLeftAnswers,
	insertAnswer,
} from '../../service/store/answer-parts';
import { createApplication } from '../../service/store/applications';
import { hasOpenSession } from '../../service/store/connector-sessions';
import { openStore, type Store } from '../../service/store/database';
import { insertDelivery, lockDueDeliveries } from '../../service/store/deliveries';
import { keepAlive } from '../../service/store/service-processes';
import { dropDatabases, newDatabase, onPostgres } from '../support/databases';
import { connectionIn, deskProcess, PASSWORD } from './support/desk';
import { answer, request } from './support/qbxml';
import { receiver, stopReceivers } from './support/receiver';

const LONG_AGO = '2000-01-01T00:00:00.000Z';
const TIMEOUT_SECONDS = 60;
const log = createLog(false);

const stores: Store[] = [];

/** One process of the service: its own connections to the database, where that is not SQLite. */
async function startProcess(store: Store) {
	const process = await deskProcess(store, { timeoutSeconds: TIMEOUT_SECONDS, log });
	return {
		...process,
		receive: (ticket: string) => process.receive(ticket, answer('CustomerQuery')),
		/** As far as the others know, it gives no sign of life any more. */
		die: () => keepAlive(store, process.id, LONG_AGO),
	};
}

type Process = Awaited<ReturnType<typeof startProcess>>;

describe('several processes on one database', () => {
	let processes: Process[];
	let store: Store;
	let applicationId: string;

	beforeAll(async () => {
		const database = await newDatabase();
		const open = async () => {
			const opened = await openStore(database);
			stores.push(opened);
			return opened;
		};
		store = await open();
		processes = [];
		for (let count = 0; count < 3; count += 1)
			processes.push(await startProcess(onPostgres() ? await open() : store));
		applicationId = await createApplication(store, 'test');
	});
	afterAll(async () => {
		stopReceivers();
		for (const each of stores) await each.destroy();
		await dropDatabases();
	});

	const connect = () => connectionIn(store, applicationId);

	async function queue(connectionId: string, identifier = '1', webhookUrl?: string) {
		const requestXml = request('CustomerQuery').replace(
			/<CustomerQueryRq[^>]*>/,
			`<CustomerQueryRq requestID="${identifier}">`,
		);
		const record = await enqueue(store, {
			connectionId,
			request: requestFromXml(requestXml),
			requestXml,
			webhookUrl,
			isPrivateCaller: true,
		});
		return record.id;
	}

	const stateOf = async (id: string) =>
		await store
			.selectFrom('queued_requests')
			.select(['state', 'error'])
			.where('id', '=', id)
			.executeTakeFirst();

	/** Opens a session in a process. */
	async function opened({ sessions }: Process, connectionId: string): Promise<string> {
		const session = await sessions.open(connectionId);
		if (session === undefined || session === 'busy') throw new Error(`no session: ${session}`);
		return session.ticket;
	}

	it('open one session for a connection, however many connectors sign in at once', async () => {
		const { id, username } = await connect();
		await queue(id);
		const signIns = [...processes, ...processes].map(({ methods }) =>
			methods.authenticate({ strUserName: username, strPassword: PASSWORD }),
		);
		const tickets = (await Promise.all(signIns)).map(([ticket]) => ticket);
		const sent = await Promise.all(
			tickets.map((ticket, index) => processes[index % 3].send(ticket)),
		);
		expect(sent.filter((xml) => xml !== '')).toHaveLength(1);
	});

	it('hand out every request once and take every answer once, though each call comes to all of them', async () => {
		const REQUESTS = 8;
		const handedOut: string[] = [];
		let taken = 0;
		const work = async () => {
			const { id } = await connect();
			for (let count = 0; count < REQUESTS; count += 1) await queue(id, `${id}-${count}`);
			const ticket = await opened(processes[0], id);
			let progress: number;
			do {
				const sent = await Promise.all(processes.map(({ send }) => send(ticket)));
				handedOut.push(...sent.flatMap((xml) => /requestID="([^"]+)"/.exec(xml)?.[1] ?? []));
				const received = await Promise.all(processes.map(({ receive }) => receive(ticket)));
				const accepted = received.filter((percent) => percent >= 0);
				taken += accepted.length;
				progress = Math.max(...received);
			} while (progress < 100);
			return Array.from({ length: REQUESTS }, (_, count) => `${id}-${count}`);
		};
		const queued = (await Promise.all([work(), work(), work()])).flat();
		expect(handedOut.sort()).toEqual(queued.sort());
		expect(taken).toBe(queued.length);
	});

	it('go on with the session of one that has died', async () => {
		const dying = await startProcess(processes[0].store);
		const { id } = await connect();
		const requestId = await queue(id);
		const ticket = await opened(dying, id);
		expect(await dying.send(ticket)).toContain('CustomerQueryRq');
		await dying.die();
		expect(await processes[1].receive(ticket)).toBe(100);
		expect(await stateOf(requestId)).toMatchObject({ state: 'response_received' });
	});

	it('let a connector in again whose call was lost with a process, and no other', async () => {
		const dying = await startProcess(processes[0].store);
		const { id } = await connect();
		const first = await queue(id);
		await queue(id);
		const ticket = await opened(dying, id);
		await dying.send(ticket);
		expect(await processes[1].sessions.open(id)).toBe('busy');
		await dying.die();
		const anew = await opened(processes[1], id);
		expect(await stateOf(first)).toMatchObject({
			state: 'error',
			error: expect.stringContaining('connection_error'),
		});
		expect(await processes[2].receive(ticket)).toBe(-1);
		expect(await processes[2].send(ticket)).toBe('');
		expect(await processes[2].send(anew)).toContain('CustomerQueryRq');
		expect(await dying.sessions.open(id)).toBe('busy');
	});

	it('let a connector in again whose call has failed', async () => {
		const { id } = await connect();
		const requestId = await queue(id);
		const ticket = await opened(processes[0], id);
		processes[0].sessions.callFailed(ticket);
		const anew = await until(
			() => processes[1].sessions.open(id),
			(session) => session !== 'busy',
		);
		expect(anew).toEqual({ ticket: expect.not.stringMatching(ticket) });
		expect(await stateOf(requestId)).toMatchObject({ state: 'ticketed' });
	});

	it('end a session whose time is up, whichever has it', async () => {
		const { id } = await connect();
		const requestId = await queue(id);
		await opened(processes[0], id);
		await processes[1].sessions.endExpired();
		expect(await stateOf(requestId)).toMatchObject({ state: 'ticketed' });
		await store
			.updateTable('connector_sessions')
			.set({ expires_at: LONG_AGO })
			.where('connection_id', '=', id)
			.execute();
		await Promise.all(processes.map(({ sessions }) => sessions.endExpired()));
		expect(await stateOf(requestId)).toMatchObject({ state: 'waiting' });
		expect(await hasOpenSession(store, id)).toBe(false);
	});

	it('either remove a request or hand it out', async () => {
		for (let round = 0; round < 10; round += 1) {
			const { id } = await connect();
			const requestId = await queue(id);
			const [removal, session] = await Promise.all([
				removeRequest(processes[0].store, { applicationId, id: requestId, force: true }),
				processes[1].sessions.open(id),
			]);
			const state = await stateOf(requestId);
			if (removal === 'removed') expect([session, state]).toEqual([undefined, undefined]);
			else {
				expect(removal).toBe('active');
				expect(session).toMatchObject({ ticket: expect.anything() });
				expect(state).toMatchObject({ state: 'ticketed' });
			}
		}
	});

	const settings = {
		secretsOf: () => Promise.resolve([]),
		tries: [0, 0.05],
		timeoutSeconds: 10,
		signatureHeader: 'signature',
	};

	const anywhere = () => createWebhookTargets({ rule: 'any', allow: allowedTargets([]) });

	/** Queues requests and makes their deliveries due. */
	async function due(count: number, webhookUrl: string): Promise<string[]> {
		const { id } = await connect();
		const ids: string[] = [];
		for (let each = 0; each < count; each += 1) {
			const requestId = await queue(id, String(each), webhookUrl);
			await insertDelivery(store, {
				page_request_id: requestId,
				webhook_url: webhookUrl,
				host: new URL(webhookUrl).host,
				payload: JSON.stringify({ id: requestId, state: 'completed' }),
				tries: 0,
				caller_is_private: 1,
			});
			ids.push(requestId);
		}
		return ids;
	}

	it('make every delivery, one of them at a time', async () => {
		const attempts = new Map<string, number>();
		const under = new Set<string>();
		let overlaps = 0;
		const { url } = await receiver((response, { body }) => {
			if (under.has(body.id)) overlaps += 1;
			under.add(body.id);
			const made = (attempts.get(body.id) ?? 0) + 1;
			attempts.set(body.id, made);
			setImmediate(() => {
				under.delete(body.id);
				response.writeHead(made === 1 ? 500 : 204).end();
			});
		});
		const ids = await due(40, url);
		const deliverers = processes.map((each) =>
			createDeliverer(each.store, each.id, { ...settings, targets: anywhere() }, log),
		);
		for (const { deliver } of deliverers) deliver();
		await until(
			() => store.selectFrom('deliveries').select('sequence').execute(),
			(left) => left.length === 0,
		);
		await Promise.all(deliverers.map(({ close }) => close()));
		expect(overlaps).toBe(0);
		expect(Object.fromEntries(attempts)).toEqual(Object.fromEntries(ids.map((id) => [id, 2])));
	});

	it('make what one has kept for itself and did not begin, as soon as that has died, and not before', async () => {
		const dying = await startProcess(processes[0].store);
		const { url, deliveries, received } = await receiver();
		const { host } = new URL(url);
		const { id } = await connect();
		const pageRequestId = await queue(id, '1', url);
		const own = createDeliverer(dying.store, dying.id, { ...settings, targets: anywhere() }, log);
		const slot = own.keepSlot({ pageRequestId, applicationId, host });
		await insertDelivery(store, {
			...{ page_request_id: pageRequestId, webhook_url: url, host, tries: 0, caller_is_private: 1 },
			payload: JSON.stringify({ id: pageRequestId, state: 'completed' }),
			...slot?.lock,
		});
		const other = createDeliverer(
			processes[1].store,
			processes[1].id,
			{ ...settings, targets: anywhere() },
			log,
		);
		other.deliver();
		const later = await due(1, url);
		other.deliver();
		await received(1);
		expect(deliveries.map(({ body }) => body.id)).toEqual(later);
		await dying.die();
		other.deliver();
		await received(2);
		await until(
			() => store.selectFrom('deliveries').select('sequence').execute(),
			(left) => left.length === 0,
		);
		slot?.release();
		await own.close();
		await other.close();
		expect(deliveries).toHaveLength(2);
	});

	it('give back a slot whose delivery was not stored, and deliver what was stored all the same', async () => {
		const { url, received } = await receiver();
		const { host } = new URL(url);
		const [{ store: own, id: processId }] = processes;
		const deliverer = createDeliverer(own, processId, { ...settings, targets: anywhere() }, log);
		const keep = (pageRequestId: string) =>
			deliverer.keepSlot({ pageRequestId, applicationId, host });
		const kept = ['a', 'b', 'c', 'd'].map(keep);
		expect(kept.map((slot) => slot?.lock.locked_by)).toEqual(Array(4).fill(processId));
		expect(keep('e')).toBeUndefined();
		const [stored] = await due(1, url);
		await store
			.updateTable('deliveries')
			.set({ ...kept[0]?.lock })
			.where('page_request_id', '=', stored)
			.execute();
		for (const slot of kept) slot?.release();
		await received(1);
		await until(
			() => store.selectFrom('deliveries').select('sequence').execute(),
			(left) => left.length === 0,
		);
		await until(
			async () => keep(randomUUID()),
			(slot) => slot !== undefined,
		).then((slot) => slot?.release());
		await deliverer.close();
	});

	it('leave alone what another one is delivering, until that has died', async () => {
		const dying = await startProcess(processes[0].store);
		const url = 'http://127.0.0.1:9/hook';
		await due(2, url);
		await store.updateTable('deliveries').set({ due_at: LONG_AGO }).execute();
		const { lane } = await store.selectFrom('deliveries').select('lane').executeTakeFirstOrThrow();
		const lock = ({ id, store: own }: Process, limit: number, making: string[] = []) =>
			lockDueDeliveries(own, id, {
				lane,
				now: new Date().toISOString(),
				making,
				limit,
			});
		const [made] = await lock(dying, 1);
		const [other] = await lock(processes[1], 5);
		expect(other.page_request_id).not.toBe(made.page_request_id);
		expect(await lock(dying, 5, [made.page_request_id])).toEqual([]);
		expect(await lock(processes[2], 5)).toEqual([]);
		await dying.die();
		expect(await lock(processes[2], 5)).toMatchObject([{ page_request_id: made.page_request_id }]);
	});

	it('delete what one was storing of an answer that has died, and then nobody can have it', async () => {
		const dying = await startProcess(processes[0].store);
		const content = new TextEncoder().encode('<a/>');
		const begun = async (each: Process) => {
			const storage = createAnswerStorage(each.store, each.id);
			await storage.add([{ number: 0, form: 'json', content }]);
			return { id: storage.id, processId: each.id, xml: [], json: [0] };
		};
		const [lost, living] = [await begun(dying), await begun(processes[1])];
		await dying.die();
		await deleteLeftAnswers(processes[2].store, processes[2].id, new Date().toISOString());
		const parts = await store.selectFrom('answer_parts').select('answer_id').execute();
		expect(parts).toEqual([{ answer_id: living.id }]);
		await expect(insertAnswer(dying.store, lost)).rejects.toThrow('given up');
		await insertAnswer(processes[1].store, living);
	});
});
