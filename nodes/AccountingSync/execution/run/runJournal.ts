import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { type Journal, newJournal } from '../../../../queue/once/journal';
import { FormError } from '../../../../quickbooks/form/formError';
import type { Sleep } from './sleep';

/**
 * What a run of the node has done so far, and what the execution waits for while it sleeps. It is kept in the node's context. n8n
 * keeps that while the node is tried again, while the execution sleeps, and for Retry after an error, but not after a crash.
 */
export interface RunJournal extends Journal {
	version: number;
	sleep?: Sleep;
	/** What items have read first, by item and form, for operations that go on from that. */
	readFirst?: Record<string, IDataObject>;
}

export const RUN_CONTEXT_KEY = 'accountingSyncRun';

/**
 * The version of all that is kept with an execution: the journal, what stands beside it in the node's context, the entries of a
 * sleeping node on n8n's stack, and how runs and requests are named. Raise it when something of that changes, and keep the examples
 * of the versions before (test/engine/stored).
 */
export const STORED_VERSION = 1;

/** Whether a journal is one that this version of the package can read. */
export const isReadable = (journal: Partial<RunJournal>): boolean =>
	journal.version === STORED_VERSION;

/**
 * The journal of this run, or a new one if it has none yet. What is added to it is kept.
 * @returns Also whether an earlier try of the run left it.
 * @throws FormError for one that another version of the package has left, in a form that this one doesn't know.
 */
export function journalOf(
	context: IExecuteFunctions,
	runKey: string,
): { journal: RunJournal; isContinued: boolean } {
	const kept = context.getContext('node') as { [RUN_CONTEXT_KEY]?: RunJournal };
	const before = kept[RUN_CONTEXT_KEY];
	if (before && !isReadable(before)) {
		throw new FormError(
			"This execution was begun by another version of this package, and can't go on.",
			'Nothing was sent now. What it has queued before stays in the queue: look there what is missing, with Queued Request > Get Many or on the pages of the service, and run the workflow for that alone. Or install the version from before, and retry this execution.',
		);
	}
	// In a loop, the node runs again and again with the same context.
	if (before?.runKey === runKey) return { journal: before, isContinued: true };
	const journal = { version: STORED_VERSION, ...newJournal(runKey) };
	kept[RUN_CONTEXT_KEY] = journal;
	return { journal, isContinued: false };
}
