import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Form } from '../../shared/form/form';
import { FormError } from '../../shared/form/formError';
import { isSkipped, takePlaceOfSkipped } from '../../shared/n8nInternals/execution';
import { isTool } from '../../shared/n8nInternals/tool';
import { formReader } from '../operations/operation';
import type { QueueingOperation } from '../operations/queueingOperation';
import { readClosingDates, refusalOfClosed } from './queueing/closingDate';
import {
	changedSince,
	prepareHistories,
	prepareMarks,
	type Run,
	runOf,
} from './queueing/enqueueOnce';
import { firstRequests, type Job, jobsOf, runPrefix } from './queueing/job';
import { loadKnowledge } from './queueing/qbxmlKnowledge';
import { queueJobs, withoutRecord } from './queueing/queueJobs';
import {
	hasUnansweredSteps,
	takeOverQueued,
	takeOverSteps,
	unknownBefore,
} from './queueing/takeOver';
import { breather } from './run/breather';
import { connectionFiller } from './run/emptyConnection';
import { type Failures, setAside } from './run/failures';
import { isRecognisable, isRetry, ownExecutionMark, runKeyOf } from './run/runKey';
import { type ResultSettings, resultSettings } from './run/runSettings';
import { type RunState, runStateOf } from './run/runState';
import type { Awaited } from './run/sleep';
import { begin, formMarkOf, groupedByItem, itemNameOf, resumed, type Rounds } from './steps/rounds';
import { goOnAfterSleep, waitForResults } from './waiting/waitForResults';
import { type WaitStrategy, waitStrategy } from './waiting/waitStrategy';

/** Reads the forms of all items first, so that nothing is queued if one of them is wrong. */
async function readForms(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	ended: Failures,
): Promise<Map<number, Form>> {
	const forms = new Map<number, Form>();
	const read = formReader(context, operation);
	const fillIn = connectionFiller(context, operation);
	const breathe = breather();
	for (const itemIndex of context.getInputData().keys()) {
		await breathe();
		try {
			const form = await fillIn(read(itemIndex), itemIndex);
			const known = await operation.readFirst?.(context, form, itemIndex);
			const filled = known ? { ...form, known } : form;
			const [json] = operation.doneFirst?.(filled) ?? [];
			if (json) ended.set(itemIndex, { json, pairedItem: { item: itemIndex } });
			else forms.set(itemIndex, filled);
		} catch (error) {
			setAside(context, ended, error, itemIndex);
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
	if (taken) return `An earlier try already queued this item, as request ${taken.record.id}.`;
	return isRetry(context) || state.unanswered[slot] !== undefined
		? 'An earlier try may have queued this item. Check Queued Request > Get Many before you run it again.'
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
	{ knowledgeFor, prefix, state }: Pick<Rounds, 'knowledgeFor'> & Pick<Run, 'prefix' | 'state'>,
): Promise<Job[]> {
	const naming = {
		prefix,
		executionMark: ownExecutionMark(context),
		isTool: isTool(context),
		execution: context.getExecutionId(),
		round: state.round,
	};
	const jobs: Job[] = [];
	const breathe = breather();
	for (const [itemIndex, form] of forms) {
		await breathe();
		try {
			const requests = firstRequests(operation, form, knowledgeFor(form));
			jobs.push(...jobsOf(operation, requests, form, itemIndex, naming));
		} catch (error) {
			const remark = earlierTry(context, state, itemIndex);
			setAside(context, failures, withRemark(error, remark), itemIndex);
		}
	}
	showHints(context, jobs);
	return jobs;
}

/** What is known of a run before it sends anything. */
interface Circumstances {
	/** Whether n8n has handed down what an earlier try has done. */
	isContinued: boolean;
	/** Whether the run can be recognised that this one repeats. */
	isKnown: boolean;
	waits: boolean;
}

/** Whether the items go through the operation's steps. A write that need not be settled is done when it is answered. */
const isStepwise = ({ settles }: QueueingOperation, form: Form): boolean =>
	settles === undefined || settles(form);

/** Takes over what an earlier process has queued on a connection for this run. */
async function takeOver(
	{ run, operation, isTool }: Rounds,
	jobs: readonly Job[],
	{ isContinued, isKnown }: Pick<Circumstances, 'isContinued' | 'isKnown'>,
): Promise<void> {
	const { state } = run;
	const writes = jobs.filter(({ isWrite }) => isWrite);
	const writesLater =
		operation.steps !== undefined &&
		!operation.isQuery &&
		jobs.some(({ form }) => form && isStepwise(operation, form));
	const [first] = writesLater ? jobs : writes;
	if (!first) return;
	if (run.isRetry && !isKnown) {
		const because = "n8n doesn't say which execution this one repeats";
		throw unknownBefore(run, first.itemIndex, because);
	}
	if (writes.length > 0 && !isContinued) await takeOverQueued(run, first.connectionId, writes);
	if (!writesLater) return;
	const forms = new Map(
		jobs.flatMap(({ form, itemIndex }) =>
			form ? [[itemNameOf(isTool, form, itemIndex), form]] : [],
		),
	);
	for (const { item, slot, step } of await takeOverSteps(run, first.connectionId, jobs)) {
		const form = forms.get(item);
		const name = Object.keys(operation.steps ?? {})[step];
		if (!form || name === undefined) continue;
		// What n8n has handed down knows more than the queue does, but for calls that gave no answer.
		if (isContinued && state.unanswered[slot] === undefined) continue;
		delete state.unanswered[slot];
		const { formMark = formMarkOf(form) } = state.items[item] ?? {};
		state.items[item] = { step: name, slots: [slot], kept: {}, formMark };
	}
}

/** Reads the queue of one connection before the run sends anything to it. */
async function prepareConnection(
	rounds: Rounds,
	jobs: readonly Job[],
	{ isContinued, isKnown, waits }: Circumstances,
): Promise<void> {
	const { run } = rounds;
	await prepareHistories(run, jobs);
	if (!isContinued || hasUnansweredSteps(run)) {
		await takeOver(rounds, jobs, { isContinued, isKnown });
	}
	if (waits) await prepareMarks(run, jobs);
}

/**
 * Reads the queues before the run sends anything. If this fails for one connection and the node continues on errors,
 * only the items of that connection fail.
 * @returns The jobs that can be sent.
 */
async function prepare(
	rounds: Rounds,
	jobs: readonly Job[],
	circumstances: Circumstances,
): Promise<Job[]> {
	const { run, failures } = rounds;
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
	const ready: Job[][] = [];
	for (const connectionId of new Set(open.map((job) => job.connectionId))) {
		const own = open.filter((job) => job.connectionId === connectionId);
		const [prepared] = await Promise.allSettled([prepareConnection(rounds, own, circumstances)]);
		// Of thousands of items with several requests each, there are more than a call takes arguments.
		if (prepared.status === 'fulfilled') ready.push(own);
		else
			for (const { itemIndex } of own) setAside(run.context, failures, prepared.reason, itemIndex);
	}
	return ready.flat().sort((one, other) => one.itemIndex - other.itemIndex);
}

const byItem = (one: INodeExecutionData, other: INodeExecutionData): number =>
	(one.pairedItem as { item: number }).item - (other.pairedItem as { item: number }).item;

/** Begins with the items, and goes on with those that an earlier try has left on their way. */
async function beginAndResume(rounds: Rounds, jobs: readonly Job[]): Promise<Awaited[]> {
	const { run, failures, forms } = rounds;
	const { context } = run;
	const before = resumed(rounds, forms, (itemIndex, requestId) => {
		setAside(context, failures, changedSince(run, itemIndex, requestId), itemIndex);
	});
	const onTheirWay = new Set(before.map(({ itemIndex }) => itemIndex));
	const jobsOfItems = groupedByItem(jobs);
	const fresh = [...forms].flatMap(([itemIndex, form]) => {
		const own = jobsOfItems.get(itemIndex) ?? [];
		const isFresh = own.length > 0 && !onTheirWay.has(itemIndex) && !failures.has(itemIndex);
		return isFresh ? [{ itemIndex, form, jobs: own }] : [];
	});
	const begun = await begin(rounds, fresh);
	return [...before, ...begun].sort((one, other) => one.itemIndex - other.itemIndex);
}

/**
 * Queues every item's request exactly once, with writes in order unless the user needs none. Then returns what the user chose: the queued
 * requests, or their results once they are there.
 * @throws NodeApiError or NodeOperationError of the first item that fails, unless the node continues on errors.
 */
export async function executeQueueing(
	context: IExecuteFunctions,
	operation: QueueingOperation,
): Promise<INodeExecutionData[]> {
	if (isSkipped(context)) return [];
	const woken = takePlaceOfSkipped(context);
	const isKnown = isRecognisable(context);
	const runKey = runKeyOf(context);
	const { state, isContinued } = runStateOf(context, runKey);
	if (state.sleep) return await goOnAfterSleep(context, operation, state, woken);

	const failures: Failures = new Map();
	const forms = await readForms(context, operation, failures);
	const [first] = forms.values();
	if (first === undefined) return [...failures.values()];

	const prefix = runPrefix(runKey);
	const knowledgeFor = await loadKnowledge(context, operation, forms);
	const jobs = await makeJobs(context, operation, forms, failures, { knowledgeFor, prefix, state });
	let settings: ResultSettings;
	let strategy: WaitStrategy;
	try {
		settings = resultSettings(first);
		strategy = await waitStrategy(context, settings);
	} catch (error) {
		for (const itemIndex of forms.keys()) setAside(context, failures, error, itemIndex);
		return [...failures.values()].sort(byItem);
	}
	const { requestsAtOnce, keepsOrder } = settings;
	const run = runOf(context, state, { prefix, ifAlreadyQueued: settings.ifAlreadyQueued });
	const waits = strategy.waits !== 'not';
	const rounds = {
		run,
		operation,
		isTool: isTool(context),
		failures,
		forms,
		requestsAtOnce,
		knowledgeFor,
	};
	const ready = await prepare(rounds, jobs, { isContinued, isKnown, waits });
	for (const itemIndex of failures.keys()) forms.delete(itemIndex);
	if (operation.steps && waits && isStepwise(operation, first)) {
		const awaited = await beginAndResume(rounds, ready);
		return await waitForResults({ awaited, queued: [], rounds, settings, strategy });
	}
	const queued = await queueJobs(run, ready, failures, {
		requestsAtOnce,
		keepsOrder,
		mayBeLost: () => false,
	});
	return await waitForResults({
		awaited: queued.map(withoutRecord),
		queued,
		rounds,
		settings,
		strategy,
	});
}
