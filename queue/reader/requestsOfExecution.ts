import { QueueError } from '../calls/errors';
import type { Service } from '../calls/ports';
import type { QueryValues } from '../calls/serviceRequest';
import { hasAnswer, isTerminal, type QueuedRecord } from '../requests/queuedRecord';
import { requestIdIn } from '../requests/requestId';
import { elementsOf, mayWrite, wordsShown } from '../requests/requestWords';
import {
	findRequests,
	isWholeSearch,
	LARGEST_PAGE,
	listRequests,
	searchFinds,
	withRequest,
	withRequestsOf,
} from './queuedRequests';
import { MOST_LISTED, newestFirst, oldestFirst, scanQueue } from './scanQueue';

/** If the list does not show requests, we read up to this many of them one by one. */
const MOST_SINGLE_READS = 200;

/** The end of an identifier that a node has made for a write, and the start of an `ExternalGUID`. Both hold the mark. */
const IN_IDENTIFIER = /^n8n-.*(.{4}-([0-9a-f]{8}))$/;
const IN_XML = /<ExternalGUID\s*>\s*\{(([0-9a-f]{8})-[0-9a-f]{4})-/i;
const IN_JSON = /"ExternalGUID".{0,100}?"\{(([0-9a-f]{8})-[0-9a-f]{4})-/i;

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

/** A connection's queue that is looked through for one execution. */
interface Place {
	service: Service;
	connectionId: string;
}

const pageAt = async ({ service, connectionId }: Place, end: QueryValues) =>
	await listRequests(service, connectionId, { ...end, page: 1, page_size: LARGEST_PAGE });

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
	const { service, connectionId } = place;
	const { data: oldest } = await pageAt(place, oldestFirst);
	const found = new Set<string>();
	for (const [end, order, records] of [
		['newest', newestFirst, newest],
		['oldest', oldestFirst, oldest],
	] as const) {
		for (const { name, signIn } of ways) {
			const [sample] = records.flatMap((record) => {
				const sign = signIn(record);
				return sign ? [{ record, text: sign.text }] : [];
			});
			if (!sample) continue;
			const query = { ...order, search_phrase: sample.text, page_size: LARGEST_PAGE };
			if (!(await searchFinds(service, connectionId, sample.record, query))) return false;
			found.add(name).add(end);
		}
	}
	return ['identifier', 'guid', 'newest', 'oldest'].every((one) => found.has(one));
}

async function shownIn(
	{ service }: Place,
	records: readonly QueuedRecord[],
): Promise<QueuedRecord[]> {
	const shown = await withRequestsOf(service, records, MOST_SINGLE_READS);
	if (shown) return shown;
	throw new QueueError(
		"The service's list shows no requests, and there are too many to read one by one.",
		'Nothing was voided or deleted. Undo the execution in QuickBooks.',
	);
}

/**
 * Whether a request writes and shows no mark. The nodes give one to each of theirs: in its identifier, or in the GUID of what it adds
 * if the user gave the identifier. A service may put a text of its own in the identifier's place, and what can't be read may write.
 */
const isUnmarked = (record: QueuedRecord): boolean =>
	signInIdentifier(record) === undefined &&
	signInGuid(record) === undefined &&
	mayWrite(wordsShown(record)?.elements ?? []);

const prebuiltWrites: readonly string[] = ['DataExtModRq', 'InvoiceAddRq'];

/** The requests of a whole queue that carry a mark, or may carry it. */
async function readWhole(place: Place, mark: string): Promise<QueuedRecord[]> {
	const { service, connectionId } = place;
	const listed: QueuedRecord[] = [];
	const proofs = new Set<string>();
	const prove = (record: QueuedRecord): void => {
		if (signInIdentifier(record) !== undefined) proofs.add(elementsOf(record));
	};
	const end = await scanQueue(service, connectionId, {
		visit: (record) => {
			if (carriesMark(record, mark) || isUnmarked(record)) listed.push(record);
			prove(record);
			return false;
		},
	});
	if (end !== 'end') {
		throw new QueueError(
			"The queue of this connection can't be searched completely, so something might be missed.",
			`Nothing was voided or deleted. The service's search does not find what an execution has written, and its queue has more than ${MOST_LISTED} requests. Delete old ones, or undo the execution in QuickBooks.`,
		);
	}
	const shown = await shownIn(place, listed);
	shown.forEach(prove);
	const doubtful = shown.find((record) => {
		const kind = elementsOf(record);
		// What the service's own endpoints make may show no identifiers, although everything else does.
		const isProven =
			proofs.has(kind) || (proofs.size > 0 && kind !== '' && !prebuiltWrites.includes(kind));
		return isUnmarked(record) && !isProven;
	});
	if (!doubtful) return shown;
	throw new QueueError(
		"This service can't tell which requests an execution has queued.",
		`Nothing was voided or deleted. The request ${doubtful.id} shows no identifier, and may be one of them. Undo the execution in QuickBooks.`,
	);
}

/** Whether a record shows its answer, which a service may leave out of its lists, if there is one. */
const showsAnswer = (record: QueuedRecord): boolean => !isTerminal(record) || hasAnswer(record);

/**
 * What an execution has queued on a connection to be written, the newest first, with the answers that there are. The
 * service's search is used only if it finds what we know to be there. Otherwise the whole queue is read.
 * @param mark Stands for the execution (see `executionMark`).
 * @throws QueueError if something might be overlooked. ServiceError if the service can't be asked.
 */
export async function requestsOfExecution(
	service: Service,
	connectionId: string,
	mark: string,
): Promise<QueuedRecord[]> {
	const place = { service, connectionId };
	const newest = await pageAt(place, newestFirst);
	const isShort = newest.total_pages <= 1;
	const query = { ...newestFirst, search_phrase: mark };
	const searched =
		!isShort && (await isSearchable(place, newest.data))
			? await findRequests(service, connectionId, query)
			: undefined;
	const isWhole = searched && (await isWholeSearch(service, connectionId, searched.length));
	const candidates = isWhole ? await shownIn(place, searched) : await readWhole(place, mark);
	const found: QueuedRecord[] = [];
	for (const record of candidates.filter((one) => carriesMark(one, mark))) {
		found.push(await withRequest(service, record, showsAnswer));
	}
	return found;
}
