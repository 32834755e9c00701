import { createHmac, randomUUID } from 'node:crypto';

import type { ApiClient, Fields } from '../../service/support/api-client';
import { answer, request as requestXml } from '../../service/support/qbxml';
import { stopReceivers } from '../../service/support/receiver';
import { patientClient, rateLimited } from './client';
import { type TestConnection, testConnection } from './connection';
import { type Desktop, foreignDesktop, ownDesktop } from './desktop';
import { iterated } from './exchange';
import { type Found, foundOf, type Readings, type TopicName, topicNames } from './guarantees';
import type { GivenTarget } from './needs';
import { patientReceiver } from './patient-receiver';
import { NotAsked } from './statement';
import { within } from './wait';

/** More requests than a list shows unless asked for more (section 8). */
const MORE_THAN_A_PAGE = 21;
/** How long a second try of a delivery is waited for. */
const SECOND_TRY_SECONDS = 15;
const largestPage = { page_size: '100' };

/** The service whose reading is looked for. */
interface Bench {
	readonly given: GivenTarget;
	readonly api: ApiClient;
	/** A connection of the suite’s own, which is deleted in the end. */
	connect(): Promise<TestConnection>;
	/** @throws NotAsked when nobody carries requests out */
	desktop(): Promise<Desktop>;
	recordOf(id: string): Promise<Fields>;
}

const isShown = (value: unknown): boolean =>
	value !== undefined && value !== null && JSON.stringify(value) !== '[]';

type View = Partial<Fields> | undefined;
const requestIn = (view: View) => [view?.request_xml, view?.request_json].filter(isShown);
const answerIn = (view: View) => [view?.response_xml, view?.response_json].filter(isShown);
const holds = (values: unknown[], text: string): boolean => JSON.stringify(values).includes(text);

/** A query of the host with an identifier of its own: the cheapest thing that a desktop can be asked. */
const hostQuery = (identifier: string): string =>
	requestXml('HostQuery').replace('requestID="1"', `requestID="${identifier}"`);

async function queueHostQuery({ call }: TestConnection, identifier: string, webhook_url?: string) {
	const body = { request_xml: hostQuery(identifier), webhook_url };
	const answered = await call('POST', '/queued_requests', { body });
	if (answered.status < 300) return answered.body.data;
	throw new NotAsked(`a query of the host was answered with ${answered.status}: ${answered.text}`);
}

const named = (): string => `conformance-${randomUUID()}`;

const shownIn = (values: unknown[]) => (values.length > 0 ? 'shown' : 'hidden');

function identifierShown(record: View, identifier: string) {
	if (requestIn(record).length === 0) return 'hidden';
	return holds(requestIn(record), identifier) ? 'carried' : 'notCarried';
}

/** What can be told of requests that nobody carries out. */
async function queueing({ connect, recordOf }: Bench): Promise<Readings> {
	const connection = await connect();
	const { call, list, listIds, queue } = connection;
	const identifiers = [named(), named(), named()];
	const [preBuilt, inXml, newest] = identifiers;
	const answered = await call('GET', '/customers', { query: { request_id: preBuilt } });
	const isRefused = answered.status >= 300;
	const raw = await queueHostQuery(connection, inXml);
	await Promise.all(Array.from({ length: MORE_THAN_A_PAGE }, () => queue()));
	const young = await queueHostQuery(connection, newest);

	const identifier = isRefused
		? 'refused'
		: identifierShown(await recordOf(answered.body.data.id), preBuilt);
	const identifierInXml = identifierShown(await recordOf(raw.id), inXml);

	const finds = async (search_phrase: string, id: string) =>
		(await listIds({ search_phrase, ...largestPage })).includes(id);
	const findsNothing = (await listIds({ search_phrase: named() })).length === 0;
	const findsOld =
		(await finds(inXml, raw.id)) &&
		(identifier !== 'carried' || (await finds(preBuilt, answered.body.data.id)));
	const findsYoung = async () => ((await finds(newest, young.id)) ? 'recent' : 'elsewhere');
	const search = async () => {
		if (identifierInXml !== 'carried') return 'unproven';
		if (!findsNothing) return 'elsewhere';
		return findsOld ? 'identifier' : findsYoung();
	};

	const [listed] = (await list(largestPage)).filter(({ id }) => id === raw.id);
	return {
		identifier,
		identifierInXml,
		search: await search(),
		listRequest:
			identifierInXml === 'hidden'
				? new NotAsked('no record shows its request')
				: shownIn(requestIn(listed)),
		listNumbers: await listNumbers(connection),
	};
}

async function listNumbers({ call }: TestConnection) {
	const { page, total_pages } = (await call('GET', '/queued_requests')).body;
	const both: unknown[] = [page, total_pages];
	if (both.every(Number.isInteger)) return 'integers';
	return both.every((each) => /^\d+$/.test(String(each))) ? 'text' : 'otherwise';
}

/** Whether a call that comes again with the same key is known. */
async function repeating({ connect }: Bench): Promise<Readings> {
	const { call } = await connect();
	const headers = { 'Idempotency-Key': named() };
	const body = { request_xml: hostQuery(named()) };
	const first = await call('POST', '/queued_requests', { body, headers });
	const second = await call('POST', '/queued_requests', { body, headers });
	if (first.status >= 300 || second.status >= 300)
		throw new NotAsked(
			`calls with an Idempotency-Key were answered with ${first.status} and ${second.status}`,
		);
	return {
		idempotencyKey: first.body.data.id === second.body.data.id ? 'heeded' : 'notHeeded',
	};
}

function jsonShape({ response_json, response_xml }: Fields) {
	const documents: unknown = response_json;
	const [first] = Array.isArray(documents) ? documents : [];
	if (first?.QBXMLMsgsRs?.HostQueryRs?.['@statusCode'] !== undefined) return 'known';
	return typeof response_xml === 'string' && response_xml.includes('<HostQueryRs')
		? 'xmlBeside'
		: 'unreadable';
}

/** What can be told of a request that was answered. */
async function answering({ desktop, recordOf }: Bench): Promise<Readings> {
	const { connection, carryOut } = await desktop();
	const identifier = named();
	const { id } = await queueHostQuery(connection, identifier);
	await carryOut(id);
	const record = await within(
		() => recordOf(id),
		(each) => answerIn(each).length > 0,
	);
	const listed = (await connection.list()).find((each) => each.id === id);
	return {
		responseJson: jsonShape(record),
		answerIdentifier: holds(answerIn(record), identifier) ? 'repeated' : 'notRepeated',
		listAnswer:
			answerIn(record).length > 0
				? shownIn(answerIn(listed))
				: new NotAsked('no record shows its answer'),
	};
}

const REFUSED = answer('CustomerQuery', { statusCode: 3120, severity: 'Error' });

/** Queues something that the accounting application refuses: by the suite’s own word, or because there is no such customer. */
async function queueRefused({ connection, isOwn, mayWrite }: Desktop): Promise<Fields> {
	if (isOwn) return connection.queueXml();
	if (!mayWrite)
		throw new NotAsked('nothing that could be refused is sent to the desktop of a customer');
	const body = {
		customer_list_id: '80009999-9999999999',
		transaction_date: '2026-01-31',
		lines: [{ item_list_id: '80009999-9999999998', quantity: 1, rate: '1.00' }],
	};
	return (await connection.call('POST', '/invoices', { body })).body.data;
}

/** How a refusal by the accounting application shows. */
async function refusing({ desktop, recordOf }: Bench): Promise<Readings> {
	const at = await desktop();
	const { id } = await queueRefused(at);
	await at.carryOut(id, () => REFUSED);
	const record = await recordOf(id);
	if (isShown(record.error)) return { refusal: 'error' };
	if (/statusSeverity\W+Error/.test(JSON.stringify(answerIn(record))))
		return { refusal: 'answerAlone' };
	return { refusal: record.state === 'error' ? 'stateAlone' : 'hidden' };
}

/** Has an iterated query of vendors answered. */
async function iteratedId(
	{ connection, isOwn, mayWrite, carryOut }: Desktop,
	query: Record<string, string> = {},
): Promise<string> {
	if (isOwn) return (await iterated(connection, 3, query)).queued.id;
	const { id } = await connection.queue('/vendors', {
		iterate: 'true',
		...query,
		...(mayWrite && { max_returned: '1' }),
	});
	await carryOut(id);
	return id;
}

const isNumber = (value: unknown): boolean => /^\d+$/.test(String(value));

function numbering(pages: readonly Fields[]) {
	const numbers: unknown[] = pages.map(({ page }) => page);
	if (!numbers.every(isNumber)) return 'unnumbered';
	return numbers.every(Number.isInteger) && numbers.includes(1) && !numbers.includes(0)
		? 'fromOne'
		: 'otherwise';
}

/** How the pages of an iterated query show. */
async function iterating({ desktop, recordOf }: Bench): Promise<Readings> {
	const at = await desktop();
	const id = await iteratedId(at);
	const pages = (await at.connection.list(largestPage)).filter((each) => each.id === id);
	if (pages.length < 2) throw new NotAsked('an iterated query of vendors has one record alone');
	const how = numbering(pages);
	const byId = await recordOf(id);
	return {
		pages: how,
		iteratedById:
			how === 'unnumbered'
				? new NotAsked('the pages show no numbers that would tell which one it is')
				: pageAmong(pages, byId),
	};
}

function pageAmong(pages: readonly Fields[], { page }: Fields) {
	const numbers = pages.map((each) => Number(each.page));
	if (Number(page) === Math.max(...numbers)) return 'newest';
	return Number(page) === Math.min(...numbers) ? 'first' : 'otherwise';
}

/** The form that this project decided: `t=<time>,v1=<HMAC over time, a point and the body>`. */
function signature({ webhookSecret }: GivenTarget, header: unknown, raw: string) {
	if (header === undefined) return 'unsigned';
	if (webhookSecret === undefined) return 'unchecked';
	const [, time] = /^t=(\d+),/.exec(String(header)) ?? [];
	const hmac = createHmac('sha256', webhookSecret).update(`${time}.${raw}`).digest('hex');
	return String(header).includes(`v1=${hmac}`) ? 'signed' : 'wrong';
}

function payload(body: object, id: string) {
	const plain = body as View & { data?: View };
	const delivered = plain.id === undefined ? plain.data : plain;
	if (String(delivered?.id).toLowerCase() !== id) return 'noId';
	if (answerIn(delivered).length > 0) return 'whole';
	return Object.keys(plain).length === 1 && delivered === plain ? 'idAlone' : 'withoutAnswer';
}

/** What a delivery holds, and whether one that was not accepted comes again. */
async function delivering({ given, desktop }: Bench): Promise<Readings> {
	if (given.missing.receiver !== undefined) throw new NotAsked(given.missing.receiver);
	const { connection, carryOut } = await desktop();
	const { url, received, deliveries } = await patientReceiver((response) => {
		response.writeHead(deliveries.length < 2 ? 503 : 204).end();
	});
	const { id } = await queueHostQuery(connection, named(), url);
	await carryOut(id);
	const [{ body, headers, raw }] = await received(1);
	const tries = await within(
		async () => deliveries.length,
		(length) => length > 1,
		SECOND_TRY_SECONDS,
	);
	return {
		delivery: payload(body, id),
		secondTries: tries > 1 ? 'seen' : 'notSeen',
		signature: signature(given, headers[given.webhookHeader.toLowerCase()], raw),
	};
}

/** Whether the deliveries of the pages can be told apart. */
async function deliveringPages({ given, desktop }: Bench): Promise<Readings> {
	if (given.missing.receiver !== undefined) throw new NotAsked(given.missing.receiver);
	const { url, received } = await patientReceiver();
	await iteratedId(await desktop(), { webhook_url: url });
	const marks = (await received(2)).map(({ body }) => {
		const { page, page_request_id } = (body as { data?: Fields }).data ?? body;
		return page_request_id ?? page;
	});
	return { deliveredPages: new Set(marks).size > 1 ? 'named' : 'unnamed' };
}

/** One way to find readings out, with the topics that it tells of. */
interface Probe {
	readonly topics: readonly TopicName[];
	ask(bench: Bench): Promise<Readings>;
}

const probes: readonly Probe[] = [
	{
		topics: ['identifier', 'identifierInXml', 'search', 'listRequest', 'listNumbers'],
		ask: queueing,
	},
	{ topics: ['idempotencyKey'], ask: repeating },
	{ topics: ['responseJson', 'answerIdentifier', 'listAnswer'], ask: answering },
	{ topics: ['refusal'], ask: refusing },
	{ topics: ['pages', 'iteratedById'], ask: iterating },
	{ topics: ['delivery', 'secondTries', 'signature'], ask: delivering },
	{ topics: ['deliveredPages'], ask: deliveringPages },
	{
		topics: ['rateLimits'],
		ask: async () => ({ rateLimits: rateLimited.count > 0 ? 'met' : 'notMet' }),
	},
];

/** Whoever can carry requests out: the desktop that is named, the suite itself, or one that the service simulates. */
async function desktopOf(bench: Bench, connectionId: string | undefined): Promise<Desktop> {
	const { api, given, connect } = bench;
	if (connectionId !== undefined) {
		const { status, body } = await api('GET', `/connections/${connectionId}`);
		if (status !== 200)
			throw new NotAsked(`connection ${connectionId} was answered with ${status}`);
		return foreignDesktop(testConnection(api, body.data), false);
	}
	const connection = await connect();
	if (given.missing.connector === undefined) return ownDesktop(connection);
	if (connection.created.type === 'simulated') return foreignDesktop(connection, true);
	throw new NotAsked('it takes a connection with a desktop at work (--connection)');
}

/** Asks one probe. What goes wrong on the way is why its topics could not be told. */
async function asked({ topics, ask }: Probe, bench: Bench): Promise<Found[]> {
	const readings = await ask(bench).catch((error: Error) => new NotAsked(error.message));
	return topics.map((topic) =>
		foundOf(
			topic,
			readings instanceof NotAsked
				? readings
				: (readings[topic] ?? new NotAsked('it could not be told')),
		),
	);
}

/**
 * Finds out by asking which of the lawful readings of the interface a service’s is.
 * @param connectionId a connection with a desktop at work, for what only an answer shows; it is only read from
 * @returns what was found, in the order of the table of guarantees
 */
export async function readingsOf(given: GivenTarget, connectionId?: string): Promise<Found[]> {
	const api = patientClient(given.baseUrl, given.apiKey);
	const created: string[] = [];
	const bench: Bench = {
		given,
		api,
		async connect() {
			const { body } = await api('POST', '/connections', { body: {} });
			created.push(body.data.id);
			return testConnection(api, body.data);
		},
		desktop: () => desktopOf(bench, connectionId),
		recordOf: async (id) => (await api('GET', `/queued_requests/${id}`)).body.data,
	};
	const found: Found[] = [];
	try {
		for (const probe of probes) found.push(...(await asked(probe, bench)));
	} finally {
		for (const id of created) await api('DELETE', `/connections/${id}`);
		stopReceivers();
	}
	return topicNames.flatMap((name) => found.filter(({ topic }) => topic === name));
}
