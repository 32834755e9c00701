import type { StoreOrTransaction } from '../store/database';
import { moveRecord, type RequestRecord } from '../store/queuedRequests';
import type { Outcome } from './outcome';

/** An outcome after which nothing more happens to a request. */
export type FinalOutcome = Exclude<Outcome, { state: 'retryable' }>;

/**
 * Ends a request: it keeps its answer or its error.
 * @returns the record; undefined when it is gone or has ended already
 */
export function end(
	store: StoreOrTransaction,
	pageRequestId: string,
	outcome: FinalOutcome,
): Promise<RequestRecord | undefined> {
	return moveRecord(store, pageRequestId, outcome.state, {
		response_xml: outcome.answer?.responseXml ?? null,
		response_json: outcome.answer ? JSON.stringify(outcome.answer.responseJson) : null,
		error: outcome.state === 'error' ? JSON.stringify(outcome.error) : null,
	});
}
