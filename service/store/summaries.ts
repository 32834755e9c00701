import { sql } from 'kysely';

import type { Store } from './database';
import type { RequestRecord } from './queued-requests';

/** What a list shows of a request. Whole rows would be too much: an answer can have megabytes. */
export type RequestSummary = Pick<
	RequestRecord,
	| 'id'
	| 'page_request_id'
	| 'connection_id'
	| 'page'
	| 'iterates'
	| 'state'
	| 'webhook_state'
	| 'request_json'
	| 'error'
	| 'webhook_error'
	| 'inserted_at'
	| 'updated_at'
> & {
	/** The answer; null if there is none, or if it is too long to be that of a single record. */
	readonly response_json: string | null;
};

const LONGEST_ANSWER_BYTES = 65_536;

/** The summaries of records, newest first. */
export async function summariesOf(
	store: Store,
	sequences: readonly number[],
): Promise<RequestSummary[]> {
	// For an empty list, a database would look through all records.
	if (sequences.length === 0) return [];
	return await store
		.selectFrom('queued_requests')
		.select([
			'id',
			'page_request_id',
			'connection_id',
			'page',
			'iterates',
			'state',
			'webhook_state',
			'request_json',
			'error',
			'webhook_error',
			'inserted_at',
			'updated_at',
			sql<string | null>`case when octet_length(response_json) <= ${LONGEST_ANSWER_BYTES}
				then response_json end`.as('response_json'),
		])
		.where('sequence', 'in', sequences)
		.orderBy('sequence', 'desc')
		.execute();
}
