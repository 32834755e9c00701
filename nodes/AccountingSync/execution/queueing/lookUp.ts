import type { IExecuteFunctions } from 'n8n-workflow';

import type { QueuedRecord } from '../../../shared/transport/queuedRecord';
import {
	findRequest,
	IDENTIFIER_START,
	isCallersOwn,
	requestIdIn,
	searchPhraseFor,
	searchRequests,
	showsRequest,
} from '../../../shared/transport/queuedRequests';
import { type Mark, recordsSince, scanQueue } from '../../../shared/transport/scanQueue';
import type { Job } from './job';
import { type Likeness, likeness, wordsSent, wordsShown } from './requestWords';

/** The result of looking for a request in the queue. */
export type LookUp =
	| { outcome: 'found'; record: QueuedRecord }
	| { outcome: 'absent' }
	/** `because` is a clause that follows "since". */
	| { outcome: 'unclear'; because: string };

/** If a list does not show the requests of its records, we read the records one by one, up to this many per look. */
const MOST_SINGLE_READS = 100;

const absent: LookUp = { outcome: 'absent' };
const unclear = (because: string): LookUp => ({ outcome: 'unclear', because });

/** How a record compares with what was sent, and whether we could tell by its identifier. */
interface Comparison {
	likeness: Likeness;
	byIdentifier: boolean;
}

/** Whether a record shows an identifier that we sent. A write's own one is followed by the mark of its execution. */
function isSentWith(record: QueuedRecord, sentWith: string): boolean {
	const shown = requestIdIn(record);
	return shown === sentWith || (shown?.startsWith(`${sentWith}-`) ?? false);
}

/** Compares a record with what was sent: by its identifier or, if we can't see one, word by word. */
function compare(
	job: Job,
	record: QueuedRecord,
	kindsWithIdentifier: ReadonlySet<string>,
): Comparison {
	const shown = wordsShown(record);
	const identifier = requestIdIn(record);
	const words = likeness(wordsSent(job.request), shown);
	const isOwn = job.isUsersIdentifier
		? identifier === job.identifier
		: identifier?.includes(job.identifier);
	if (isOwn) {
		const isOther = words === 'other' && job.isUsersIdentifier;
		return { likeness: isOther ? 'other' : 'same', byIdentifier: true };
	}
	const isIdentified = shown !== undefined && kindsWithIdentifier.has(shown.elements.join());
	if (isIdentified || identifier?.startsWith(IDENTIFIER_START)) {
		return { likeness: 'other', byIdentifier: true };
	}
	const isForeign = isCallersOwn(identifier) && words === 'same';
	return { likeness: isForeign ? 'unclear' : words, byIdentifier: false };
}

/**
 * Looks for a write that got no answer, among everything that was added to the connection's queue since a mark. It
 * relies on the list in its stated order and on IDs (interface, section 4.2), and not on what a service's search
 * covers.
 * @param mark Where the queue stood before the run's first write.
 * @param accounted The requests of this run that we already know, each with the identifier it was sent with. They are
 * not candidates, even if they look the same.
 */
export async function lookUpWrite(
	context: IExecuteFunctions,
	job: Job,
	mark: Mark,
	accounted: ReadonlyMap<string, string>,
): Promise<LookUp> {
	const { connectionId, itemIndex } = job;
	const gained = await recordsSince(context, connectionId, mark, itemIndex);
	const listed = [...gained.records, ...gained.beyond];
	if (listed.filter((record) => !showsRequest(record)).length > MOST_SINGLE_READS) {
		return unclear('too much has been queued in the meantime');
	}
	const kindsWithIdentifier = new Set<string>();
	const candidates: Array<{ record: QueuedRecord; isBeyond: boolean }> = [];
	let unseen = 0;
	for (const [index, entry] of listed.entries()) {
		const record = showsRequest(entry) ? entry : await findRequest(context, entry.id, itemIndex);
		const sentWith = accounted.get(entry.id.toLowerCase());
		if (record === undefined || !showsRequest(record)) {
			if (sentWith === undefined) unseen += 1;
			continue;
		}
		const kind = wordsShown(record)?.elements.join();
		// Only the requests that this run sent itself show whether we can see identifiers on requests of their kind.
		const isCarried = sentWith !== undefined && isSentWith(record, sentWith);
		if (kind !== undefined && isCarried) kindsWithIdentifier.add(kind);
		const isBeyond = index >= gained.records.length;
		if (sentWith === undefined) candidates.push({ record, isBeyond });
	}
	const compared = candidates.map((candidate) => ({
		...candidate,
		...compare(job, candidate.record, kindsWithIdentifier),
	}));
	const same = compared.filter(({ likeness: is }) => is === 'same');
	const identified = same.filter(({ byIdentifier }) => byIdentifier);
	// If several records carry an identifier that only this item has, something on the way turned one call into two.
	const isOnlyItems = identified.length > 0 && !job.isUsersIdentifier;
	if (isOnlyItems || (same.length === 1 && identified.length === 1)) {
		return { outcome: 'found', record: identified[identified.length - 1].record };
	}
	if (same.length > 1) return unclear(`the queue has ${same.length} requests just like it`);
	const [only] = same;
	if (only && (gained.isMarkGone || only.isBeyond)) {
		return unclear('the queue has a request just like it, but does not say since when');
	}
	if (only) return { outcome: 'found', record: only.record };
	if (unseen > 0) return unclear('the service does not show the requests in its queue');
	if (compared.some(({ likeness: is }) => is === 'unclear')) {
		return unclear('the queue has a request that may be this one');
	}
	return gained.isWhole ? absent : unclear('too much has been queued in the meantime');
}

/** Looks for a read that got no answer. It does no harm if a read is queued twice. */
export async function lookUpRead(
	context: IExecuteFunctions,
	{ connectionId, identifier, itemIndex, isUsersIdentifier }: Job,
): Promise<LookUp> {
	// The user may have given the same identifier to another request.
	if (isUsersIdentifier) return absent;
	const isIt = (record: QueuedRecord) => requestIdIn(record) === identifier;
	const phrase = searchPhraseFor(identifier);
	const [found] = await searchRequests(context, connectionId, phrase, isIt, itemIndex);
	if (found) return { outcome: 'found', record: found };
	let record: QueuedRecord | undefined;
	await scanQueue(context, connectionId, {
		visit: (listed) => {
			if (isIt(listed)) record = listed;
			return record !== undefined;
		},
		limit: 100,
		itemIndex,
	});
	return record ? { outcome: 'found', record } : absent;
}
