import type { StoreOrTransaction } from '../store/database';
import { executingRecords, type RequestRecord, transitionRecord } from '../store/queued-requests';
import { endRequest } from './complete';
import { connectionError } from './outcome';

const LOST_PAGE =
	'The connector session ended before this page was fetched, and its iterator with it.';
const UNKNOWN_EFFECT =
	'The connector session ended while the request was being processed; whether it took effect is unknown.';

function rescue(store: StoreOrTransaction, { state, page, page_request_id }: RequestRecord) {
	if (state === 'ticketed' && page === 1)
		return transitionRecord(store, page_request_id, 'waiting');
	const message = state === 'ticketed' ? LOST_PAGE : UNKNOWN_EFFECT;
	return endRequest(store, page_request_id, { state: 'error', error: connectionError(message) });
}

/**
 * Rescues the requests whose session has ended. One that was only fetched goes back to waiting. One that was sent may or
 * may not have taken effect, so it ends in an error and is never sent again automatically. A later page has lost its
 * iterator and ends in an error too. Call it inside a transaction.
 * @param connectionId the connection whose session ended; without it, all connections, as after a crash of the service
 */
export async function rescueOrphans(
	transaction: StoreOrTransaction,
	connectionId?: string,
): Promise<void> {
	for (const record of await executingRecords(transaction, connectionId))
		await rescue(transaction, record);
}
