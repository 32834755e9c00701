import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Form } from '../../shared/form/form';
import { FormError } from '../../shared/form/formError';
import { canceledError, isCanceled } from '../../shared/n8nInternals/cancellation';
import { isSkipped, takePlaceOfSkipped } from '../../shared/n8nInternals/execution';
import { isTool } from '../../shared/n8nInternals/tool';
import { outcomeIsUnknown } from '../../shared/transport/errors';
import type { QueuedRecord } from '../../shared/transport/queuedRecord';
import { readForm } from '../operations/operation';
import type { QueueingOperation } from '../operations/queueingOperation';
import { readClosingDates, refusalOfClosed } from './queueing/closingDate';
import {
	enqueueOnce,
	prepareHistories,
	prepareMarks,
	type Run,
	takeOverQueued,
	unknownBefore,
} from './queueing/enqueueOnce';
import { iterates, type Job, jobsOf, runPrefix } from './queueing/job';
import { loadKnowledge } from './queueing/qbxmlKnowledge';
import { failedItem, shownError } from './run/itemErrors';
import { isRecognisable, isRetry, runKeyOf } from './run/runKey';
import { runLanes } from './run/runLanes';
import { type ResultSettings, resultSettings } from './run/runSettings';
import { type RunState, runStateOf } from './run/runState';
import { goOnAfterSleep, type Queued, waitForResults } from './waiting/waitForResults';
import { type WaitStrategy, waitStrategy } from './waiting/waitStrategy';

type Failures = Map<number, INodeExecutionData>;

/** Records the failure of an item. Throws instead if the node stops on errors. */
function setAside(
	context: IExecuteFunctions,
	failures: Failures,
	error: unknown,
	itemIndex: number,
): void {
	const shown = shownError(context, error, itemIndex);
	if (!context.continueOnFail()) throw shown;
	failures.set(itemIndex, failedItem(shown, itemIndex));
}

/** Reads the forms of all items first, so that nothing is sent if one of them is wrong. */
function readForms(context: IExecuteFunctions, operation: QueueingOperation, failures: Failures) {
	const forms = new Map<number, Form>();
	for (const itemIndex of context.getInputData().keys()) {
		try {
			forms.set(itemIndex, readForm(context, itemIndex, operation));
		} catch (error) {
			setAside(context, failures, error, itemIndex);
		}
	}
	return forms;
}

/** Tells the user once what each request's check has found, if the request can be sent all the same. */
function showHints(context: IExecuteFunctions, jobs: readonly Job[]): void {
	const messages = new Set(jobs.flatMap(({ hints }) => hints));
	for (const message of messages) {
		context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
	}
}

/** What the user has to know about an item that can't be queued, if an earlier try may have queued it. */
function earlierTry(context: IExecuteFunctions, state: RunState, itemIndex: number): string {
	const slot = String(itemIndex);
	const { [slot]: taken } = state.taken;
	if (taken) return `An earlier try has queued the item: its request is ${taken.record.id}.`;
	return isRetry(context) || state.unanswered[slot] !== undefined
		? 'An earlier try may have queued the item: look under Queued Request > Get Many before you run it again.'
		: '';
}

function withRemark(error: unknown, remark: string): unknown {
	if (remark === '') return error;
	if (error instanceof FormError) {
		return new FormError(error.message, [error.description, remark].filter(Boolean).join('\n'));
	}
	if (error instanceof NodeApiError) {
		error.description = [error.description, remark].filter(Boolean).join('\n');
	}
	return error;
}

async function makeJobs(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	forms: ReadonlyMap<number, Form>,
	failures: Failures,
	{ prefix, state }: { prefix: string; state: RunState },
): Promise<Job[]> {
	const naming = { prefix, isTool: isTool(context) };
	const knowledgeFor = await loadKnowledge(context, operation, forms);
	const jobs: Job[] = [];
	for (const [itemIndex, form] of forms) {
		try {
			jobs.push(...jobsOf(operation, form, itemIndex, { ...naming, qbxml: knowledgeFor(form) }));
		} catch (error) {
			const remark = earlierTry(context, state, itemIndex);
			setAside(context, failures, withRemark(error, remark), itemIndex);
		}
	}
	showHints(context, jobs);
	return jobs;
}

/** Writes to the same connection go out one after the other. Everything else goes out in parallel. */
function lanesOf(jobs: readonly Job[]): Job[][] {
	const connections = new Set(
		jobs.filter(({ isWrite }) => isWrite).map(({ connectionId }) => connectionId),
	);
	return [
		...[...connections].map((connection) =>
			jobs.filter((job) => job.isWrite && job.connectionId === connection),
		),
		...jobs.filter((job) => !job.isWrite).map((job) => [job]),
	];
}

/** Reads the queue of one connection before the run sends anything to it. */
async function prepareConnection(
	run: Run,
	jobs: readonly Job[],
	{ isContinued, isKnown, waits }: { isContinued: boolean; isKnown: boolean; waits: boolean },
): Promise<void> {
	const writes = jobs.filter(({ isWrite }) => isWrite);
	await prepareHistories(run, jobs);
	if (!isContinued && writes.length > 0) {
		if (run.isRetry && !isKnown) {
			const because = 'n8n gives no sign by which the execution that it repeats could be known';
			throw unknownBefore(run, writes[0].itemIndex, because);
		}
		await takeOverQueued(run, writes[0].connectionId, writes);
	}
	if (waits) await prepareMarks(run, jobs);
}

/**
 * Reads the queues before the run sends anything. If this fails for one connection and the node continues on errors,
 * only the items of that connection fail.
 * @returns The jobs that can be sent.
 */
async function prepare(
	run: Run,
	jobs: readonly Job[],
	failures: Failures,
	circumstances: { isContinued: boolean; isKnown: boolean; waits: boolean },
): Promise<Job[]> {
	const closingDates = circumstances.isContinued
		? new Map<string, string>()
		: await readClosingDates(run.context, jobs);
	const open = jobs.filter((job) => {
		const refusal = refusalOfClosed(job, closingDates);
		const remark = refusal && earlierTry(run.context, run.state, job.itemIndex);
		if (refusal) {
			setAside(run.context, failures, withRemark(refusal, remark ?? ''), job.itemIndex);
		}
		return !refusal;
	});
	const ready: Job[] = [];
	for (const connectionId of new Set(open.map((job) => job.connectionId))) {
		const own = open.filter((job) => job.connectionId === connectionId);
		const [prepared] = await Promise.allSettled([prepareConnection(run, own, circumstances)]);
		if (prepared.status === 'fulfilled') ready.push(...own);
		else
			for (const { itemIndex } of own) setAside(run.context, failures, prepared.reason, itemIndex);
	}
	return ready.sort((one, other) => one.itemIndex - other.itemIndex);
}

function throwIfCanceled(
	context: IExecuteFunctions,
	results: ReadonlyArray<PromiseSettledResult<QueuedRecord> | undefined>,
): void {
	if (!isCanceled(context)) return;
	const queued = results.filter((result) => result?.status === 'fulfilled').length;
	const underWay = results.filter(
		(result) => result?.status === 'rejected' && outcomeIsUnknown(result.reason),
	).length;
	const description = [
		'Those stay in the queue and will be carried out.',
		...(underWay === 0 ? [] : [`${underWay} more may be queued: no answer came any more.`]),
	].join(' ');
	const error = canceledError(
		context,
		`: ${queued} of ${results.length} requests had been queued`,
		{ description },
	);
	// n8n has already saved the execution, without this error. So we also write it to the log and the editor's console.
	context.logger.warn(`${error.message} ${description}`);
	context.sendMessageToUI(`${error.message} ${description}`);
	throw error;
}

async function queueAll(
	run: Run,
	jobs: readonly Job[],
	failures: Failures,
	requestsAtOnce: number,
): Promise<Queued[]> {
	const { context } = run;
	const results = await runLanes(lanesOf(jobs), async (job) => await enqueueOnce(run, job), {
		atOnce: requestsAtOnce,
		goOnAfterFailure: context.continueOnFail(),
		signal: context.getExecutionCancelSignal(),
	});
	const queued: Queued[] = [];
	for (const job of jobs) {
		const result = results.get(job);
		if (result?.status === 'fulfilled') {
			const { itemIndex, connectionId, slot, form } = job;
			const { id } = result.value;
			queued.push({
				itemIndex,
				connectionId,
				slot,
				id,
				iterates: iterates(job),
				record: result.value,
				alreadyExisted: run.state.taken[slot]?.alreadyExisted,
				form,
			});
		}
	}
	throwIfCanceled(
		context,
		jobs.map((job) => results.get(job)),
	);
	for (const job of jobs) {
		const result = results.get(job);
		if (result?.status === 'rejected') setAside(context, failures, result.reason, job.itemIndex);
	}
	return queued;
}

const byItem = (one: INodeExecutionData, other: INodeExecutionData): number =>
	(one.pairedItem as { item: number }).item - (other.pairedItem as { item: number }).item;

/**
 * Queues every item's request exactly once, with writes in order. Then returns what the user chose: the queued
 * requests, or their results once they are there.
 * @throws NodeApiError or NodeOperationError of the first item that fails, unless the node continues on errors.
 */
export async function executeQueueing(
	context: IExecuteFunctions,
	operation: QueueingOperation,
): Promise<INodeExecutionData[]> {
	if (isSkipped(context)) return [];
	const isNudged = takePlaceOfSkipped(context);
	const isKnown = isRecognisable(context);
	const runKey = runKeyOf(context);
	const { state, isContinued } = runStateOf(context, runKey);
	if (state.sleep) return await goOnAfterSleep(context, operation, state, isNudged);

	const failures: Failures = new Map();
	const forms = readForms(context, operation, failures);
	const [first] = forms.values();
	if (first === undefined) return [...failures.values()];

	const prefix = runPrefix(runKey);
	const jobs = await makeJobs(context, operation, forms, failures, { prefix, state });
	let settings: ResultSettings;
	let strategy: WaitStrategy;
	try {
		settings = resultSettings(first);
		strategy = await waitStrategy(context, settings);
	} catch (error) {
		for (const itemIndex of forms.keys()) setAside(context, failures, error, itemIndex);
		return [...failures.values()].sort(byItem);
	}
	const run: Run = {
		context,
		state,
		prefix,
		execution: context.getExecutionId(),
		isRetry: isRetry(context),
		ifAlreadyQueued: settings.ifAlreadyQueued,
		histories: new Map(),
	};
	const waits = strategy.waits !== 'not';
	const ready = await prepare(run, jobs, failures, { isContinued, isKnown, waits });
	const queued = await queueAll(run, ready, failures, settings.requestsAtOnce);
	return await waitForResults(context, operation, {
		queued,
		failures,
		prefix,
		settings,
		strategy,
		state,
	});
}
