import { absent, isUnclear, type Unclear, unclear } from '../../quickbooks/qbxml/certainty';
import type { Contents } from '../../quickbooks/qbxml/contents';
import { reasonOf, ServiceError } from '../calls/errors';
import { Lock } from '../calls/lock';
import type { Clock, Service } from '../calls/ports';
import type { ServiceCall } from '../calls/serviceCall';
import { settled } from '../calls/settled';
import {
	type Identified,
	openHistory,
	type QueueHistory,
	type Shown,
	shownIn,
} from '../reader/history';
import {
	findRequest,
	sameId,
	sendForRecord,
	withRequest,
	withRequestsOf,
} from '../reader/queuedRequests';
import { standingsIn } from '../reader/readRemovals';
import { type Look, recognise } from '../reader/recognise';
import {
	type Gained,
	MOST_LISTED,
	type QueueCursor,
	readCursor,
	recordsSince,
} from '../reader/scanQueue';
import { searchRequests } from '../reader/search';
import {
	addTheSame,
	itemInGuid,
	mayStandFor,
	nothingKept,
	runInGuid,
} from '../requests/identifiers';
import { hasFailed, isTerminal, type QueuedRecord, wroteNothing } from '../requests/queuedRecord';
import {
	externalGuidIn,
	IDENTIFIER_START,
	requestIdIn,
	searchPhraseFor,
	showsRequest,
} from '../requests/requestId';
import { mayWrite, wordsSent } from '../requests/requestWords';
import type { Standing } from '../requests/standing';
import { isPrebuilt, type Write } from '../requests/write';
import type { Claims } from './claims';
import {
	asksForIdentifier,
	decide,
	type Decision,
	type Existing,
	type FailedCall,
	type Progress,
	refusesExisting,
	type RunFacts,
	untouched,
} from './decide';
import { type Earlier, type Journal, knownFrom, note } from './journal';
import {
	afterCall,
	existingIn,
	queuedAs,
	replacementIn,
	sharedIdentifiers,
	takenOver,
	whyMoved,
	whyUnsure,
} from './learn';
import {
	alreadyQueued,
	cannotTell,
	changedSince,
	otherContents,
	unclearRecord,
	unknownOutcome,
	unknownRun,
} from './writeErrors';

/** If a list does not show the requests of its records, we read the records one by one, up to this many per look. */
const MOST_SINGLE_READS = 100;

/** How many hits of a search are read one by one in vain: it may find what is similar, or anything. */
const MOST_IN_VAIN = 5;

/** How many of the newest records are read one by one for what the run has added under other identifiers, if the list shows no requests. */
const MOST_READ_BACK = 500;

/** How many of the newest records are read, with one call, where the search may not find a read. */
const NEWEST = 100;

/** How long to wait before a request is sent again, in milliseconds, if the service does not say. */
const RETRY_DELAY_MS = 1_000;

/** A try of a run, with what it works with. */
export interface QueueRun extends RunFacts {
	journal: Journal;
	service: Service;
	clock: Clock;
	/** How the identifiers begin that the node makes for this run. */
	prefix: string;
	/** The requests that the run is going to queue on each connection, so that the queue is asked for all of them at once. */
	writes: readonly Write[];
	/** Whether an identifier is certainly of these nodes' own making: a service may put a text of its own into `requestID`. */
	isOurs: (identifier: string) => boolean;
	/** Replaces placeholders in a call that only the workflow knows. */
	addressed: (call: ServiceCall) => Promise<ServiceCall>;
	/** What this try alone may do at the moment, of all processes of n8n. */
	claims: Claims;
	/** Why writes are not sent if the queue does not have them, by slot. */
	withheld?: Map<string, Error>;
	/** What is shared by the writes of this try, by connection. */
	shared: Map<string, Shared>;
}

/** What the writes of a try to one connection share. */
interface Shared {
	/** Calls run together, but not while somebody looks at what has become of them. */
	lock: Lock;
	history?: Promise<QueueHistory | Unclear>;
	standingOf?: (added: QueuedRecord) => Promise<Standing>;
	look?: Promise<void>;
	cursor?: Promise<QueueCursor>;
}

function sharedOf({ shared }: QueueRun, connectionId: string): Shared {
	const own = shared.get(connectionId) ?? { lock: new Lock() };
	shared.set(connectionId, own);
	return own;
}

/**
 * Where the queue stood before the first write to a connection that the journal knows of. It is read once and kept. Writes that go out
 * together wait for the same reading: a later one would already stand behind some of them.
 */
export async function cursorOf(run: QueueRun, connectionId: string): Promise<QueueCursor> {
	const known = knownFrom(run.journal).cursors.get(connectionId);
	if (known) return known;
	const shared = sharedOf(run, connectionId);
	shared.cursor ??= readCursor(run.service, connectionId);
	try {
		const cursor = await shared.cursor;
		if (!knownFrom(run.journal).cursors.has(connectionId)) {
			const isOfRetry = run.isRetry ? { isOfRetry: true as const } : {};
			note(run.journal, { event: 'cursor', connectionId, cursor, ...isOfRetry });
		}
		return cursor;
	} finally {
		delete shared.cursor;
	}
}

/** What was queued since a cursor, with the requests that the list does not show. */
async function gainedSince(
	{ service }: QueueRun,
	connectionId: string,
	cursor: QueueCursor,
): Promise<Gained | Unclear> {
	const gained = await recordsSince(service, connectionId, cursor);
	const records = await withRequestsOf(service, gained.records, MOST_SINGLE_READS);
	return records ? { ...gained, records } : unclear('too much has been queued in the meantime');
}

const writesTo = ({ writes }: QueueRun, connectionId: string): Write[] =>
	writes.filter((write) => write.connectionId === connectionId);

function keep(run: QueueRun, write: Write, record: QueuedRecord, earlier: Earlier = 'none'): void {
	note(run.journal, queuedAs(run, write, record, earlier));
}

/** Looks for a write among what was queued since a cursor. */
async function lookSince(
	run: QueueRun,
	write: Write,
	cursor: QueueCursor,
	isInAnyForm: boolean,
): Promise<Look> {
	const gained = await gainedSince(run, write.connectionId, cursor);
	return isUnclear(gained)
		? gained
		: recognise(write, gained, knownFrom(run.journal).own, isInAnyForm);
}

/** Looks for a read that got no answer. */
async function lookForRead({ service }: QueueRun, write: Write): Promise<Look> {
	// The user may have given the same identifier to another request.
	if (write.identity !== 'made') return absent;
	const isIt = (record: QueuedRecord) => requestIdIn(record) === write.identifier;
	const phrase = searchPhraseFor(write.identifier);
	const [found] = await searchRequests(service, write.connectionId, phrase, isIt);
	if (found) return { is: 'found', record: found };
	const { records } = await recordsSince(service, write.connectionId, { ids: [] }, NEWEST);
	const record = records.find(isIt);
	return record ? { is: 'found', record } : absent;
}

async function lookForCall(
	run: QueueRun,
	write: Write,
	{ earlier }: Progress,
	isInAnyForm: boolean,
): Promise<Look> {
	const look = async (): Promise<Look> => {
		const found = write.isRead
			? await lookForRead(run, write)
			: await lookSince(run, write, await cursorOf(run, write.connectionId), isInAnyForm);
		if (found.is === 'found') keep(run, write, found.record, earlier);
		return found;
	};
	try {
		// While we look for a write, nothing else is on its way, so that no other item takes what this one finds.
		return write.isRead
			? await look()
			: await sharedOf(run, write.connectionId).lock.exclusive(look);
	} catch (error) {
		return unclear(`it could not be read (${reasonOf(error)})`);
	}
}

/**
 * Whether a request can be one of these writes, by its elements. A service may put a request of its own beside it. One that can't be
 * read can be any.
 */
function mayBeOneOf(writes: readonly Write[]): (elements: readonly string[]) => boolean {
	const sent = new Set(writes.flatMap(({ request }) => wordsSent(request)?.elements ?? []));
	return (elements) => elements.length === 0 || elements.some((element) => sent.has(element));
}

/** The history of a connection's queue, opened once in a try for all identifiers that the run asks for. */
async function historyOf(run: QueueRun, connectionId: string): Promise<QueueHistory | Unclear> {
	const shared = sharedOf(run, connectionId);
	const asking = writesTo(run, connectionId).filter(({ identity }) => identity !== 'made');
	const identifiers = new Set(asking.map(({ identifier }) => identifier));
	shared.history ??= openHistory(run.service, connectionId, {
		phrases: [...identifiers],
		mayBeIt: mayBeOneOf(asking),
		arePrebuilt: asking.some(isPrebuilt),
		isOurs: run.isOurs,
	});
	return await shared.history;
}

/** What the queue has under an identifier of the user's. */
async function lookForIdentifier(run: QueueRun, write: Write): Promise<Existing> {
	const { found, doubt } = await shownIn(
		await historyOf(run, write.connectionId),
		(identifier) => identifier === write.identifier,
		knownFrom(run.journal).own,
	);
	if (doubt) return doubt;
	const shared = sharedOf(run, write.connectionId);
	shared.standingOf ??= standingsIn(run.service, write.connectionId);
	const records = found.map(({ record }) => record);
	const standings = new Map<QueuedRecord, Standing>();
	for (const record of records.filter((one) => !hasFailed(one) && isTerminal(one))) {
		standings.set(record, await shared.standingOf(record));
	}
	return existingIn(records, standings);
}

/** Whether the queue has a write under its identifier already, or can't tell. */
export async function mayBeQueuedAs(run: QueueRun, write: Write): Promise<boolean> {
	if (write.replaces !== undefined || !asksForIdentifier(run, write)) return false;
	return (await lookForIdentifier(run, write)).is !== 'absent';
}

/** What was queued instead of a request that left nothing, by any execution: the queue has it since that request. */
async function lookForReplacement(
	run: QueueRun,
	write: Write,
	replaces: string,
): Promise<Existing> {
	const gained = await gainedSince(run, write.connectionId, { ids: [replaces] });
	return isUnclear(gained) ? gained : replacementIn(knownFrom(run.journal), write, gained);
}

/**
 * The run's own requests that the service's search finds, newest first. Where the list shows no requests, those hits are read one by one
 * that the run doesn't know, which are none before it has sent anything.
 */
async function searchOwn(
	{ service, journal }: QueueRun,
	connectionId: string,
	phrase: string,
	isOwn: (record: QueuedRecord) => boolean,
): Promise<QueuedRecord[]> {
	const { own } = knownFrom(journal);
	const isOpen = (record: QueuedRecord) =>
		!showsRequest(record) && !own.has(record.id.toLowerCase());
	let reads = 0;
	const hits = await searchRequests(
		service,
		connectionId,
		phrase,
		(record) => isOwn(record) || (isOpen(record) && ++reads <= MOST_SINGLE_READS),
	);
	const shown: QueuedRecord[] = [];
	for (const hit of hits) {
		if (shown.length === MOST_IN_VAIN && !shown.some(isOwn)) break;
		shown.push(await withRequest(service, hit));
	}
	return shown.filter(isOwn);
}

/** The same by identifiers of the node's making, and for what the user has named by what it adds. */
async function searchAllOwn(run: QueueRun, connectionId: string): Promise<QueuedRecord[]> {
	const { prefix } = run;
	const writes = writesTo(run, connectionId);
	const named = writes.filter(({ identity, externalGuid }) => identity !== 'made' && externalGuid);
	const isMade = (record: QueuedRecord) => requestIdIn(record)?.startsWith(prefix) ?? false;
	const isNamed = (record: QueuedRecord) =>
		!isMade(record) && itemInGuid(externalGuidIn(record), prefix) !== undefined;
	const isMadeSought = named.length === 0 || named.length < writes.length;
	return [
		...(named.length > 0 ? await searchOwn(run, connectionId, runInGuid(prefix), isNamed) : []),
		...(isMadeSought ? await searchOwn(run, connectionId, prefix, isMade) : []),
	];
}

/** The run's own requests in a connection's queue, as far as they are found. */
async function ownRequests(run: QueueRun, connectionId: string): Promise<Shown> {
	const { service, prefix } = run;
	const known = knownFrom(run.journal);
	if (!run.isRetry) {
		const own = await searchAllOwn(run, connectionId);
		// What n8n runs again from its beginning may have other items by now, or the same in another order, as on Retry.
		run.isRetry ||= own.length > 0 && known.own.size === 0;
		const found = own.map((record) => ({ record, identifier: String(requestIdIn(record)) }));
		if (!run.isRetry) return { found: found.reverse() };
		// On other connections, the search may have told less than a Retry asks for.
		beginTurn(run, known.round);
	}
	const own = writesTo(run, connectionId);
	const shared = sharedIdentifiers(run, own);
	const areSteps = own.some(({ isRead }) => isRead);
	const history = await openHistory(service, connectionId, {
		phrases: [prefix, ...shared],
		mayBeIt: areSteps ? mayWrite : mayBeOneOf(own),
		arePrebuilt: own.some(isPrebuilt),
		isOurs: run.isOurs,
		limit: MOST_LISTED,
	});
	const fits = (one: string) => one.startsWith(prefix) || shared.has(one);
	const { found, doubt } = await shownIn(history, fits, known.own);
	const moved = whyMoved(run.writes, { connectionId, prefix }, found);
	return { found, doubt: doubt ?? moved ?? whyUnsure(known, shared, found) };
}

/**
 * Finds out what the run has in a connection's queue, whatever n8n has handed down: another Retry of the same execution may have
 * run since, or a process died. It holds until the next round of requests.
 * @returns The run's own requests, oldest first.
 */
export async function lookForRun(run: QueueRun, connectionId: string): Promise<Identified[]> {
	const { found, doubt } = await ownRequests(run, connectionId);
	// What stands here for an item that goes to another connection now is not written there as well.
	const writes = run.writes.filter((one) => one.connectionId === connectionId || !one.position);
	const events = takenOver(knownFrom(run.journal), run, writes, found);
	for (const event of events) note(run.journal, event);
	note(run.journal, {
		event: 'looked',
		connectionId,
		execution: run.execution,
		...(doubt && { because: doubt.because }),
	});
	return found;
}

/**
 * The newest requests with what they ask for: since the run began if that is known, and otherwise as far as it is worthwhile to read
 * back. Of those that the list does not show, only some.
 */
async function newestShown(
	{ service, journal }: QueueRun,
	connectionId: string,
): Promise<QueuedRecord[]> {
	const { begunOn, cursors } = knownFrom(journal);
	const cursor = (begunOn.has(connectionId) && cursors.get(connectionId)) || { ids: [] };
	const { records } = await recordsSince(service, connectionId, cursor);
	const shown: QueuedRecord[] = [];
	let reads = 0;
	for (const record of records) {
		if (!showsRequest(record) && ++reads > MOST_READ_BACK) break;
		shown.push(await withRequest(service, record));
	}
	return shown;
}

/** Whether a request stands under an identifier for a write, however the service shows it. */
function standsFor(record: QueuedRecord, { identifier, externalGuid }: Write): boolean {
	const shown = requestIdIn(record) ?? '';
	return (
		shown === identifier ||
		mayStandFor(shown, identifier, nothingKept) ||
		addTheSame(externalGuidIn(record), externalGuid)
	);
}

/**
 * What the run has added for items under identifiers that these don't have any more: somebody has changed or removed them before Retry.
 * It is looked for as far as requests show what they add.
 * @param writesOf The writes of each item in question.
 * @returns The requests, by item.
 */
export async function addedUnderOthers(
	run: QueueRun,
	connectionId: string,
	writesOf: ReadonlyMap<number, readonly Write[]>,
): Promise<Map<number, QueuedRecord>> {
	const { own } = knownFrom(run.journal);
	// The items may come in another order: the number tells whose request it is, if it is about the same.
	const given = new Map([...writesOf.values()].flat().map((one) => [one.identifier, one]));
	const isOfAnotherItem = (record: QueuedRecord): boolean => {
		const write = given.get(requestIdIn(record) ?? '');
		return write !== undefined && write.compare?.(record).is !== 'other';
	};
	const added = new Map<number, QueuedRecord>();
	for (const record of await newestShown(run, connectionId)) {
		const item = itemInGuid(externalGuidIn(record), run.prefix);
		const writes = item === undefined ? undefined : writesOf.get(item);
		if (item === undefined || !writes || wroteNothing(record)) continue;
		// What the node names is found by its place in the run.
		const isNamedByNode = requestIdIn(record)?.startsWith(IDENTIFIER_START) ?? false;
		const isKnown = isNamedByNode || own.has(record.id.toLowerCase()) || isOfAnotherItem(record);
		if (!isKnown && !writes.some((write) => standsFor(record, write))) added.set(item, record);
	}
	return added;
}

const failedCall = (failure: ServiceError): FailedCall => ({
	isUnknown: failure.outcomeIsUnknown,
	isTurnedAway: failure.isTurnedAway,
	mayBeSentAgain: failure.mayBeSentAgain,
	pauseMs: failure.retryAfter ?? RETRY_DELAY_MS,
});

/**
 * The request that another execution has queued, if a service that honours keys has answered with that: what it adds has another
 * GUID than what this one would have added, or other contents.
 */
async function requestOfAnother(
	run: QueueRun,
	write: Write,
	record: QueuedRecord,
): Promise<QueuedRecord | undefined> {
	const tells = write.externalGuid !== '' || write.compare !== undefined;
	if (!tells || !asksForIdentifier(run, write)) return undefined;
	const read = await settled(withRequest(run.service, record));
	const shown = read.status === 'fulfilled' ? read.value : record;
	const guid = externalGuidIn(shown);
	const isOther =
		write.externalGuid === '' || guid === ''
			? write.compare?.(shown).is === 'other'
			: !sameId(guid, write.externalGuid);
	return isOther ? shown : undefined;
}

/** What each outcome of a comparison means for an order. */
const earlierOf: Record<Contents['is'], Earlier> = {
	same: 'stands',
	other: 'differs',
	unclear: 'uncompared',
};

/**
 * Lets a request that is in the queue already stand for a write.
 * @throws QueueError if it wrote something else, unless the user wants what was written.
 */
async function take(run: QueueRun, write: Write, record: QueuedRecord): Promise<QueuedRecord> {
	const { compare, identity, replaces } = write;
	if (!compare || identity !== 'order' || replaces !== undefined) {
		keep(run, write, record, 'stands');
		return record;
	}
	const listed = await withRequest(run.service, record);
	const seen = compare(listed);
	// A list may leave out what the record itself shows, such as the answer, which has names and IDs.
	const whole = isUnclear(seen) ? await findRequest(run.service, record.id) : undefined;
	const shown = whole ?? listed;
	const contents = whole ? compare(whole) : seen;
	if (contents.is === 'other' && run.ifAlreadyQueued === undefined) {
		throw otherContents(write, shown, contents.differences);
	}
	keep(run, write, shown, earlierOf[contents.is]);
	return record;
}

/** Sends a request once. Its call stands in the journal before it goes out. */
async function send(
	run: QueueRun,
	write: Write,
	idempotencyKey: string,
	{ earlier }: Progress,
): Promise<QueuedRecord> {
	const { slot, key, replaces, isRead, connectionId } = write;
	const call = await run.addressed({ ...write.request, idempotencyKey });
	if (!isRead) await cursorOf(run, connectionId);
	const sendIt = async () => {
		if (!isRead) await run.claims.check();
		if (replaces !== undefined) note(run.journal, { event: 'replaced', requestId: replaces, slot });
		note(run.journal, { event: 'sent', slot, key });
		const record = await sendForRecord(run.service, call);
		const others = await requestOfAnother(run, write, record);
		if (others) {
			note(run.journal, { event: 'notQueued', slot });
			if (refusesExisting(run, write)) throw alreadyQueued(write, others.id);
			return await take(run, write, others);
		}
		keep(run, write, record, earlier);
		return record;
	};
	return isRead ? await sendIt() : await sharedOf(run, connectionId).lock.shared(sendIt);
}

const NEVER_SENT = 'of an earlier try';

/** The error of a write that ended without being queued. */
function errorOf(
	write: Write,
	decision: Exclude<Extract<Decision, { next: 'end' }>, { as: 'queued' }>,
	failure: unknown,
): unknown {
	switch (decision.as) {
		case 'notQueued':
		case 'failed':
			return failure;
		case 'changed':
			return changedSince(decision.before);
		case 'alreadyQueued':
			return alreadyQueued(write, decision.record.id);
		case 'unknown':
			return unknownOutcome(
				decision.reason === 'this call' ? reasonOf(failure) : NEVER_SENT,
				write.identifier,
				decision.because,
			);
		case 'unknownRun':
			return unknownRun(decision.because);
		case 'unclearRecord':
			return unclearRecord(write, decision.because);
		case 'cannotTell':
			return cannotTell(write, decision.because);
	}
}

/** Does what was decided, and gives what the try has done since. */
async function perform(
	run: QueueRun,
	write: Write,
	decision: Exclude<Decision, { next: 'end' } | { next: 'take' }>,
	progress: Progress,
): Promise<Progress> {
	const { connectionId } = write;
	switch (decision.next) {
		case 'lookForRun': {
			const shared = sharedOf(run, connectionId);
			shared.look ??= lookForRun(run, connectionId).then(() => undefined);
			await shared.look;
			return progress;
		}
		case 'lookForIdentifier': {
			const { replaces } = write;
			const existing =
				replaces === undefined
					? await lookForIdentifier(run, write)
					: await lookForReplacement(run, write, replaces);
			const isRemoved = existing.is === 'absent' && existing.isRemoved;
			const earlier = isRemoved ? 'removed' : progress.earlier;
			return { ...progress, existing, earlier };
		}
		case 'lookForCall': {
			await run.clock.sleep(decision.afterMs, run.service.signal);
			const look = await lookForCall(run, write, progress, decision.isInAnyForm ?? false);
			return { ...progress, looks: progress.looks + 1, look };
		}
		case 'send':
			await send(run, write, decision.idempotencyKey, progress);
			return progress;
	}
}

async function enqueueAlone(run: QueueRun, write: Write): Promise<QueuedRecord> {
	let progress = untouched;
	let failure: unknown;
	for (;;) {
		const decision = decide(knownFrom(run.journal), run, write, progress);
		if (decision.next === 'take') {
			return await take(run, write, decision.record);
		}
		if (decision.next === 'end') {
			if (decision.as === 'queued') return { ...decision.record };
			if (decision.as === 'notQueued') note(run.journal, { event: 'notQueued', slot: write.slot });
			throw errorOf(write, decision, failure);
		}
		const withheld = decision.next === 'send' && run.withheld?.get(write.slot);
		if (withheld) {
			note(run.journal, { event: 'notQueued', slot: write.slot });
			throw withheld;
		}
		const mayBeThere = knownFrom(run.journal).unanswered.has(write.slot);
		const done = await settled(perform(run, write, decision, progress));
		if (done.status === 'fulfilled') {
			progress = done.value;
			continue;
		}
		failure = done.reason;
		if (decision.next !== 'send' || !(failure instanceof ServiceError)) throw failure;
		const call = failedCall(failure);
		const isOpen = call.isUnknown || call.isTurnedAway;
		if (isOpen && run.service.signal?.aborted) throw failure;
		// A call that is refused says nothing of an earlier one that gave no answer.
		if (!isOpen && !mayBeThere) note(run.journal, { event: 'notQueued', slot: write.slot });
		progress = afterCall(progress, call);
	}
}

/**
 * Queues a write so that it is in the queue exactly once. If no answer tells how a call ended, we look for the request in
 * the queue. We send it again only if it is certainly not there.
 * @throws ServiceError if the service refuses it. QueueError if the outcome is unknown, or if the user wants no
 * second request with the same identifier.
 */
export async function enqueue(run: QueueRun, write: Write): Promise<QueuedRecord> {
	const { connectionId, replaces, identifier } = write;
	const work = async () => await enqueueAlone(run, write);
	// What another execution is about to queue under the same identifier, this one can't see yet.
	return asksForIdentifier(run, write)
		? await run.claims.during(`${connectionId} ${replaces ?? identifier}`, work, run.service.signal)
		: await work();
}

/** Begins to queue the requests of a round. What the run saw of the queue before may be old. */
export function beginTurn(run: QueueRun, round: number): void {
	for (const shared of run.shared.values()) {
		delete shared.look;
		// It was opened for the identifiers of the round before.
		delete shared.history;
		delete shared.standingOf;
	}
	note(run.journal, { event: 'turn', round });
}

/**
 * Checks, before anything is sent, that the service can answer the run's questions about its whole queue.
 * @throws QueueError if it can't, with the options that remain.
 */
export async function requireHistory(run: QueueRun, writes: readonly Write[]): Promise<void> {
	const asking = writes.find(
		(write) => write.replaces === undefined && asksForIdentifier(run, write),
	);
	if (!asking) return;
	const history = await historyOf(run, asking.connectionId);
	if (isUnclear(history)) throw cannotTell(asking, history.because);
}

/**
 * Lets the tries of a run queue their requests one after the other.
 * @param work Is told whether another process was found at it.
 * @throws QueueError if another process does so for minutes, and what the work throws.
 */
export const inTurnOfRun = async <Result>(
	{ prefix, claims, service }: Pick<QueueRun, 'claims' | 'prefix' | 'service'>,
	work: (isContested: boolean) => Promise<Result>,
): Promise<Result> => await claims.during(prefix, work, service.signal);
