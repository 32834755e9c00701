import type { Store } from '../store/database';
import { firstAvailable, type RequestRecord, transitionRecord } from '../store/queued-requests';

/**
 * Fetches the oldest available request of a connection for its open session.
 * @returns the record, now `ticketed`; undefined when nothing is waiting
 */
export function fetchNext(store: Store, connectionId: string): Promise<RequestRecord | undefined> {
	return store.transaction().execute(async (transaction) => {
		const next = await firstAvailable(transaction, connectionId);
		return next && transitionRecord(transaction, next.page_request_id, 'ticketed', { error: null });
	});
}

/**
 * Records that a fetched request is about to leave the service. This is on disk before the request goes out, so it can
 * never go out twice unnoticed.
 */
export const markSent = (
	store: Store,
	{ page_request_id }: RequestRecord,
): Promise<RequestRecord | undefined> => transitionRecord(store, page_request_id, 'sent');
