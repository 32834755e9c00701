import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { isCanceled } from '../../../shared/n8nInternals/cancellation';
import { withArticle } from '../../../shared/qbxml/words';
import { LONGEST_WAIT, sendForData, type ServiceRequest } from '../../../shared/transport/client';
import {
	errorOf,
	failureOfEnvelope,
	mayBeSentAgain,
	outcomeIsUnknown,
	retryAfterOf,
	unknownOutcome,
	wasTurnedAway,
} from '../../../shared/transport/errors';
import { hasFailed, type QueuedRecord, wroteNothing } from '../../../shared/transport/queuedRecord';
import { externalGuidIn } from '../../../shared/transport/queuedRequests';
import { type Mark, readMark } from '../../../shared/transport/scanQueue';
import { isRetry, ownExecutionMark } from '../run/runKey';
import type { IfAlreadyQueued } from '../run/runSettings';
import { accountedFor, type RunState } from '../run/runState';
import { FEW_REQUESTS } from '../run/sleep';
import { Gate } from './gate';
import { isPrebuilt, iterates, type Job, mark } from './job';
import { type LookUp, lookUpRead, lookUpWrite } from './lookUp';
import { type History, historyOf, requestsWith } from './queueHistory';
import { withTriggerUrl } from './triggerUrl';

/** The most times a request is sent. It is sent again only when the previous one was certainly not queued. */
const MAX_ATTEMPTS = 4;

/**
 * Milliseconds before each look into the queue. An answer can break off while the service is still working: a proxy
 * gives up after some seconds, but the service still takes the request.
 */
const lookupDelaysMs = { write: [300, 1_700, 3_000, 5_000], read: [300, 1_700] };

/** After a 429 the request is very unlikely to be in the queue, so we look for a write only once. */
function delaysFor(job: Job, isTurnedAway: boolean): readonly number[] {
	if (isTurnedAway) return job.isWrite ? [0] : [];
	return job.isWrite ? lookupDelaysMs.write : lookupDelaysMs.read;
}

/** Milliseconds before the next attempt when the service does not say how long to wait. */
const RETRY_DELAY_MS = 1_000;

/** What all jobs of a run share. */
export interface Run {
	context: IExecuteFunctions;
	state: RunState;
	prefix: string;
	/** See `executionMark`. */
	executionMark: string;
	/** The number of this execution. */
	execution: string;
	/** Whether this is n8n's Retry of another execution. The form may have been different in that one. */
	isRetry: boolean;
	ifAlreadyQueued: IfAlreadyQueued | undefined;
	/** How to find identifiers in each connection's whole queue, for the connections where the run needs that. */
	histories: Map<string, History>;
	/** The marks that are being read, by connection (see `RunState.marks`). */
	marksUnderWay: Map<string, Promise<Mark>>;
	/** The slots under which something stands in the state, by what `nameOf` makes of its identifier. */
	slotsByName?: Map<string, Set<string>>;
	/** What the writes to each connection go through. */
	gates: Map<string, Gate>;
}

/** What all jobs of a run share, from its state and its settings. */
export const runOf = (
	context: IExecuteFunctions,
	state: RunState,
	{ prefix, ifAlreadyQueued }: Pick<Run, 'ifAlreadyQueued' | 'prefix'>,
): Run => ({
	context,
	state,
	prefix,
	executionMark: ownExecutionMark(context),
	execution: context.getExecutionId(),
	isRetry: isRetry(context),
	ifAlreadyQueued,
	histories: new Map(),
	marksUnderWay: new Map(),
	gates: new Map(),
});

function gateOf({ gates }: Run, { connectionId }: Job): Gate {
	const gate = gates.get(connectionId) ?? new Gate();
	gates.set(connectionId, gate);
	return gate;
}

/**
 * Sends the request once. We learn nothing from an answer without a queued request, so it is treated like no answer.
 */
async function send(
	context: IExecuteFunctions,
	request: ServiceRequest,
	itemIndex: number,
): Promise<QueuedRecord> {
	const record = await sendForData<Partial<QueuedRecord> | null>(context, request, itemIndex);
	if (typeof record?.id !== 'string')
		throw errorOf(context.getNode(), failureOfEnvelope, itemIndex);
	return record as QueuedRecord;
}

/**
 * Where the queue stood before the run's first write to a connection. It is read once and kept. Writes that go out
 * together wait for the same reading: a later one would already stand behind some of them.
 */
async function markOf(run: Run, { connectionId, itemIndex }: Job): Promise<Mark> {
	const { context, state, marksUnderWay } = run;
	const { [connectionId]: known } = state.marks;
	if (known) return known;
	const underWay = marksUnderWay.get(connectionId) ?? readMark(context, connectionId, itemIndex);
	marksUnderWay.set(connectionId, underWay);
	try {
		state.marks[connectionId] = await underWay;
		return state.marks[connectionId];
	} finally {
		marksUnderWay.delete(connectionId);
	}
}

/** Reads the marks that waiting needs. This happens before anything is sent. */
export async function prepareMarks(run: Run, jobs: readonly Job[]): Promise<void> {
	for (const connectionId of new Set(jobs.map((job) => job.connectionId))) {
		const own = jobs.filter((job) => job.connectionId === connectionId);
		if (own.length > FEW_REQUESTS || own.some(iterates)) await markOf(run, own[0]);
	}
}

const lookUp = async (run: Run, job: Job): Promise<LookUp> =>
	job.isWrite
		? await lookUpWrite(run.context, job, await markOf(run, job), accountedFor(run.state))
		: await lookUpRead(run.context, job);

/**
 * Looks several times: a request may show up late, and an unclear result may become clear. While we look for a write,
 * nothing else is on its way, so that no other item takes what this one finds.
 * @param keep Notes what was found as this job's.
 */
async function lookUpRepeatedly(
	run: Run,
	job: Job,
	delays: readonly number[],
	keep: (record: QueuedRecord) => void,
): Promise<LookUp> {
	const signal = run.context.getExecutionCancelSignal();
	const lookOnce = async () => {
		const look = await lookUp(run, job);
		if (look.outcome === 'found') keep(look.record);
		return look;
	};
	let last: LookUp = { outcome: 'absent' };
	for (const delay of delays) {
		await sleep(delay, signal);
		const [look] = await Promise.allSettled([
			job.isWrite ? gateOf(run, job).passAlone(lookOnce) : lookOnce(),
		]);
		last =
			look.status === 'fulfilled'
				? look.value
				: {
						outcome: 'unclear',
						because: `it could not be read (${(look.reason as Error).message})`,
					};
		if (last.outcome === 'found') return last;
	}
	return last;
}

/** What the form calls the identifier that the user gave. */
const labelOf = ({ isOrder }: Job): string => (isOrder ? 'Order Number' : 'Custom Request ID');

function refusedAsQueued({ context }: Run, job: Job, { id }: QueuedRecord) {
	return new NodeOperationError(
		context.getNode(),
		`A request with the ${labelOf(job)} "${job.identifier}" is already queued: ${id}.`,
		{
			itemIndex: job.itemIndex,
			description: `Nothing was queued. Use another ${labelOf(job)}, or choose what to do under If This ID Is Already Queued.`,
		},
	);
}

/** What to do if the identifier is already in the queue. The number of an order prevents that it is queued again. */
const ifAlreadyQueued = (run: Run, { isOrder }: Job): IfAlreadyQueued =>
	run.ifAlreadyQueued ?? (isOrder ? 'returnExisting' : 'queueAnyway');

/** Whether the user wants to know if the identifier is already in the queue. */
export const asksHistory = (run: Run, job: Job): boolean =>
	job.isUsersIdentifier &&
	job.insteadOf === undefined &&
	ifAlreadyQueued(run, job) !== 'queueAnyway';

/**
 * Checks, before anything is sent, that the service can answer the run's questions about its whole queue.
 * @throws NodeOperationError if it can't, with the options that remain.
 */
export async function prepareHistories(run: Run, jobs: readonly Job[]): Promise<void> {
	const asking = jobs.filter((one) => asksHistory(run, one));
	for (const job of asking) {
		if (run.histories.has(job.connectionId)) continue;
		const history = await historyOf(run.context, job.connectionId, {
			arePrebuilt: asking.some((one) => one.connectionId === job.connectionId && isPrebuilt(one)),
		});
		run.histories.set(job.connectionId, history);
		if (history.by !== 'none') continue;
		throw new NodeOperationError(
			run.context.getNode(),
			`This service can't tell whether ${withArticle(labelOf(job))} is already queued.`,
			{
				itemIndex: job.itemIndex,
				description: `Nothing was sent. If This ID Is Already Queued can't be checked, since ${history.because}. You can choose Queue Anyway there: Retry On Fail and Retry still write nothing twice, but a new execution with the same IDs does. Or keep a list of the queued IDs yourself, and filter them out before this node.`,
			},
		);
	}
}

/** What the queue has under the user's identifier. */
interface Existing {
	/** A request that may have been carried out, or will be. */
	record?: QueuedRecord;
	/** The last request that was certainly refused. It does not count: it can be queued again. */
	refused?: QueuedRecord;
}

/** Whether another execution has found out that a request certainly wrote nothing, so that this one may write in its place. */
const isSpentBefore = ({ state, execution }: Run, slot: string, { id }: QueuedRecord): boolean =>
	state.spent[slot]?.some((spent) => spent.id === id && spent.execution !== execution) ?? false;

const nameOf = ({ connectionId, identifier }: Pick<Job, 'connectionId' | 'identifier'>): string =>
	`${connectionId} ${identifier}`;

function noteSlot(slots: Map<string, Set<string>>, name: string, slot: string): void {
	const own = slots.get(name);
	if (own) own.add(slot);
	else slots.set(name, new Set([slot]));
}

/** The slots of this run under which a request with the job's identifier stands. A run may have thousands. */
function slotsWith(run: Run, job: Job): ReadonlySet<string> {
	if (!run.slotsByName) {
		run.slotsByName = new Map();
		for (const [slot, taken] of Object.entries(run.state.taken)) {
			noteSlot(run.slotsByName, nameOf(taken), slot);
		}
	}
	return run.slotsByName.get(nameOf(job)) ?? new Set();
}

async function existingRequest(run: Run, job: Job): Promise<Existing> {
	const ofThisRun = [...slotsWith(run, job)]
		.map((slot) => ({ slot, taken: run.state.taken[slot] }))
		.find(
			({ slot, taken }) =>
				taken.identifier === job.identifier &&
				!wroteNothing(taken.record) &&
				!isSpentBefore(run, slot, taken.record),
		);
	if (ofThisRun) return { record: ofThisRun.taken.record };
	const history = run.histories.get(job.connectionId);
	if (!history) return {};
	const found = await requestsWith(
		run.context,
		job.connectionId,
		history,
		job.identifier,
		(identifier) => identifier === job.identifier,
	);
	return {
		record:
			found.find((record) => !hasFailed(record)) ??
			// Each was queued when nothing had become of those before it.
			found.filter((record) => !wroteNothing(record)).at(-1),
		refused: found.filter(wroteNothing).at(-1),
	};
}

/** The error of an item that an earlier execution has queued with other values, as the request with this ID. */
export function changedSince({ context }: Run, itemIndex: number, id: string): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		'The original execution queued this item with other values.',
		{
			itemIndex,
			description: `It was not written again. The original request is ${id}: Queued Request > Get shows what became of it. To write the item with its current values, start a new execution.`,
		},
	);
}

/**
 * Removes the answer from a record for the run's state: n8n stores the state with the execution, and an answer can be
 * megabytes.
 */
function withoutAnswer(record: QueuedRecord): QueuedRecord {
	const kept = { ...record };
	delete kept.response_xml;
	delete kept.response_json;
	return kept;
}

/** Returns what an earlier try of the run queued for the item, or undefined if nothing it queued still counts. */
function takenBefore(run: Run, job: Job): QueuedRecord | undefined {
	const { state, execution } = run;
	const { [job.slot]: taken } = state.taken;
	if (taken === undefined) return undefined;
	// Within an execution, n8n retries by itself. What was refused stays refused until somebody presses Retry.
	if (isSpentBefore(run, job.slot, taken.record)) return undefined;
	// A form that contains the time of day is different in each try. After a Retry, somebody may also have changed the
	// form.
	if (taken.key !== job.key && run.isRetry && taken.execution !== execution) {
		throw changedSince(run, job.itemIndex, taken.record.id);
	}
	return taken.record;
}

/**
 * The key under which a service that honours keys takes a request only once. Two executions that queue the same identifier of
 * the user's at the same time have the same key. After a refusal the key is another one, or the service would return what was
 * refused. So it is if the user wants the request queued anyway. Headers lose letters beyond ASCII, so that the identifier
 * itself can't be the key.
 */
function keyOf(run: Run, job: Job, refused: QueuedRecord | undefined): string {
	const spent = refused ?? run.state.spent[job.slot]?.at(-1);
	const key = asksHistory(run, job)
		? `once-${mark(40, job.connectionId, job.identifier)}`
		: job.key;
	return spent ? `${key}-${spent.id}` : key;
}

/**
 * The request that another item of the run, or an earlier try of this one, has queued instead of the same request.
 * @throws NodeOperationError if nobody knows whether it was queued.
 */
function standInFor(run: Run, job: Job): QueuedRecord | undefined {
	const { context, state } = run;
	if (job.insteadOf === undefined) return undefined;
	const { [job.insteadOf]: slot = job.slot } = state.standIns;
	const { [slot]: taken } = state.taken;
	const isOthers = slot !== job.slot;
	if (isOthers && taken && !isSpentBefore(run, slot, taken.record)) return taken.record;
	if (isOthers && !taken && state.unanswered[slot] !== undefined) {
		throw unknownOutcome(context.getNode(), new Error('of an earlier try'), {
			identifier: job.identifier,
			itemIndex: job.itemIndex,
			because: 'an earlier call for the same record gave no usable answer either',
		});
	}
	state.standIns[job.insteadOf] = job.slot;
	return undefined;
}

/**
 * Queues a job so that it is in the queue exactly once. If no answer tells how a call ended, we look for the request in
 * the queue. We send it again only if it is certainly not there.
 * @throws NodeApiError if the service refuses it. NodeOperationError if the outcome is unknown, or if the user wants no
 * second request with the same identifier.
 */
export async function enqueueOnce(run: Run, job: Job): Promise<QueuedRecord> {
	const { context, state, execution } = run;
	const keep = (record: QueuedRecord, alreadyExisted = false): QueuedRecord => {
		const { key, identifier, connectionId } = job;
		// What another execution has queued has a GUID of its own, or none.
		const externalGuid = alreadyExisted ? externalGuidIn(record) : job.externalGuid;
		state.taken[job.slot] = {
			key,
			identifier,
			connectionId,
			record: withoutAnswer(record),
			execution,
			...(job.isOrder && { alreadyExisted }),
			...(externalGuid !== '' && { externalGuid }),
		};
		if (run.slotsByName) noteSlot(run.slotsByName, nameOf(job), job.slot);
		delete state.unanswered[job.slot];
		return record;
	};
	const before = takenBefore(run, job);
	if (before) return { ...before };
	const standIn = standInFor(run, job);
	if (standIn) return keep(standIn, true);

	const { [job.slot]: unanswered } = state.unanswered;
	if (unanswered !== undefined) {
		// A call that broke off a moment ago may still be on its way.
		const look = await lookUpRepeatedly(run, job, delaysFor(job, false), keep);
		if (look.outcome === 'found') return look.record;
		const because =
			look.outcome === 'unclear' ? look.because : 'an earlier try sent this item with other values';
		if (look.outcome === 'unclear' || (unanswered !== job.key && job.isWrite)) {
			throw unknownOutcome(context.getNode(), new Error('of an earlier try'), {
				identifier: job.identifier,
				itemIndex: job.itemIndex,
				because,
			});
		}
	}
	const existing = asksHistory(run, job) ? await existingRequest(run, job) : {};
	if (existing.record) {
		if (ifAlreadyQueued(run, job) === 'fail') throw refusedAsQueued(run, job, existing.record);
		return keep(existing.record, true);
	}
	const idempotencyKey = keyOf(run, job, existing.refused);
	const request = await withTriggerUrl(context, { ...job.request, idempotencyKey }, job.itemIndex);
	if (job.isWrite) await markOf(run, job);
	const sendIt = async () => {
		state.unanswered[job.slot] = job.key;
		return keep(await send(context, request, job.itemIndex));
	};
	for (let attempt = 1; ; attempt++) {
		const [result] = await Promise.allSettled([
			job.isWrite ? gateOf(run, job).passTogether(sendIt) : sendIt(),
		]);
		if (result.status === 'fulfilled') return result.value;
		const { reason } = result;
		const isTurnedAway = wasTurnedAway(reason);
		if (!isTurnedAway && !outcomeIsUnknown(reason)) {
			delete state.unanswered[job.slot];
			// A service that honours keys may refuse an identifier that another execution queues at this moment.
			const { record: other } = asksHistory(run, job) ? await existingRequest(run, job) : {};
			if (other && ifAlreadyQueued(run, job) !== 'fail') return keep(other, true);
			throw reason;
		}
		if (isCanceled(context)) throw reason;
		const pause = retryAfterOf(reason) ?? RETRY_DELAY_MS;
		if (isTurnedAway && pause <= LONGEST_WAIT)
			await sleep(pause, context.getExecutionCancelSignal());
		const look = await lookUpRepeatedly(run, job, delaysFor(job, isTurnedAway), keep);
		if (look.outcome === 'found') return look.record;
		if (look.outcome === 'unclear' && !job.isWrite) throw reason;
		if (look.outcome === 'unclear') {
			throw unknownOutcome(context.getNode(), reason, {
				identifier: job.identifier,
				itemIndex: job.itemIndex,
				because: look.because,
			});
		}
		delete state.unanswered[job.slot];
		if (attempt === MAX_ATTEMPTS || pause > LONGEST_WAIT || !mayBeSentAgain(reason)) throw reason;
	}
}
