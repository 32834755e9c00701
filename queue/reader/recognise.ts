import { absent, type Certainty, unclear } from '../../quickbooks/qbxml/certainty';
import { alsoKept, isAsMade, type Kept, mayStandFor, nothingKept } from '../requests/identifiers';
import { isTerminal, type QueuedRecord } from '../requests/queuedRecord';
import { externalGuidIn, isCallersOwn, requestIdIn, showsRequest } from '../requests/requestId';
import { areOtherWords, elementsOf, wordsSent, wordsShown } from '../requests/requestWords';
import { isPrebuilt, type Write } from '../requests/write';
import { sameId } from './queuedRequests';
import type { Gained } from './scanQueue';

/** What a look into the queue says about one request. */
export type Look = Certainty<{ record: QueuedRecord }>;

/** Whether a record shows an identifier that was sent. What the node makes is followed by the mark of its execution. */
export function isSentAs(record: QueuedRecord, identifier: string): boolean {
	const shown = requestIdIn(record);
	return shown === identifier || (shown?.startsWith(`${identifier}-`) ?? false);
}

/**
 * Of what kind a request is, and whether it has ended: a service may show identifiers of some kinds only, or only once a request
 * was carried out.
 */
const phaseOf = (record: QueuedRecord): string => `${elementsOf(record)} ${isTerminal(record)}`;

/** In which phases the service shows the identifiers that it was given, and in which it puts texts of its own in their place. */
interface Phases {
	shown: ReadonlySet<string>;
	replaced: ReadonlySet<string>;
	/** How it is known to show them. */
	kept: Kept;
}

function phasesOf(listed: readonly QueuedRecord[], own: ReadonlyMap<string, string>): Phases {
	const shown = new Set<string>();
	const replaced = new Set<string>();
	let kept = nothingKept;
	for (const record of listed) {
		const sentAs = own.get(record.id.toLowerCase()) ?? '';
		const identifier = requestIdIn(record);
		if (sentAs === '' || identifier === undefined) continue;
		const isKept = isSentAs(record, sentAs);
		if (isKept) kept = alsoKept(kept, identifier);
		(isKept ? shown : replaced).add(phaseOf(record));
	}
	return { shown, replaced, kept };
}

/** How a record compares with what was sent. */
type Comparison = 'identified' | 'other' | 'unclear';

/** How the GUIDs begin of all records that a run adds. */
const GUID_START = 9;

/**
 * Whether a record's GUID says that another run adds it. One that adds the same and has no GUID may be the run's: the endpoints
 * take none, and a changed form may need none of them.
 */
function isOfOtherRun({ externalGuid, request }: Write, record: QueuedRecord): boolean {
	const guid = externalGuidIn(record);
	return guid === '' && externalGuid !== ''
		? wordsSent(request)?.elements.join() !== elementsOf(record)
		: !guid.startsWith(externalGuid.slice(0, GUID_START));
}

/** Whether a record may be what the service has built from a write, in words of its own. */
const isBuiltByService = (write: Write, record: QueuedRecord): boolean =>
	isPrebuilt(write) &&
	(wordsSent(write.request)?.elements ?? []).every((element) =>
		wordsShown(record)?.elements.includes(element),
	);

/**
 * Compares a record with what was sent. Only its identifier says that it is the same; other words say that it is not.
 * @param phases What this run's own requests have shown. Nothing else proves that an identifier in a record is what its caller gave:
 * a service may put a text of its own there.
 * @param isInAnyForm Whether it may have been sent with other words, before somebody changed the form.
 */
function compare(
	write: Write,
	record: QueuedRecord,
	phases: Phases,
	isInAnyForm: boolean,
): Comparison {
	const identifier = requestIdIn(record);
	const hasOtherWords = areOtherWords(wordsSent(write.request), wordsShown(record));
	const isIts =
		write.identity === 'made'
			? identifier?.includes(write.identifier)
			: identifier === write.identifier;
	if (isIts && (!hasOtherWords || write.identity === 'made')) return 'identified';
	// Another try of the run may have sent the same item with other values.
	if (identifier?.startsWith(write.slotPrefix)) return 'unclear';
	const phase = phaseOf(record);
	// A number or a UUID is the service's own, and says as little as none.
	const given = isCallersOwn(identifier) && !phases.replaced.has(phase) ? identifier : undefined;
	if (given !== undefined && isAsMade(given)) return 'other';
	const isAnothers =
		given !== undefined &&
		given !== write.identifier &&
		phases.shown.has(phase) &&
		!mayStandFor(given, write.identifier, phases.kept);
	const mayHaveOtherWords =
		(isInAnyForm && !isOfOtherRun(write, record)) ||
		(isBuiltByService(write, record) && !isAnothers);
	return (hasOtherWords ? mayHaveOtherWords : !isAnothers) ? 'unclear' : 'other';
}

/**
 * Looks for a write among everything that was added to the connection's queue since a cursor. It relies on the list in its stated
 * order and on IDs (interface, section 4.2), and not on what a service's search covers.
 * @param gained With the requests of the records, as far as the service shows them.
 * @param own The requests that the run already knows to be its own: the identifiers they were sent with, by ID in lower case. They
 * are not candidates, even if they look the same.
 * @param isInAnyForm Whether another Retry may have sent it with other words, before somebody changed the form.
 */
export function recognise(
	write: Write,
	gained: Gained,
	own: ReadonlyMap<string, string>,
	isInAnyForm: boolean,
): Look {
	const { records: listed, mayBeOlder, isWhole } = gained;
	const isOwn = ({ id }: QueuedRecord) => own.has(id.toLowerCase());
	const isReplaced = ({ id }: QueuedRecord) => sameId(id, write.replaces ?? '');
	const phases = phasesOf(listed, own);
	const others = listed.filter((record) => !isOwn(record) && !isReplaced(record));
	const candidates = others.filter(showsRequest).map((record) => ({
		record,
		is: compare(write, record, phases, isInAnyForm),
	}));
	const identified = candidates.filter(({ is }) => is === 'identified').map(({ record }) => record);
	// If several records carry an identifier that only this write has, something on the way turned one call into two.
	const oldest = identified.at(-1);
	if (oldest && write.identity === 'made') return { is: 'found', record: oldest };
	if (identified.length > 1) {
		return unclear(`the queue has ${identified.length} requests just like it`);
	}
	if (candidates.length < others.length) {
		return unclear('the service does not show the requests in its queue');
	}
	// Another one may be this one, and the one with the identifier another execution's.
	if (candidates.some(({ is }) => is === 'unclear')) {
		return unclear('the queue has a request that may be this one');
	}
	if (oldest && mayBeOlder.has(oldest.id)) {
		return unclear('the queue has a request just like it, but does not say since when');
	}
	if (oldest) return { is: 'found', record: oldest };
	return isWhole ? absent : unclear('too much has been queued in the meantime');
}
