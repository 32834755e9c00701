import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { settled } from '../../../queue/calls/settled';
import { shortHash } from '../../../queue/calls/shortHash';
import { inTurn } from '../../../queue/calls/turns';
import { writtenInOtherPlaces } from '../../../queue/once/items';
import { type Journal, knownFrom, type Queued } from '../../../queue/once/journal';
import {
	addedUnderOthers,
	beginTurn,
	cursorOf,
	inTurnOfRun,
	lookForRun,
	requireHistory,
} from '../../../queue/once/perform';
import { changedSince, ClaimedError, unknownRun } from '../../../queue/once/writeErrors';
import { writesByItem } from '../../../queue/once/writesByItem';
import { FEW_REQUESTS } from '../../../queue/reader/checkCompletion';
import { runPrefix } from '../../../queue/requests/identifiers';
import type { Form } from '../../../quickbooks/form/form';
import { isSkipped, takePlaceOfSkipped } from '../../shared/n8nInternals/execution';
import { isTool } from '../../shared/n8nInternals/tool';
import { originOf, shownError } from '../../shared/transport/shownError';
import type { QueueingOperation } from '../operations/queueingOperation';
import { closedTo } from './queueing/closedPeriods';
import { firstRequests, iterates, type Job, jobsOf, showHints } from './queueing/job';
import { loadKnowledge } from './queueing/qbxmlKnowledge';
import { queueJobs, withoutRecord } from './queueing/queueJobs';
import { breather } from './run/breather';
import { type Failures, inOrder, setAside } from './run/failures';
import { formsOf } from './run/forms';
import { type Run, runOf } from './run/run';
import { journalOf, type RunJournal } from './run/runJournal';
import { isRecognisable, isRetry, ownExecutionMark, runKeyOf } from './run/runKey';
import { type ResultSettings, resultSettings } from './run/runSettings';
import { begin, itemNameOf, type Rounds, takeOverSteps } from './steps/rounds';
import { groupedByItem, isStepwise, soughtBefore } from './steps/turns';
import { goOnAfterSleep, waitForResults, withQueued } from './waiting/waitForResults';
import { type WaitStrategy, waitStrategy } from './waiting/waitStrategy';

/** What an item reads before it asks for anything. */
async function readFirst(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	journal: RunJournal,
	form: Form,
	itemIndex: number,
): Promise<IDataObject | undefined> {
	if (!operation.goesOnFromFirst || isTool(context)) {
		return await operation.readFirst?.(context, form);
	}
	const kept = (journal.readFirst ??= {});
	const name = `${itemIndex} ${shortHash(8, form.values)}`;
	const known = kept[name] ?? (await operation.readFirst?.(context, form));
	if (known) kept[name] = known;
	return known;
}

/** Reads the forms of all items first, so that nothing is queued if one of them is wrong. */
async function readForms(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	journal: RunJournal,
	ended: Failures,
): Promise<Map<number, Form>> {
	const forms = new Map<number, Form>();
	const readForm = formsOf(context, operation);
	const breathe = breather();
	for (const itemIndex of context.getInputData().keys()) {
		await breathe();
		try {
			const form = await readForm(itemIndex);
			const known = await readFirst(context, operation, journal, form, itemIndex);
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

/** What the user has to know about an item that can't be queued, if an earlier try may have queued it. */
function earlierTry(context: IExecuteFunctions, journal: Journal, itemIndex: number): string {
	const slot = String(itemIndex);
	const { queued, unanswered } = knownFrom(journal);
	const own = queued.get(slot);
	if (own) return `An earlier try already queued this item, as request ${own.record.id}.`;
	return isRetry(context) || unanswered.has(slot)
		? 'An earlier try may have queued this item. Check Queued Request > Get Many before you run it again.'
		: '';
}

/** The error of an item, with a remark. */
function withRemark(context: IExecuteFunctions, error: unknown, itemIndex: number, remark: string) {
	const shown = shownError(context, error, itemIndex);
	if (remark !== '') shown.description = [shown.description, remark].filter(Boolean).join('\n');
	return shown;
}

/** The round that a call begins with. What an agent begins anew, it reads anew. */
const firstRound = (context: IExecuteFunctions, journal: Journal): number =>
	knownFrom(journal).round + (isTool(context) && journal.events.length > 0 ? 1 : 0);

async function makeJobs(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	forms: ReadonlyMap<number, Form>,
	failures: Failures,
	{
		knowledgeFor,
		prefix,
		journal,
		round,
	}: Pick<Rounds, 'knowledgeFor'> & Pick<Run, 'journal' | 'prefix'> & { round: number },
): Promise<Job[]> {
	const naming = {
		prefix,
		executionMark: ownExecutionMark(context),
		isTool: isTool(context),
		execution: context.getExecutionId(),
		round,
	};
	const jobs: Job[] = [];
	const breathe = breather();
	for (const [itemIndex, form] of forms) {
		await breathe();
		try {
			const requests = firstRequests(operation, form, knowledgeFor(form));
			jobs.push(...jobsOf(operation, requests, form, itemIndex, naming));
		} catch (error) {
			const remark = earlierTry(context, journal, itemIndex);
			setAside(context, failures, withRemark(context, error, itemIndex, remark), itemIndex);
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

/**
 * Looks for what the run has queued on a connection already, if the journal may not tell.
 * @throws QueueError if nobody knows which execution this one repeats.
 */
async function takeOver(
	rounds: Rounds,
	jobs: readonly Job[],
	{ isContinued, isKnown }: Pick<Circumstances, 'isContinued' | 'isKnown'>,
): Promise<void> {
	const { run, operation, forms } = rounds;
	const [{ connectionId }] = jobs;
	const sought = soughtBefore(operation, jobs, { isContinued, isRetry: run.isRetry });
	if (sought === 'nothing') return;
	if (isRetry(run.context) && !isKnown) throw unknownRun("n8n doesn't say what this one repeats");
	if (sought === 'steps') await takeOverSteps(rounds, connectionId, forms);
	else await lookForRun(run, connectionId);
}

/** Reads the queue of one connection before the run sends anything to it. */
async function prepareConnection(
	rounds: Rounds,
	jobs: readonly Job[],
	circumstances: Circumstances,
): Promise<void> {
	const { run } = rounds;
	const [{ connectionId }] = jobs;
	await requireHistory(run, jobs);
	await takeOver(rounds, jobs, circumstances);
	const hasMany = jobs.length > FEW_REQUESTS || jobs.some(iterates);
	if (circumstances.waits && hasMany) await cursorOf(run, connectionId);
}

/** What the original execution has written of items whose Order Number was changed before Retry. An agent asks for another one each time. */
async function writtenUnderOthers(
	{ run, isTool }: Rounds,
	jobs: readonly Job[],
): Promise<Map<number, Pick<Queued, 'record'>>> {
	if (!run.isRetry || isTool || jobs.every(({ isRead }) => isRead)) return new Map();
	const writesOf = groupedByItem(jobs.filter(({ isRead }) => !isRead));
	const added = await addedUnderOthers(run, jobs[0].connectionId, writesOf);
	return new Map([...added].map(([item, record]) => [item, { record }]));
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
	const { run, operation, failures } = rounds;
	const ready: Job[][] = [];
	for (const connectionId of new Set(jobs.map((job) => job.connectionId))) {
		const own = jobs.filter((job) => job.connectionId === connectionId);
		try {
			await prepareConnection(rounds, own, circumstances);
			const written = new Map([
				...(await writtenUnderOthers(rounds, own)),
				...(operation.goesOn ? writtenInOtherPlaces(knownFrom(run.journal), own) : []),
			]);
			for (const [itemIndex, one] of written)
				setAside(run.context, failures, changedSince(one), itemIndex);
			// Of thousands of items with several requests each, there are more than a call takes arguments.
			ready.push(own.filter(({ itemIndex }) => !written.has(itemIndex)));
		} catch (error) {
			for (const { itemIndex } of own) setAside(run.context, failures, error, itemIndex);
		}
	}
	const prepared = ready.flat().sort((one, other) => one.itemIndex - other.itemIndex);
	// What an earlier try has written stands, whatever the books are closed for since.
	const judged = await settled(closedTo(run, prepared));
	for (const { itemIndex } of prepared) {
		const refusal = judged.status === 'rejected' ? judged.reason : judged.value.get(itemIndex);
		if (refusal) setAside(run.context, failures, refusal, itemIndex);
	}
	return prepared.filter(({ itemIndex }) => !failures.has(itemIndex));
}

/** Has an error stand for items. */
function failAll(
	context: IExecuteFunctions,
	itemIndexes: Iterable<number>,
	failures: Failures,
	error: unknown,
): INodeExecutionData[] {
	for (const itemIndex of itemIndexes) setAside(context, failures, error, itemIndex);
	return inOrder([...failures.values()]);
}

/** A run whose forms are read. */
interface ReadRun {
	runKey: string;
	journal: RunJournal;
	isContinued: boolean;
	isKnown: boolean;
	forms: Map<number, Form>;
	failures: Failures;
}

/** Queues the requests of a run, and returns what the user chose. */
async function queueAndWait(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	{ runKey, journal, isContinued, isKnown, forms, failures }: ReadRun,
): Promise<INodeExecutionData[]> {
	const [first] = forms.values();
	if (first === undefined) return [...failures.values()];

	const prefix = runPrefix(runKey);
	const knowledgeFor = await loadKnowledge(context, operation, forms);
	const round = firstRound(context, journal);
	const jobs = await makeJobs(context, operation, forms, failures, {
		knowledgeFor,
		prefix,
		journal,
		round,
	});
	let settings: ResultSettings;
	let strategy: WaitStrategy;
	try {
		settings = resultSettings(first);
		strategy = await waitStrategy(context, settings);
	} catch (error) {
		return failAll(context, forms.keys(), failures, error);
	}
	const { requestsAtOnce, keepsOrder } = settings;
	const run = runOf(context, journal, {
		prefix,
		ifAlreadyQueued: settings.ifAlreadyQueued,
		isQuery: operation.isQuery,
	});
	const waits = strategy.waits !== 'not';
	const failed = new Map<number, Form | undefined>();
	const rounds = {
		run,
		operation,
		isTool: isTool(context),
		begunAt: journal.events.length,
		failures,
		forms,
		failed,
		requestsAtOnce,
		knowledgeFor,
	};
	const isStepped =
		operation.steps !== undefined &&
		waits &&
		[...forms.values()].some((form) => isStepwise(operation, form));
	const turn = await settled(
		inTurnOfRun(run, async (isContested) => {
			// n8n runs an execution again where a busy worker seems dead. What that one has queued, only the queue tells, as on Retry.
			run.isRetry ||= isContested;
			beginTurn(run, Math.max(round, knownFrom(journal).round));
			run.writes = jobs;
			const ready = await prepare(rounds, jobs, { isContinued, isKnown, waits });
			for (const itemIndex of failures.keys()) {
				failed.set(itemIndex, forms.get(itemIndex));
				forms.delete(itemIndex);
			}
			if (isStepped) return { awaited: await begin(rounds), queued: [] };
			const mayBeLost = () => false;
			const all = await queueJobs(run, ready, failures, { requestsAtOnce, keepsOrder, mayBeLost });
			return { awaited: all.map(withoutRecord), queued: all };
		}),
	);
	if (turn.status === 'rejected') {
		const { reason } = turn;
		if (reason instanceof ClaimedError) return failAll(context, forms.keys(), failures, reason);
		if (operation.isQuery || originOf(reason) === reason) throw reason;
		const { first: begun } = writesByItem(knownFrom(journal));
		const queued = jobs.filter(({ isRead, slot }) => !isRead && begun.get(slot)?.standing);
		throw withQueued(reason, queued);
	}
	return await waitForResults({ ...turn.value, rounds, settings, strategy });
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
	const failures: Failures = new Map();
	let kept: ReturnType<typeof journalOf>;
	try {
		kept = journalOf(context, runKey);
	} catch (error) {
		// When an execution wakes, its input is there alone.
		const { data, node } = context.getExecuteData();
		const { length } = data.main[0] ?? [];
		const count = node.executeOnce ? 1 : Math.max(1, length);
		return failAll(context, Array(count).keys(), failures, error);
	}
	const { journal } = kept;
	// Of what an agent's execution did before a crash, each call finds only its own.
	const isContinued = kept.isContinued && !isTool(context);
	if (journal.sleep) return await goOnAfterSleep(context, operation, journal, woken);

	const forms = await readForms(context, operation, journal, failures);
	const read: ReadRun = { runKey, journal, isContinued, isKnown, forms, failures };
	const work = async () => await queueAndWait(context, operation, read);
	// An agent that asks for the same twice at once means it once: the second call sees what the first has done.
	const wish = [...forms].map(([itemIndex, form]) => itemNameOf(true, form, itemIndex)).join(' ');
	return isTool(context) ? await inTurn(`${runKey} ${wish}`, work) : await work();
}
