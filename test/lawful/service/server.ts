import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Company } from './company';
import {
	Busy,
	type Candidate,
	type Choice,
	type Death,
	type Delivery,
	type LedgerEntry,
	Queue,
} from './queue';
import { chance, plainest, type Reading, shuffled } from './readings';
import { dressed, headerNames, show, type StoredRecord, time, writtenId } from './record';
import {
	type Asked,
	dataExtension,
	invalid,
	invoice,
	isObject,
	type Json,
	type JsonObject,
	queries,
	query,
	raw,
	Refusal,
} from './requests';

/** One call that came in. */
export interface Call {
	/** Counts the calls from 1. */
	number: number;
	method: string;
	/** From the base address on, with the query: `/connections?x=1`. */
	path: string;
	/** What was sent: JSON, or a text where it is none. */
	body: unknown;
	headers: Record<string, string>;
	/** The status the caller got; undefined while it has none, 'none' where the answer was broken off. */
	status?: number | 'none';
}

/** How a lost answer looks to the caller. */
export type LostAnswer =
	'break' | 'cut' | 500 | '500 with error body' | 502 | 504 | 'page with 200';

/** What becomes of a call. */
export type Fate =
	/** `before`: it never reaches the service. `after`: it is taken, then the answer is lost. */
	| { lose: 'before' | 'after'; answer: LostAnswer }
	/** The answer is lost at once, and the call is taken after that many further calls have been handled. */
	| { late: number; answer: LostAnswer }
	/** It is not taken. */
	| { status: number; retryAfter?: number | string; error?: { code: string; message: string } }
	/** It is taken and carried out, and the answer comes when the promise is kept. */
	| { hold: Promise<unknown> };

export interface LawfulService {
	/** The v1 base address: `http://127.0.0.1:<port>/api/v1`. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** What deliveries are signed with, where the reading signs them. */
	readonly webhookSecret: string;
	readonly reading: Readonly<Reading>;
	/** Makes a connection that the customer has set up; returns its id. */
	newConnection(name?: string): string;
	/** What the desktop really carried out. */
	readonly ledger: LedgerEntry[];
	/** The records of a connection as they are, whatever the service shows of them. */
	records(connectionId: string): StoredRecord[];
	/** The company file of a connection. */
	company(connectionId: string): Company;
	readonly desktop: {
		/** From now on it carries out what waits and what comes. It is on at the start. */
		turnOn(): void;
		/** From now on what comes stays waiting. */
		turnOff(): void;
		/** Carries out what waits, on or off; returns how many, a page counting as one, once it is delivered. */
		run(most?: number): Promise<number>;
		/** Takes requests up without answering them: they are `sent`, and the connection is active. */
		begin(most?: number): number;
		/** What it answers `retryable` for now; without a choice it holds back nothing any more. */
		holdBack(choice?: Choice): void;
		/** What it refuses with status 3140, whatever it says; without a choice nothing any more. */
		refuse(choice?: Choice): void;
		/** With which requests it dies, and whether before or after carrying them out; without a choice with none any more. */
		die(choice?: (candidate: Candidate) => Death): void;
	};
	/** Every call that came in. */
	readonly calls: Call[];
	/** Decides what becomes of each incoming call; undefined lets it pass. */
	meddle(decide: (call: Call) => Fate | undefined): void;
	/** Every try to deliver. */
	readonly deliveries: Delivery[];
	/** Resolves when nothing is answered, carried out or delivered any more. */
	settled(): Promise<void>;
	/** Gives failed deliveries their next tries, where the reading has further tries. */
	deliverAgain(times?: number): Promise<void>;
	/** Takes requests in that came late, whatever still was to come first. */
	takeLate(): Promise<void>;
	/** Sets the service's clock that many milliseconds ahead of the true time. */
	setClock(ahead: number): void;
	/** Deletes a request whatever its state. */
	removeRequest(id: string): void;
	/** Puts a waiting request into the state `discarded`. */
	discard(id: string): void;
	close(): Promise<void>;
}

interface Connection {
	id: string;
	username: string;
	name?: string;
	redirectUrl?: string;
	password: string;
	insertedAt: number;
	connectedAt?: number;
}

interface Reply {
	status: number;
	body?: Json;
	headers?: Record<string, string>;
	/** The record that the call queued. */
	queued?: StoredRecord;
}

/** A call with the way back to its caller. */
interface Exchange {
	call: Call;
	response: ServerResponse;
	/** Kept when the answer is out, or the caller is gone. */
	closed: Promise<void>;
}

interface Given {
	query: URLSearchParams;
	body: unknown;
	/** What stands in the path, in its order. */
	ids: string[];
}

type Route = [method: string, path: RegExp, answer: (given: Given) => Reply];

const PAGE = '<!doctype html><html><body><h1>Please wait</h1></body></html>';

/** Starts a service that keeps the interface in the given reading, on a port of its own. */
export async function startLawfulService(given: Partial<Reading> = {}): Promise<LawfulService> {
	const reading: Reading = { ...plainest, ...given };
	const random = chance(reading.seed + 2);
	const apiKey = `key_${randomBytes(12).toString('hex')}`;
	const webhookSecret = randomBytes(24).toString('hex');
	const busy = new Busy();
	const connections: Connection[] = [];
	const companies = new Map<string, Company>();
	const calls: Call[] = [];
	const lateOnes: Array<{ after: number; take: () => void }> = [];
	let decide: (call: Call) => Fate | undefined = () => undefined;

	const company = (connectionId: string): Company => {
		const known = companies.get(connectionId.toLowerCase()) ?? new Company(reading);
		companies.set(connectionId.toLowerCase(), known);
		return known;
	};
	const queue = new Queue(reading, busy, webhookSecret, company);

	const addConnection = (name?: string, redirectUrl?: string): Connection => {
		const connection: Connection = {
			id: randomUUID(),
			username: randomUUID(),
			name,
			redirectUrl,
			password: randomBytes(9).toString('base64url'),
			insertedAt: queue.now(),
		};
		connections.push(connection);
		return connection;
	};

	const connection = (id: string): Connection => {
		const found = connections.find((one) => one.id === id.toLowerCase());
		if (found === undefined) throw new Refusal('not_found', 'The connection was not found.');
		return found;
	};

	/** A connection (section 2.1); which fields it has depends on the operation. */
	const showConnection = (one: Connection, where: 'create' | 'list' | 'get'): JsonObject => {
		const id = writtenId(one.id, where === 'list' ? 'list' : 'read', reading);
		const at = one.connectedAt;
		const always = {
			id,
			app_id: 'aaaaaaaa-0000-4000-8000-000000000001',
			username: one.username,
			name: one.name ?? (at === undefined ? '' : 'Lawful Company'),
			last_connected_at: at === undefined ? null : time(at, reading),
			company_file: at === undefined ? null : 'C:\\Companies\\Lawful.qbw',
			type: reading.connectionType,
			xml_version: at === undefined ? null : '16.0',
			accounting_product_name: at === undefined ? null : 'QuickBooks Enterprise Solutions 24.0',
		};
		const linked = {
			redirect_url: one.redirectUrl ?? null,
			links: {
				self: `/api/v1/connections/${id}`,
				ui: `/connections/${id}`,
				onboarding: `http://127.0.0.1/onboarding/${one.username}`,
			},
		};
		const times = {
			inserted_at: time(one.insertedAt, reading),
			updated_at: time(one.insertedAt, reading),
		};
		const shown = { create: { ...always, ...linked, ...times }, list: { ...always, ...linked } };
		return dressed(where === 'get' ? always : shown[where], reading);
	};

	const status = (own: number): number =>
		reading.successStatus === 'each its own' ? own : reading.successStatus;

	const data = (own: number, value: Json): Reply => ({
		status: own,
		body: dressed({ data: value }, reading),
	});

	/** Queues a request; its state is `waiting` in the answer (section 3). */
	const queued = (own: number, connectionId: string, asked: Asked): Reply => {
		const record = queue.add(connection(connectionId).id, asked);
		return { ...data(status(own), show(record, 'queued', reading)), queued: record };
	};

	const routes: Route[] = [
		[
			'GET',
			/^\/connections$/,
			() => {
				const order = {
					'oldest first': () => connections,
					'newest first': () => [...connections].reverse(),
					shuffled: () => shuffled(connections, random),
				};
				const all = order[reading.connectionOrder]();
				return data(
					200,
					all.map((one) => showConnection(one, 'list')),
				);
			},
		],
		[
			'POST',
			/^\/connections$/,
			({ body }) => {
				const fields = isObject(body) ? body : {};
				const text = (name: string): string | undefined => {
					const value = fields[name] ?? undefined;
					if (value !== undefined && typeof value !== 'string')
						throw invalid(`${name} is no text.`);
					return value === '' ? undefined : value;
				};
				const made = addConnection(text('name'), text('redirect_url'));
				return data(201, showConnection(made, 'create'));
			},
		],
		[
			'GET',
			/^\/connections\/([^/]+)$/,
			({ ids }) => data(200, showConnection(connection(ids[0]), 'get')),
		],
		[
			'DELETE',
			/^\/connections\/([^/]+)$/,
			({ ids }) => {
				const gone = connection(ids[0]);
				connections.splice(connections.indexOf(gone), 1);
				queue.removeConnection(gone.id);
				return { status: 204 };
			},
		],
		[
			'POST',
			/^\/connections\/([^/]+)\/password$/,
			({ ids, body }) => {
				const one = connection(ids[0]);
				const wanted = isObject(body) ? body.password : undefined;
				const random = randomBytes(9).toString('base64url');
				one.password = typeof wanted === 'string' && wanted !== '' ? wanted : random;
				const id = reading.passwordId === 'own' ? randomUUID() : writtenId(one.id, 'read', reading);
				return data(status(200), dressed({ id, password: one.password }, reading));
			},
		],
		[
			'GET',
			/^\/connections\/([^/]+)\/qwc$/,
			({ ids }) => {
				const one = connection(ids[0]);
				const qwc = `<?xml version="1.0"?><QBWCXML><AppName>Lawful</AppName><UserName>${one.username}</UserName></QBWCXML>`;
				const body = dressed({ qwc }, reading);
				return { status: status(200), body: reading.qwcWrapped ? { data: body } : body };
			},
		],
		[
			'GET',
			/^\/connections\/([^/]+)\/queued_requests$/,
			({ ids, query: parameters }) => {
				const found = queue.list(connection(ids[0]).id, parameters);
				const number = (one: number): Json => (reading.listNumbers === 'text' ? String(one) : one);
				return {
					status: 200,
					body: dressed(
						{
							data: found.records.map((one) => show(one, 'list', reading)),
							page: number(found.page),
							total_pages: number(found.pages),
						},
						reading,
					),
				};
			},
		],
		[
			'POST',
			/^\/connections\/([^/]+)\/queued_requests$/,
			({ ids, body }) => {
				connection(ids[0]);
				return queued(201, ids[0], raw(body, reading));
			},
		],
		[
			'GET',
			/^\/queued_requests\/([^/]+)$/,
			({ ids }) => data(200, show(queue.read(ids[0]), 'read', reading)),
		],
		[
			'DELETE',
			/^\/queued_requests\/([^/]+)$/,
			({ ids, query: parameters }) => {
				queue.delete(ids[0], parameters.get('force') === 'true');
				const own = status(204);
				return own === 204 ? { status: own } : { status: own, body: {} };
			},
		],
		[
			'GET',
			/^\/connections\/([^/]+)\/([a-z_]+)$/,
			({ ids, query: parameters }) => {
				if (!Object.hasOwn(queries, ids[1])) throw new Refusal('not_found', 'Not found.');
				connection(ids[0]);
				return queued(202, ids[0], query(ids[1], parameters, reading));
			},
		],
		[
			'POST',
			/^\/connections\/([^/]+)\/invoices$/,
			({ ids, query: parameters, body }) => {
				connection(ids[0]);
				return queued(202, ids[0], invoice(body, parameters, reading));
			},
		],
		[
			'POST',
			/^\/connections\/([^/]+)\/data_ext_mods$/,
			({ ids, query: parameters, body }) => {
				connection(ids[0]);
				return queued(202, ids[0], dataExtension(body, parameters, reading));
			},
		],
	];

	const errorStatus: Record<Refusal['code'], number> = {
		unauthorized: 401,
		not_found: 404,
		invalid_request: reading.invalidRequestStatus,
		invalid_state: reading.conflictStatus,
		connection_active: reading.conflictStatus,
	};

	const errorReply = (at: number, code: string, message: string): Reply => ({
		status: at,
		body: dressed({ error: dressed({ code, message }, reading) }, reading),
		headers: at === 401 ? { 'WWW-Authenticate': 'Basic realm="api"' } : {},
	});

	/** Takes a call: this is where a request is queued or not. */
	const take = (call: Call): Reply => {
		const url = new URL(call.path, 'http://service');
		try {
			const expected = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
			if (call.headers.authorization !== expected)
				throw new Refusal('unauthorized', 'Authentication is required.');
			for (const [method, path, answer] of routes) {
				const found = path.exec(url.pathname);
				if (found === null || method !== call.method) continue;
				const isBroken = typeof call.body === 'string';
				if (isBroken && method === 'POST') throw invalid('The body is not JSON.');
				return answer({ query: url.searchParams, body: call.body, ids: found.slice(1) });
			}
			throw new Refusal('not_found', 'Not found.');
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			const own = errorStatus[error.code];
			const at = reading.everyErrorStatus === 'own' ? own : reading.everyErrorStatus;
			return errorReply(at, error.code, error.message);
		}
	};

	const send = (exchange: Exchange, reply: Reply, text?: string): Promise<void> => {
		const { call, response, closed } = exchange;
		const body = text ?? (reply.body === undefined ? undefined : JSON.stringify(reply.body));
		const dates = {
			'own clock': new Date(Date.now() + queue.clockAhead).toUTCString(),
			'true time': new Date().toUTCString(),
			absent: undefined,
		};
		const date = dates[reading.dateHeader];
		response.sendDate = false;
		const headers: Record<string, string> = {
			...(date === undefined ? {} : { Date: date }),
			...(body === undefined
				? {}
				: {
						'Content-Type': text === undefined ? reading.contentType : 'text/html',
						'Content-Length': String(Buffer.byteLength(body)),
					}),
			...reply.headers,
		};
		call.status = reply.status;
		response.writeHead(reply.status, headerNames(headers, reading));
		response.end(body);
		return closed;
	};

	/** Lets an answer get lost on its way. */
	const lose = (exchange: Exchange, how: LostAnswer, real: Reply): Promise<void> => {
		const { call, response, closed } = exchange;
		if (how === '500 with error body') {
			const failure = errorReply(500, 'internal_server_error', 'Something went wrong.');
			return send(exchange, failure);
		}
		if (how === 'page with 200') return send(exchange, { status: 200 }, PAGE);
		if (typeof how === 'number') return send(exchange, { status: how }, PAGE);
		call.status = 'none';
		if (how === 'break') {
			response.destroy();
			return closed;
		}
		const body = JSON.stringify(real.body ?? { data: { id: randomUUID() } });
		response.writeHead(real.status, {
			'Content-Type': reading.contentType,
			'Content-Length': String(Buffer.byteLength(body)),
		});
		response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy());
		return closed;
	};

	/** Everything that a taken call sets going goes on after its answer; see `deliveryMoment`. */
	const goOn = (reply: Reply): Promise<void> => {
		if (reply.queued === undefined) return Promise.resolve();
		for (const one of queue.withId(reply.queued.id)) one.answered = true;
		return busy.during(queue.wake());
	};

	/** A receiver may itself wait for our answer; it does not get all the time in the world. */
	const goOnBefore = async (reply: Reply): Promise<void> => {
		if (reply.queued === undefined || reading.deliveryMoment === 'after the call is answered')
			return;
		let timer: NodeJS.Timeout | undefined;
		const enough = new Promise<void>((resolve) => {
			timer = setTimeout(resolve, 500);
		});
		await Promise.race([busy.during(queue.wake()), enough]);
		clearTimeout(timer);
	};

	/** One further call has been handled: what waits for that is taken now. */
	const countForLate = (): void => {
		for (const one of lateOnes) one.after--;
		for (const one of lateOnes.filter(({ after }) => after <= 0)) {
			lateOnes.splice(lateOnes.indexOf(one), 1);
			one.take();
		}
	};

	const takeLater = (call: Call, after: number): void => {
		const takeNow = (): void => {
			const reply = take(call);
			void goOnBefore(reply).then(() => goOn(reply));
		};
		if (after <= 0) takeNow();
		else lateOnes.push({ after, take: takeNow });
	};

	const handle = async (exchange: Exchange): Promise<void> => {
		const { call } = exchange;
		const fate = decide(call);
		if (fate === undefined || 'hold' in fate) {
			const reply = take(call);
			await goOnBefore(reply);
			countForLate();
			if (fate !== undefined) {
				void goOn(reply);
				busy.leave();
				await Promise.resolve(fate.hold).catch(() => undefined);
				busy.enter();
			}
			await send(exchange, reply);
			return await goOn(reply);
		}
		if ('status' in fate) {
			const { code, message } = fate.error ?? { code: 'rate_limited', message: 'Try again later.' };
			const reply = errorReply(fate.status, code, message);
			if (fate.retryAfter !== undefined)
				reply.headers = { ...reply.headers, 'Retry-After': String(fate.retryAfter) };
			countForLate();
			return await send(exchange, reply);
		}
		if ('late' in fate) {
			countForLate();
			if (fate.late > 0) takeLater(call, fate.late);
			await lose(exchange, fate.answer, { status: 200 });
			if (fate.late <= 0) takeLater(call, 0);
			return;
		}
		if (fate.lose === 'before') {
			countForLate();
			return await lose(exchange, fate.answer, { status: 200 });
		}
		const reply = take(call);
		await goOnBefore(reply);
		countForLate();
		await lose(exchange, fate.answer, reply);
		return await goOn(reply);
	};

	const base = '/api/v1';
	const read = async (request: IncomingMessage): Promise<unknown> => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const text = Buffer.concat(parts).toString('utf8');
		if (text === '') return undefined;
		try {
			return JSON.parse(text);
		} catch {
			return text;
		}
	};

	const server = createServer((request, response) => {
		busy.enter();
		const closed = new Promise<void>((resolve) => response.on('close', resolve));
		const work = async (): Promise<void> => {
			const body = await read(request);
			const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
			const path = request.url ?? '/';
			const call: Call = {
				number: calls.length + 1,
				method: request.method ?? 'GET',
				path: path.startsWith(base) ? path.slice(base.length) || '/' : path,
				body,
				headers: Object.fromEntries(headers),
			};
			calls.push(call);
			await handle({ call, response, closed });
		};
		work()
			.catch(() => response.destroy())
			.finally(() => busy.leave());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;

	const wake = (): void => void busy.during(queue.wake());

	return {
		baseUrl: `http://127.0.0.1:${port}${base}`,
		apiKey,
		webhookSecret,
		reading,
		newConnection: (name) => {
			const made = addConnection(name);
			made.connectedAt = made.insertedAt;
			return made.id;
		},
		ledger: queue.ledger,
		records: (id) => queue.records.filter((one) => one.connectionId === id.toLowerCase()),
		company,
		desktop: {
			turnOn: () => {
				queue.isDesktopOn = true;
				wake();
			},
			turnOff: () => {
				queue.isDesktopOn = false;
			},
			run: (most = Infinity) => queue.run(most),
			begin: (most = Infinity) => queue.begin(most),
			holdBack: (choice = () => false) => {
				queue.holdsBack = choice;
				wake();
			},
			refuse: (choice = () => false) => {
				queue.refuses = choice;
			},
			die: (choice = () => undefined) => {
				queue.dies = choice;
			},
		},
		calls,
		meddle: (how) => {
			decide = how;
		},
		deliveries: queue.deliveries,
		settled: () => busy.settled(),
		deliverAgain: (times = 1) => queue.deliverAgain(times),
		takeLate: async () => {
			for (const one of lateOnes.splice(0)) one.take();
			await busy.settled();
		},
		setClock: (ahead) => {
			queue.clockAhead = ahead;
		},
		removeRequest: (id) => queue.remove(id),
		discard: (id) => queue.discard(id),
		close: async () => {
			queue.close();
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			});
		},
	};
}
