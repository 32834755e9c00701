import type { INodeExecutionData } from 'n8n-workflow';

/** A queued request that is waited for. Kept as plain JSON while an execution sleeps. */
export interface Awaited {
	itemIndex: number;
	connectionId: string;
	/** The place of its job in the run's state. */
	slot: string;
	id: string;
	/** Whether it may have several pages. */
	iterates: boolean;
}

/** A cheap read that is queued behind what a sleeping execution waits for, so that its webhook wakes it. */
export interface Nudge {
	connectionId: string;
	id: string;
}

/** What an execution sleeps over, kept in the node's context as plain JSON. */
export interface Sleep {
	awaited: Awaited[];
	/** What stands in place of the results of items that failed before, by item. */
	failures: Array<[itemIndex: number, item: INodeExecutionData]>;
	simplify: boolean;
	requestsAtOnce: number;
	whenTimeIsUp: 'error' | 'data';
	/** When the waiting ends, in milliseconds since 1970, and how long it has been by then. */
	deadline: number;
	limit: number;
	resumeUrl: string;
	/** The execution that sleeps: a retried one has another number, and another address. */
	execution: string;
	/** What the identifiers of the run begin with. */
	prefix: string;
	/** How often it was put to sleep. */
	times: number;
	/** Whether it sleeps on although everything has ended, for a nudge that is still to come. */
	lingers?: boolean;
	nudges: Nudge[];
	/** How often what has completed was found without all of its answer, by ID (see `Asking`). */
	incomplete: Record<string, number>;
	/** How the run came to sleep, where the node chose it itself. */
	hint?: string;
}
