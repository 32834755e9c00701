import type { IDataObject } from 'n8n-workflow';

import { answerFromXml } from '../answer/answerFromXml';
import type { WireValues } from '../form/row';
import { path, send, type ServiceContext } from './client';
import { errorOf, failureOfEnvelope } from './errors';

export { answerIn, hasFailed, hasMorePages, isTerminal, wroteNothing } from '../answer/record';

/** A queued request's own record (interface, section 2.2), as far as the nodes read it. */
export interface QueuedRecord extends IDataObject {
	id: string;
	state: string;
}

/** The most records that the service gives in one page of a list (interface, section 8). */
export const largestPage = 100;

interface ListedPage {
	data: QueuedRecord[];
	total_pages: number;
}

const isListedPage = (body: unknown): body is ListedPage =>
	typeof body === 'object' &&
	body !== null &&
	'data' in body &&
	Array.isArray(body.data) &&
	'total_pages' in body &&
	typeof body.total_pages === 'number';

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
	if (!isListedPage(body)) throw errorOf(context.getNode(), failureOfEnvelope, itemIndex);
	return body;
}

/** A record's identity: the pages of an iterated request share their ID (interface, section 2.2). */
const identity = ({ id, page_request_id: pageRequestId, page }: QueuedRecord): string =>
	JSON.stringify([id, pageRequestId, page]);

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
	// A request that is queued meanwhile moves the others down, so that one may come again on the next page.
	const found = new Map<string, QueuedRecord>();
	for (let page = 1, pages = 1; page <= pages && found.size < limit; page++) {
		const pageQuery = { ...query, page, page_size: Math.min(limit, largestPage) };
		const listed = await listRequests(context, connectionId, pageQuery, itemIndex);
		for (const record of listed.data) found.set(identity(record), record);
		pages = listed.total_pages;
	}
	return [...found.values()].slice(0, limit);
}

const objectIn = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null ? (value as IDataObject) : {};

/** The request identifier in XML, where its request element carries one. */
export function requestIdInXml(xml: string): string | undefined {
	const [document] = answerFromXml(xml);
	const messages = objectIn(objectIn(document).QBXMLMsgsRq);
	const [, request] = Object.entries(messages).find(([name]) => name.endsWith('Rq')) ?? [];
	const { '@requestID': identifier } = objectIn(Array.isArray(request) ? request[0] : request);
	return identifier === undefined ? undefined : String(identifier);
}

/**
 * What to search a queue for to find an identifier: the service looks into the XML, where some signs are written
 * otherwise, so that it is the longest part without them.
 */
export const searchPhraseFor = (identifier: string): string =>
	identifier.split(/[&<>"'\s]/).reduce((one, other) => (other.length > one.length ? other : one));

/** The request identifier that a record's request carries. */
export function requestIdIn({
	request_json: json,
	request_xml: xml,
}: IDataObject): string | undefined {
	const { request } = (json ?? {}) as { request?: { attributes?: { requestID?: string } } };
	return request?.attributes?.requestID ?? requestIdInXml(String(xml ?? ''));
}
