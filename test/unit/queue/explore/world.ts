import type { IfAlreadyQueued } from '../../../../queue/once/decide';
import type { Reading, Request } from './service';

/** What can go wrong once, in a call, in a look, at the desktop or in n8n. */
export type Fault =
	| 'lost before it counted'
	| 'lost after it counted'
	| 'counted late'
	/** The same, and nobody can look into the queue meanwhile. */
	| 'out of reach, and counted late'
	| 'turned away'
	| 'refused by the service'
	| 'a late look'
	| 'a short look'
	| 'a failed look'
	| 'refused by the desktop'
	| 'unknown, written'
	| 'unknown, not written'
	| 'deleted'
	/** What was written is voided or deleted again. */
	| 'undone'
	/** What was removed can't be read. */
	| 'unread removals'
	| 'a colleague'
	/** The process dies, and n8n hands nothing on. */
	| 'crash'
	/** It dies, and n8n runs the same execution again. */
	| 'crash, and again'
	| 'stop'
	| 'another form';

/** What an item writes, and under which identifier. */
export interface Item {
	words: string;
	/** The user's, or the number of an order. */
	identifier?: string;
	/** The ID of a request of unknown outcome that the item settles. */
	settles?: string;
}

/** A workflow that is run, with its form. */
export interface Plan {
	identity: 'made' | 'users' | 'order';
	ifAlreadyQueued?: IfAlreadyQueued;
	ifUnknown: 'fail' | 'write if absent';
	items: readonly Item[];
	/** Whether it has so many items that it reads where the queue stands before it queues any. */
	areMany?: boolean;
	/** Whether its writes go out at once. That is played with the real calls alone. */
	areAtOnce?: boolean;
	/** n8n's Continue On Fail: an item that fails doesn't stop the others. */
	continuesOnFail?: boolean;
	/** How often what the desktop refuses goes out again in the same try, as it does for somebody's lock. */
	passesLocks?: number;
	/** Whether it sleeps while it waits, so that n8n has stored by then what it knows. */
	sleeps?: boolean;
	/** n8n's Retry On Fail: how often the node runs at most in one execution. */
	mostTries?: number;
}

/** A small world, of which everything is played. */
export interface World {
	name: string;
	reading: Reading;
	/** Each is one execution; n8n's Retries come on top. */
	plans: readonly Plan[];
	/** How often somebody presses Retry in a story. */
	retries: number;
	mayHappen: readonly Fault[];
	/** How many of those at most happen in a story. */
	faults: number;
	/** What is in the queue before. */
	before?: readonly Request[];
	/** What is in the books before. */
	books?: readonly string[];
	/** Whether what is added carries an `ExternalGUID`, or would with another form. */
	hasGuids?: boolean | 'in other forms';
	/** Whether its executions may fail although everything in it is clear. */
	mayBeInVain?: boolean;
	/** Several processes of n8n work at once, so that tries of one run don't take turns. */
	hasSeveralProcesses?: boolean;
}
