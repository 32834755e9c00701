import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { outcomeIsUnknown } from '../shared/service/errors';
import { findRequests, requestIdIn, type QueuedRecord } from '../shared/service/queue';
import { resultSettings, type ResultSettings } from './fields/result';
import { failedItem, shownError } from './itemErrors';
import { readForm, type Form } from './operation';
import { isWrite, iterates, jobOf, runPrefix, type Job } from './queue/job';
import { workThrough } from './queue/lanes';
import { queueOnce } from './queue/queueOnce';
import type { QueueingOperation } from './queueing';
import { runOf } from './waiting/run';
import { sleptOver } from './waiting/suspend';
import { resultsAfterSleep, waitForResults, type Queued } from './waiting/waitForResults';
import { chooseWay, wayFor, type Way } from './waiting/way';

type Failures = Map<number, INodeExecutionData>;

/** Puts a failed item aside, or ends the run where the node does not go on after errors. */
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

/** The forms of all items, so that nothing is sent while one of them is wrong. */
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

function makeJobs(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	forms: ReadonlyMap<number, Form>,
	failures: Failures,
	prefix: string,
	webhookUrl: string | undefined,
): Job[] {
	const jobs: Job[] = [];
	for (const [itemIndex, form] of forms) {
		try {
			jobs.push(jobOf(operation, form, itemIndex, prefix, webhookUrl));
		} catch (error) {
			setAside(context, failures, error, itemIndex);
		}
	}
	return jobs;
}

/** Writes to one connection go out one after the other; everything else side by side. */
function lanesOf(jobs: readonly Job[]): Job[][] {
	const connections = new Set(jobs.filter(isWrite).map(({ connectionId }) => connectionId));
	return [
		...[...connections].map((connection) =>
			jobs.filter((job) => isWrite(job) && job.connectionId === connection),
		),
		...jobs.filter((job) => !isWrite(job)).map((job) => [job]),
	];
}

const takenKey = 'accountingSyncTaken';

/** What this run has queued already, by identifier and item: n8n runs the whole node again after a failure. */
function takenBefore(context: IExecuteFunctions): IDataObject {
	const kept = context.getContext('node');
	const of = runOf(context);
	const { run, taken } = (kept[takenKey] ?? {}) as { run?: string; taken?: IDataObject };
	if (run === of && taken) return taken;
	const none: IDataObject = {};
	kept[takenKey] = { run: of, taken: none };
	return none;
}

/**
 * The writes of this run that are in the queues already, by identifier: a process that died may have queued them
 * before another one began the run again. An identifier of the node's own stands for the same words.
 */
async function queuedWrites(
	context: IExecuteFunctions,
	jobs: readonly Job[],
	prefix: string,
): Promise<Map<string, QueuedRecord>> {
	const writes = jobs.filter((job) => isWrite(job) && !job.isUsersIdentifier);
	const found = new Map<string, QueuedRecord>();
	for (const connectionId of new Set(writes.map((job) => job.connectionId))) {
		for (const record of await findRequests(context, connectionId, { search_phrase: prefix })) {
			const identifier = requestIdIn(record);
			if (identifier !== undefined) found.set(identifier, record);
		}
	}
	return found;
}

/** n8n tells a stopped execution from a failed one by the word "canceled". */
function throwIfCanceled(
	context: IExecuteFunctions,
	results: ReadonlyArray<PromiseSettledResult<QueuedRecord> | undefined>,
): void {
	if (context.getExecutionCancelSignal()?.aborted !== true) return;
	const queued = results.filter((result) => result?.status === 'fulfilled').length;
	const underWay = results.filter(
		(result) => result?.status === 'rejected' && outcomeIsUnknown(result.reason),
	).length;
	const message = `The execution was canceled: ${queued} of ${results.length} requests had been queued.`;
	const description = [
		'Those stay in the queue and will be carried out.',
		...(underWay === 0 ? [] : [`${underWay} more may be queued: no answer came any more.`]),
	].join(' ');
	// n8n has saved the execution by now, without the error: its log and the editor's console still tell.
	context.logger.warn(`${message} ${description}`);
	context.sendMessageToUI(`${message} ${description}`);
	throw new NodeOperationError(context.getNode(), message, { description });
}

async function queueAll(
	context: IExecuteFunctions,
	jobs: readonly Job[],
	failures: Failures,
	prefix: string,
	{ requestsAtOnce, ifAlreadyQueued }: ResultSettings,
): Promise<Queued[]> {
	const taken = takenBefore(context);
	const found = await queuedWrites(context, jobs, prefix);
	const keyOf = ({ itemIndex, identifier }: Job) => `${itemIndex} ${identifier}`;
	const results = await workThrough(
		lanesOf(jobs),
		async (job) => {
			const before = (taken[keyOf(job)] as QueuedRecord | undefined) ?? found.get(job.identifier);
			const record = before ?? (await queueOnce(context, job, ifAlreadyQueued));
			taken[keyOf(job)] = record;
			return record;
		},
		{
			atOnce: requestsAtOnce,
			goOnAfterFailure: context.continueOnFail(),
			signal: context.getExecutionCancelSignal(),
		},
	);
	const queued: Queued[] = [];
	for (const job of jobs) {
		const result = results.get(job);
		if (result?.status === 'fulfilled') {
			const { itemIndex, connectionId } = job;
			const { id } = result.value;
			queued.push({ itemIndex, connectionId, id, iterates: iterates(job), record: result.value });
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

/**
 * Queues every item's request exactly once, in order where it writes, and hands over what the user wants: the queued
 * requests, or their results once they are there.
 * @throws NodeApiError or NodeOperationError of the first item that fails, unless the node goes on after errors.
 */
export async function executeQueueing(
	context: IExecuteFunctions,
	operation: QueueingOperation,
): Promise<INodeExecutionData[]> {
	const sleep = sleptOver(context);
	if (sleep) return await resultsAfterSleep(context, sleep);

	const failures: Failures = new Map();
	const forms = readForms(context, operation, failures);
	const [first] = forms.values();
	if (first === undefined) return [...failures.values()];

	let settings: ResultSettings;
	let way: Way;
	const prefix = runPrefix(context, operation);
	let jobs = makeJobs(context, operation, forms, failures, prefix, undefined);
	try {
		settings = resultSettings(first);
		way = await chooseWay(context, settings, jobs);
	} catch (error) {
		throw shownError(context, error, 0);
	}
	if (way.webhookUrl !== undefined) {
		jobs = makeJobs(context, operation, forms, failures, prefix, way.webhookUrl);
	}
	const queued = await queueAll(context, jobs, failures, prefix, settings);
	const actualWay = wayFor(way, jobs, queued);
	return await waitForResults(context, {
		queued,
		failures,
		prefix,
		settings,
		way: actualWay,
		jobs,
	});
}
