import { type Progress, untouched } from '../../../../queue/once/decide';
import { type Journal, type JournalEvent, note } from '../../../../queue/once/journal';
import type { Phase } from './executions';
import type { Request } from './service';
import type { Fault } from './world';

/** Where an item of a try stands. */
export interface Standing {
	/** The request that it waits for, and the place of that in the run. */
	requestId?: string;
	slot?: string;
	/** The request that is to be replaced, since the books show nothing of it. */
	replaces?: string;
	/** Whether the books are asked, since nobody knows what became of its request. */
	asksBooks?: boolean;
	/** How often it went out again because of somebody's lock. */
	locks?: number;
	/** How it ended: `written`, or why not. */
	end?: string;
}

/** An execution of n8n, or its Retry of one. */
export interface Execution {
	id: string;
	/** Which plan it carries out. A Retry has the plan of the execution that it repeats. */
	plan: number;
	isRetry: boolean;
	/** The number of the form: another one writes other words. */
	form: number;
	phase: Phase;
	/** Which try of the execution this is: n8n's Retry On Fail runs the node again. */
	try: number;
	journal: Journal;
	/** The journal as n8n has it on disk. */
	saved: Journal;
	items: Standing[];
	/** The item whose request is being queued, and what was done for it. */
	at: number;
	progress: Progress;
	decisions: number;
	/** Whether something has gone wrong for itself. */
	isDisturbed: boolean;
}

/** A world at one moment. */
export interface State {
	/** Oldest first. */
	queue: Request[];
	/** Calls that were given up and still arrive. */
	late: Request[];
	/** What was really carried out. */
	books: string[];
	executions: Execution[];
	happened: Fault[];
	retries: number;
	nextId: number;
	/** What somebody was told that is not so. */
	untruth?: string;
}

/** An execution before its first try. */
export const begun = (
	facts: Pick<Execution, 'form' | 'id' | 'isRetry' | 'journal' | 'plan'>,
	items: Standing[],
): Execution => ({
	...facts,
	phase: items.every(({ requestId }) => requestId !== undefined) ? 'waiting' : 'ready',
	try: 1,
	saved: facts.journal,
	items,
	isDisturbed: false,
	at: 0,
	progress: untouched,
	decisions: 0,
});

/** A copy that can be changed. Journals, requests and progress are not changed but replaced. */
export const draftOf = (state: State): State => ({
	...state,
	queue: [...state.queue],
	late: [...state.late],
	books: [...state.books],
	happened: [...state.happened],
	executions: state.executions.map((one) => ({
		...one,
		items: one.items.map((item) => ({ ...item })),
	})),
});

/** Adds to an execution's journal. Copies of it stay as they are. */
export function noteIn(own: Execution, ...added: readonly JournalEvent[]): void {
	own.journal = { ...own.journal, events: [...own.journal.events] };
	for (const event of added) note(own.journal, event);
}
