import type { IDataObject } from 'n8n-workflow';

import type { Awaited } from '../../../../../nodes/AccountingSync/execution/run/sleep';
import type { ReadyTurn } from '../../../../../nodes/AccountingSync/execution/steps/turns';
import type { QueueingOperation } from '../../../../../nodes/AccountingSync/operations/queueingOperation';
import type { Progress } from '../../../../../queue/once/decide';
import type { Journal } from '../../../../../queue/once/journal';
import type { Form } from '../../../../../quickbooks/form/form';
import type { Phase } from '../../../queue/explore/executions';
import type { Books } from './books';

/** What can go wrong once. */
export type Fault =
	| 'lost before it counted'
	| 'lost after it counted'
	| 'refused by the service'
	| 'refused by the desktop'
	| 'locked'
	| 'unknown, written'
	| 'unknown, not written'
	/** It is carried out, and its answer can't be read. */
	| 'unreadable'
	/** Somebody deletes a request that has ended. */
	| 'deleted'
	| 'crash'
	| 'crash, and again'
	| 'crash, and other items'
	/** It seems dead, and another process runs it too, with nothing of it. */
	| 'twice at once'
	| 'stop'
	| 'another form';

/** A workflow that is run: one node, whose items have these forms. */
export interface Plan {
	operation: QueueingOperation;
	/** The forms of the items, and what they are changed to before a Retry. */
	forms: readonly Form[];
	otherForms?: readonly Form[];
	/** n8n's Continue On Fail. */
	continuesOnFail?: boolean;
	/**
	 * Whether it sleeps while it waits, so that n8n has stored by then what it knows. If `once`, it goes on to the end once it was woken, and
	 * n8n may wake it in the same place again.
	 */
	sleeps?: boolean | 'once';
	/** n8n's Retry On Fail: how often the node runs at most in one execution. */
	mostTries?: number;
}

/** What must hold of the books. Each gives what is wrong, as a sentence. */
interface Promises {
	/** At any moment. */
	always?: (books: Books, state: State) => string | undefined;
	/** Whenever an item is green. */
	green?: (
		books: Books,
		about: { item: number; output: readonly IDataObject[]; form: Form; state: State },
	) => string | undefined;
}

/** A small world, of which everything is played. */
export interface World extends Promises {
	books: Books;
	plans: readonly Plan[];
	retries: number;
	mayHappen: readonly Fault[];
	faults: number;
	/** What a colleague does in QuickBooks, once each, at any moment. */
	colleague?: Readonly<Record<string, (books: Books) => string | undefined>>;
	/** Whether the service shows no identifiers. */
	hidesIdentifiers?: true;
	/** Whether what waits is carried out in any order. */
	anyOrder?: true;
	/** Whether it honours `Idempotency-Key`. */
	honoursKeys?: true;
	/** What is in the queue before. */
	before?: readonly Request[];
	/** Whether each Retry succeeds during which nothing goes wrong. */
	retrySucceeds?: true;
	/** Whether an execution may fail although nothing went wrong. */
	mayBeInVain?: true;
}

/** A request in the queue. */
export interface Request {
	id: string;
	sentAs: string;
	/** As it is carried out, and shown. */
	xml: string;
	idempotencyKey?: string;
	state: 'waiting' | 'answered' | 'unknown';
	answer?: string;
}

/** An item of a try. */
export interface Item {
	end?: 'failed' | 'green' | 'left alone';
	why?: string;
	/** Whether it failed before anything was sent. */
	isEarly?: true;
}

/** An execution of n8n, or its Retry of one. */
export interface Execution {
	id: string;
	/** Its number in n8n, which it has in common with one that runs beside it. */
	number: string;
	plan: number;
	isRetry: boolean;
	/** Whether its forms are the others. */
	isChanged: boolean;
	phase: Phase;
	try: number;
	journal: Journal;
	/** The journal as n8n has it on disk. */
	saved: Journal;
	/** What it waits for there, if it sleeps. */
	asleep?: Pick<Execution, 'awaited' | 'items'>;
	/** Whether it was asleep. */
	isWoken?: true;
	items: readonly Item[];
	/** What it waits for. */
	awaited: readonly Awaited[];
	/** What is being queued, and the job that is next. */
	turns: readonly ReadyTurn[];
	at: number;
	progress: Progress;
	/** What its first item has kept for its next step. */
	kept?: unknown;
	/** How many decisions and rounds there were. */
	effort: number;
	isDisturbed: boolean;
}

/** A world at one moment. */
export interface State {
	queue: readonly Request[];
	books: Books;
	executions: readonly Execution[];
	happened: readonly Fault[];
	/** What the colleague has done. */
	done: readonly string[];
	retries: number;
	nextId: number;
	untruth?: string;
}
