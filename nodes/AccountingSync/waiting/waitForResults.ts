import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { QueuedRecord } from '../../shared/service/queue';
import type { ResultSettings } from '../fields/result';
import { failedItem, shownError } from '../itemErrors';
import type { Job } from '../queue/job';
import type { Awaited, Completed, Looking } from './look';
import { poll } from './poll';
import { resultsOf } from './results';
import {
	lastSeen,
	stillWaitingData,
	stillWaitingError,
	stillWaitingMessage,
	unseenHint,
	type LastSeen,
} from './stillWaiting';
import { putToSleep, type Expiry, type Sleep } from './suspend';
import type { Way } from './way';

/** A request that was queued for an item, with its record as the service gave it then. */
export interface Queued extends Awaited {
	record: QueuedRecord;
}

/** The part of a run that its results depend on. */
interface Awaiting<One extends Awaited> {
	queued: readonly One[];
	/** What stands in place of the results of items that failed, by item. */
	failures: ReadonlyMap<number, INodeExecutionData>;
	simplify: boolean;
}

/** A run after its requests were queued. */
export interface QueuedRun {
	queued: readonly Queued[];
	/** What stands in place of the results of items that failed, by item. */
	failures: Map<number, INodeExecutionData>;
	prefix: string;
	settings: ResultSettings;
	way: Way;
	jobs: readonly Job[];
}

const minute = 60_000;
const standardLimit = { polling: 5 * minute, suspended: 24 * 60 * minute };

/** How long a run looks before it goes to sleep: a desktop that is on answers within this time. */
const briefly = 1_500;

const inOrder = (items: INodeExecutionData[]): INodeExecutionData[] =>
	items.sort(
		(one, other) =>
			(one.pairedItem as { item: number }).item - (other.pairedItem as { item: number }).item,
	);

function hint(context: IExecuteFunctions, message: string | undefined): void {
	if (message === undefined) return;
	context.addExecutionHints({ message, location: 'outputPane', type: 'info' });
}

const hintAtWay = ({ waits, reason }: Way): string | undefined =>
	reason &&
	`The result was waited for ${waits === 'polling' ? 'by polling' : 'suspended'}: ${reason}.`;

/** n8n tells a stopped execution from a failed one by the word "canceled". */
function endIfCanceled(context: IExecuteFunctions, missing: number): void {
	if (context.getExecutionCancelSignal()?.aborted !== true) return;
	throw new NodeOperationError(
		context.getNode(),
		`The execution was canceled while it waited for ${missing} results.`,
		{ description: 'The requests stay in the queue and will be carried out.' },
	);
}

/** The results of what is complete, and the failures, in the order of the items. */
function results<One extends Awaited>(
	context: IExecuteFunctions,
	{ queued, failures, simplify }: Awaiting<One>,
	completed: Completed,
	unfinished: (one: One) => INodeExecutionData,
): INodeExecutionData[] {
	const items = [...failures.values()];
	for (const one of queued) {
		try {
			const pages = completed.get(one.id);
			if (pages) items.push(...resultsOf(context.getNode(), one, pages, simplify));
			else items.push(unfinished(one));
		} catch (error) {
			const shown = shownError(context, error, one.itemIndex);
			if (!context.continueOnFail()) throw shown;
			items.push(failedItem(shown, one.itemIndex));
		}
	}
	return inOrder(items);
}

/** What an unfinished request gives when the time is up, as data or as an error that is thrown. */
function expired(
	context: IExecuteFunctions,
	{ settings }: QueuedRun,
	limit: number,
	seen: LastSeen,
	one: Queued,
): INodeExecutionData {
	const message = stillWaitingMessage(limit, seen, one.connectionId);
	if (settings.whenTimeIsUp === 'error') {
		throw stillWaitingError(context, message, one.id, one.itemIndex);
	}
	return { json: stillWaitingData(message, one.record), pairedItem: { item: one.itemIndex } };
}

/**
 * What n8n passes on by itself when the time of a sleep is up. It is settled before the sleep, so that only what is
 * complete by then has its result; and it is one item for each input item, since n8n pairs them by their places: a
 * request without records, or with several, stands there whole.
 */
function outcomeOfExpiry(
	context: IExecuteFunctions,
	run: QueuedRun,
	completed: Completed,
	limit: number,
	seen: LastSeen,
): Expiry['outcome'] {
	const { simplify } = run.settings;
	const items = [...run.failures.values()];
	for (const one of run.queued) {
		try {
			const awaiting = { queued: [one], failures: new Map(), simplify };
			const [item, ...more] = results(context, awaiting, completed, () =>
				expired(context, run, limit, seen, one),
			);
			const record = completed.get(one.id)?.at(-1) ?? one.record;
			const isOne = item !== undefined && more.length === 0;
			items.push(isOne ? item : { json: record, pairedItem: { item: one.itemIndex } });
		} catch (error) {
			return shownError(context, error, one.itemIndex);
		}
	}
	return inOrder(items);
}

/**
 * Hands over what the user wants: the queued requests at once, or their results once they are there.
 * @returns The items; what it returns for an execution that goes to sleep is not used by n8n.
 * @throws NodeOperationError of the first item that failed or still waits, unless the node goes on after errors.
 */
export async function waitForResults(
	context: IExecuteFunctions,
	run: QueuedRun,
): Promise<INodeExecutionData[]> {
	const { queued, failures, prefix, settings, way, jobs } = run;
	if (way.waits === 'not') {
		await hintAtUnseen(context, run);
		const items = queued.map(({ record, itemIndex }) => ({
			json: record,
			pairedItem: { item: itemIndex },
		}));
		return inOrder([...failures.values(), ...items]);
	}
	const limit = settings.waitLimit ?? standardLimit[way.waits];
	const looking: Looking = {
		requestsAtOnce: settings.requestsAtOnce,
		...(jobs.every(({ isUsersIdentifier }) => !isUsersIdentifier) && { prefix }),
	};
	const completed: Completed = new Map();
	hint(context, hintAtWay(way));
	const patience = way.waits === 'polling' ? limit : Math.min(briefly, limit);
	const isComplete = await poll(context, queued, completed, looking, patience);
	endIfCanceled(context, queued.length - completed.size);
	if (isComplete || way.waits === 'polling') {
		const seen = isComplete ? new Map() : await lastSeen(context);
		const awaiting = { queued, failures, simplify: settings.simplify };
		return results(context, awaiting, completed, (one) => expired(context, run, limit, seen, one));
	}
	const seen = await hintAtUnseen(context, run);
	const awaited = queued.map(({ itemIndex, connectionId, id, iterates }) => ({
		itemIndex,
		connectionId,
		id,
		iterates,
	}));
	await putToSleep(
		context,
		{
			awaited,
			failures: [...failures],
			looking,
			simplify: settings.simplify,
			hint: hintAtWay(way),
		},
		{
			at: new Date(Date.now() + limit),
			outcome: outcomeOfExpiry(context, run, completed, limit, seen),
		},
	);
	return context.getInputData();
}

async function hintAtUnseen(context: IExecuteFunctions, { queued }: QueuedRun): Promise<LastSeen> {
	const seen = await lastSeen(context);
	const connections = new Set(queued.map(({ connectionId }) => connectionId));
	hint(context, unseenHint(seen, connections, Date.now()));
	return seen;
}

/**
 * The results of a run that was put to sleep and has been woken: everything is complete then.
 * @throws NodeOperationError of the first item that failed, unless the node goes on after errors.
 */
export async function resultsAfterSleep(
	context: IExecuteFunctions,
	{ awaited, failures, looking, simplify, hint: hintBefore }: Sleep,
): Promise<INodeExecutionData[]> {
	const completed: Completed = new Map();
	hint(context, hintBefore);
	// The execution has waited for hours by now: a service that is away for a moment must not cost it the results.
	await poll(context, awaited, completed, looking, minute);
	const awaiting = { queued: awaited, failures: new Map(failures), simplify };
	return results(context, awaiting, completed, ({ id, itemIndex }) => {
		throw stillWaitingError(context, 'The request is not complete yet.', id, itemIndex);
	});
}
