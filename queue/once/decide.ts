import { absent, type Certainty, isUnclear, type Unclear } from '../../quickbooks/qbxml/certainty';
import { LONGEST_WAIT } from '../calls/client';
import { shortHash } from '../calls/shortHash';
import type { Look } from '../reader/recognise';
import { type QueuedRecord, wroteNothing } from '../requests/queuedRecord';
import type { Write } from '../requests/write';
import {
	type Earlier,
	isRefusedBefore,
	type Known,
	lookOf,
	type Queued,
	queuedAs,
} from './journal';

/** The most times a request is sent. It is sent again only when the previous one was certainly not queued. */
const MOST_CALLS = 4;

/**
 * Milliseconds before each look into the queue. An answer can break off while the service is still working: a proxy
 * gives up after some seconds, but the service still takes the request.
 */
const looksAfterMs = { write: [300, 1_700, 3_000, 5_000], read: [300, 1_700] };

/** What the user chose to happen if an identifier is in the queue already. */
export type IfAlreadyQueued = 'fail' | 'queueAnyway' | 'returnExisting';

/** What all writes of a run have in common. */
export interface RunFacts {
	/** The number of this execution. */
	execution: string;
	/** Whether this is n8n's Retry of another execution. What that did may not be all that was done since. */
	isRetry: boolean;
	/** Undefined if the user has not chosen. */
	ifAlreadyQueued: IfAlreadyQueued | undefined;
}

/** How a call ended that gave no record. */
export interface FailedCall {
	/** Whether the service may have taken the request although the call failed. */
	isUnknown: boolean;
	/** Whether the service was too busy, and has certainly not taken it. */
	isTurnedAway: boolean;
	/** Whether another call may succeed if the request is certainly not in the queue. */
	mayBeSentAgain: boolean;
	/** How long the service wants not to be called, in milliseconds. */
	pauseMs: number;
}

/** What the queue has under an identifier that the user gave, or instead of a request that left nothing. */
export type Existing = Certainty<
	{
		/** A request that may have been carried out, or will be. */
		record: QueuedRecord;
		/** Why nobody knows whether its record is still in the books. */
		doubt?: Unclear;
	},
	{
		/** The last request that left nothing in the books: it was refused, or its record was removed. It does not count. */
		without?: QueuedRecord;
		/** Whether a record was removed. */
		isRemoved?: boolean;
	}
>;

/** What a try has done for one write so far. */
export interface Progress {
	/** How often the request was sent. */
	calls: number;
	/** How the last call ended. */
	failure?: FailedCall;
	/** How often the queue was looked at since, and what it showed last. */
	looks: number;
	look?: Look;
	/** What was found under the identifier since the last call. */
	existing?: Existing;
	/** What became of the record that was written under the identifier before. */
	earlier?: Earlier;
}

export const untouched: Progress = { calls: 0, looks: 0 };

/** What to do next for a write, or what came of it. */
export type Decision =
	/** Find out what the run has in the connection's queue, whatever n8n has handed down. */
	| { next: 'lookForRun' }
	/** Find out what the queue has under the identifier, or instead of the request that is replaced. */
	| { next: 'lookForIdentifier' }
	/**
	 * Look for the request of a call that gave no answer, or that another try may have sent with another form, among what was
	 * queued since the run began.
	 */
	| { next: 'lookForCall'; afterMs: number; isInAnyForm?: true }
	| { next: 'send'; idempotencyKey: string }
	/** Another request stands for it. */
	| { next: 'take'; record: QueuedRecord }
	/** It is in the queue. */
	| { next: 'end'; as: 'queued'; record: QueuedRecord }
	/** An earlier execution has queued it with other contents. */
	| { next: 'end'; as: 'changed'; before: Queued }
	/** The user wants no second request with the same identifier. */
	| { next: 'end'; as: 'alreadyQueued'; record: QueuedRecord }
	/** Nobody knows whether it was queued. */
	| { next: 'end'; as: 'unknown'; because: string; reason: 'this call' | 'an earlier try' }
	/** Nobody knows what the original execution has queued. */
	| { next: 'end'; as: 'unknownRun'; because: string }
	/** Nobody knows whether what was written under its identifier is still in the books. */
	| { next: 'end'; as: 'unclearRecord'; because: string }
	/** Nobody can tell whether its identifier is in the queue. */
	| { next: 'end'; as: 'cannotTell'; because: string }
	/** It is certainly not in the queue, and is not sent again. */
	| { next: 'end'; as: 'notQueued' }
	/** The last call failed, and a read need not be found. */
	| { next: 'end'; as: 'failed' };

/** What the user wants if the identifier is in the queue already. The number of an order prevents that it is queued again. */
const policyOf = (run: RunFacts, { identity }: Write): IfAlreadyQueued =>
	run.ifAlreadyQueued ?? (identity === 'order' ? 'returnExisting' : 'queueAnyway');

/** Whether the queue has to be asked for the identifier before the request is sent. */
export const asksForIdentifier = (run: RunFacts, write: Write): boolean =>
	write.replaces !== undefined ||
	(write.identity !== 'made' && policyOf(run, write) !== 'queueAnyway');

/** Whether an identifier that is in the queue already is an error. */
export const refusesExisting = (run: RunFacts, write: Write): boolean =>
	write.replaces === undefined && policyOf(run, write) === 'fail';

/** What an earlier try of the run has queued for the write, if that still counts. */
function queuedBefore(known: Known, write: Write, { execution }: RunFacts): Queued | undefined {
	const own = known.queued.get(write.slot);
	// Within an execution, n8n retries by itself. What was refused stays refused until somebody presses Retry.
	return own && !isRefusedBefore(known, write.slot, own.record, execution) ? own : undefined;
}

/** The request that another item of the run has queued with the same identifier, or instead of the same request. */
function queuedByOther(known: Known, write: Write, run: RunFacts): Queued | undefined {
	const { replaces, connectionId, identifier, slot } = write;
	const other =
		replaces === undefined ? undefined : known.queued.get(known.replacements.get(replaces) ?? slot);
	const others = replaces !== undefined ? [other] : queuedAs(known, connectionId, identifier);
	return others.find(
		(one): one is Queued =>
			one !== undefined &&
			one.slot !== slot &&
			!isRefusedBefore(known, one.slot, one.record, run.execution) &&
			(replaces !== undefined || !wroteNothing(one.record)),
	);
}

/** Whether a call for the same replacement, of another item, has given no answer. */
function isOthersUnanswered(
	{ replacements, unanswered }: Known,
	{ replaces, slot }: Write,
): boolean {
	const other = replaces === undefined ? undefined : replacements.get(replaces);
	return other !== undefined && other !== slot && unanswered.has(other);
}

/**
 * The key under which a service that honours keys takes a request only once. It is of what is written, not of who writes: executions
 * that queue the same identifier of the user's, or replace the same request, have the same key. After a request that left
 * nothing the key is another one, or the service would return that one. Headers lose letters beyond ASCII, so that the
 * identifier itself can't be the key.
 */
function idempotencyKeyOf(
	known: Known,
	run: RunFacts,
	write: Write,
	existing: Existing = absent,
): string {
	const { connectionId, identifier, replaces, slot } = write;
	const slotBefore = known.replacements.get(replaces ?? '') ?? slot;
	const before = existing.is === 'absent' ? existing.without : undefined;
	const without = before?.id ?? known.refused.get(slotBefore)?.at(-1)?.id;
	const onceKey =
		replaces === undefined
			? `once-${shortHash(40, connectionId, identifier)}`
			: `instead-${shortHash(40, connectionId, replaces)}`;
	const key = asksForIdentifier(run, write) ? onceKey : write.key;
	return without === undefined ? key : `${key}-${without}`;
}

/** After a 429 the request is very unlikely to be in the queue, so we look for a write only once. */
function looksAfter(write: Write, failure: FailedCall | undefined): readonly number[] {
	if (failure?.isTurnedAway) return write.isRead ? [] : [0];
	return looksAfterMs[write.isRead ? 'read' : 'write'];
}

/** Whether the service has certainly not taken the request of this call. It may have taken that of an earlier one. */
const isRefusal = (failure: FailedCall | undefined): boolean =>
	failure !== undefined && !failure.isUnknown && !failure.isTurnedAway;

/**
 * What to do about a call that gave no answer, in this try or in an earlier one. Undefined if it was looked for and is not there.
 */
function afterLostCall(known: Known, write: Write, progress: Progress): Decision | undefined {
	const { calls, failure, looks, look = absent } = progress;
	const moments = looksAfter(write, failure);
	if (looks < moments.length) {
		const pauseMs = failure?.isTurnedAway && looks === 0 ? failure.pauseMs : 0;
		return pauseMs > LONGEST_WAIT
			? { next: 'lookForCall', afterMs: moments[looks] }
			: { next: 'lookForCall', afterMs: moments[looks] + pauseMs };
	}
	const reason = calls > 0 ? 'this call' : 'an earlier try';
	if (isUnclear(look)) {
		return write.isRead && failure
			? { next: 'end', as: 'failed' }
			: { next: 'end', as: 'unknown', because: look.because, reason };
	}
	if (isRefusal(failure)) return undefined;
	if (failure) {
		const isOver = calls >= MOST_CALLS || failure.pauseMs > LONGEST_WAIT || !failure.mayBeSentAgain;
		return isOver ? { next: 'end', as: 'notQueued' } : undefined;
	}
	if (!write.isRead && known.unanswered.get(write.slot) !== write.key) {
		const because = 'an earlier try sent this item with other values';
		return { next: 'end', as: 'unknown', because, reason };
	}
	return undefined;
}

/** What to do about what the queue has under the identifier. Undefined if it has nothing that counts. */
function afterExisting(run: RunFacts, write: Write, existing: Existing): Decision | undefined {
	if (isUnclear(existing)) return { next: 'end', as: 'cannotTell', because: existing.because };
	if (existing.is === 'absent') return undefined;
	const { record, doubt } = existing;
	if (refusesExisting(run, write)) {
		return { next: 'end', as: 'alreadyQueued', record };
	}
	return doubt
		? { next: 'end', as: 'unclearRecord', because: doubt.because }
		: { next: 'take', record };
}

/**
 * Decides what to do next for one write, so that it is in the queue exactly once. It is pure: the same journal, run and progress
 * give the same decision, and a test plays all of them.
 */
export function decide(known: Known, run: RunFacts, write: Write, progress: Progress): Decision {
	const before = queuedBefore(known, write, run);
	if (before) {
		// A form that contains the time of day is different in each try of an execution. Before a Retry, somebody may have changed it.
		// What stood in the queue with other words than were asked for then has its whole identifier as its key.
		const isChanged = !before.key.startsWith(write.key) && before.execution !== run.execution;
		return isChanged
			? { next: 'end', as: 'changed', before }
			: { next: 'end', as: 'queued', record: before.record };
	}
	const other = asksForIdentifier(run, write) ? queuedByOther(known, write, run) : undefined;
	if (other) return afterExisting(run, write, { is: 'found', record: other.record }) as Decision;
	if (isOthersUnanswered(known, write)) {
		const because = 'an earlier call for the same record gave no usable answer either';
		return { next: 'end', as: 'unknown', because, reason: 'an earlier try' };
	}
	const { calls, failure, existing } = progress;
	// What has an identifier of its own, whoever writes it, is found by that.
	if (run.isRetry && !write.isRead && !asksForIdentifier(run, write)) {
		const because = lookOf(known, write.connectionId, run.execution);
		if (because === undefined) return { next: 'lookForRun' };
		// The queue's identifiers don't tell. What was queued since the run began still may.
		if (because !== '' && calls === 0) {
			if (!known.begunOn.has(write.connectionId)) return { next: 'end', as: 'unknownRun', because };
			if (progress.looks === 0) return { next: 'lookForCall', afterMs: 0, isInAnyForm: true };
			if (progress.look && isUnclear(progress.look)) {
				return { next: 'end', as: 'unknownRun', because: progress.look.because };
			}
		}
	}
	if (known.unanswered.has(write.slot)) {
		const decision = afterLostCall(known, write, progress);
		if (decision) return decision;
	}
	if (asksForIdentifier(run, write)) {
		if (!existing) return { next: 'lookForIdentifier' };
		const decision = afterExisting(run, write, existing);
		if (decision) return decision;
	}
	// A service that honours keys may refuse an identifier that another execution queues at this moment.
	if (isRefusal(failure)) return { next: 'end', as: 'notQueued' };
	return { next: 'send', idempotencyKey: idempotencyKeyOf(known, run, write, existing) };
}
