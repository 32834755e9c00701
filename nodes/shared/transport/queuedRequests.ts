import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import type { WireValues } from '../form/fieldSpec';
import { answerFromXml } from '../qbxml/answerFromXml';
import { path, send, sendForData, type ServiceContext } from './client';
import { errorOf, failureOfEnvelope, isNotFound } from './errors';
import type { QueuedRecord } from './queuedRecord';

/** The most records that the service returns in one page of a list (interface, section 8). */
export const LARGEST_PAGE = 100;

interface ListedPage {
	data: QueuedRecord[];
	/** Infinity if the service does not say. The list then ends with its first empty page. */
	total_pages: number;
}

const isRecord = (value: unknown): value is QueuedRecord =>
	typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

/** The page in a list's envelope. Its numbers may be numbers or text. Undefined if it is not a page. */
function listedPage(body: unknown): ListedPage | undefined {
	if (typeof body !== 'object' || body === null) return undefined;
	const { data, total_pages: pages } = body as Record<string, unknown>;
	if (!Array.isArray(data) || !data.every(isRecord)) return undefined;
	const isGiven = pages !== undefined && pages !== null && pages !== '' && Number(pages) >= 0;
	return { data, total_pages: isGiven ? Number(pages) : data.length === 0 ? 0 : Infinity };
}

/** One page of a connection's queue (interface, sections 2.5 and 4.2), newest first unless the query says otherwise. */
export async function listRequests(
	context: ServiceContext,
	connectionId: string,
	query: WireValues,
	itemIndex?: number,
	deadline?: AbortSignal,
): Promise<ListedPage> {
	const body = await send(
		context,
		{ method: 'GET', path: path('connections', connectionId, 'queued_requests'), query, deadline },
		itemIndex,
	);
	const page = listedPage(body);
	if (!page) throw errorOf(context.getNode(), failureOfEnvelope, itemIndex);
	return page;
}

/**
 * What tells a record apart from all others of a queue. The pages of an iterated request share their ID. If nothing
 * else tells them apart, their content does.
 */
export function identity(record: QueuedRecord): string {
	const { id, page_request_id: pageRequestId, page, inserted_at: at } = record;
	const content =
		pageRequestId === undefined && page === undefined
			? [record.response_xml, record.response_json]
			: [];
	return createHash('sha256')
		.update(JSON.stringify([id.toLowerCase(), pageRequestId, page, at, ...content]))
		.digest('base64url');
}

/**
 * The records of a connection's queue that a query finds, with the fewest calls.
 * @param limit How many are wanted at most.
 */
export async function findRequests(
	context: ServiceContext,
	connectionId: string,
	query: WireValues,
	limit = Infinity,
	itemIndex?: number,
): Promise<QueuedRecord[]> {
	// A request that is queued meanwhile moves the others down, so a record may appear again on the next page.
	const found = new Map<string, QueuedRecord>();
	for (let page = 1, pages = 1; page <= pages && found.size < limit; page++) {
		const pageQuery = { ...query, page, page_size: Math.min(limit, LARGEST_PAGE) };
		const listed = await listRequests(context, connectionId, pageQuery, itemIndex);
		for (const record of listed.data) found.set(identity(record), record);
		pages = listed.total_pages;
	}
	return [...found.values()].slice(0, limit);
}

/**
 * The fitting records that the service's search finds. The interface does not state where a search looks ("filters the
 * list", interface, section 4.2). So we stop reading at the first page where nothing fits.
 */
export async function searchRequests(
	context: ServiceContext,
	connectionId: string,
	phrase: string,
	fits: (record: QueuedRecord) => boolean,
	itemIndex?: number,
): Promise<QueuedRecord[]> {
	const found = new Map<string, QueuedRecord>();
	for (let page = 1, pages = 1; page <= pages; page++) {
		const query = { search_phrase: phrase, page, page_size: LARGEST_PAGE };
		const listed = await listRequests(context, connectionId, query, itemIndex);
		const fitting = listed.data.filter(fits);
		for (const record of fitting) found.set(identity(record), record);
		if (fitting.length === 0) break;
		pages = listed.total_pages;
	}
	return [...found.values()];
}

const objectIn = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null ? (value as IDataObject) : {};

/** The request identifier in XML, if its request element carries one. None if the XML can't be read. */
export function requestIdInXml(xml: string): string | undefined {
	const messages = objectIn(objectIn(readXml(xml)).QBXMLMsgsRq);
	const [, request] = Object.entries(messages).find(([name]) => name.endsWith('Rq')) ?? [];
	const { '@requestID': identifier } = objectIn(Array.isArray(request) ? request[0] : request);
	return identifier === undefined ? undefined : String(identifier);
}

function readXml(xml: string): unknown {
	try {
		return answerFromXml(xml)[0];
	} catch {
		return undefined;
	}
}

/**
 * What to search for in a queue to find an identifier. The service looks into the XML, where some characters are
 * escaped, as are those beyond ASCII. So we search for the longest part without them.
 */
export const searchPhraseFor = (identifier: string): string =>
	identifier
		.split(/[&<>"'\s]|[^\x20-\x7e]/)
		.reduce((one, other) => (other.length > one.length ? other : one));

/**
 * Whether a record shows its request. The interface does not state which fields it has in which state (interface,
 * section 2.2).
 */
export const showsRequest = ({ request_json: json, request_xml: xml }: IDataObject): boolean =>
	(typeof xml === 'string' && xml.trim() !== '') || (typeof json === 'object' && json !== null);

/** The request identifier in a record's request. Undefined if we can't see one. */
export function requestIdIn({
	request_json: json,
	request_xml: xml,
}: IDataObject): string | undefined {
	const { attributes } = objectIn(objectIn(json).request);
	const { requestID: identifier } = objectIn(attributes);
	if (identifier !== undefined && identifier !== null) return String(identifier);
	return typeof xml === 'string' && xml !== '' ? requestIdInXml(xml) : undefined;
}

interface ElementInJson {
	name?: string;
	text?: unknown;
	children?: readonly ElementInJson[];
}

function* elementsInJson(children: readonly ElementInJson[] = []): Generator<ElementInJson> {
	for (const child of children) {
		yield child;
		yield* elementsInJson(child.children);
	}
}

/** The `ExternalGUID` of the record that a request adds. Empty if it shows none. */
export function externalGuidIn({ request_json: json, request_xml: xml }: IDataObject): string {
	if (typeof xml === 'string') {
		return /<ExternalGUID>\s*(\{[\da-f-]{36}\})\s*</i.exec(xml)?.[1] ?? '';
	}
	const { children } = objectIn(objectIn(json).request) as ElementInJson;
	for (const { name, text } of elementsInJson(children)) {
		if (name === 'ExternalGUID') return String(text);
	}
	return '';
}

/** The start of every identifier that these nodes make. */
export const IDENTIFIER_START = 'n8n-';

/**
 * Whether an identifier in a record certainly came from a caller. A service may put its own number or UUID in its
 * place.
 */
export const isCallersOwn = (identifier: string | undefined): identifier is string =>
	identifier !== undefined &&
	!/^(\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(identifier);

/** Whether two IDs are the same. In a UUID, upper and lower case mean the same. */
export const sameId = (one: string, other: string): boolean =>
	one.toLowerCase() === other.toLowerCase();

/** A queued request's own record (interface, section 4.2). Undefined if the service does not know it (any more). */
export async function findRequest(
	context: ServiceContext,
	id: string,
	itemIndex?: number,
): Promise<QueuedRecord | undefined> {
	const request = { method: 'GET' as const, path: path('queued_requests', id) };
	const [result] = await Promise.allSettled([
		sendForData<QueuedRecord>(context, request, itemIndex),
	]);
	if (result.status === 'fulfilled') return result.value;
	if (isNotFound(result.reason)) return undefined;
	throw result.reason;
}
