import { randomUUID } from 'node:crypto';

import { deliveryOf } from '../deliveries/payload';
import { continueIterator, type RequestJson } from '../qbxml';
import { insertAnswer } from '../store/answer-parts';
import { isRefusal } from '../store/concerns';
import type { StoreOrTransaction } from '../store/database';
import { insertDelivery } from '../store/deliveries';
import { insertRecord, type RequestRecord, transitionRecord } from '../store/queued-requests';
import { newRecord } from './enqueue';
import { filterOf } from './large-answer';
import {
	connectionError,
	type ConnectorResponse,
	type Outcome,
	outcomeOf,
	type RequestError,
} from './outcome';

/** An outcome after which nothing more happens to a request. */
type FinalOutcome =
	| Exclude<Outcome, { state: 'retryable' }>
	| { readonly state: 'discarded'; readonly error: RequestError; readonly response?: undefined };

/** What became of a request that was sent. */
export interface Completed {
	readonly record: RequestRecord;
	/** The next page, already fetched for the session, because its iterator ends with the session. */
	readonly nextPage?: RequestRecord;
}

const columnsOf = ({ response }: FinalOutcome) =>
	response && 'id' in response
		? { answer_id: response.id }
		: { response_xml: response?.xml ?? null, response_json: response?.json ?? null };

/**
 * Ends a request: stores its response or its error, and makes its webhook due. Call it inside a transaction, so that
 * one never exists without the other.
 * @returns the record; undefined when it is gone or has already ended
 */
export async function endRequest(
	transaction: StoreOrTransaction,
	pageRequestId: string,
	outcome: FinalOutcome,
): Promise<RequestRecord | undefined> {
	const record = await transitionRecord(transaction, pageRequestId, outcome.state, {
		...columnsOf(outcome),
		...(outcome.state === 'response_received'
			? { error: null }
			: {
					error: JSON.stringify(outcome.error),
					is_refused: isRefusal(outcome.error.code) ? 1 : 0,
				}),
	});
	if (record && outcome.response && 'id' in outcome.response)
		await insertAnswer(transaction, outcome.response);
	const delivery = record && deliveryOf(record);
	if (delivery) await insertDelivery(transaction, delivery);
	return record;
}

async function enqueueNextPage(
	store: StoreOrTransaction,
	record: RequestRecord,
	iteratorID: string,
): Promise<RequestRecord | undefined> {
	const request = continueIterator(JSON.parse(record.request_json) as RequestJson, iteratorID);
	const { id, connection_id, iterates, answer_filter, webhook_url, caller_is_private } = record;
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
			caller_is_private,
			request,
		}),
	);
	return transitionRecord(store, nextPage.page_request_id, 'ticketed');
}

/** A later page cannot be retried, because its iterator will be gone by then. */
const withoutRetryOfPages = (record: RequestRecord, outcome: Outcome): Outcome =>
	outcome.state === 'retryable' && record.page > 1
		? { state: 'error', error: connectionError(outcome.error.message, { ...outcome.error }) }
		: outcome;

function storeOutcome(
	transaction: StoreOrTransaction,
	{ page_request_id }: RequestRecord,
	outcome: Outcome,
) {
	if (outcome.state === 'retryable')
		return transitionRecord(transaction, page_request_id, 'retryable', {
			error: JSON.stringify(outcome.error),
		});
	return endRequest(transaction, page_request_id, outcome);
}

/**
 * Decides what a connector's response means for the request that was sent.
 * @throws whatever reading a large answer throws, but not InvalidXml
 */
export const outcomeFor = async (
	sent: RequestRecord,
	response: ConnectorResponse,
): Promise<Outcome> => withoutRetryOfPages(sent, await outcomeOf(response, filterOf(sent)));

/**
 * Stores the outcome of a request that was sent. If an iterated request has more pages, the next one is queued. Call it in the
 * transaction in which its session goes on.
 * @returns undefined when the request is no longer waiting for a response
 */
export async function complete(
	transaction: StoreOrTransaction,
	sent: RequestRecord,
	outcome: Outcome,
): Promise<Completed | undefined> {
	const record = await storeOutcome(transaction, sent, outcome);
	if (!record) return undefined;
	const iteratorID = record.iterates && outcome.state === 'response_received' && outcome.iteratorID;
	if (!iteratorID) return { record };
	return { record, nextPage: await enqueueNextPage(transaction, record, iteratorID) };
}
