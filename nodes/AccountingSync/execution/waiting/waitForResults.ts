import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';
import type { NodeOperationError } from 'n8n-workflow';

import { canceledError, isCanceled } from '../../../shared/n8nInternals/cancellation';
import type { AnswerElement } from '../../../shared/qbxml/answerFromXml';
import { type QueuedRecord, wroteNothing } from '../../../shared/transport/queuedRecord';
import type { QueueingOperation } from '../../operations/queueingOperation';
import { failedItem, shownError } from '../run/itemErrors';
import type { ResultSettings } from '../run/runSettings';
import { type RunState, spend } from '../run/runState';
import type { Awaited, Sleep } from '../run/sleep';
import type { Outcomes } from './checkCompletion';
import { Explanations } from './explanations';
import { poll } from './poll';
import { allRecords, resultsOf } from './results';
import { hasNudgeUnderway, putToSleep, takeSleep } from './suspend';
import {
	type LastSeen,
	lastSeen,
	timeoutData,
	timeoutError,
	timeoutMessage,
	unseenHint,
} from './timeout';
import { resumeUrlOf, type WaitStrategy } from './waitStrategy';

/** A request that was queued for an item, with the record that the service gave at that time. */
export interface Queued extends Awaited {
	record: QueuedRecord;
}

/** A run whose requests are queued. */
export interface QueuedRun {
	queued: readonly Queued[];
	/** The output for items that failed, by item. */
	failures: Map<number, INodeExecutionData>;
	prefix: string;
	settings: ResultSettings;
	strategy: WaitStrategy;
	state: RunState;
}

/** Everything needed to make the results. */
interface Awaiting {
	operation: QueueingOperation;
	awaited: readonly Awaited[];
	failures: ReadonlyMap<number, INodeExecutionData>;
	simplify: boolean;
}

const MINUTE = 60_000;
const standardLimit = { polling: 5 * MINUTE, suspended: 24 * 60 * MINUTE };

/** How long a run looks before it goes to sleep. A desktop that is on answers within this time. */
const BRIEFLY = 1_500;

/** How long a woken run looks before it goes back to sleep. */
const WHILE_AWAKE = 2_500;

/** What is kept while the execution sleeps. The record is in the run's state already. */
function withoutRecord(one: Queued): Awaited {
	const kept: Awaited & Partial<Queued> = { ...one };
	delete kept.record;
	return kept;
}

const inOrder = (items: INodeExecutionData[]): INodeExecutionData[] =>
	items.sort(
		(one, other) =>
			(one.pairedItem as { item: number }).item - (other.pairedItem as { item: number }).item,
	);

function hint(context: IExecuteFunctions, message: string | undefined): void {
	if (message === undefined) return;
	context.addExecutionHints({ message, location: 'outputPane', type: 'info' });
}

const hintAt = ({ waits, reason }: WaitStrategy): string | undefined =>
	reason &&
	`The result was waited for ${waits === 'polling' ? 'by polling' : 'suspended'}: ${reason}.`;

function endIfCanceled(context: IExecuteFunctions, missing: number): void {
	if (!isCanceled(context)) return;
	throw canceledError(context, ` while it waited for ${missing} results`, {
		description: 'The requests stay in the queue and will be carried out.',
	});
}

/** The error of one item. It also says what became of the others, so that they are not lost with it. */
function withOthers(error: NodeApiError | NodeOperationError, ended: number): typeof error {
	if (ended === 0) return error;
	const others = ended === 1 ? 'One other request has' : `${ended} other requests have`;
	error.description = `${error.description ?? ''} ${others} been carried out; Retry on this execution gives their results and writes nothing twice.`;
	return error;
}

/** The requests of each item, in the order of the items. */
function byItem(awaited: readonly Awaited[]): Awaited[][] {
	const items = new Map<number, Awaited[]>();
	for (const one of awaited) items.set(one.itemIndex, [...(items.get(one.itemIndex) ?? []), one]);
	return [...items.values()];
}

/** How the answers to an item become its output. Undefined for the whole queued requests. */
function outputOf(
	{ operation, simplify }: Awaiting,
	{ form }: Awaited,
): ((answers: readonly AnswerElement[]) => IDataObject[]) | undefined {
	if (!simplify) return undefined;
	const { output } = operation;
	return output && form ? (answers) => output(answers, form) : allRecords;
}

/**
 * The results of the items whose requests have ended, and the failures, in the order of the items. If one of several
 * requests of an item fails, so does the item: a part of its records would look like all of them.
 */
async function results(
	context: IExecuteFunctions,
	state: RunState,
	awaiting: Awaiting,
	outcomes: Outcomes,
	unfinished: (one: Awaited) => INodeExecutionData,
): Promise<INodeExecutionData[]> {
	const { awaited, failures, operation } = awaiting;
	const items = [...failures.values()];
	const errors: Array<NodeApiError | NodeOperationError> = [];
	for (const one of awaited) {
		const outcome = outcomes.get(one.id);
		// If the application has certainly refused a request, another try may write it.
		if (outcome && 'failed' in outcome && wroteNothing(outcome.failed)) {
			spend(state, one.slot, { id: one.id, execution: context.getExecutionId() });
		}
	}
	const explanations = new Explanations(context, operation);
	for (const requests of byItem(awaited)) {
		const [{ itemIndex }] = requests;
		if (failures.has(itemIndex)) continue;
		const ended = requests.flatMap((one) => {
			const outcome = outcomes.get(one.id);
			return outcome ? [{ awaited: one, outcome }] : [];
		});
		const missing = requests.find(({ id }) => !outcomes.has(id));
		try {
			if (missing) items.push(unfinished(missing));
			else items.push(...resultsOf(context.getNode(), ended, outputOf(awaiting, requests[0])));
		} catch (error) {
			const shown = shownError(context, error, itemIndex);
			// Without continuing, only the first error is thrown.
			if (context.continueOnFail() || errors.length === 0) {
				await explanations.added(requests[0], shown);
			}
			errors.push(shown);
			if (context.continueOnFail()) items.push(failedItem(shown, itemIndex));
		}
	}
	const [first] = errors;
	if (first && !context.continueOnFail()) {
		const ended = awaited.filter(({ id }) => {
			const outcome = outcomes.get(id);
			return outcome !== undefined && 'pages' in outcome;
		});
		throw withOthers(first, ended.length);
	}
	return inOrder(items);
}

/** The output for an unfinished request when the time is up: data, or an error that is thrown. */
function expired(
	context: IExecuteFunctions,
	{ state, limit, whenTimeIsUp }: { state: RunState } & Pick<Sleep, 'limit' | 'whenTimeIsUp'>,
	seen: LastSeen,
	one: Awaited,
): INodeExecutionData {
	const message = timeoutMessage(limit, seen, one.connectionId);
	if (whenTimeIsUp === 'error') throw timeoutError(context, message, one.id, one.itemIndex);
	const record = state.taken[one.slot]?.record ?? { id: one.id };
	return { json: timeoutData(message, record), pairedItem: { item: one.itemIndex } };
}

/**
 * Returns what the user chose: the queued requests at once, or their results once they are there.
 * @returns The items, or none if the execution goes to sleep.
 * @throws NodeOperationError of the first item that failed or is still waiting, unless the node continues on errors.
 */
export async function waitForResults(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	run: QueuedRun,
): Promise<INodeExecutionData[]> {
	const { queued, failures, prefix, settings, strategy, state } = run;
	if (strategy.waits === 'not') {
		await hintAtUnseen(context, queued);
		const items = queued.map(({ record, itemIndex, alreadyExisted }) => ({
			json: alreadyExisted === undefined ? record : { ...record, already_existed: alreadyExisted },
			pairedItem: { item: itemIndex },
		}));
		return inOrder([...failures.values(), ...items]);
	}
	const { simplify, requestsAtOnce, whenTimeIsUp } = settings;
	const limit = settings.waitLimit ?? standardLimit[strategy.waits];
	const awaited = queued.map((one): Awaited => withoutRecord(one));
	const outcomes: Outcomes = new Map();
	hint(context, hintAt(strategy));
	// A sleep runs out of time only once in an execution. Its later tries only look.
	const isOver = state.expiredIn === context.getExecutionId();
	const isPolling = strategy.waits === 'polling' || isOver;
	const patience = isOver ? 0 : Math.min(isPolling ? limit : BRIEFLY, limit);
	const incomplete: Sleep['incomplete'] = {};
	const asking = { marks: state.marks, requestsAtOnce, incomplete };
	const [result] = await Promise.allSettled([
		poll(context, awaited, outcomes, asking, { limit: patience, isFinal: isPolling }),
	]);
	endIfCanceled(context, awaited.length - outcomes.size);
	if (result.status === 'rejected') {
		return await results(
			context,
			state,
			{ operation, awaited, failures, simplify },
			outcomes,
			() => {
				throw result.reason;
			},
		);
	}
	const hasEnded = result.value;
	if (hasEnded || isPolling) {
		const seen = hasEnded ? new Map<string, string | null>() : await lastSeen(context);
		return await results(
			context,
			state,
			{ operation, awaited, failures, simplify },
			outcomes,
			(one) => expired(context, { state, limit, whenTimeIsUp }, seen, one),
		);
	}
	await hintAtUnseen(context, queued);
	const sleep: Sleep = {
		awaited,
		failures: [...failures],
		simplify,
		requestsAtOnce,
		whenTimeIsUp,
		deadline: Date.now() + limit,
		limit,
		resumeUrl: strategy.resumeUrl ?? '',
		execution: context.getExecutionId(),
		prefix,
		times: 0,
		nudges: [],
		incomplete,
		hint: hintAt(strategy),
	};
	await putToSleep(context, state, sleep, outcomes);
	return [];
}

async function hintAtUnseen(context: IExecuteFunctions, queued: readonly Awaited[]): Promise<void> {
	const seen = await lastSeen(context);
	const connections = new Set(queued.map(({ connectionId }) => connectionId));
	hint(context, unseenHint(seen, connections, Date.now()));
}

/**
 * Continues a run that was asleep and has been woken, by a nudge or by its clock. It returns the results, or goes back
 * to sleep if something is missing and there is time left.
 * @param isNudged Whether a nudge woke it, the last one.
 * @throws NodeOperationError of the first item that failed or is still waiting, unless the node continues on errors.
 */
export async function goOnAfterSleep(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	state: RunState,
	isNudged: boolean,
): Promise<INodeExecutionData[]> {
	const taken = takeSleep(state);
	const execution = context.getExecutionId();
	// A repeated execution has another address. The nudges that were queued for the first one would not wake it.
	const sleep =
		taken.execution === execution
			? taken
			: { ...taken, execution, resumeUrl: resumeUrlOf(context), nudges: [] };
	const { awaited, failures, simplify, requestsAtOnce, deadline, incomplete } = sleep;
	const { marks } = state;
	hint(context, sleep.hint);
	const outcomes: Outcomes = new Map();
	const [result] = await Promise.allSettled([
		poll(
			context,
			awaited,
			outcomes,
			{ marks, requestsAtOnce, incomplete },
			{ limit: WHILE_AWAKE, isFinal: Date.now() + WHILE_AWAKE >= deadline },
		),
	]);
	endIfCanceled(context, awaited.length - outcomes.size);
	const isOver = Date.now() >= deadline;
	const hasEnded = result.status === 'fulfilled' && result.value;
	// The execution may have waited for hours. It must not lose its results because the service is away for a moment.
	if (result.status === 'rejected' && !isOver) {
		const { message } = result.reason as Error;
		context.logger.warn(`${context.getNode().name} sleeps on, since it can't look: ${message}`);
	}
	if (!hasEnded && !isOver) {
		await putToSleep(context, state, { ...sleep, lingers: false }, outcomes);
		return [];
	}
	const mayLinger = hasEnded && !isOver && !isNudged && !sleep.lingers;
	if (mayLinger && (await hasNudgeUnderway(context, sleep))) {
		await putToSleep(context, state, { ...sleep, lingers: true }, outcomes);
		return [];
	}
	if (!hasEnded) state.expiredIn = context.getExecutionId();
	if (result.status === 'rejected') {
		return await results(
			context,
			state,
			{ operation, awaited, failures: new Map(failures), simplify },
			outcomes,
			() => {
				throw result.reason;
			},
		);
	}
	const seen = hasEnded ? new Map<string, string | null>() : await lastSeen(context);
	return await results(
		context,
		state,
		{ operation, awaited, failures: new Map(failures), simplify },
		outcomes,
		(one) => expired(context, { state, ...sleep }, seen, one),
	);
}
