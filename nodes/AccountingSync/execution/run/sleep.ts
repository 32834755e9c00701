import type { INodeExecutionData } from 'n8n-workflow';

import type { Earlier } from '../../../../queue/once/journal';
import type { AwaitedRequest } from '../../../../queue/reader/checkCompletion';
import type { Nudge } from '../../../../queue/reader/nudge';
import type { Form } from '../../../../quickbooks/form/form';
import type { ResultSettings } from './runSettings';

/** A queued request that we are waiting for. It is kept as plain JSON while an execution sleeps. */
export interface Awaited extends AwaitedRequest {
	itemIndex: number;
	/** The slot of its job in the run's journal. */
	slot: string;
	/** For what is written for an order. */
	earlier?: Earlier;
	/** The form, if the output depends on it. A woken execution can't read it any more. */
	form?: Form;
	/** How often it was sent again because of somebody's lock. The maximum also says that it never is again. */
	lockTries?: number;
	/** The name of the item in the run's journal, for an operation with several steps. */
	item?: string;
}

/** What an execution waits for while it sleeps. It is kept in the node's context as plain JSON. */
export interface Sleep extends Pick<
	ResultSettings,
	'simplify' | 'requestsAtOnce' | 'whenTimeIsUp' | 'ifAlreadyQueued'
> {
	awaited: Awaited[];
	/** The output for items that failed earlier, by item. */
	failures: Array<[itemIndex: number, item: INodeExecutionData]>;
	/** When the waiting ends, in milliseconds since 1970, and how long it will have lasted by then. */
	deadline: number;
	limit: number;
	resumeUrl: string;
	/** The execution that sleeps. A retry has another number and another address. */
	execution: string;
	/** The start of the run's identifiers. */
	prefix: string;
	/** Whether items may ask for more when the requests of their connection have ended. */
	hasSteps: boolean;
	/** How often it was put to sleep. */
	times: number;
	/** Whether it keeps sleeping although everything has ended, because a nudge is still to come. */
	lingers?: boolean;
	nudges: Nudge[];
	/** How often a completed request was found without its full answer, by ID (see `Asking`). */
	incomplete: Record<string, number>;
}
