import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { type Journal, newJournal } from '../../../../queue/journal';
import type { Sleep } from './sleep';

/**
 * What a run of the node has done so far, and what the execution waits for while it sleeps. It is kept in the node's context. n8n
 * keeps that while the node is tried again, while the execution sleeps, and for Retry after an error, but not after a crash.
 */
export interface RunJournal extends Journal {
	sleep?: Sleep;
	/** What items have read first, by item and form, for operations that go on from that. */
	readFirst?: Record<string, IDataObject>;
}

export const RUN_CONTEXT_KEY = 'accountingSyncRun';

/**
 * The journal of this run, or a new one if it has none yet. What is added to it is kept.
 * @returns Also whether an earlier try of the run left it.
 */
export function journalOf(
	context: IExecuteFunctions,
	runKey: string,
): { journal: RunJournal; isContinued: boolean } {
	const kept = context.getContext('node') as { [RUN_CONTEXT_KEY]?: RunJournal };
	const before = kept[RUN_CONTEXT_KEY];
	// In a loop, the node runs again and again with the same context.
	if (before?.runKey === runKey) return { journal: before, isContinued: true };
	const journal = newJournal(runKey);
	kept[RUN_CONTEXT_KEY] = journal;
	return { journal, isContinued: false };
}
