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

/** Whether a request that was sent is one whose answer QuickBooks keeps, so that a later session can ask for it. */
const isRecoverable = ({ state, message_set }: RequestRecord): boolean =>
	state === 'sent' && message_set !== null;

function rescue(store: StoreOrTransaction, record: RequestRecord) {
	const { state, page, page_request_id } = record;
	if (isRecoverable(record)) return undefined;
	if (state === 'ticketed' && page === 1)
		return transitionRecord(store, page_request_id, 'waiting');
	const message = state === 'ticketed' ? LOST_PAGE : UNKNOWN_EFFECT;
	return endRequest(store, page_request_id, { state: 'error', error: connectionError(message) });
}

/** Ends a request that was sent and whose answer nobody asks for any more. */
export const endUnknown = (store: StoreOrTransaction, { page_request_id }: RequestRecord) =>
	endRequest(store, page_request_id, { state: 'error', error: connectionError(UNKNOWN_EFFECT) });

/**
 * Rescues the requests of a connection whose session has ended. One that was only fetched goes back to waiting. One that was
 * sent may or may not have taken effect, so it is never sent again automatically: if QuickBooks keeps its answer, it stays as it is
 * until the next session has asked for that; otherwise it ends in an error. A later page has lost its iterator and ends in an error
 * too. Call it in the transaction in which the session ends.
 * @returns whether any were rescued, and the first one whose answer can be asked for
 */
export async function releaseRequests(
	transaction: StoreOrTransaction,
	connectionId: string,
): Promise<{ readonly hasReleased: boolean; readonly lost?: RequestRecord }> {
	const records = await executingRecords(transaction, connectionId);
	for (const record of records) await rescue(transaction, record);
	const lost = records.find(isRecoverable);
	return { hasReleased: records.some((record) => !isRecoverable(record)), ...(lost && { lost }) };
}

/**
 * Rescues requests that were fetched or sent by a session that nobody knows any more: before sessions were stored, they ended
 * with the process. Those of stored sessions stay as they are, because their connectors may go on.
 */
export async function rescueOrphans(transaction: StoreOrTransaction): Promise<void> {
	for (const record of await orphanedRecords(transaction)) await rescue(transaction, record);
}
