import { isUnclear, type Unclear, unclear } from '../../quickbooks/qbxml/certainty';
import type { Service } from '../calls/ports';
import { replacementIdentifier } from '../requests/identifiers';
import { hasFailed, type QueuedRecord } from '../requests/queuedRecord';
import { externalGuidIn, isHidden, searchPhraseFor, showsRequest } from '../requests/requestId';
import { wordsShown } from '../requests/requestWords';
import { LARGEST_PAGE, sameId, withRequestsOf } from './queuedRequests';
import { isSentAs } from './recognise';
import { recordsSince } from './scanQueue';
import { searchWhole } from './search';
import { isOlder } from './tiedRecords';

/** Where a search finds this many, the queue is read instead. */
const MOST_HITS = 200;

/** If the list does not show requests, we read up to this many of them one by one. */
const MOST_SINGLE_READS = 200;

/** What a request was to do, and to which record if it did not add one. */
interface Wanted {
	action: string;
	id?: string;
}

/** Whether a record shows only a part of its request. */
const isInPart = (record: QueuedRecord): boolean => wordsShown(record)?.isCutShort === true;

/** What only requests for the very same write show. Undefined if nothing tells them from others like them. */
function signOf(request: QueuedRecord, { action, id = '' }: Wanted) {
	const guid = externalGuidIn(request);
	if (guid !== '') {
		const isSame = (one: QueuedRecord) => externalGuidIn(one).toLowerCase() === guid.toLowerCase();
		return { phrase: guid, isSame };
	}
	if (action === 'add') return undefined;
	// A change names the edit sequence, so that only one in the same words can be carried out. A removal can't be told from another.
	const words = wordsShown(request);
	if (isInPart(request)) {
		return unclear(`the request ${request.id} does not show all that it asks for`);
	}
	const isSame = (one: QueuedRecord) => JSON.stringify(wordsShown(one)) === JSON.stringify(words);
	return { phrase: id, isSame };
}

/**
 * Leaves out those that have failed and were replaced by another of them. Where no times tell which is older, one of these would be
 * taken for the newest.
 */
const withoutReplaced = (connectionId: string, same: readonly QueuedRecord[]): QueuedRecord[] =>
	same.filter((one) => {
		const replacement = replacementIdentifier(connectionId, one.id);
		return !hasFailed(one) || !same.some((other) => isSentAs(other, replacement));
	});

/**
 * What was queued after a request for the very same write, by any execution, newest first. The queue is read in its stated order
 * (interface, section 4.2) if the service's search may miss something.
 */
export async function sameWritesSince(
	service: Service,
	connectionId: string,
	request: QueuedRecord,
	wanted: Wanted,
): Promise<QueuedRecord[] | Unclear> {
	const sign = signOf(request, wanted);
	if (!sign) return [];
	if (isUnclear(sign)) return sign;
	const phrase = searchPhraseFor(sign.phrase);
	const searched = await searchWhole(service, connectionId, {
		phrases: [phrase],
		trials: [{ record: request, query: { search_phrase: phrase, page_size: LARGEST_PAGE } }],
		isOwn: sign.isSame,
		limit: MOST_HITS,
	});
	const elements = new Set(wordsShown(request)?.elements);
	/** Whether a record shows too little to tell. */
	const mayBeIt = (one: QueuedRecord): boolean =>
		isHidden(one) ||
		(isInPart(one) && wordsShown(one)?.elements.some((name) => elements.has(name)) === true);
	const among = (records: readonly QueuedRecord[], own: QueuedRecord) => {
		const same = withoutReplaced(connectionId, records.filter(sign.isSame));
		const others = same.filter((one) => one !== own);
		const hidden = others.every(hasFailed) ? records.find(mayBeIt) : undefined;
		return hidden ? unclear(`the request ${hidden.id} does not show what it asks for`) : others;
	};
	const own = searched?.find((one) => sameId(one.id, request.id) && sign.isSame(one));
	// What has the same time may stand behind it, although it was queued later.
	if (searched && own) {
		const later = searched.filter((one) => !isOlder(one, own));
		return among(later, own);
	}
	const { records, isWhole } = await recordsSince(service, connectionId, { ids: [request.id] });
	const isShown = (one: QueuedRecord) => showsRequest(one) && !isInPart(one);
	const shown = isWhole
		? await withRequestsOf(service, records, MOST_SINGLE_READS, isShown)
		: undefined;
	if (!shown)
		return unclear('too much has been queued since then to tell whether it was queued again');
	return among([request, ...shown], request);
}
