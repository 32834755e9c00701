import type { IExecuteFunctions } from 'n8n-workflow';

import {
	findRequest,
	findRequests,
	requestIdIn,
	searchPhraseFor,
	showsRequest,
	type QueuedRecord,
} from '../../shared/service/queue';
import { recordsSince, scanQueue, type Mark } from '../../shared/service/scan';
import { identifierStart, type Job } from './job';
import { likeness, wordsSent, wordsShown, type Likeness } from './words';

/** What a look through the queue for a request says. */
export type LookUp =
	| { outcome: 'found'; record: QueuedRecord }
	| { outcome: 'absent' }
	/** `because` is a clause that follows "since". */
	| { outcome: 'unclear'; because: string };

/** Records that a list shows without their requests are read one by one, up to so many in one look. */
const mostSingleReads = 100;

const absent: LookUp = { outcome: 'absent' };
const unclear = (because: string): LookUp => ({ outcome: 'unclear', because });

const isNodesOwn = (identifier: string | undefined): boolean =>
	identifier?.startsWith(identifierStart) === true;

const kindOf = (record: QueuedRecord): string | undefined => wordsShown(record)?.elements.join();

/** Compares a record with what was sent: by its identifier, or, where none can be seen, word by word. */
function compare(
	job: Job,
	record: QueuedRecord,
	kindsWithIdentifier: ReadonlySet<string>,
): Likeness {
	const shown = wordsShown(record);
	const identifier = requestIdIn(record);
	const words = likeness(wordsSent(job.request), shown);
	if (identifier === job.identifier)
		return words === 'other' && job.isUsersIdentifier ? 'other' : 'same';
	if (isNodesOwn(identifier)) return 'other';
	const isIdentified = shown !== undefined && kindsWithIdentifier.has(shown.elements.join());
	return isIdentified ? 'other' : words;
}

/**
 * Looks for a write whose call gave no answer, among all that the connection's queue has gained since a mark. It goes by
 * the list in its stated order and by IDs (interface, section 4.2), not by where a service's search looks.
 * @param mark Where the queue stood before the run's first write.
 * @param accounted The requests of this run that are known already: of those that are alike, they don't count.
 */
export async function lookUpWrite(
	context: IExecuteFunctions,
	job: Job,
	mark: Mark,
	accounted: ReadonlySet<string>,
): Promise<LookUp> {
	const { connectionId, itemIndex } = job;
	const { records, beyond, isWhole } = await recordsSince(context, connectionId, mark, itemIndex);
	const kindsWithIdentifier = new Set<string>();
	const candidates: QueuedRecord[] = [];
	let reads = 0;
	let unseen = 0;
	for (const listed of records) {
		if (!showsRequest(listed) && (reads += 1) > mostSingleReads) {
			return unclear('too much has been queued meanwhile');
		}
		const record = showsRequest(listed) ? listed : await findRequest(context, listed.id, itemIndex);
		if (record === undefined || !showsRequest(record)) {
			if (!accounted.has(listed.id.toLowerCase())) unseen += 1;
			continue;
		}
		const kind = kindOf(record);
		if (kind !== undefined && isNodesOwn(requestIdIn(record))) kindsWithIdentifier.add(kind);
		if (!accounted.has(record.id.toLowerCase())) candidates.push(record);
	}
	const own = beyond.filter(
		(record) => !job.isUsersIdentifier && requestIdIn(record) === job.identifier,
	);
	const compared = candidates.map((record) => ({
		record,
		likeness: compare(job, record, kindsWithIdentifier),
	}));
	const same = [
		...compared.filter(({ likeness: is }) => is === 'same').map(({ record }) => record),
		...own,
	];
	const isCertain =
		same.length === 1 ||
		same.some((record) => !job.isUsersIdentifier && requestIdIn(record) === job.identifier);
	// Of several with an identifier that only this item has, something on the way has made two of one call.
	if (same.length > 0 && isCertain) return { outcome: 'found', record: same[same.length - 1] };
	if (same.length > 1) return unclear(`${same.length} requests that are alike are in the queue`);
	if (unseen > 0) return unclear('the service does not show the requests in its queue');
	if (compared.some(({ likeness: is }) => is === 'unclear')) {
		return unclear('the queue has a request that may be this one');
	}
	return isWhole ? absent : unclear('too much has been queued meanwhile');
}

/** Looks for a read whose call gave no answer. A read that is queued twice harms nobody. */
export async function lookUpRead(
	context: IExecuteFunctions,
	{ connectionId, identifier, itemIndex, isUsersIdentifier }: Job,
): Promise<LookUp> {
	// A user's identifier may stand for another request.
	if (isUsersIdentifier) return absent;
	const query = { search_phrase: searchPhraseFor(identifier) };
	const isIt = (record: QueuedRecord) => requestIdIn(record) === identifier;
	const found = (await findRequests(context, connectionId, query, 5, itemIndex)).find(isIt);
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
