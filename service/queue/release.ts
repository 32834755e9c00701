import type { StoreOrTransaction } from '../store/database';
import {
	executingRecords,
	orphanedRecords,
	type RequestRecord,
	transitionRecord,
} from '../store/queued-requests';
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
 * Rescues the requests of a connection whose session has ended. One that was only fetched goes back to waiting. One that was
 * sent may or may not have taken effect, so it ends in an error and is never sent again automatically. A later page has lost
 * its iterator and ends in an error too. Call it in the transaction in which the session ends.
 * @returns whether there were any
 */
export async function releaseRequests(
	transaction: StoreOrTransaction,
	connectionId: string,
): Promise<boolean> {
	const records = await executingRecords(transaction, connectionId);
	for (const record of records) await rescue(transaction, record);
	return records.length > 0;
}

/**
 * Rescues requests that were fetched or sent by a session that nobody knows any more: before sessions were stored, they ended
 * with the process. Those of stored sessions stay as they are, because their connectors may go on.
 */
export async function rescueOrphans(transaction: StoreOrTransaction): Promise<void> {
	for (const record of await orphanedRecords(transaction)) await rescue(transaction, record);
}
