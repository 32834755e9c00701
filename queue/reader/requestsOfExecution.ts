import { isUnclear, type Unclear, unclear } from '../../quickbooks/qbxml/certainty';
import type { Service } from '../calls/ports';
import type { QueryValues } from '../calls/serviceCall';
import { provesItself } from '../requests/identifiers';
import { hasAnswer, isTerminal, phaseOf, type QueuedRecord } from '../requests/queuedRecord';
import { IDENTIFIER_START, isHidden, requestIdIn } from '../requests/requestId';
import { elementsOf, mayWrite, wordsShown } from '../requests/requestWords';
import { LARGEST_PAGE, listRequests, withRequest, withRequestsOf } from './queuedRequests';
import { MOST_LISTED, newestFirst, oldestFirst, scanQueue } from './scanQueue';
import { searchWhole, type Trial } from './search';

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

const signFrom = ([, text, mark]: readonly string[]): Sign => ({ text, mark: mark.toLowerCase() });

function signInIdentifier(record: QueuedRecord): Sign | undefined {
	const found = IN_IDENTIFIER.exec(requestIdIn(record) ?? '');
	return found ? signFrom(found) : undefined;
}

function signInGuid({ request_xml: xml, request_json: json }: QueuedRecord): Sign | undefined {
	const found =
		(typeof xml === 'string' ? IN_XML.exec(xml) : null) ??
		(json ? IN_JSON.exec(JSON.stringify(json)) : null);
	return found ? signFrom(found.map((part) => part.toLowerCase())) : undefined;
}

const signOf = (record: QueuedRecord): Sign | undefined =>
	signInIdentifier(record) ?? signInGuid(record);

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

type Way = (record: QueuedRecord) => Sign | undefined;

/** The ways in which requests show marks. Those of the service's own endpoints get their identifiers in the call. */
const ways: readonly Way[] = [
	(record) => (isPlainAddition(record) ? signInIdentifier(record) : undefined),
	(record) => (isPlainAddition(record) ? undefined : signInIdentifier(record)),
	signInGuid,
];

/** A search for the text around a mark, from the end of the queue that its request is nearest to. */
function trialIn(record: QueuedRecord, order: QueryValues, way: Way): Trial | undefined {
	const sign = way(record);
	return sign && { record, query: { ...order, search_phrase: sign.text, page_size: LARGEST_PAGE } };
}

/**
 * What is known to be in the queue, by which it shows whether the service's search finds marks wherever they are: at both ends, in
 * identifiers and in the content of requests. None if too little is known.
 */
async function trialsIn(place: Place, newest: readonly QueuedRecord[]): Promise<Trial[]> {
	const { data: oldest } = await pageAt(place, oldestFirst);
	const firstIn = (records: readonly QueuedRecord[], order: QueryValues) =>
		ways.map((way) => records.flatMap((record) => trialIn(record, order, way) ?? []).at(0));
	const ends = [firstIn(newest, newestFirst), firstIn(oldest, oldestFirst)];
	const [plain, beside, guid] = ways.map((_, way) => ends.some((end) => end[way] !== undefined));
	const isEnough = ends.every((end) => end.some((trial) => trial)) && (plain || beside) && guid;
	if (!isEnough) return [];
	const trials = ends.flat().filter((trial) => trial !== undefined);
	// A search may find no short words.
	const [{ record, query }] = trials;
	return [...trials, { record, query: { ...query, search_phrase: String(signOf(record)?.mark) } }];
}

/**
 * Whether a request writes and shows no mark. The nodes give one to each of theirs: in its identifier, or in the GUID of what it adds
 * if the user gave the identifier. A service may put a text of its own in the identifier's place, and what can't be read may write.
 */
const isUnmarked = (record: QueuedRecord): boolean =>
	signOf(record) === undefined && mayWrite(wordsShown(record)?.elements ?? []);

const prebuiltWrites: readonly string[] = ['DataExtModRq', 'InvoiceAddRq'];

/** A service may show identifiers only in requests of a kind, and once they have got so far. */
const kindOf = (record: QueuedRecord): string => `${phaseOf(record)} ${elementsOf(record)}`;

/** What orders show that have got so far. */
const byOrders = (record: QueuedRecord): string => `${phaseOf(record)}, in orders`;

/** Whether an identifier may be one of ours whose mark was cut off. */
const isCutOff = (record: QueuedRecord): boolean =>
	requestIdIn(record)?.toLowerCase().startsWith(IDENTIFIER_START) ?? false;

/** Why requests that show no mark may be of any execution, if they may: nothing proves that requests like them show one. */
function doubtIn(records: readonly QueuedRecord[], proofs: ReadonlySet<string>) {
	const doubtful = records.find((record) => {
		const element = elementsOf(record);
		// What the service's own endpoints make may show no identifiers, although everything else does.
		const isLikeOthers = element !== '' && !prebuiltWrites.includes(element);
		const places = [phaseOf(record), ...(isCutOff(record) ? [] : [byOrders(record)])];
		const isProven =
			proofs.has(kindOf(record)) || (isLikeOthers && places.some((place) => proofs.has(place)));
		return isUnmarked(record) && !isProven;
	});
	return doubtful
		? unclear(`the request ${doubtful.id} shows no identifier of this n8n, and may be one of them`)
		: undefined;
}

/**
 * Where the identifiers in some requests show that a service shows them. Those of orders are no proof of longer ones: a service may cut
 * these off.
 */
const proofsIn = (records: readonly QueuedRecord[]): string[] =>
	records.flatMap((one) => {
		if (signInIdentifier(one) !== undefined) return [phaseOf(one), kindOf(one)];
		return provesItself(requestIdIn(one) ?? '') ? [byOrders(one)] : [];
	});

/** The requests of a whole queue that carry a mark, or may carry it. */
async function readWhole({ service, connectionId }: Place, mark: string) {
	const listed: QueuedRecord[] = [];
	const proofs = new Set<string>();
	const end = await scanQueue(service, connectionId, {
		visit: (record) => {
			if (carriesMark(record, mark) || isUnmarked(record)) listed.push(record);
			for (const proof of proofsIn([record])) proofs.add(proof);
			return false;
		},
	});
	if (end !== 'end') {
		return unclear(
			`the service's search may miss some of them, and the queue has more than ${MOST_LISTED} requests`,
		);
	}
	const shown = await withRequestsOf(service, listed, MOST_SINGLE_READS);
	if (!shown)
		return unclear(
			"the service's list shows no requests, and there are too many to read one by one",
		);
	return doubtIn(shown, new Set([...proofs, ...proofsIn(shown)])) ?? shown;
}

/** What the service's search finds, if it is known to find marks, and what it may leave out. */
async function search({ service, connectionId }: Place, mark: string, trials: readonly Trial[]) {
	if (trials.length === 0) return undefined;
	const found = await searchWhole(service, connectionId, {
		phrases: [mark],
		trials,
		isOwn: (one) => (isTerminal(one) ? signOf(one) : signInIdentifier(one)) !== undefined,
		mayShowLate: true,
	});
	const known = [...(found ?? []), ...trials.map(({ record }) => record)];
	const doubtful = found?.filter((one) => !isTerminal(one) || isHidden(one)) ?? [];
	return doubtIn(doubtful, new Set(proofsIn(known))) ?? found;
}

/** Whether a record shows its answer, which a service may leave out of its lists, if there is one. */
const showsAnswer = (record: QueuedRecord): boolean => !isTerminal(record) || hasAnswer(record);

/**
 * What an execution has queued on a connection to be written, the newest first, with the answers that there are. The
 * service's search is used only if it finds what we know to be there. Otherwise the whole queue is read.
 * @param mark Stands for the execution (see `executionMark`).
 * @returns Why that can't be told, if something might be overlooked.
 * @throws ServiceError if the service can't be asked, or QueueError if its lists can't be read.
 */
export async function requestsOfExecution(
	service: Service,
	connectionId: string,
	mark: string,
): Promise<QueuedRecord[] | Unclear> {
	const place = { service, connectionId };
	const newest = await pageAt(place, newestFirst);
	const trials = newest.total_pages > 1 ? await trialsIn(place, newest.data) : [];
	const candidates = (await search(place, mark, trials)) ?? (await readWhole(place, mark));
	if (isUnclear(candidates)) return candidates;
	const found: QueuedRecord[] = [];
	for (const record of candidates.filter((one) => carriesMark(one, mark))) {
		found.push(await withRequest(service, record, showsAnswer));
	}
	return found;
}
