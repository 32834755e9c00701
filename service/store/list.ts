import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';

import type { Store } from './database';
import { dialectOf } from './dialects';
import type { RequestRecord } from './queued-requests';
import { containsPhrase } from './search';
import { largeAnswersWith } from './search-large';
import type { RequestState } from './states';
import { type RequestSummary, summariesOf } from './summaries';
import type { Tables } from './tables';

/** The query of the list endpoint, by its names on the wire (interface, section 4.2). */
export interface ListQuery {
	readonly page: number;
	readonly page_size: number;
	readonly sort: 'inserted_at' | 'updated_at';
	readonly sort_direction: 'asc' | 'desc';
	readonly search_phrase?: string;
	readonly state?: RequestState;
	readonly webhook_state?: Tables['queued_requests']['webhook_state'];
}

type Matching = SelectQueryBuilder<Tables, 'queued_requests', object>;

/**
 * The records that match the query, with the large answers that contain its phrase. SQLite is to find records by their order or by the phrase. Skipping some of those is faster than sorting a long queue.
 */
function matching(
	store: Store,
	connectionId: string,
	query: ListQuery,
	answerIds: readonly string[],
): Matching {
	const { search_phrase, state, webhook_state } = query;
	const { withoutIndex } = dialectOf(store);
	let records: Matching = store.selectFrom('queued_requests');
	records = search_phrase
		? records
				.where(sql<SqlBool>`${withoutIndex('connection_id')} = ${connectionId}`)
				.where(containsPhrase(store, connectionId, search_phrase, answerIds))
		: records.where('connection_id', '=', connectionId);
	if (state) records = records.where(sql<SqlBool>`${withoutIndex('state')} = ${state}`);
	if (webhook_state) records = records.where('webhook_state', '=', webhook_state);
	return records;
}

/** The total as a column of every record on the page, because searching twice would be too slow. */
const totalOfAll = sql<number>`count(*) over ()`;

async function count(records: Matching): Promise<number> {
	const { total } = await records
		.select(({ fn }) => fn.countAll<number>().as('total'))
		.executeTakeFirstOrThrow();
	return total;
}

/** The positions of the records on a page, and how many match in total. */
async function findPage(
	store: Store,
	connectionId: string,
	query: ListQuery,
): Promise<{ sequences: number[]; total: number }> {
	const { sort, sort_direction, page, page_size, search_phrase } = query;
	const answerIds = search_phrase ? await largeAnswersWith(store, connectionId, search_phrase) : [];
	const matched = matching(store, connectionId, query, answerIds);
	const onPage = matched
		.select('sequence')
		.orderBy(sort, sort_direction)
		.orderBy('sequence', sort_direction)
		.limit(page_size)
		.offset((page - 1) * page_size);
	if (!search_phrase) {
		const rows = await onPage.execute();
		return { sequences: rows.map(({ sequence }) => sequence), total: await count(matched) };
	}
	const rows = await onPage.select(totalOfAll.as('total')).execute();
	return {
		sequences: rows.map(({ sequence }) => sequence),
		// A page after the last one has no record that could carry the total.
		total: rows.length > 0 ? rows[0].total : await count(matched),
	};
}

/** One page of a connection's records, and how many there are in total. */
export async function listRecords(
	store: Store,
	connectionId: string,
	query: ListQuery,
): Promise<{ records: RequestRecord[]; total: number }> {
	const { sort, sort_direction } = query;
	const { sequences, total } = await findPage(store, connectionId, query);
	// For an empty list, a database would look through all records.
	if (sequences.length === 0) return { records: [], total };
	const records = await store
		.selectFrom('queued_requests')
		.selectAll()
		.where('sequence', 'in', sequences)
		.orderBy(sort, sort_direction)
		.orderBy('sequence', sort_direction)
		.execute();
	return { records, total };
}

/** The newest of a connection's records for a list that people read, and how many there are in total. */
export async function newestSummaries(
	store: Store,
	connectionId: string,
	{ limit, state }: { readonly limit: number; readonly state?: RequestState },
): Promise<{ requests: RequestSummary[]; total: number }> {
	const { sequences, total } = await findPage(store, connectionId, {
		page: 1,
		page_size: limit,
		sort: 'inserted_at',
		sort_direction: 'desc',
		state,
	});
	return { requests: await summariesOf(store, sequences), total };
}
