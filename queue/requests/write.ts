import type { Contents } from '../../quickbooks/qbxml/contents';
import type { ServiceCall } from '../calls/serviceCall';
import type { QueuedRecord } from './queuedRecord';

/** The place of a write among the rounds of an item with several steps. */
export interface StepPosition {
	/** Names the item, and for a tool what it was asked for. */
	item: string;
	round: number;
	/** The number of the step that takes its answer. */
	step: number;
}

/** One request that a run brings into a connection's queue exactly once. */
export interface Write {
	connectionId: string;
	request: ServiceCall;
	/**
	 * What the request is recognised by in the queue: what it is sent with begins with it, and is exactly it if somebody gave it.
	 */
	identifier: string;
	/**
	 * Who gave the identifier: the node made it, so that no other request has it; the user did, and may give it again; or it is
	 * the number of an order, under which nothing is written twice.
	 */
	identity: 'made' | 'users' | 'order';
	/** Whether it only reads. It does no harm if a read is queued twice. */
	isRead: boolean;
	/** Names what is asked for in this run, whoever gave the identifier. It changes with the contents. */
	key: string;
	/** The place of the request in the run, which it keeps in all tries. */
	slot: string;
	/** How the identifiers begin that the node makes for this slot: whatever its contents, but for what an agent asks for. */
	slotPrefix: string;
	/** Where it stands among the rounds of an item with several steps, if it is not the item's first. */
	position?: StepPosition;
	/** Tells several requests apart that belong together. Empty for one alone. */
	part: string;
	/** The ID of an earlier request for the same that has certainly left nothing in the books, if it goes out instead of one. */
	replaces?: string;
	/** The `ExternalGUID` of the record that it adds. Empty if it adds none. */
	externalGuid: string;
	/** Compares what it writes with what a queued request wrote that stands for it. Undefined if nobody asks. */
	compare?: (earlier: QueuedRecord) => Contents;
}

/** Whether it goes to an endpoint where the service builds the request (interface, section 4.3). */
export const isPrebuilt = ({ request }: Pick<Write, 'request'>): boolean =>
	!request.path.endsWith('/queued_requests');
