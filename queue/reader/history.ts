import { isUnclear, type Unclear, unclear } from '../../quickbooks/qbxml/certainty';
import type { Service } from '../calls/ports';
import type { QueryValues } from '../calls/serviceCall';
import { alsoKept, type Kept, mayStandFor, nothingKept } from '../requests/identifiers';
import { phaseOf, type QueuedRecord } from '../requests/queuedRecord';
import { isHidden, requestIdIn, searchPhraseFor, showsRequest } from '../requests/requestId';
import { elementsOf, wordsShown } from '../requests/requestWords';
import { findRequest, listRequests, sameId, withRequest, withRequestsOf } from './queuedRequests';
import { newestFirst, oldestFirst, scanQueue } from './scanQueue';
import { sampleIn, searchWhole, type Trial } from './search';
import { isOlder, queuedAt } from './tiedRecords';

/** A queue with at most this many requests is read to its beginning. The service has to search a longer one. */
const SHORT_QUEUE = 300;

/** If a list does not show requests, we read up to this many of them one by one. */
const MOST_SINGLE_READS = 100;

/** We look for an identifier of ours in this many requests at each end of a queue. */
const SAMPLED = 100;
/** So many requests are read that are like what is asked for. */
const FEW_LIKE = 5;

/** A place inside the first word of every identifier that these nodes make. */
const INSIDE = 2;

/** So many records that are known show that nothing new stands behind them. */
const FEW = 5;
/** Records that are read at once, when only a few can be new. */
const READ_ON = 2 * FEW;

/** What is looked for in a connection's whole queue. */
export interface Question {
	/** The identifiers, or how they begin. The service's search is asked for each. */
	phrases: readonly string[];
	/** Whether a request with these elements, such as `InvoiceAddRq`, can be one of those although it shows no identifier. */
	mayBeIt: (elements: readonly string[]) => boolean;
	/** Whether their identifiers are sent in the call, to the pre-built endpoints. Otherwise they are inside the requests. */
	arePrebuilt: boolean;
	/**
	 * Whether an identifier is certainly of these nodes' own making, and shown as they made it. A service may put a text of its own
	 * into `requestID`, cut it off, or show it in lower case.
	 */
	isOurs: (identifier: string) => boolean;
	/** How many records to read, at most, if the queue can't be searched. */
	limit?: number;
}

/** A request, and the identifier that it has shown. It may show none any more. */
export interface Identified {
	record: QueuedRecord;
	identifier: string;
}

/** What a queue shows about an identifier. */
export interface Shown {
	/** The requests that carry it, oldest first. */
	found: Identified[];
	/** Why there may be others. */
	doubt?: Unclear;
}

/** The kinds of requests that the pre-built endpoints make (interface, section 4.3). */
const prebuiltElements = new Set([
	'CustomerQueryRq',
	'VendorQueryRq',
	'ItemQueryRq',
	'ItemSalesTaxQueryRq',
	'SalesTaxCodeQueryRq',
	'InvoiceQueryRq',
	'CreditMemoQueryRq',
	'InvoiceAddRq',
	'DataExtModRq',
]);

const never = (): boolean => false;

/** Whether a record shows an identifier certainly as it was given: one of our making, or exactly one that is looked for. */
function proves({ isOurs, phrases }: Question, record: QueuedRecord): boolean {
	const identifier = requestIdIn(record);
	return identifier !== undefined && (isOurs(identifier) || phrases.includes(identifier));
}

/** Whether it does so for requests that get their identifiers in the same way. */
const provesAlike = (question: Question, record: QueuedRecord): boolean =>
	proves(question, record) && (!question.arePrebuilt || prebuiltElements.has(elementsOf(record)));

/** Whether a request may be one of those that are looked for, whatever identifier it has. One that shows no element may. */
function mayBeAny(mayBeIt: Question['mayBeIt'], record: QueuedRecord): boolean {
	const { request_xml: xml } = record;
	const inText = typeof xml === 'string' ? xml.match(/(?<=<)(?!QBXMLMsgs)\w+Rq(?=[\s/>])/g) : null;
	const elements = wordsShown(record)?.elements ?? inText ?? [];
	return elements.length === 0 || mayBeIt(elements);
}

/** Whether a record can show an identifier: it hides nothing, and its XML is not cut off. What these nodes send is well-formed. */
function isLegible(record: QueuedRecord): boolean {
	const { request_xml: xml } = record;
	if (wordsShown(record) !== undefined) return true;
	return showsRequest(record)
		? typeof xml === 'string' && /<\/QBXML>\s*$/.test(xml)
		: !isHidden(record);
}

const keptBy = (proofs: readonly QueuedRecord[], kept: Kept): Kept =>
	proofs.reduce((known, proof) => alsoKept(known, String(requestIdIn(proof))), kept);

/** Records with their requests, up to the first that is enough. */
async function withRequests(
	service: Service,
	records: readonly QueuedRecord[],
	isEnough: (record: QueuedRecord) => boolean,
): Promise<QueuedRecord[]> {
	const shown: QueuedRecord[] = [];
	for (const record of records) {
		const read = await withRequest(service, record);
		shown.push(read);
		if (isEnough(read)) break;
	}
	return shown;
}

/** All records of a queue, with their requests, newest first. Undefined if there are more than the limit. */
async function readWhole(
	service: Service,
	connectionId: string,
	limit: number,
): Promise<QueuedRecord[] | undefined> {
	const listed: QueuedRecord[] = [];
	const end = await scanQueue(service, connectionId, {
		visit: (record: QueuedRecord) => {
			listed.push(record);
			return false;
		},
		limit,
	});
	return end === 'end' ? await withRequestsOf(service, listed, MOST_SINGLE_READS) : undefined;
}

/** The request nearest to one end of the queue that proves that identifiers are shown. */
async function sampleAt(
	service: Service,
	connectionId: string,
	order: QueryValues,
	isSample: (record: QueuedRecord) => boolean,
): Promise<QueuedRecord | undefined> {
	const listed: QueuedRecord[] = [];
	await scanQueue(service, connectionId, {
		visit: (record: QueuedRecord) => listed.push(record) === SAMPLED || isSample(record),
		query: order,
		pageSize: 20,
		limit: SAMPLED,
	});
	return await sampleIn(service, listed, isSample);
}

/**
 * A search for a part of a request's identifier, which has to find it as it would by the whole.
 * @param from Where the part begins.
 * @param length How long it is at most.
 */
function trialOf(record: QueuedRecord, from = 0, length = Infinity): Trial {
	const phrase = searchPhraseFor(String(requestIdIn(record)))
		.slice(from, -1)
		.slice(0, length);
	return {
		record,
		query: { search_phrase: phrase, page_size: length === Infinity ? 20 : SAMPLED },
	};
}

/** What any search takes for a part of a word. */
const SIGNS = /[^\w-]/g;

/**
 * The signs in phrases that the service's search is not known to take as they are: a search may take what stands before a colon for
 * the name of a field. It takes a sign so if it finds a request of ours by the beginning of its identifier, up to that sign.
 */
async function unprovenSigns(
	service: Service,
	connectionId: string,
	phrases: readonly string[],
	isProof: (record: QueuedRecord) => boolean,
): Promise<Set<string>> {
	const signs = new Set(phrases.flatMap((phrase) => phrase.match(SIGNS) ?? []));
	for (const sign of [...signs]) {
		const phrase = phrases.find((one) => one.includes(sign)) ?? '';
		const start = phrase.slice(0, phrase.indexOf(sign) + 1);
		const query = { search_phrase: start, page: 1, page_size: FEW_LIKE };
		const { data } = await listRequests(service, connectionId, query);
		const shows = (record: QueuedRecord): boolean =>
			isProof(record) && (requestIdIn(record)?.startsWith(start) ?? false);
		if ((await withRequests(service, data, shows)).some(shows)) signs.delete(sign);
	}
	return signs;
}

/** The part of a phrase that is searched for: the longest without such signs, with a digit if there is one. */
function partWithout(signs: ReadonlySet<string>, phrase: string): string {
	const parts = [...phrase]
		.map((letter) => (signs.has(letter) ? ' ' : letter))
		.join('')
		.split(' ');
	const numbered = parts.filter((part) => /\d/.test(part));
	return (numbered.length > 0 ? numbered : parts).reduce((one, other) =>
		other.length > one.length ? other : one,
	);
}

/**
 * A connection's whole queue, by the identifiers in it. What was there when it was opened was found by the service's search, or by
 * reading a short queue to its beginning. What came later is read in the list's stated order (interface, section 4.2): a search
 * that reaches only the newest requests loses what it found a moment ago, while the run's own requests come in.
 */
export class QueueHistory {
	/** The identifiers of the requests that were read, by ID. Empty for those that may have one and show none. */
	private readonly identifiers = new Map<string, string>();

	/** The IDs of all requests that were read since it was opened. */
	private readonly seen = new Set<string>();

	/** When the newest one was queued, by the service's clock. */
	private newestAt: string | undefined;

	private reading: Promise<Unclear | undefined> = Promise.resolve(undefined);

	/** How identifiers are known to be shown. */
	private kept = nothingKept;

	constructor(
		private readonly service: Service,
		private readonly connectionId: string,
		private readonly question: Question,
		/** How far requests have got that are known to show our identifiers (see `phaseOf`). */
		private readonly shows: Set<string>,
	) {}

	/** @param records Newest first. */
	add(records: readonly QueuedRecord[]): void {
		const { mayBeIt, phrases } = this.question;
		const isProof = (record: QueuedRecord): boolean => proves(this.question, record);
		this.kept = keptBy(records.filter(isProof), this.kept);
		for (const record of [...records].reverse()) {
			const id = record.id.toLowerCase();
			this.seen.add(id);
			const identifier = requestIdIn(record);
			if (identifier !== undefined) this.identifiers.set(id, identifier);
			if (isProof(record) || !mayBeAny(mayBeIt, record)) continue;
			const isAnothers =
				isLegible(record) &&
				this.shows.has(phaseOf(record)) &&
				!phrases.some((one) => mayStandFor(identifier ?? '', one, this.kept));
			if (!isAnothers) this.identifiers.set(id, '');
		}
	}

	/** Says from which request on the queue is read. */
	startFrom(newest: QueuedRecord | undefined): void {
		if (newest) this.newestAt = queuedAt(newest);
	}

	/**
	 * The requests whose identifier fits, as they are now.
	 * @param own Requests that need not be read again, by ID in lower case.
	 * @throws ServiceError if the service can't be asked, or QueueError if the queue can't be read.
	 */
	async find(
		fits: (identifier: string) => boolean,
		own: ReadonlyMap<string, string>,
	): Promise<Shown> {
		const before = this.reading;
		this.reading = (async () => {
			await Promise.allSettled([before]);
			return await this.readOn(own);
		})();
		const shown: Shown = { found: [], doubt: await this.reading };
		for (const [id, identifier] of [...this.identifiers]) {
			const isDoubtful = identifier === '';
			if (isDoubtful ? shown.doubt || own.has(id) : !fits(identifier)) continue;
			const record = await findRequest(this.service, id);
			if (!record) continue;
			if (isDoubtful) {
				const because = `the request ${record.id} does not show the identifier that it was given`;
				shown.doubt = unclear(because);
			} else shown.found.push({ record, identifier });
		}
		return shown;
	}

	/** Everything that is new stands before, or among, the newest requests that are known. */
	private async readOn(own: ReadonlyMap<string, string>): Promise<Unclear | undefined> {
		const { service, connectionId, seen, newestAt } = this;
		const fresh: QueuedRecord[] = [];
		const queuedSince: string[] = [];
		let newest: QueuedRecord | undefined;
		let known = 0;
		const end = await scanQueue(service, connectionId, {
			visit: (record: QueuedRecord) => {
				newest ??= record;
				const id = record.id.toLowerCase();
				// What the run has queued since then may stand before something new of another's.
				if (seen.has(id)) known += 1;
				else if (own.has(id)) queuedSince.push(id);
				else fresh.push(record);
				if (provesAlike(this.question, record)) this.shows.add(phaseOf(record));
				// A record that was queued earlier may come into the list a little later.
				return queuedAt(record) === undefined || newestAt === undefined
					? known >= SAMPLED
					: known >= FEW && isOlder(record, { inserted_at: newestAt });
			},
			pageSize: READ_ON,
		});
		if (end === 'limit') return unclear('its queue has become too long to be read');
		this.add(await withRequests(service, fresh, never));
		for (const id of queuedSince) seen.add(id);
		this.startFrom(newest);
		return undefined;
	}
}

/**
 * Finds out how to look for identifiers in a connection's whole queue, and looks for those in question. The service's search is
 * trusted only if it finds requests that are known to be there, at both ends of the queue, before and after it was asked.
 * @throws ServiceError if the service can't be asked.
 */
export async function openHistory(
	service: Service,
	connectionId: string,
	question: Question,
): Promise<QueueHistory | Unclear> {
	const { phrases, mayBeIt, limit = SHORT_QUEUE } = question;
	const isProof = (record: QueuedRecord): boolean => proves(question, record);
	const isProofAlike = (record: QueuedRecord): boolean => provesAlike(question, record);
	const newest = await sampleAt(service, connectionId, newestFirst, isProofAlike);
	const oldest = newest && (await sampleAt(service, connectionId, oldestFirst, isProof));
	const asked = phrases.map(searchPhraseFor);
	const signs = newest
		? await unprovenSigns(service, connectionId, asked, isProof)
		: new Set<string>();
	const searched = asked.map((phrase) => partWithout(signs, phrase));
	// Of an identifier with blanks or umlauts, only a part is searched for, which may stand in its middle.
	const starts = phrases.every((one, index) => one.startsWith(searched[index])) ? [0] : [0, INSIDE];
	const opened = (records: readonly QueuedRecord[], start: readonly QueuedRecord[]) => {
		const shows = new Set(records.filter(isProofAlike).map(phaseOf));
		const history = new QueueHistory(service, connectionId, question, shows);
		history.add(records);
		history.startFrom(start[0]);
		return history;
	};
	if (newest && oldest) {
		// A search may find what is similar, or no short words.
		const shortest = Math.min(...searched.map((phrase) => phrase.length));
		const trials = [newest, oldest].flatMap((end) => starts.map((from) => trialOf(end, from)));
		// A service may cut off what is longer than all that is known, and search only what it shows.
		const { length } = keptBy([newest, oldest], nothingKept);
		const cutOff = asked.map((phrase) => partWithout(signs, phrase.slice(0, length)));
		const { data: start } = await listRequests(service, connectionId, { page_size: FEW });
		const found = await searchWhole(service, connectionId, {
			phrases: [...searched, ...cutOff],
			trials: [...trials, trialOf(newest, starts.at(-1), shortest)],
			isOwn: isProof,
			mayShowLate: true,
		});
		if (found) {
			const isNew = ({ id }: QueuedRecord): boolean => !found.some((one) => sameId(one.id, id));
			const others = await withRequests(service, start.filter(isNew), never);
			return opened([...others, ...found], start);
		}
	}
	const whole = await readWhole(service, connectionId, limit);
	const candidates = whole?.filter((record) => mayBeAny(mayBeIt, record));
	// What came in since the samples were taken may be the first that shows its identifier, or the first candidate.
	if (whole && candidates && (candidates.length === 0 || newest || whole.some(isProofAlike))) {
		return opened(whole, whole);
	}
	return unclear(
		whole
			? 'no request of this kind in its queue shows the identifier that it was given'
			: "the service's search does not find identifiers, and its queue is too long to be read",
	);
}

/**
 * What a queue shows of identifiers that fit, as it is now.
 * @param own Requests that need not be read again, by ID in lower case.
 * @throws ServiceError if the service can't be asked, or QueueError if the queue can't be read.
 */
export const shownIn = async (
	history: QueueHistory | Unclear,
	fits: (identifier: string) => boolean,
	own: ReadonlyMap<string, string>,
): Promise<Shown> =>
	isUnclear(history) ? { found: [], doubt: history } : await history.find(fits, own);
