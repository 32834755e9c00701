import { groupBy } from '../../quickbooks/json/groupBy';
import type { JsonObject } from '../../quickbooks/json/object';
import { isUnclear, type Unclear, unclear } from '../../quickbooks/qbxml/certainty';
import type { Identified } from '../reader/history';
import { isSentAs, recognise } from '../reader/recognise';
import type { Gained } from '../reader/scanQueue';
import { nameOf, namesIn, stepPositionIn } from '../requests/identifiers';
import { hasFailed, type QueuedRecord, wroteNothing } from '../requests/queuedRecord';
import { externalGuidIn } from '../requests/requestId';
import { changedIn } from '../requests/shownRequest';
import type { Standing } from '../requests/standing';
import type { Write } from '../requests/write';
import {
	asksForIdentifier,
	type Existing,
	type FailedCall,
	type Progress,
	type RunFacts,
} from './decide';
import { type Earlier, existedBefore, type JournalEvent, type Known } from './journal';

/** A record for the journal: n8n stores that with the execution, and an answer can be megabytes. */
function withoutAnswer(record: QueuedRecord): QueuedRecord {
	const kept = { ...record };
	delete kept.response_xml;
	delete kept.response_json;
	return kept;
}

/**
 * What the journal says of a write that is in the queue.
 * @param earlier Another execution has queued it if it stands.
 */
export function queuedAs(
	{ execution }: Pick<RunFacts, 'execution'>,
	write: Write,
	record: QueuedRecord,
	earlier: Earlier,
): JournalEvent {
	const { slot, key, identifier, identity, connectionId, externalGuid: own, replaces } = write;
	const changed = write.position && changedIn((write.request.body ?? {}) as JsonObject);
	// What another execution has queued has a GUID of its own, or none.
	const externalGuid = existedBefore(earlier) ? externalGuidIn(record) : own;
	return {
		event: 'queued',
		slot,
		key,
		identifier,
		connectionId,
		record: withoutAnswer(record),
		execution,
		...(identity === 'order' && { earlier }),
		...(changed && { changed }),
		...(externalGuid !== '' && { externalGuid }),
		...(replaces !== undefined && { replaces }),
	};
}

/**
 * What the queue has under an identifier.
 * @param standings What the queue says of what each request has added.
 */
export function existingIn(
	records: readonly QueuedRecord[],
	standings: ReadonlyMap<QueuedRecord, Standing>,
): Existing {
	const isRemoved = (record: QueuedRecord) => standings.get(record)?.is === 'removed';
	const left = records.filter((record) => !wroteNothing(record) && !isRemoved(record));
	const live = left.filter((record) => !hasFailed(record));
	const record =
		live.find((one) => standings.get(one)?.is !== 'unclear') ??
		// Each was queued when nothing had become of those before it.
		live[0] ??
		left.at(-1);
	if (!record) {
		const without = records.filter((one) => wroteNothing(one) || isRemoved(one)).at(-1);
		return { is: 'absent', without, isRemoved: records.some(isRemoved) };
	}
	const standing = standings.get(record) ?? { is: 'there' };
	return { is: 'found', record, ...(isUnclear(standing) && { doubt: standing }) };
}

/**
 * What the queue has instead of a request that left nothing. What was refused does not count.
 * @param gained What was queued since that request.
 */
export function replacementIn(known: Known, write: Write, gained: Gained): Existing {
	const counts = (record: QueuedRecord) => !wroteNothing(record);
	const { records } = gained;
	const look = recognise(write, { ...gained, records: records.filter(counts) }, known.own, false);
	if (look.is !== 'absent') return look;
	const refused = records.filter((record) => !counts(record));
	return { is: 'absent', without: refused.find((one) => isSentAs(one, write.identifier)) };
}

/** The identifiers of a run's writes under which the user may have other requests queued, too. */
export const sharedIdentifiers = (run: RunFacts, writes: readonly Write[]): Set<string> =>
	new Set(
		writes
			.filter(
				(write) => write.identity !== 'made' && !write.isRead && !asksForIdentifier(run, write),
			)
			.map(({ identifier }) => identifier),
	);

/** Why it can't be told which requests are the run's: one may be another's that has the same identifier. */
export function whyUnsure(
	{ own }: Known,
	shared: ReadonlySet<string>,
	found: readonly Identified[],
): Unclear | undefined {
	const other = found.find(
		({ record, identifier }) =>
			shared.has(identifier) && !own.has(record.id.toLowerCase()) && !wroteNothing(record),
	);
	return (
		other &&
		unclear(
			`the request ${other.record.id} has the Custom Request ID ${other.identifier}, and may be that execution's or another's`,
		)
	);
}

/**
 * Why it can't be told what a connection's requests stand for: one has what another item asks for now, or is there for an item that goes
 * to another connection now.
 * @param writes What the run is going to queue on all connections.
 */
export function whyMoved(
	writes: readonly Write[],
	{ connectionId, prefix }: { connectionId: string; prefix: string },
	found: readonly Identified[],
): Unclear | undefined {
	const elsewhere = new Set(
		writes.filter((write) => write.connectionId !== connectionId).map(nameOf),
	);
	// An agent has no items: what it asks for is found by its words.
	const firsts = writes.filter(({ position, key, slotPrefix }) => !position && key !== slotPrefix);
	const keys = new Set(firsts.map(({ key }) => key));
	const words = new Set(firsts.map(({ key, slotPrefix }) => key.slice(slotPrefix.length)));
	const other = found.find(({ record, identifier }) => {
		const [start = '', key = start] = namesIn(prefix, identifier);
		const isOther = !keys.has(key) && words.has(key.slice(start.length));
		return !wroteNothing(record) && (isOther || elsewhere.has(start));
	});
	return other && orderChanged(other);
}

/** Why it can't be told which item a request is of. */
export const orderChanged = ({ record }: Pick<Identified, 'record'>): Unclear =>
	unclear(`the items come in another order than when the request ${record.id} was queued`);

/** A request that may be one of the writes, and how much it is like that. */
interface Candidate extends Identified {
	write: Write;
	likeness: number;
}

/**
 * How likely it is that a request for the same item at the same step is a write itself: it has the write's key (3), or the same words
 * in another place (2), or is the item's first (1), whose words may differ, as those of a form with the time of day do, or may be it,
 * for all that is known (0). Below zero if it is another part, which a Retry has read about.
 */
function likenessTo(
	{ key, slot, part, position }: Write,
	{ prefix, isRetry }: Pick<RunFacts, 'isRetry'> & { prefix: string },
	identifier: string,
): number {
	if (identifier.startsWith(key)) return 3;
	const own = stepPositionIn(prefix, identifier);
	if (!position || !own) return 1;
	if (own.part !== part && isRetry) return -1;
	const words = key.slice(prefix.length + slot.length);
	if (identifier.startsWith(words, prefix.length + own.slot.length)) return 2;
	return own.part === part ? 0 : -1;
}

/**
 * What a try learns from the run's own requests in the queue. A step may come several times in an item, with different writes: each gets
 * the request that is most like it.
 * @param found Oldest first.
 */
export function takenOver(
	known: Known,
	run: Pick<RunFacts, 'execution' | 'isRetry'> & { prefix: string },
	writes: readonly Write[],
	found: readonly Identified[],
): JournalEvent[] {
	const { prefix, execution, isRetry } = run;
	const writesOf = groupBy(writes, nameOf);
	const byLikeness = (one: Candidate, other: Candidate) => other.likeness - one.likeness;
	const candidates = found
		.filter(({ record }) => !known.own.has(record.id.toLowerCase()))
		.map(({ record, identifier }): Candidate[] =>
			namesIn(prefix, identifier)
				.flatMap((name) => writesOf.get(name) ?? [])
				.map((write) => {
					const likeness = likenessTo(write, run, identifier);
					return { record, identifier, write, likeness };
				})
				.filter(({ likeness }) => likeness >= 0)
				.sort(byLikeness),
		);
	const refused = candidates.flatMap(([best]): JournalEvent[] =>
		best && wroteNothing(best.record)
			? [{ event: 'refused', slot: best.write.slot, id: best.record.id, execution: '' }]
			: [],
	);
	const events: JournalEvent[] = [];
	const taken = new Set<QueuedRecord | string>();
	// Of several that are alike, the newest counts: the others were queued when nothing had become of them.
	const newestFirst = candidates.reverse().flat().sort(byLikeness);
	for (const { record, identifier, write, likeness } of newestFirst) {
		const { slot, key, connectionId } = write;
		const before = known.queued.get(slot);
		const isOver = before && known.refused.get(slot)?.some(({ id }) => id === before.record.id);
		if (wroteNothing(record) || taken.has(slot) || taken.has(record) || (before && !isOver))
			continue;
		taken.add(record);
		taken.add(slot);
		events.push({
			event: 'queued',
			slot,
			key: likeness >= 2 ? key : identifier,
			identifier,
			connectionId,
			record: withoutAnswer(record),
			execution: isRetry || likeness === 0 ? '' : execution,
			externalGuid: externalGuidIn(record),
		});
	}
	return [...refused, ...events];
}

/** Where a write stands after a call that gave no record. What was seen before it counts no more. */
export const afterCall = ({ calls, earlier }: Progress, failure: FailedCall): Progress => ({
	calls: calls + 1,
	looks: 0,
	failure,
	earlier,
});
