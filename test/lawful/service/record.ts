import { createHmac } from 'node:crypto';

import type { Reading } from './readings';
import {
	type Asked,
	documentText,
	type Json,
	type JsonObject,
	requestsIn,
	toJson,
} from './requests';
import { copy, type Element, element, PROLOG, write, writeDifferently } from './xml';

export type State =
	'waiting' | 'retryable' | 'ticketed' | 'sent' | 'response_received' | 'error' | 'discarded';

/** A queued request as the service keeps it, whatever it shows of it (section 2.2). */
export interface StoredRecord {
	id: string;
	connectionId: string;
	/** Counts the records in the order in which they were made. */
	sequence: number;
	/** `whole`: the record of an iterated request beside those of its pages. */
	part: 'alone' | 'page' | 'whole';
	/** From 1; only of pages. */
	page?: number;
	pageRequestId?: string;
	/** Whether it is not there yet for anybody outside. */
	hidden: boolean;
	asked: Asked;
	/** What goes to the desktop: the request after the service put its identifiers in. */
	document?: Element;
	/** The document of the first page. */
	firstDocument?: Element;
	state: State;
	webhookState: 'not_applicable' | 'pending' | 'succeeded' | 'failed';
	attempts: Array<{ attempted_at: string; response: string }>;
	webhookError?: string;
	/** `QBXMLMsgsRs`. */
	answer?: Element;
	error?: { message: string; code: string; details?: JsonObject };
	insertedAt: number;
	updatedAt: number;
	/** How often the record was looked at since it was completed. */
	looks: number;
	/** List calls since it was queued. */
	lists: number;
	/** Whether the call that queued it has its answer. */
	answered: boolean;
}

/** A record as it stands in an answer (2.2). */
export type Place = 'queued' | 'read' | 'list' | 'delivery';

const terminal: readonly State[] = ['response_received', 'error', 'discarded'];
export const isTerminal = (record: StoredRecord): boolean => terminal.includes(record.state);

/** A time as the reading writes it. */
export function time(at: number, reading: Reading): string {
	const [whole, fraction] = new Date(at).toISOString().slice(0, -1).split('.');
	const seconds = reading.resolution === 'seconds' ? whole : `${whole}.${fraction}`;
	switch (reading.timeWritten) {
		case 'with milliseconds':
			return `${seconds}Z`;
		case 'with microseconds':
			return reading.resolution === 'seconds' ? `${seconds}Z` : `${seconds}000Z`;
		case 'with +00:00':
			return `${seconds}+00:00`;
		case 'without a zone':
			return seconds;
	}
}

/** An id as the reading writes it. */
export function writtenId(id: string, place: Place, reading: Reading): string {
	const upper =
		reading.idCase === 'upper' ||
		(reading.idCase === 'upper in deliveries' && place === 'delivery') ||
		(reading.idCase === 'upper in lists' && place === 'list');
	return upper ? id.toUpperCase() : id;
}

/** Unknown fields and the order of fields. */
export function dressed(fields: JsonObject, reading: Reading): JsonObject {
	const known = Object.entries(fields)
		.map(([name, value]): [string, Json] => [
			name,
			reading.emptyFields === 'null' ? (value ?? null) : value,
		])
		.filter(([, value]) => value !== undefined);
	const more: Array<[string, Json]> = reading.unknownFields
		? [
				['revision', 7],
				['_meta', { region: 'eu', tags: ['a', 'b'], of: null }],
			]
		: [];
	const all = [...more, ...known];
	return Object.fromEntries(reading.fieldOrder === 'reversed' ? all.reverse() : all);
}

const AMOUNT_NAME = /(Amount|Rate|Price|Cost|Quantity)$/;

/** Amounts as another program would write them: 2.5 as 2.50, 10 as 10.00. */
function withAmounts(one: Element): Element {
	const isAmount = AMOUNT_NAME.test(one.name) && /^-?\d+(\.\d)?$/.test(one.text);
	return {
		...one,
		text: isAmount ? Number(one.text).toFixed(2) : one.text,
		children: one.children.map(withAmounts),
	};
}

const differently = (document: Element, instruction = ''): string =>
	`${PROLOG}\r\n${instruction}${writeDifferently(document)}\r\n`;

/** What a record shows of an identifier that it does not show as it was given. */
const alterations: Partial<Record<Reading['identifier'], (identifier: string) => string>> = {
	'requestID in lower case': (identifier) => identifier.toLowerCase(),
	'requestID cut off': (identifier) => identifier.slice(0, 16),
};

/** The document that a record shows as its request. */
function shownDocument(record: StoredRecord, reading: Reading): Element | undefined {
	const isFirst = reading.pageRequest === 'of the first page';
	const document = (isFirst ? record.firstDocument : undefined) ?? record.document;
	const hidesIterator = !reading.iteratorShown && record.asked.iterates;
	const hidesIdentifier =
		(reading.identifier === 'requestID once carried out' && !isTerminal(record)) ||
		(reading.identifier === 'requestID once fetched' && record.state === 'waiting');
	const alter = alterations[reading.identifier];
	if (document === undefined || !(hidesIterator || hidesIdentifier || alter)) return document;
	const shown = copy(document);
	for (const request of requestsIn(shown)) {
		const { requestID: identifier } = request.attributes;
		if (alter && identifier !== undefined) request.attributes.requestID = alter(identifier);
		if (hidesIterator) withoutIterator(request);
		if (hidesIdentifier) delete request.attributes.requestID;
	}
	return shown;
}

/** Takes the words of the iterator out of a request or an answer. */
export function withoutIterator(one: Element): void {
	one.attributes = Object.fromEntries(
		Object.entries(one.attributes).filter(([name]) => !name.startsWith('iterator')),
	);
}

/** `request_xml` as the reading writes it; undefined where there is no document. */
function requestXml(record: StoredRecord, reading: Reading): string | undefined {
	const document = shownDocument(record, reading);
	if (document === undefined) return record.asked.givenXml;
	const instruction = '<?qbxml version = "16.0" ?>\r\n';
	if (reading.requestXml === 'reformatted') return differently(document, instruction);
	if (reading.requestXml === 'reformatted with amounts')
		return differently(withAmounts(document), instruction);
	const isAsGiven = reading.identifier === 'requestID';
	return isAsGiven && record.asked.givenXml !== undefined
		? record.asked.givenXml
		: documentText(document);
}

/** `request_json`; a document of several requests has none. */
function requestJson(record: StoredRecord, reading: Reading): Json {
	const requests = requestsIn(shownDocument(record, reading));
	if (requests.length !== 1) return undefined;
	const whole = { attributes: {}, children: [], ...toJson(requests[0]) };
	const children = requests[0].children.map(({ name, text }) => ({ name, text }));
	const request = reading.requestJsonDepth === 'whole' ? whole : { ...whole, children };
	return { version: '16.0', request };
}

function responseXml(record: StoredRecord, reading: Reading): string | undefined {
	if (record.answer === undefined) return undefined;
	const document = element('QBXML', [record.answer]);
	switch (reading.responseXml) {
		case 'present':
			return `<?xml version="1.0" ?>${write(document)}`;
		case 'absent':
			return undefined;
		case 'reformatted':
			return differently(document);
		case 'messages alone':
			return write(record.answer);
	}
}

const numeric = new Set(['statusCode', 'iteratorRemainingCount', 'retCount']);

/** A text as a value of JSON. */
function value(text: string, name: string, reading: Reading): Json {
	if (reading.jsonValues === 'text') return text;
	if (text === 'true' || text === 'false') return text === 'true';
	const isNumber = reading.jsonValues === 'guessed' ? text.trim() !== '' : numeric.has(name);
	return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}

const byName = (one: string, other: string): number => (one < other ? -1 : 1);

const namesIn: Record<Reading['jsonNames'], (names: string[]) => string[]> = {
	'as in XML': (names) => names,
	'by name': (names) => names.sort(byName),
	'by length': (names) =>
		names.sort((one, other) => one.length - other.length || byName(one, other)),
};

/** An element as JSON: elements by their names, attributes with a prefix. */
function json(one: Element, prefix: string | undefined, reading: Reading): Json {
	const attributes =
		prefix === undefined
			? []
			: Object.entries(one.attributes).map(([name, text]): [string, Json] => [
					prefix + name,
					value(text, name, reading),
				]);
	if (one.children.length === 0 && attributes.length === 0)
		return /(Rs|Ret)$/.test(one.name) ? {} : value(one.text, one.name, reading);
	const fields: JsonObject = Object.fromEntries(attributes);
	for (const name of new Set(one.children.map((each) => each.name))) {
		const all = one.children.filter((each) => each.name === name);
		const isList =
			all.length > 1 ||
			reading.jsonLists === 'everywhere' ||
			(reading.jsonLists === 'records' && name.endsWith('Ret'));
		const values = all.map((each) => json(each, prefix, reading));
		fields[name] = isList ? values : values[0];
	}
	const names = namesIn[reading.jsonNames](Object.keys(fields));
	return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** `response_json` as the reading shapes it. */
function responseJson(record: StoredRecord, reading: Reading): Json {
	const { answer } = record;
	if (answer === undefined) return undefined;
	const inside = (prefix: string | undefined): Json => json(answer, prefix, reading);
	switch (reading.responseJson) {
		case 'documents':
			return [{ QBXMLMsgsRs: inside('@') }];
		case 'empty list':
			return [];
		case 'absent':
			return undefined;
		case 'null':
			return null;
		case 'one per answer':
			return answer.children.map((one) => ({ [one.name]: json(one, '@', reading) }));
		case 'records':
			return answer.children.flatMap((one) => one.children).map((one) => json(one, '@', reading));
		case 'attributes without @':
			return [{ QBXMLMsgsRs: inside('') }];
		case 'no attributes':
			return [{ QBXMLMsgsRs: inside(undefined) }];
		case 'under QBXML':
			return [{ QBXML: { QBXMLMsgsRs: inside('@') } }];
		case 'object':
			return { QBXMLMsgsRs: inside('@') };
		case 'text':
			return JSON.stringify([{ QBXMLMsgsRs: inside('@') }]);
		case 'as request_json':
			return answer.children.map((one) => ({ version: '16.0', response: toJson(one) }));
	}
}

function page(record: StoredRecord, reading: Reading): JsonObject {
	const isPage = record.part === 'page';
	if (!isPage && !reading.pageFieldsEverywhere) return {};
	const number = record.page ?? 1;
	const numbers = {
		'from 1': number,
		'from 0': number - 1,
		'as text': String(number),
		absent: undefined,
	};
	const ids = {
		uuid: record.pageRequestId ?? record.id,
		number: 70_000 + record.sequence,
		absent: undefined,
	};
	return { page_request_id: ids[reading.pageRequestId], page: numbers[reading.pageNumber] };
}

/** Whether the record shows that it is completed, and whether it shows its answer. */
function shows(record: StoredRecord, place: Place, reading: Reading): [boolean, boolean] {
	const looks = place === 'delivery' ? Infinity : record.looks;
	const completion = isTerminal(record) && looks >= reading.completionShownFrom;
	const isRefusal = record.state === 'error';
	const answer = completion && looks >= reading.answerShownFrom;
	return [completion, answer && (!isRefusal || reading.refusalShowsAnswer)];
}

const hidden: Record<Reading['listShows'], readonly string[]> = {
	'whole records': [],
	'no request': ['request_xml', 'request_json'],
	'no request and no answer': ['request_xml', 'request_json', 'response_xml', 'response_json'],
	'id and state': [],
	'no inserted_at': ['inserted_at'],
	'no webhook_url': ['webhook_url'],
	'no webhook_state': ['webhook_state'],
};

function webhookStateShown(record: StoredRecord, place: Place, reading: Reading) {
	if (!reading.webhookStateShown) return undefined;
	return place === 'queued' ? webhookStateBefore(record, reading) : record.webhookState;
}

/** A queued request object (section 2.2) as it stands in an answer or in a delivery. */
export function show(record: StoredRecord, place: Place, reading: Reading): JsonObject {
	const id = writtenId(record.id, place, reading);
	const connectionId = writtenId(record.connectionId, place, reading);
	const [completed, answered] = place === 'queued' ? [false, false] : shows(record, place, reading);
	const showsAs = (form: 'xml' | 'json'): boolean =>
		reading.requestShown === 'xml and json' ||
		reading.requestShown === form ||
		(reading.requestShown === 'as posted' && (record.asked.posted === 'xml') === (form === 'xml'));
	const state = place === 'queued' ? 'waiting' : record.state;
	const failure = completed || state === 'retryable' ? record.error : undefined;
	const { posted, document } = { ...record.asked, document: record.document };
	const isUnread = posted === 'xml' && document === undefined;
	const fields: JsonObject = {
		id,
		connection_id:
			place === 'queued' || reading.connectionIdShown === 'everywhere' ? connectionId : undefined,
		state: isTerminal(record) && !completed && place !== 'queued' ? 'sent' : state,
		webhook_state: webhookStateShown(record, place, reading),
		request_id: reading.identifier === 'own field' ? record.asked.identifier : undefined,
		request_xml:
			showsAs('xml') || (isUnread && showsAs('json')) ? requestXml(record, reading) : undefined,
		request_json: showsAs('json') ? requestJson(record, reading) : undefined,
		response_xml: answered ? responseXml(record, reading) : undefined,
		response_json: answered ? responseJson(record, reading) : undefined,
		webhook_url: record.asked.webhookUrl,
		webhook_attempts: place === 'queued' ? [] : record.attempts.map((one) => ({ ...one })),
		webhook_error: record.webhookError,
		error: failure === undefined ? undefined : { ...failure },
		links: {
			self: `/api/v1/queued_requests/${id}`,
			ui: `/requests/${id}`,
			connection_ui: `/connections/${connectionId}`,
		},
		inserted_at: time(record.insertedAt, reading),
		updated_at: time(place === 'queued' ? record.insertedAt : record.updatedAt, reading),
		...page(record, reading),
	};
	const only = (names: readonly string[]): JsonObject =>
		Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
	const without = (names: readonly string[]): JsonObject =>
		Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
	if (place === 'list')
		return dressed(
			reading.listShows === 'id and state'
				? only(['id', 'state'])
				: without(hidden[reading.listShows]),
			reading,
		);
	if (place === 'queued' && reading.queueAnswer === 'id and state')
		return dressed(only(['id', 'state']), reading);
	if (place === 'queued' && reading.queueAnswer === 'no request')
		return dressed(without(hidden['no request']), reading);
	return dressed(fields, reading);
}

export const webhookStateBefore = (
	record: StoredRecord,
	reading: Reading,
): StoredRecord['webhookState'] =>
	record.asked.webhookUrl === undefined ? 'not_applicable' : reading.webhookStateBefore;

/** The body of a delivery (section 6: payload not shown). */
export function deliveryBody(record: StoredRecord, now: number, reading: Reading): JsonObject {
	const id = writtenId(record.id, 'delivery', reading);
	const whole: JsonObject = {
		id,
		state: record.state === 'response_received' ? 'completed' : record.state,
		timestamp: time(now, reading),
		...page(record, reading),
	};
	switch (reading.delivery) {
		case 'whole':
			return dressed(whole, reading);
		case 'id alone':
			return dressed({ id }, reading);
		case 'no timestamp':
			return dressed({ ...whole, timestamp: undefined }, reading);
		case 'no page':
			return dressed({ ...whole, page: undefined, page_request_id: undefined }, reading);
		case 'page everywhere':
			return dressed(
				{ ...whole, ...page(record, { ...reading, pageFieldsEverywhere: true }) },
				reading,
			);
		case 'state response_received':
			return dressed({ ...whole, state: record.state }, reading);
		case 'further fields':
			return dressed(
				{
					event: 'queued_request.completed',
					connection_id: writtenId(record.connectionId, 'delivery', reading),
					...whole,
					response: { status: 'ok', xml: responseXml(record, reading) },
					attempt: record.attempts.length + 1,
				},
				reading,
			);
		case 'own record':
			return show(record, 'delivery', reading);
		case 'wrapped':
			return { data: dressed(whole, reading) };
	}
}

/** The headers that sign a delivery; the interface names none. */
export function signatureHeaders(
	body: string,
	secret: string,
	reading: Reading,
): Record<string, string> {
	if (reading.signature === 'none') return {};
	if (typeof reading.signature === 'function') return reading.signature(body, secret);
	const signature = createHmac('sha256', secret).update(body).digest('hex');
	return { 'X-Signature': `sha256=${signature}` };
}

/** Header names as the reading writes them. */
export const headerNames = (
	headers: Record<string, string>,
	reading: Reading,
): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).map(([name, text]) => [
			reading.headerCase === 'lower'
				? name.toLowerCase()
				: reading.headerCase === 'upper'
					? name.toUpperCase()
					: name,
			text,
		]),
	);

/** Whether the search finds a record, by what the record shows. */
export function isFound(record: StoredRecord, phrase: string, reading: Reading): boolean {
	const answer = record.answer === undefined ? '' : write(record.answer);
	const request = requestXml(record, { ...reading, requestXml: 'as given' }) ?? '';
	const has = (text: string, wanted = phrase): boolean =>
		text.toLowerCase().includes(wanted.toLowerCase());
	switch (reading.searchLooks) {
		case 'at request and answer':
		case 'at the newest 20':
			return has(record.id) || has(request) || has(answer);
		case 'at the answer':
			return has(answer);
		case 'at what was answered':
			return record.answer !== undefined && (has(record.id) || has(request) || has(answer));
		case 'at the id':
			return has(record.id);
		case 'at customer names':
			return customerNames(record).some((name) => has(name));
		case 'at single words':
			return phrase
				.split(/[^\p{L}\p{N}]+/u)
				.filter((word) => word !== '')
				.some((word) => has(request, word) || has(answer, word));
		case 'at what is similar':
			return isSimilar(request, phrase);
		case 'for fields':
			return isInField(request, phrase);
		case 'nowhere':
			return false;
		case 'ignored':
			return true;
	}
}

/** Whether a text has a word that is the phrase, but for a few letters. */
function isSimilar(text: string, phrase: string): boolean {
	const wanted = phrase.toLowerCase();
	return text
		.toLowerCase()
		.split(/[\s"'<>]+/)
		.some((word) => word.includes(wanted) && word.length - wanted.length <= 4);
}

/** A search of the form `memo:late` looks for the word in a field of that name, any other for the words. */
function isInField(text: string, phrase: string): boolean {
	const [, name, wanted] = /^([^:]+):(.*)$/.exec(phrase.toLowerCase()) ?? [];
	const content = text.toLowerCase();
	return name === undefined
		? content.includes(phrase.toLowerCase())
		: content.includes(`<${name}>${wanted}`);
}

function customerNames(record: StoredRecord): string[] {
	const within = (one: Element, isInside: boolean): string[] => {
		const inside = isInside || /^Customer/.test(one.name);
		const own = inside && /^(Full)?Name$/.test(one.name) ? [one.text] : [];
		return [...own, ...one.children.flatMap((each) => within(each, inside))];
	};
	return [record.document, record.answer].flatMap((one) =>
		one === undefined ? [] : within(one, false),
	);
}

/** Puts identifiers into a document as the reading has it; `number` gives the service's own. */
export function identified(document: Element, reading: Reading, number: () => number): Element {
	const result = copy(document);
	if (reading.identifier.startsWith('requestID')) return result;
	for (const request of requestsIn(result)) {
		delete request.attributes.requestID;
		if (reading.identifier === 'own number')
			request.attributes = { requestID: String(number()), ...request.attributes };
		if (reading.identifier === 'own text')
			request.attributes = { requestID: `req_${1_000 + number()}x`, ...request.attributes };
	}
	return result;
}
