import { keptAnswerRequest, type RequestJson, withMessageSetId } from '../qbxml';
import type { Session } from '../store/connector-sessions';
import type { StoreOrTransaction } from '../store/database';
import {
	firstAvailable,
	type RequestRecord,
	sentRecord,
	transitionRecord,
} from '../store/queued-requests';

/**
 * Fetches a request for the session of its connection.
 * @returns the record, now `ticketed`; undefined when it can't be fetched any more
 */
export const fetchPage = (
	transaction: StoreOrTransaction,
	pageRequestId: string,
): Promise<RequestRecord | undefined> =>
	transitionRecord(transaction, pageRequestId, 'ticketed', { error: null });

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
		const fetched = await fetchPage(transaction, next.page_request_id);
		if (fetched) return fetched;
		// Somebody has deleted it in this moment.
	}
}

/**
 * Records that a fetched request is about to leave the service. This is on disk before the request goes out, so it can
 * never go out twice unnoticed.
 */
const markSent = (
	transaction: StoreOrTransaction,
	pageRequestId: string,
): Promise<RequestRecord | undefined> => transitionRecord(transaction, pageRequestId, 'sent');

/**
 * What a session hands out for the record that it is working on: the request, or if that was sent before, a request for its answer.
 * @param answered the message set whose answer came last on the connection
 * @returns the XML; undefined when the record is gone
 */
export async function handOut(
	transaction: StoreOrTransaction,
	{ page_request_id, recovers }: Pick<Session, 'recovers'> & { readonly page_request_id: string },
	answered: string | null,
): Promise<string | undefined> {
	if (recovers) {
		const lost = await sentRecord(transaction, page_request_id);
		const { version } = JSON.parse(lost?.request_json ?? '{}') as Partial<RequestJson>;
		return lost?.message_set && version ? keptAnswerRequest(version, lost.message_set) : undefined;
	}
	const sent = await markSent(transaction, page_request_id);
	return sent?.message_set
		? withMessageSetId(sent.request_xml, sent.message_set, answered)
		: sent?.request_xml;
}
