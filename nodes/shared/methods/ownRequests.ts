/** A request for a whole list that this process has queued. */
export interface OwnRequest {
	id: string;
	/** When it was queued, by the clock of n8n, in milliseconds since 1970. */
	at: number;
}

/** The newest requests by the list that they ask for; what was used last stands last. */
const queued = new Map<string, OwnRequest[]>();

/** The last one, and the one before it, whose answer is shown while the last one is on its way. */
const KEPT_FOR_EACH = 2;
const MOST_LISTS = 500;

/** What tells the lists of all connections of all services apart. */
export const listKey = (address: string, connectionId: string, query: string): string =>
	JSON.stringify([address.replace(/\/+$/, ''), connectionId.toLowerCase(), query]);

/** The requests for a list that this process has queued, the newest first. */
export const ownRequests = (key: string): readonly OwnRequest[] => queued.get(key) ?? [];

/**
 * Remembers a request for a list. Its ID is the one thing that finds it again on every service: where a search looks,
 * and whether a list shows what was asked, is not stated (interface, sections 2.2 and 4.2).
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
