import { type Desktop, desktopOf } from '../../quickbooks/qbxml/desktop';
import {
	documentAt,
	keptAnswerRequest,
	type RequestJson,
	versionAt,
	withMessageSetId,
} from '../qbxml';
import type { Connection } from '../store/connections';
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

/** The XML that asks for the answer to a request that was sent before; undefined if there is none to ask for. */
async function askForAnswer(
	transaction: StoreOrTransaction,
	pageRequestId: string,
	desktop: Desktop,
): Promise<string | undefined> {
	const lost = await sentRecord(transaction, pageRequestId);
	if (!lost?.message_set) return undefined;
	const version = await versionAt(desktop, JSON.parse(lost.request_json) as RequestJson);
	return keptAnswerRequest(version, lost.message_set);
}

/**
 * What a session hands out for the record that it is working on: the request, or if that was sent before, a request for its answer.
 * @param connection with what its desktop has told of itself
 * @returns the XML; undefined when the record is gone
 */
export async function handOut(
	transaction: StoreOrTransaction,
	{ page_request_id, recovers }: Pick<Session, 'recovers'> & { readonly page_request_id: string },
	connection: Connection,
): Promise<string | undefined> {
	const desktop = desktopOf(connection);
	if (recovers) return await askForAnswer(transaction, page_request_id, desktop);
	const sent = await markSent(transaction, page_request_id);
	if (!sent) return undefined;
	const document = await documentAt(desktop, sent);
	return sent.message_set
		? withMessageSetId(document, sent.message_set, connection.answered_message_set)
		: document;
}
