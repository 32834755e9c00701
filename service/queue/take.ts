import type { Store } from '../store/database';
import { firstTakeable, moveRecord, type RequestRecord } from '../store/queued-requests';

/**
 * Takes the first queued request of a connection for its open session.
 * @returns the record, `ticketed` now; undefined when nothing waits
 */
export function takeNext(store: Store, connectionId: string): Promise<RequestRecord | undefined> {
	return store.transaction().execute(async (transaction) => {
		const next = await firstTakeable(transaction, connectionId);
		return next && moveRecord(transaction, next.page_request_id, 'ticketed', { error: null });
	});
}

/**
 * Notes that a taken request is handed out. This is on the disk before the request leaves, so that it can never go
 * out a second time without anybody knowing of the first.
 */
export const markSent = (
	store: Store,
	{ page_request_id }: RequestRecord,
): Promise<RequestRecord | undefined> => moveRecord(store, page_request_id, 'sent');
