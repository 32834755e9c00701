import type { ListKind } from '../../quickbooks/lists/recordLists';
import type { QueueSource } from './readQueue';

/** Where the lists of a connection come from. */
export interface ListSource extends QueueSource {
	/** The service's base address. */
	address: string;
}

/** A request for a whole list that this process has queued. */
export interface OwnRequest {
	id: string;
	/** When it was queued, by n8n's clock, in milliseconds since 1970. */
	at: number;
}

/** The newest requests, by the list they ask for. The most recently used list comes last. */
const queued = new Map<string, OwnRequest[]>();

/** The last request, and the one before it. We show the answer of the earlier one while the last one is on its way. */
const KEPT_FOR_EACH = 2;
const MOST_LISTS = 500;

/** A key that is unique for a list of one connection of one service. */
export const listKey = (
	{ address, connectionId }: Pick<ListSource, 'address' | 'connectionId'>,
	{ query }: Pick<ListKind, 'query'>,
): string =>
	JSON.stringify([address.replace(/(?<!\/)\/+$/, ''), connectionId.toLowerCase(), query]);

/** The requests for a list that this process has queued, newest first. */
export const ownRequests = (key: string): readonly OwnRequest[] => queued.get(key) ?? [];

/**
 * Remembers a request for a list. Its ID is the only thing that finds it again on every service: the interface does not
 * state where a search looks, or whether a list shows what was asked (interface, sections 2.2 and 4.2).
 */
export function rememberRequest(key: string, request: OwnRequest): void {
	const kept = [request, ...ownRequests(key)].slice(0, KEPT_FOR_EACH);
	queued.delete(key);
	queued.set(key, kept);
	const [oldest] = queued.keys();
	if (queued.size > MOST_LISTS) queued.delete(oldest);
}

/** Forgets a request that the service no longer has. */
export function forgetRequest(key: string, id: string): void {
	queued.set(
		key,
		ownRequests(key).filter((request) => request.id !== id),
	);
}
