import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { canceledError, isCanceled } from '../../../shared/n8nInternals/cancellation';
import type { Woken } from '../../../shared/n8nInternals/execution';
import type { AnswerElement } from '../../../shared/qbxml/answerFromXml';
import { wroteNothing } from '../../../shared/transport/queuedRecord';
import type { QueueingOperation } from '../../operations/queueingOperation';
import type { Outcome, Outcomes } from '../outcomes/checkCompletion';
import { allRecords, resultsOf } from '../outcomes/results';
import { runOf } from '../queueing/enqueueOnce';
import { loadKnowledge } from '../queueing/qbxmlKnowledge';
import type { Queued } from '../queueing/queueJobs';
import { breather } from '../run/breather';
import { failedItem, shownError } from '../run/itemErrors';
import type { ResultSettings } from '../run/runSettings';
import { type RunState, spend } from '../run/runState';
import type { Awaited, Sleep } from '../run/sleep';
import { byItem, endAsFailed, goOn, itemsOfSteps, type Rounds } from '../steps/rounds';
import { Explanations } from './explanations';
import { type LastSyncs, readLastSyncs } from './lastSyncs';
import { poll, type Waiting } from './poll';
import { hasNudgeUnderway, putToSleep, takeSleep } from './suspend';
import { timeoutData, timeoutError, timeoutMessage } from './timeout';
import { asleepHint, awakeHint, checkingHint, queuedHint } from './waitingHints';
import { resumeUrlOf, type WaitStrategy } from './waitStrategy';

/** A run whose requests are queued. */
export interface QueuedRun {
	awaited: readonly Awaited[];
	/** With their records, if nothing is waited for. */
	queued: readonly Queued[];
	rounds: Rounds;
	settings: ResultSettings;
	strategy: WaitStrategy;
}

const MINUTE = 60_000;
const standardLimit = { polling: 5 * MINUTE, suspended: 24 * 60 * MINUTE };

/** How long a run looks before it goes to sleep. A desktop that is on answers within this time. */
const BRIEFLY = 1_500;

/** How long a woken run looks before it goes back to sleep. */
const WHILE_AWAKE = 2_500;

const inOrder = (items: INodeExecutionData[]): INodeExecutionData[] =>
	items.sort(
		(one, other) =>
			(one.pairedItem as { item: number }).item - (other.pairedItem as { item: number }).item,
	);

function hint(context: IExecuteFunctions, message: string | undefined): void {
	if (message === undefined) return;
	// The editor shows hints as HTML. A company may be called anything.
	const shown = message.replaceAll('<', '&lt;');
	context.addExecutionHints({ message: shown, location: 'outputPane', type: 'info' });
}

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

/** How the answers to an item become its output. Undefined for the whole queued requests. */
function outputOf(
	{ output }: QueueingOperation,
	simplify: boolean,
	{ form }: Awaited,
): ((answers: readonly AnswerElement[]) => IDataObject[]) | undefined {
	if (!simplify) return undefined;
	return output && form ? (answers) => output(answers, form) : allRecords;
}

/** Everything needed to make the results. */
interface Awaiting {
	rounds: Rounds;
	waiting: Waiting;
	simplify: boolean;
	/** The output for an item that has not come to its end, or its error. */
	unfinished: (one: Awaited) => INodeExecutionData;
}

/**
 * The results of one item, if it has come to its end.
 * @throws FormError, NodeApiError or NodeOperationError if it has failed.
 */
function resultsOfItem(
	{ rounds, waiting: { outcomes }, simplify }: Awaiting,
	requests: readonly Awaited[],
): INodeExecutionData[] | undefined {
	const { run, operation } = rounds;
	const [{ item: name, itemIndex, alreadyExisted }] = requests;
	const missing = requests.find(({ id }) => !outcomes.has(id));
	if (missing) return undefined;
	if (name !== undefined) {
		const items = itemsOfSteps(rounds, outcomes, requests);
		return items?.map((json) => ({
			json: alreadyExisted === undefined ? json : { ...json, already_existed: alreadyExisted },
			pairedItem: { item: itemIndex },
		}));
	}
	const ended = requests.flatMap((one) => {
		const outcome = outcomes.get(one.id);
		return outcome ? [{ awaited: one, outcome }] : [];
	});
	return resultsOf(run.context.getNode(), ended, outputOf(operation, simplify, requests[0]));
}

/**
 * The results of the items whose requests have ended, and the failures, in the order of the items. If one of several
 * requests of an item fails, so does the item: a part of its records would look like all of them.
 */
async function results(awaiting: Awaiting): Promise<INodeExecutionData[]> {
	const { rounds, waiting, unfinished } = awaiting;
	const { run, operation, failures } = rounds;
	const { context, state } = run;
	const { awaited, outcomes } = waiting;
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
	const breathe = breather();
	for (const requests of byItem(awaited)) {
		await breathe();
		const [first] = requests;
		const { itemIndex } = first;
		if (failures.has(itemIndex)) continue;
		let isFinished = true;
		try {
			const own = resultsOfItem(awaiting, requests);
			isFinished = own !== undefined;
			const missing = requests.find(({ id }) => !outcomes.has(id)) ?? first;
			// One item may have more results than a call takes arguments.
			for (const item of own ?? [unfinished(missing)]) items.push(item);
		} catch (error) {
			const shown = shownError(context, error, itemIndex);
			if (isFinished) endAsFailed(rounds, requests, outcomes, error);
			// Without continuing, only the first error is thrown.
			if (context.continueOnFail() || errors.length === 0) {
				await explanations.added(first, shown);
			}
			errors.push(shown);
			if (context.continueOnFail()) items.push(failedItem(shown, itemIndex));
		}
	}
	const [first] = errors;
	if (first && !context.continueOnFail()) {
		const ended = awaited.filter(({ id, itemIndex }) => {
			const outcome = outcomes.get(id);
			const isOther = itemIndex !== first.context.itemIndex;
			return isOther && outcome !== undefined && 'pages' in outcome;
		});
		throw withOthers(first, ended.length);
	}
	return inOrder(items);
}

/** The output for an unfinished request when the time is up: data, or an error that is thrown. */
function expired(
	context: IExecuteFunctions,
	{ state, limit, whenTimeIsUp }: { state: RunState } & Pick<Sleep, 'limit' | 'whenTimeIsUp'>,
	lastSyncs: LastSyncs,
	one: Awaited,
): INodeExecutionData {
	const message = timeoutMessage(limit, lastSyncs.get(one.connectionId), context.getTimezone());
	if (whenTimeIsUp === 'error') throw timeoutError(context, message, one.id, one.itemIndex);
	const record = state.taken[one.slot]?.record ?? { id: one.id };
	return { json: timeoutData(message, record), pairedItem: { item: one.itemIndex } };
}

const missingIn = ({ awaited, outcomes }: Waiting): number =>
	awaited.filter(({ id }) => !outcomes.has(id)).length;

/** Throws a problem that keeps us from looking. */
const rethrow = (reason: unknown) => (): never => {
	throw reason;
};

/** What happens to items that are not complete when the time is up. */
async function whenTimeIsUp(
	rounds: Rounds,
	limits: Pick<Sleep, 'limit' | 'whenTimeIsUp'>,
	hasEnded: boolean,
): Promise<Awaiting['unfinished']> {
	const { context, state } = rounds.run;
	const lastSyncs: LastSyncs = hasEnded ? new Map() : await readLastSyncs(context);
	return (one) => expired(context, { state, ...limits }, lastSyncs, one);
}

/** The items that go on by themselves while we wait. */
const waitingFor = (rounds: Rounds, awaited: readonly Awaited[]): Waiting => ({
	awaited,
	outcomes: new Map(),
	goOn: async (waiting) => await goOn(rounds, waiting),
});

/**
 * Returns what the user chose: the queued requests at once, or their results once they are there.
 * @returns The items, or none if the execution goes to sleep.
 * @throws NodeOperationError of the first item that failed or is still waiting, unless the node continues on errors.
 */
export async function waitForResults({
	awaited,
	queued,
	rounds,
	settings,
	strategy,
}: QueuedRun): Promise<INodeExecutionData[]> {
	const { run, failures } = rounds;
	const { context, state, prefix } = run;
	if (strategy.waits === 'not') {
		const lastSyncs = await readLastSyncs(context);
		hint(context, queuedHint(queued, lastSyncs, context.getTimezone(), Date.now()));
		const items = queued.map(({ record, itemIndex, alreadyExisted }) => ({
			json: alreadyExisted === undefined ? record : { ...record, already_existed: alreadyExisted },
			pairedItem: { item: itemIndex },
		}));
		return inOrder([...failures.values(), ...items]);
	}
	const { simplify, requestsAtOnce } = settings;
	const limit = settings.waitLimit ?? standardLimit[strategy.waits];
	const waiting = waitingFor(rounds, awaited);
	if (strategy.problem !== undefined) hint(context, checkingHint(strategy.problem));
	// A sleep runs out of time only once in an execution. Its later tries only look.
	const isOver = state.expiredIn === context.getExecutionId();
	const isPolling = strategy.waits === 'polling' || isOver;
	const patience = isOver ? 0 : Math.min(isPolling ? limit : BRIEFLY, limit);
	const incomplete: Sleep['incomplete'] = {};
	const asking = { marks: state.marks, requestsAtOnce, incomplete };
	const [result] = await Promise.allSettled([
		poll(context, waiting, asking, { limit: patience, isFinal: isPolling }),
	]);
	endIfCanceled(context, missingIn(waiting));
	if (result.status === 'rejected') {
		return await results({ rounds, waiting, simplify, unfinished: rethrow(result.reason) });
	}
	const hasEnded = result.value;
	if (hasEnded || isPolling) {
		const unfinished = await whenTimeIsUp(rounds, { ...settings, limit }, hasEnded);
		return await results({ rounds, waiting, simplify, unfinished });
	}
	const sleep: Sleep = {
		awaited: [...waiting.awaited],
		failures: [...failures],
		simplify,
		requestsAtOnce,
		whenTimeIsUp: settings.whenTimeIsUp,
		deadline: Date.now() + limit,
		limit,
		resumeUrl: strategy.resumeUrl ?? '',
		execution: context.getExecutionId(),
		prefix,
		hasSteps: waiting.awaited.some(({ item }) => item !== undefined),
		ifAlreadyQueued: settings.ifAlreadyQueued,
		times: 0,
		nudges: [],
		incomplete,
	};
	await fallAsleep(context, state, sleep, waiting.outcomes);
	return [];
}

/** When a run that sleeps began to wait. */
const beginningOf = ({ deadline, limit }: Sleep): number => deadline - limit;

/** Puts the execution to sleep, and says on the node what it waits for. */
async function fallAsleep(
	context: IExecuteFunctions,
	state: RunState,
	sleep: Sleep,
	outcomes: Outcomes,
): Promise<void> {
	const { awaited, deadline } = sleep;
	const wait = {
		awaited,
		open: awaited.filter(({ id }) => !outcomes.has(id)),
		lastSyncs: await readLastSyncs(context),
		timezone: context.getTimezone(),
		since: beginningOf(sleep),
		until: deadline,
	};
	hint(context, asleepHint(wait));
	await putToSleep(context, state, sleep, outcomes);
}

/** Whether an item that can't go on is the reason, and not the service that can't be asked. */
const isFinal = (reason: unknown): boolean => !(reason instanceof NodeApiError);

/** The rounds of a run that was asleep. A woken execution can't read its forms any more. */
async function roundsAfterSleep(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	state: RunState,
	{ awaited, failures, prefix, requestsAtOnce, ifAlreadyQueued }: Sleep,
): Promise<Rounds> {
	const forms = new Map(
		awaited.flatMap(({ itemIndex, form }) => (form ? [[itemIndex, form]] : [])),
	);
	return {
		run: runOf(context, state, { prefix, ifAlreadyQueued }),
		operation,
		isTool: false,
		failures: new Map(failures),
		forms,
		requestsAtOnce,
		knowledgeFor: operation.steps
			? await loadKnowledge(context, operation, forms)
			: () => undefined,
	};
}

/**
 * Continues a run that was asleep and has been woken, by a nudge or by its clock. It returns the results, or goes back
 * to sleep if something is missing and there is time left.
 * @param woken What the last nudge has left for it, if one woke it.
 * @throws NodeOperationError of the first item that failed or is still waiting, unless the node continues on errors.
 */
export async function goOnAfterSleep(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	state: RunState,
	woken: Woken | undefined,
): Promise<INodeExecutionData[]> {
	const taken = takeSleep(state);
	const execution = context.getExecutionId();
	// A repeated execution has another address. The nudges that were queued for the first one would not wake it.
	const sleep =
		taken.execution === execution
			? taken
			: { ...taken, execution, resumeUrl: resumeUrlOf(context), nudges: [] };
	const { simplify, requestsAtOnce, deadline, incomplete } = sleep;
	const { marks } = state;
	const rounds = await roundsAfterSleep(context, operation, state, sleep);
	const waiting = waitingFor(rounds, sleep.awaited);
	for (const [id, outcome] of Object.entries(woken?.found ?? {})) {
		waiting.outcomes.set(id, outcome as unknown as Outcome);
	}
	const [result] = await Promise.allSettled([
		poll(
			context,
			waiting,
			{ marks, requestsAtOnce, incomplete },
			{ limit: WHILE_AWAKE, isFinal: Date.now() + WHILE_AWAKE >= deadline },
		),
	]);
	const { awaited, outcomes } = waiting;
	endIfCanceled(context, missingIn(waiting));
	const isOver = Date.now() >= deadline;
	const hasEnded = result.status === 'fulfilled' && result.value;
	const asleep = { ...sleep, awaited: [...awaited], failures: [...rounds.failures] };
	// The execution may have waited for hours. It must not lose its results because the service is away for a moment.
	const isStopped = result.status === 'rejected' && isFinal(result.reason);
	if (result.status === 'rejected' && !isOver && !isStopped) {
		const { message } = result.reason as Error;
		context.logger.warn(`${context.getNode().name} sleeps on, since it can't look: ${message}`);
	}
	if (!hasEnded && !isOver && !isStopped) {
		await fallAsleep(context, state, { ...asleep, lingers: false }, outcomes);
		return [];
	}
	const mayLinger = hasEnded && !isOver && !woken && !sleep.lingers;
	if (mayLinger && (await hasNudgeUnderway(context, sleep))) {
		await fallAsleep(context, state, { ...asleep, lingers: true }, outcomes);
		return [];
	}
	hint(context, awakeHint(beginningOf(sleep), Date.now(), context.getTimezone()));
	if (!hasEnded && isOver) state.expiredIn = context.getExecutionId();
	const unfinished =
		result.status === 'rejected'
			? rethrow(result.reason)
			: await whenTimeIsUp(rounds, sleep, hasEnded);
	return await results({ rounds, waiting, simplify, unfinished });
}
