import { randomUUID } from 'node:crypto';

import { deliveryOf } from '../deliveries/payload';
import { continueIterator, type RequestJson, type ResponseHead } from '../qbxml';
import { insertAnswer } from '../store/answer-parts';
import { isRefusal } from '../store/concerns';
import type { StoreOrTransaction } from '../store/database';
import { type Delivery, type DeliveryLock, insertDelivery } from '../store/deliveries';
import { insertRecord, type RequestRecord, transitionRecord } from '../store/queued-requests';
import { newRecord } from './enqueue';
import { filterOf } from './large-answer';
import { mismatchOf } from './match';
import {
	connectionError,
	type ConnectorResponse,
	type Mismatch,
	type Outcome,
	outcomeOf,
	recoveredOutcomeOf,
	type RequestError,
} from './outcome';

/** An outcome after which nothing more happens to a request. */
type FinalOutcome =
	| Exclude<Outcome, { state: 'retryable' }>
	| { readonly state: 'discarded'; readonly error: RequestError; readonly response?: undefined };

type Received = Extract<Outcome, { state: 'response_received' }>;

/** What became of a request that was sent. */
export interface Completed {
	readonly record: RequestRecord;
	/** The delivery of its webhook. */
	readonly delivery?: Delivery;
	/**
	 * The next page, already fetched for the session, because its iterator ends with the session; and how many records that has
	 * left.
	 */
	readonly nextPage?: { readonly record: RequestRecord; readonly remaining: number };
}

const columnsOf = ({ response }: FinalOutcome) =>
	response && 'id' in response
		? { answer_id: response.id }
		: { response_xml: response?.xml ?? null, response_json: response?.json ?? null };

/**
 * Ends a request: stores its response or its error, and makes its webhook due. Call it inside a transaction, so that
 * one never exists without the other.
 * @param lock what keeps the delivery for a process that makes it at once
 * @returns the record with its delivery; undefined when it is gone or has already ended
 */
export async function endRequest(
	transaction: StoreOrTransaction,
	pageRequestId: string,
	outcome: FinalOutcome,
	lock?: DeliveryLock,
): Promise<Completed | undefined> {
	const record = await transitionRecord(transaction, pageRequestId, outcome.state, {
		...columnsOf(outcome),
		...(outcome.state === 'response_received'
			? { error: null }
			: {
					error: JSON.stringify(outcome.error),
					is_refused: isRefusal(outcome.error.code) ? 1 : 0,
				}),
	});
	if (!record) return undefined;
	if (outcome.response && 'id' in outcome.response)
		await insertAnswer(transaction, outcome.response);
	const webhook = deliveryOf(record);
	return webhook
		? { record, delivery: await insertDelivery(transaction, { ...webhook, ...lock }) }
		: { record };
}

async function enqueueNextPage(
	store: StoreOrTransaction,
	record: RequestRecord,
	{ iteratorID, remaining }: NonNullable<Received['iterator']>,
): Promise<Completed['nextPage']> {
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
	const fetched = await transitionRecord(store, nextPage.page_request_id, 'ticketed');
	return fetched && { record: fetched, remaining };
}

/** A later page cannot be retried, because its iterator will be gone by then. */
const withoutRetryOfPages = (
	record: RequestRecord,
	outcome: Outcome | Mismatch,
): Outcome | Mismatch =>
	outcome.state === 'retryable' && record.page > 1
		? {
				state: 'error',
				error: connectionError(outcome.error.message, { ...outcome.error }),
				isBusy: true,
			}
		: outcome;

async function storeOutcome(
	transaction: StoreOrTransaction,
	{ page_request_id }: RequestRecord,
	outcome: Outcome,
	lock?: DeliveryLock,
): Promise<Completed | undefined> {
	if (outcome.state !== 'retryable')
		return await endRequest(transaction, page_request_id, outcome, lock);
	const error = JSON.stringify(outcome.error);
	const record = await transitionRecord(transaction, page_request_id, 'retryable', { error });
	return record && { record };
}

/**
 * Decides what a connector's response means for the request that was sent.
 * @param iteratorRemaining how many records the iterator of a next page had left before it
 * @throws whatever reading a large answer throws, but not InvalidXml
 */
export async function outcomeFor(
	sent: RequestRecord,
	response: ConnectorResponse,
	iteratorRemaining: number | null,
): Promise<Outcome | Mismatch> {
	const isNot = (head: ResponseHead) => mismatchOf({ sent, iteratorRemaining }, head);
	return withoutRetryOfPages(sent, await outcomeOf(response, isNot, filterOf(sent)));
}

/**
 * Decides what a connector's response to `keptAnswerRequest` means for the request that was sent before.
 * @param reported the error that was reported for it; undefined if its answer got lost
 */
export const recoveredOutcomeFor = (
	sent: RequestRecord,
	response: ConnectorResponse,
	reported: RequestError | undefined,
): Promise<Outcome | Mismatch> =>
	recoveredOutcomeOf(
		response,
		{ messageSet: sent.message_set ?? '', reported },
		(head) => mismatchOf({ sent, iteratorRemaining: null }, head),
		filterOf(sent),
	);

/**
 * Stores the outcome of a request that was sent. If an iterated request has more pages, the next one is queued. Call it in the
 * transaction in which its session goes on.
 * @param lock what keeps its delivery for a process that makes it at once
 * @returns undefined when the request is no longer waiting for a response
 */
export async function complete(
	transaction: StoreOrTransaction,
	sent: RequestRecord,
	outcome: Outcome,
	lock?: DeliveryLock,
): Promise<Completed | undefined> {
	const completed = await storeOutcome(transaction, sent, outcome, lock);
	const iterates = completed?.record.iterates === 1 && outcome.state === 'response_received';
	const iterator = iterates ? outcome.iterator : undefined;
	if (!completed || !iterator) return completed;
	return {
		...completed,
		nextPage: await enqueueNextPage(transaction, completed.record, iterator),
	};
}
