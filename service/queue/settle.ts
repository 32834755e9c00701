import { randomUUID } from 'node:crypto';
import { continueIterator, type AnswerFilter, type RequestJson } from '../qbxml';
import type { Store, StoreOrTransaction } from '../store/database';
import { insertRecord, moveRecord, type RequestRecord } from '../store/queued-requests';
import { end } from './end';
import { newRecord } from './new-record';
import { outcomeOf, type ConnectorAnswer, type Outcome } from './outcome';
import { connectionError } from './request-error';

/** What became of a request that was sent. */
export interface Settled {
	readonly record: RequestRecord;
	/** The next page, already taken for the session, as its iterator lives no longer than that. */
	readonly nextPage?: RequestRecord;
}

async function queueNextPage(
	store: StoreOrTransaction,
	record: RequestRecord,
	iteratorID: string,
): Promise<RequestRecord | undefined> {
	const request = continueIterator(JSON.parse(record.request_json) as RequestJson, iteratorID);
	const { id, connection_id, iterates, answer_filter, webhook_url } = record;
	const nextPage = await insertRecord(
		store,
		newRecord({
			id,
			page_request_id: randomUUID(),
			connection_id,
			page: record.page + 1,
			iterates,
			answer_filter,
			webhook_url,
			request,
		}),
	);
	return moveRecord(store, nextPage.page_request_id, 'ticketed');
}

/** A next page cannot be tried again later: its iterator is gone by then. */
const asFarAsPossible = (record: RequestRecord, outcome: Outcome): Outcome =>
	outcome.state === 'retryable' && record.page > 1
		? { state: 'error', error: connectionError(outcome.error.message, { ...outcome.error }) }
		: outcome;

function finish(store: StoreOrTransaction, { page_request_id }: RequestRecord, outcome: Outcome) {
	if (outcome.state === 'retryable')
		return moveRecord(store, page_request_id, 'retryable', {
			error: JSON.stringify(outcome.error),
		});
	return end(store, page_request_id, outcome);
}

/**
 * Stores what the connector answered to a request that was sent; the next page of an iterated request comes into being
 * in the same transaction.
 * @returns undefined when the request does not wait for an answer any more
 */
export function settle(
	store: Store,
	sent: RequestRecord,
	answer: ConnectorAnswer,
): Promise<Settled | undefined> {
	const filter = sent.answer_filter ? (JSON.parse(sent.answer_filter) as AnswerFilter) : undefined;
	const outcome = asFarAsPossible(sent, outcomeOf(answer, filter));
	return store.transaction().execute(async (transaction) => {
		const record = await finish(transaction, sent, outcome);
		if (!record) return undefined;
		const goesOn = record.iterates && outcome.state === 'response_received' && outcome.iteratorID;
		if (!goesOn) return { record };
		return { record, nextPage: await queueNextPage(transaction, record, goesOn) };
	});
}
