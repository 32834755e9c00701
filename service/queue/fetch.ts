import type { StoreOrTransaction } from '../store/database';
import { firstAvailable, type RequestRecord, transitionRecord } from '../store/queued-requests';

/**
 * Fetches the oldest available request of a connection for its session. Call it in the transaction in which the session is
 * opened or goes on, so that nobody else fetches for the connection.
 * @returns the record, now `ticketed`; undefined when nothing is waiting
 */
export async function fetchNext(
	transaction: StoreOrTransaction,
	connectionId: string,
): Promise<RequestRecord | undefined> {
	for (;;) {
		const next = await firstAvailable(transaction, connectionId);
		if (!next) return undefined;
		const fetched = await transitionRecord(transaction, next.page_request_id, 'ticketed', {
			error: null,
		});
		if (fetched) return fetched;
		// Somebody has deleted it in this moment.
	}
}

/**
 * Records that a fetched request is about to leave the service. This is on disk before the request goes out, so it can
 * never go out twice unnoticed.
 */
export const markSent = (
	transaction: StoreOrTransaction,
	pageRequestId: string,
): Promise<RequestRecord | undefined> => transitionRecord(transaction, pageRequestId, 'sent');
