import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { QueuedRecord } from '../../../shared/transport/queuedRecord';
import type { Mark } from '../../../shared/transport/scanQueue';
import type { Sleep } from './sleep';

/** A request that a run has queued for an item. */
interface Taken {
	/** The key of its job (see `Job`). */
	key: string;
	identifier: string;
	connectionId: string;
	record: QueuedRecord;
	/** The execution that queued it. A retry has another number. */
	execution: string;
	/** For what is written for an order: whether it was in the queue before. */
	alreadyExisted?: boolean;
	/** Of the record that it adds, if it has one. */
	externalGuid?: string;
}

/** Where an item of an operation with several steps stands. */
export interface ItemState {
	/** The step that takes what comes of its requests. */
	step: string;
	/** The slots of those requests, in order. */
	slots: string[];
	/** What the steps before have kept for this one. */
	kept: IDataObject;
	/** Stands for the form. Somebody may change that before a Retry. */
	formMark: string;
	/** What it would change, if another item is changing the same. It begins anew when that one is done. */
	waitsFor?: readonly string[];
	/** The execution in which it failed for good. A later one begins anew. */
	failedIn?: string;
}

/** A request of which nobody knows whether it was queued, and the error that says so. */
export interface LostRequest {
	message: string;
	description: string;
	externalGuid: string;
	/** When the call was given up, as ISO 8601. */
	at: string;
}

/** A request that has certainly written nothing. Another execution may write in its place. */
export interface Spent {
	id: string;
	/** The execution that found this out. */
	execution: string;
}

/**
 * What a run of the node has done so far. It is kept in the node's context. n8n keeps that while the node is tried
 * again, while the execution sleeps, and for Retry after an error, but not after a crash.
 */
export interface RunState {
	runKey: string;
	/** Where each connection's queue stood before the run's first write. */
	marks: Record<string, Mark>;
	/** The requests in the queue, by the slots of their jobs (see `Job`). */
	taken: Record<string, Taken>;
	/** What was sent and has no answer yet: the keys of the jobs, by their slots. */
	unanswered: Record<string, string>;
	/** The requests that have certainly written nothing, by the slots of their jobs. */
	spent: Record<string, Spent[]>;
	/** The execution in which the sleep ran out of time. Its later tries don't sleep again. */
	expiredIn?: string;
	/** For operations with several steps: how many rounds of requests there were, and where each item stands. */
	round: number;
	items: Record<string, ItemState>;
	/** What may have been queued and can't be found, by the slots of their jobs. */
	lost: Record<string, LostRequest>;
	/** The slots of the jobs that go out instead of requests that left nothing, by the IDs of those. */
	standIns: Record<string, string>;
	/** What the execution waits for while it sleeps. */
	sleep?: Sleep;
}

export const RUN_CONTEXT_KEY = 'accountingSyncRun';

/**
 * The state of this run, or a new one if it has none yet. Changes to it are kept.
 * @returns Also whether an earlier try of the run left it.
 */
export function runStateOf(
	context: IExecuteFunctions,
	runKey: string,
): { state: RunState; isContinued: boolean } {
	const kept = context.getContext('node');
	const before = kept[RUN_CONTEXT_KEY] as unknown as RunState | undefined;
	// In a loop, the node runs again and again with the same context.
	if (before?.runKey === runKey) return { state: before, isContinued: true };
	const state: RunState = {
		runKey,
		marks: {},
		taken: {},
		unanswered: {},
		spent: {},
		round: 0,
		items: {},
		lost: {},
		standIns: {},
	};
	kept[RUN_CONTEXT_KEY] = state as unknown as IDataObject;
	return { state, isContinued: false };
}

/** All requests that we know belong to this run: their identifiers, by their IDs in lower case. */
export const accountedFor = ({ taken, spent }: RunState): ReadonlyMap<string, string> =>
	new Map([
		...Object.values(spent)
			.flat()
			.map(({ id }): [string, string] => [id.toLowerCase(), '']),
		...Object.values(taken).map(({ record, identifier }): [string, string] => [
			record.id.toLowerCase(),
			identifier,
		]),
	]);

/** Records that a request has certainly written nothing. */
export function spend(state: RunState, slot: string, spent: Spent): void {
	const before = state.spent[slot] ?? [];
	if (before.some(({ id }) => id === spent.id)) return;
	state.spent[slot] = [...before, spent];
}
