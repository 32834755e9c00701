import { deliveryOf } from '../deliveries/payload';
import { insertDelivery } from '../store/deliveries';
import type { StoreOrTransaction } from '../store/database';
import { moveRecord, type RequestRecord } from '../store/queued-requests';
import type { Outcome } from './outcome';
import type { RequestError } from './request-error';

/** An outcome after which nothing more happens to a request. */
export type FinalOutcome =
	| Exclude<Outcome, { state: 'retryable' }>
	| { readonly state: 'discarded'; readonly error: RequestError; readonly answer?: undefined };

/**
 * Ends a request: it keeps its answer or its error, and its webhook becomes due. To be called within a transaction, so
 * that neither is there without the other.
 * @returns the record; undefined when it is gone or has ended already
 */
export async function end(
	transaction: StoreOrTransaction,
	pageRequestId: string,
	outcome: FinalOutcome,
): Promise<RequestRecord | undefined> {
	const record = await moveRecord(transaction, pageRequestId, outcome.state, {
		response_xml: outcome.answer?.responseXml ?? null,
		response_json: outcome.answer ? JSON.stringify(outcome.answer.responseJson) : null,
		error: outcome.state === 'response_received' ? null : JSON.stringify(outcome.error),
	});
	const delivery = record && deliveryOf(record);
	if (delivery) await insertDelivery(transaction, delivery);
	return record;
}
