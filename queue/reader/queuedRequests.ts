import { isObject } from '../../quickbooks/json/object';
import { sendForData, sendForObject } from '../calls/client';
import { failureOfEnvelope, isNotFound, ServiceError } from '../calls/errors';
import type { Service } from '../calls/ports';
import { path, type QueryValues, type ServiceCall } from '../calls/serviceCall';
import { shortHash } from '../calls/shortHash';
import { hasAnswer, type QueuedRecord } from '../requests/queuedRecord';
import { showsRequest } from '../requests/requestId';
import { listOutOfOrder, orderOf, placeOf, readTied, showTheSame } from './tiedRecords';

/** The most records that the service returns in one page of a list (interface, section 8). */
export const LARGEST_PAGE = 100;

interface ListedPage {
	data: QueuedRecord[];
	/** Infinity if the service does not say. The list then ends with its first empty page. */
	total_pages: number;
}

const isRecord = (value: unknown): value is QueuedRecord =>
	isObject(value) && typeof value.id === 'string';

/** The page in a list's envelope. Its numbers may be numbers or text. Undefined if it is not a page. */
function listedPage(body: unknown): ListedPage | undefined {
	if (!isObject(body)) return undefined;
	const { data, total_pages: pages } = body;
	if (!Array.isArray(data) || !data.every(isRecord)) return undefined;
	const isGiven = pages !== undefined && pages !== null && pages !== '' && Number(pages) >= 0;
	return { data, total_pages: isGiven ? Number(pages) : data.length === 0 ? 0 : Infinity };
}

/** One page of a connection's queue (interface, sections 2.5 and 4.2), newest first unless the query says otherwise. */
export async function listRequests(
	service: Service,
	connectionId: string,
	query: QueryValues,
	deadline?: AbortSignal,
): Promise<ListedPage> {
	const page = listedPage(
		await service.send({
			method: 'GET',
			path: path('connections', connectionId, 'queued_requests'),
			query,
			deadline,
		}),
	);
	if (!page) throw new ServiceError(failureOfEnvelope);
	return page;
}

/**
 * What tells a record apart from all others of a queue. The pages of an iterated request share their ID. If nothing
 * else tells them apart, their content does.
 */
export function identity(record: QueuedRecord): string {
	const { page_request_id: pageRequestId, page, response_xml: xml, response_json: json } = record;
	const content = pageRequestId === undefined && page === undefined ? [xml, json] : [];
	// Answers can be megabytes, and all that were read are remembered.
	return shortHash(43, placeOf(record), ...content);
}

/** Tells which records were given before. */
class Given {
	private readonly identities = new Set<string>();
	private readonly places = new Set<string>();
	/** The places of those that had no answer yet. */
	private readonly unanswered = new Set<string>();

	/** Whether a record was given before, whatever has become of it since. */
	readonly isThere = (record: QueuedRecord): boolean => this.places.has(placeOf(record));

	/** Whether a record is none of those before it. It then becomes one of them. */
	readonly isNew = (record: QueuedRecord): boolean => {
		const own = identity(record);
		if (this.identities.has(own)) return false;
		this.identities.add(own);
		const place = placeOf(record);
		this.places.add(place);
		// It has been carried out since.
		if (hasAnswer(record)) return !this.unanswered.delete(place);
		this.unanswered.add(place);
		return true;
	};
}

/** After so many pages with nothing new, a list has ended whose service does not say how many there are, and repeats the last one. */
const MOST_REPEATED = 2;

/**
 * The pages of a list, each with what was on none before it. What is queued meanwhile moves the others down, so that a record may
 * appear again. What is deleted moves them up, past the page that is read next: so each page is read once more when the next one
 * is there, and those before it if nothing on it is known. Where one page ends and the next one begins with records that may have
 * the same time, these two looks also show whether the service keeps their order. If it does not, they are read as often as it takes.
 * @param limit How many records to read at most.
 * @returns Whether that was the whole list.
 * @throws QueueError if the list can't be read completely.
 */
export async function* listedPages(
	service: Service,
	connectionId: string,
	{ page_size: pageSize, ...query }: QueryValues & { page_size: number },
	limit = Infinity,
): AsyncGenerator<QueuedRecord[], boolean> {
	const { isThere, isNew } = new Given();
	const order = orderOf(query);
	const read = async (page: number, size: number) =>
		await listRequests(service, connectionId, { ...query, page, page_size: size });
	let size = pageSize;
	let previous: readonly QueuedRecord[] = [];
	let repeated = 0;
	for (let page = 1, pages = 1; page <= pages; page++) {
		if ((page - 1) * size >= limit) return false;
		const { data, total_pages: pagesNow } = await read(page, size);
		const [next] = data;
		const end = previous.at(-1);
		const movedUp: QueuedRecord[] = [];
		let isInOrder = true;
		for (let number = page - 1; number > 0; number--) {
			const { data: before } = await read(number, size);
			if (number === page - 1 && next && end && order.isTied(end, next)) {
				isInOrder = showTheSame(previous, before) && !data.some(isThere);
			}
			// Behind what was there before: in front of that stands what was queued meanwhile.
			const lastKnown = before.map(isThere).lastIndexOf(true);
			const isUnread = (record: QueuedRecord, index: number): boolean =>
				index > lastKnown || (end !== undefined && order.isTied(end, record) && !isThere(record));
			movedUp.unshift(...before.filter(isUnread));
			if (lastKnown >= 0) break;
		}
		let shown: QueuedRecord[];
		if (isInOrder) {
			shown = [...movedUp, ...data].filter(isNew);
			previous = data;
			pages = data.length === 0 ? 0 : pagesNow;
		} else {
			const range = { from: (page - 2) * size, to: page * size };
			size = LARGEST_PAGE;
			const tied = await readTied({ read, order, size, limit }, range, next);
			if (!tied) throw listOutOfOrder();
			shown = tied.records.filter(isNew);
			if (tied.isCutOff) {
				yield shown;
				return false;
			}
			page = tied.to;
			previous = tied.last.data;
			pages = tied.last.total_pages;
		}
		yield shown;
		repeated = shown.length === 0 ? repeated + 1 : 0;
		if (pages === Infinity && repeated === MOST_REPEATED) break;
	}
	if (order.movesToFront) yield* changedSince(read, isNew);
	return true;
}

/** What has moved to the front of a list since it was read, because it has changed. */
async function* changedSince(
	read: (page: number, size: number) => Promise<ListedPage>,
	isNew: (record: QueuedRecord) => boolean,
): AsyncGenerator<QueuedRecord[]> {
	for (let page = 1, isMore = true; isMore; page++) {
		const { data } = await read(page, LARGEST_PAGE);
		const changed = data.filter(isNew);
		yield changed;
		isMore = changed.length > 0;
	}
}

/**
 * The records of a connection's queue that a query finds, with the fewest calls.
 * @param limit How many are wanted at most.
 */
export async function findRequests(
	service: Service,
	connectionId: string,
	query: QueryValues,
	limit = Infinity,
): Promise<QueuedRecord[]> {
	const found: QueuedRecord[] = [];
	const pageSize = Math.min(limit, LARGEST_PAGE);
	for await (const records of listedPages(service, connectionId, {
		...query,
		page_size: pageSize,
	})) {
		found.push(...records);
		if (found.length >= limit) break;
	}
	return found.slice(0, limit);
}

/** Whether two IDs are the same. In a UUID, upper and lower case mean the same. */
export const sameId = (one: string, other: string): boolean =>
	one.toLowerCase() === other.toLowerCase();

/**
 * A queued request's own record (interface, section 4.2), with the ID that it was asked for if it leaves that out. Undefined if the
 * service does not know it (any more).
 */
export async function findRequest(
	service: Service,
	id: string,
	deadline?: AbortSignal,
): Promise<QueuedRecord | undefined> {
	try {
		const record = await sendForObject(service, {
			method: 'GET',
			path: path('queued_requests', id),
			deadline,
		});
		return (isRecord(record) ? record : { ...record, id }) as QueuedRecord;
	} catch (error) {
		if (isNotFound(error)) return undefined;
		throw error;
	}
}

/**
 * Sends a call that queues a request, and gives the request's record. Nothing is learnt from an answer without one, so that it
 * counts as no answer.
 */
export async function sendForRecord(service: Service, call: ServiceCall): Promise<QueuedRecord> {
	const record = await sendForData(service, call);
	if (!isRecord(record)) throw new ServiceError(failureOfEnvelope);
	return record;
}

/**
 * A record with its request, which a list may leave out.
 * @param isShown Whether a record shows all that is needed.
 */
export const withRequest = async (
	service: Service,
	record: QueuedRecord,
	isShown: (record: QueuedRecord) => boolean = showsRequest,
): Promise<QueuedRecord> =>
	isShown(record) ? record : ((await findRequest(service, record.id)) ?? record);

/**
 * Records with their requests. Undefined if too many of them would have to be read one by one.
 * @param isShown Whether a record shows all that is needed.
 */
export async function withRequestsOf(
	service: Service,
	records: readonly QueuedRecord[],
	mostReads: number,
	isShown: (record: QueuedRecord) => boolean = showsRequest,
): Promise<QueuedRecord[] | undefined> {
	if (records.filter((record) => !isShown(record)).length > mostReads) return undefined;
	const shown: QueuedRecord[] = [];
	for (const record of records) shown.push(await withRequest(service, record, isShown));
	return shown;
}
