import {
	type Expression,
	type Insertable,
	type RawBuilder,
	type Selectable,
	sql,
	type SqlBool,
	type Updateable,
} from 'kysely';

import { IS_LAST_TRY, OTHER_FAILURE } from './concerns';
import type { Store, StoreOrTransaction } from './database';
import { dialectOf } from './dialects';
import {
	availableStates,
	executingStates,
	type RequestState,
	statesBefore,
	unfinishedStates,
} from './states';
import type { Tables } from './tables';

export type RequestRecord = Selectable<Tables['queued_requests']>;
export type NewRecord = Insertable<Tables['queued_requests']>;
export type WebhookAttempt = Pick<
	Selectable<Tables['webhook_attempts']>,
	'page_request_id' | 'attempted_at' | 'response'
>;

/** Whether a failed request may be the same order as a new one: two orders can have the same content. */
const mayBeSameOrder = ({ order_name = null, order_scope = null }: NewRecord) =>
	order_name === null
		? sql`true`
		: sql`(order_name is null or order_name = ${order_name} or order_scope <> ${order_scope})`;

/**
 * The failed request of the same connection that a new one is the next try of. Each has one next try, which may fail and have another. A
 * later page is only the rest of its first one's.
 */
const repeatedBy = (record: NewRecord) =>
	record.page > 1
		? null
		: sql<string | null>`(select page_request_id from queued_requests
			where connection_id = ${record.connection_id} and fingerprint = ${record.fingerprint}
				and ${sql.raw(OTHER_FAILURE)} and ${mayBeSameOrder(record)} and ${sql.raw(IS_LAST_TRY)}
			order by sequence desc limit 1)`;

export function insertRecord(store: StoreOrTransaction, record: NewRecord): Promise<RequestRecord> {
	return store
		.insertInto('queued_requests')
		.values({ ...record, repeats: repeatedBy(record) })
		.returningAll()
		.executeTakeFirstOrThrow();
}

/**
 * Inserts a record, unless its connection already has one with the same idempotency key.
 * @returns the record with that key
 */
export async function insertRecordOnce(
	store: StoreOrTransaction,
	record: NewRecord & { readonly idempotency_key: string },
): Promise<RequestRecord> {
	const inserted = await store
		.insertInto('queued_requests')
		.values({ ...record, repeats: repeatedBy(record) })
		.onConflict((conflict) => conflict.columns(['connection_id', 'idempotency_key']).doNothing())
		.returningAll()
		.executeTakeFirst();
	if (inserted) return inserted;
	return await store
		.selectFrom('queued_requests')
		.selectAll()
		.where('connection_id', '=', record.connection_id)
		.where('idempotency_key', '=', record.idempotency_key)
		.executeTakeFirstOrThrow();
}

/** Whether a connection has a request with an idempotency key. */
export async function isKeyUsed(
	store: StoreOrTransaction,
	connectionId: string,
	idempotencyKey: string,
): Promise<boolean> {
	const record = await store
		.selectFrom('queued_requests')
		.select('sequence')
		.where('connection_id', '=', connectionId)
		.where('idempotency_key', '=', idempotencyKey)
		.executeTakeFirst();
	return record !== undefined;
}

/**
 * Moves a record to another state, together with other changes.
 * @returns the record after the move; undefined when it is gone or its state does not allow the move
 */
export function transitionRecord(
	store: StoreOrTransaction,
	pageRequestId: string,
	state: RequestState,
	changes: Updateable<Tables['queued_requests']> = {},
): Promise<RequestRecord | undefined> {
	return store
		.updateTable('queued_requests')
		.set({ ...changes, state, updated_at: new Date().toISOString() })
		.where('page_request_id', '=', pageRequestId)
		.where('state', 'in', statesBefore(state))
		.returningAll()
		.executeTakeFirst();
}

/** Says that what failed or was not delivered needs nobody any more, or that it does again. */
export async function putAside(
	store: Store,
	{ page_request_id }: RequestRecord,
	isDone: boolean,
): Promise<void> {
	await store
		.updateTable('queued_requests')
		.set({ put_aside_at: isDone ? new Date().toISOString() : null })
		.where('page_request_id', '=', page_request_id)
		.execute();
}

/** The newest try of a failed request after it; undefined if there is none. */
export const laterTry = (
	store: Store,
	{ page_request_id }: RequestRecord,
): Promise<RequestRecord | undefined> =>
	store
		.selectFrom('queued_requests')
		.selectAll()
		.where('repeats', '=', page_request_id)
		.orderBy('sequence', 'desc')
		.executeTakeFirst();

/** The record of a request, or of a page of one. */
export const recordOfPage = (
	store: StoreOrTransaction,
	pageRequestId: string,
): Promise<RequestRecord | undefined> =>
	store
		.selectFrom('queued_requests')
		.selectAll()
		.where('page_request_id', '=', pageRequestId)
		.executeTakeFirst();

/** A record that was sent and waits for its answer. */
export function sentRecord(
	store: StoreOrTransaction,
	pageRequestId: string,
): Promise<RequestRecord | undefined> {
	return store
		.selectFrom('queued_requests')
		.selectAll()
		.where('page_request_id', '=', pageRequestId)
		.where('state', '=', 'sent')
		.executeTakeFirst();
}

/** The pages of a request of the application, in order; none when there is no such request. */
export function pagesOf(
	store: StoreOrTransaction,
	applicationId: string,
	id: string,
): Promise<RequestRecord[]> {
	return store
		.selectFrom('queued_requests')
		.innerJoin('connections', 'connections.id', 'queued_requests.connection_id')
		.selectAll('queued_requests')
		.where('queued_requests.id', '=', id)
		.where('connections.app_id', '=', applicationId)
		.orderBy('queued_requests.page')
		.execute();
}

const available = (store: StoreOrTransaction, connectionId: string) =>
	store
		.selectFrom('queued_requests')
		.where('connection_id', '=', connectionId)
		.where('state', 'in', availableStates);

/** The requests that a session of the connection can fetch, oldest first. */
export const availableRecords = (
	store: StoreOrTransaction,
	connectionId: string,
): Promise<RequestRecord[]> =>
	available(store, connectionId).selectAll().orderBy('sequence').execute();

/** Each state has its own look at the index, which finds its first request quickly however long the queue is. */
function sequenceOfFirstAvailable(connectionId: Expression<string>): RawBuilder<number | null> {
	const firsts = availableStates.map(
		(state) =>
			sql`select min(sequence) as sequence from queued_requests where connection_id = ${connectionId} and state = ${state}`,
	);
	return sql`(select min(sequence) from (${sql.join(firsts, sql` union all `)}) as firsts)`;
}

/** The oldest request that a session of the connection can fetch. */
export async function firstAvailable(
	store: StoreOrTransaction,
	connectionId: string,
): Promise<RequestRecord | undefined> {
	const { rows } = await sql<RequestRecord>`
		select * from queued_requests where sequence = ${sequenceOfFirstAvailable(sql.val(connectionId))}
	`.execute(store);
	return rows.at(0);
}

/** The `page_request_id` of that, as an expression. */
export const idOfFirstAvailable = (connectionId: Expression<string>): RawBuilder<string | null> =>
	sql`(select first.page_request_id from queued_requests as first where first.sequence = ${sequenceOfFirstAvailable(connectionId)})`;

/** How many requests a session of the connection can fetch. */
export async function countAvailable(
	store: StoreOrTransaction,
	connectionId: string,
): Promise<number> {
	const { waiting } = await available(store, connectionId)
		.select(({ fn }) => fn.countAll<number>().as('waiting'))
		.executeTakeFirstOrThrow();
	return waiting;
}

/** The large answers that a connection's requests have, found without reading all of these requests. */
export async function answersOf(store: Store, connectionId: string): Promise<string[]> {
	const records = await store
		.selectFrom('queued_requests')
		.select('answer_id')
		.where(sql<SqlBool>`${dialectOf(store).withoutIndex('connection_id')} = ${connectionId}`)
		.where('answer_id', 'is not', null)
		.execute();
	return records.flatMap(({ answer_id }) => answer_id ?? []);
}

/** The records that a connection's session is working on. */
export function executingRecords(
	store: StoreOrTransaction,
	connectionId: string,
): Promise<RequestRecord[]> {
	return store
		.selectFrom('queued_requests')
		.selectAll()
		.where('connection_id', '=', connectionId)
		.where('state', 'in', executingStates)
		.orderBy('sequence')
		.execute();
}

/** The records that look as if sessions were working on them, on connections without a session. */
export function orphanedRecords(store: StoreOrTransaction): Promise<RequestRecord[]> {
	// The index of states is one of connections first. In a cross join, SQLite goes from connection to connection.
	return store
		.selectFrom('connections')
		.crossJoin('queued_requests')
		.selectAll('queued_requests')
		.whereRef('queued_requests.connection_id', '=', 'connections.id')
		.where('queued_requests.state', 'in', executingStates)
		.where('connections.id', 'not in', ({ selectFrom }) =>
			selectFrom('connector_sessions').select('connector_sessions.connection_id'),
		)
		.orderBy('queued_requests.sequence')
		.execute();
}

/** The requests, and pages of them, that have not ended, oldest first. */
export const unfinishedRecords = (store: StoreOrTransaction): Promise<RequestRecord[]> =>
	store
		.selectFrom('queued_requests')
		.selectAll()
		.where('state', 'in', unfinishedStates)
		.orderBy('sequence')
		.execute();

/** The delivery attempts of records, oldest first. */
export function attemptsOf(
	store: Store,
	records: readonly RequestRecord[],
): Promise<WebhookAttempt[]> {
	return store
		.selectFrom('webhook_attempts')
		.select(['page_request_id', 'attempted_at', 'response'])
		.where(
			'page_request_id',
			'in',
			records.map((record) => record.page_request_id),
		)
		.orderBy('sequence')
		.execute();
}
