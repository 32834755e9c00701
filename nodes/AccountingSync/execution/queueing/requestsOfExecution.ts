import { FormError } from '../../../shared/form/formError';
import type { ServiceContext } from '../../../shared/transport/client';
import { hasAnswer, isTerminal, type QueuedRecord } from '../../../shared/transport/queuedRecord';
import {
	findRequest,
	findRequests,
	LARGEST_PAGE,
	listRequests,
	requestIdIn,
	sameId,
	showsRequest,
} from '../../../shared/transport/queuedRequests';
import { scanQueue } from '../../../shared/transport/scanQueue';

/** How many requests of a queue we read if the service's search can't be relied on. */
const MOST_READ = 5_000;

/** If the list does not show requests, we read up to this many of them one by one. */
const MOST_SINGLE_READS = 200;

/** The end of an identifier that a node has made for a write, and the start of an `ExternalGUID`. Both hold the mark. */
const IN_IDENTIFIER = /^n8n-.*(.{4}-([0-9a-f]{8}))$/;
const IN_XML = /<ExternalGUID>\s*\{(([0-9a-f]{8})-[0-9a-f]{4})-/i;
const IN_JSON = /"ExternalGUID".*?"\{(([0-9a-f]{8})-[0-9a-f]{4})-/i;

/** Where a request shows the mark of its execution: the text around it, which only this request has, and the mark. */
interface Sign {
	text: string;
	mark: string;
}

const signOf = ([, text, mark]: readonly string[]): Sign => ({ text, mark: mark.toLowerCase() });

function signInIdentifier(record: QueuedRecord): Sign | undefined {
	const found = IN_IDENTIFIER.exec(requestIdIn(record) ?? '');
	return found ? signOf(found) : undefined;
}

function signInGuid({ request_xml: xml, request_json: json }: QueuedRecord): Sign | undefined {
	const found =
		(typeof xml === 'string' ? IN_XML.exec(xml) : null) ??
		(json ? IN_JSON.exec(JSON.stringify(json)) : null);
	return found ? signOf(found) : undefined;
}

/** Whether a request was queued by the execution with this mark, as far as it shows what it asks for. */
const carriesMark = (record: QueuedRecord, mark: string): boolean =>
	[signInIdentifier(record), signInGuid(record)].some((sign) => sign?.mark === mark);

type Direction = 'asc' | 'desc';

const inOrder = (direction: Direction) => ({ sort: 'inserted_at', sort_direction: direction });

/** A connection's queue that is looked through for one execution. */
interface Place {
	context: ServiceContext;
	connectionId: string;
	itemIndex: number;
}

async function pageAt({ context, connectionId, itemIndex }: Place, direction: Direction) {
	const query = { ...inOrder(direction), page: 1, page_size: LARGEST_PAGE };
	return await listRequests(context, connectionId, query, itemIndex);
}

/** Whether the service's search finds the request nearest to one end of the queue that shows a text. */
async function searchFinds(
	{ context, connectionId, itemIndex }: Place,
	direction: Direction,
	sample: QueuedRecord,
	text: string,
): Promise<boolean> {
	const query = { ...inOrder(direction), search_phrase: text, page: 1, page_size: LARGEST_PAGE };
	const { data } = await listRequests(context, connectionId, query, itemIndex);
	return data.some(({ id }) => sameId(id, sample.id));
}

const isPlainAddition = (record: QueuedRecord) => signInGuid(record) === undefined;

/** The ways in which requests show marks. Those of the service's own endpoints get their identifiers in the call. */
const ways: ReadonlyArray<{ name: string; signIn: (record: QueuedRecord) => Sign | undefined }> = [
	{
		name: 'identifier',
		signIn: (record) => (isPlainAddition(record) ? signInIdentifier(record) : undefined),
	},
	{
		name: 'identifier',
		signIn: (record) => (isPlainAddition(record) ? undefined : signInIdentifier(record)),
	},
	{ name: 'guid', signIn: signInGuid },
];

/**
 * Whether the service's search finds marks wherever they are. The interface does not state where it looks ("filters the
 * list", interface, section 4.2), so it has to find requests that we know to be there: at both ends of the queue, in
 * identifiers and in the content of requests.
 */
async function isSearchable(place: Place, newest: readonly QueuedRecord[]): Promise<boolean> {
	const { data: oldest } = await pageAt(place, 'asc');
	const found = new Set<string>();
	for (const [direction, records] of [
		['desc', newest],
		['asc', oldest],
	] as const) {
		for (const { name, signIn } of ways) {
			const sample = records.find((record) => signIn(record) !== undefined);
			const { text } = (sample && signIn(sample)) ?? {};
			if (!sample || text === undefined) continue;
			if (!(await searchFinds(place, direction, sample, text))) return false;
			found.add(name).add(direction);
		}
	}
	return ['identifier', 'guid', 'desc', 'asc'].every((one) => found.has(one));
}

/**
 * Records with their requests. A service may leave them out of its lists.
 * @throws FormError if there are too many to be read one by one.
 */
async function shown(
	{ context, itemIndex }: Place,
	records: readonly QueuedRecord[],
): Promise<QueuedRecord[]> {
	const hidden = records.filter((record) => !showsRequest(record)).length;
	if (hidden > MOST_SINGLE_READS) {
		throw new FormError(
			`The service's list shows no requests, and ${hidden} are too many to read one by one.`,
			'Nothing was voided or deleted. Undo the execution in QuickBooks.',
		);
	}
	const read: QueuedRecord[] = [];
	for (const record of records) {
		read.push(
			showsRequest(record)
				? record
				: ((await findRequest(context, record.id, itemIndex)) ?? record),
		);
	}
	return read;
}

/** The requests of the whole queue that may carry a mark. */
async function readWhole(place: Place, mark: string): Promise<QueuedRecord[]> {
	const { context, connectionId, itemIndex } = place;
	const found: QueuedRecord[] = [];
	const end = await scanQueue(context, connectionId, {
		visit: (record) => {
			if (!showsRequest(record) || carriesMark(record, mark)) found.push(record);
			return false;
		},
		limit: MOST_READ,
		itemIndex,
	});
	if (end === 'end') return found;
	throw new FormError(
		"The queue of this connection can't be searched completely, so something might be missed.",
		`Nothing was voided or deleted. The service's search does not find what an execution has written, and its queue has more than ${MOST_READ} requests. Delete old ones, or undo the execution in QuickBooks.`,
	);
}

/** A record with its answer, which a service may leave out of its lists. */
async function withAnswer(
	{ context, itemIndex }: Place,
	record: QueuedRecord,
): Promise<QueuedRecord> {
	if (!isTerminal(record) || hasAnswer(record)) return record;
	return (await findRequest(context, record.id, itemIndex)) ?? record;
}

/**
 * What an execution has queued on a connection to be written, the newest first, with the answers that there are. The
 * service's search is used only if it finds what we know to be there. Otherwise the whole queue is read.
 * @param mark Stands for the execution (see `executionMark`).
 * @throws FormError if something might be overlooked. NodeApiError if the service can't be asked.
 */
export async function requestsOfExecution(
	context: ServiceContext,
	connectionId: string,
	mark: string,
	itemIndex: number,
): Promise<QueuedRecord[]> {
	const place = { context, connectionId, itemIndex };
	const newest = await pageAt(place, 'desc');
	const isWhole = newest.total_pages <= 1;
	const query = { ...inOrder('desc'), search_phrase: mark };
	const candidates = isWhole
		? newest.data
		: (await isSearchable(place, newest.data))
			? await findRequests(context, connectionId, query, Infinity, itemIndex)
			: await readWhole(place, mark);
	const found: QueuedRecord[] = [];
	for (const record of await shown(place, candidates)) {
		if (carriesMark(record, mark)) found.push(await withAnswer(place, record));
	}
	return found;
}
