import type { StoreOrTransaction } from '../store/database';
import { heldRecords, moveRecord, type RequestRecord } from '../store/queued-requests';
import { end } from './end';
import { connectionError } from './request-error';

const LOST_PAGE =
	'The connector session ended before this page was fetched, and its iterator with it.';
const UNKNOWN_EFFECT =
	'The connector session ended while the request was being processed; whether it took effect is unknown.';

function release(store: StoreOrTransaction, record: RequestRecord) {
	const { state, page, page_request_id } = record;
	if (state === 'ticketed' && page === 1) return moveRecord(store, page_request_id, 'waiting');
	const message = state === 'ticketed' ? LOST_PAGE : UNKNOWN_EFFECT;
	return end(store, page_request_id, { state: 'error', error: connectionError(message) });
}

/**
 * Lets go of what a session held when it ended: a request that was only taken waits again; one that was handed out has
 * an unknown effect and is never sent again by itself; a next page has lost its iterator. To be called within a
 * transaction.
 * @param connectionId whose session ended; none given: every session, as after a crash of the service
 */
export async function releaseHeld(
	transaction: StoreOrTransaction,
	connectionId?: string,
): Promise<void> {
	for (const record of await heldRecords(transaction, connectionId)) {
		await release(transaction, record);
	}
}
