import { type Insertable, type Selectable, sql, type SqlBool, type Updateable } from 'kysely';

import type { Store, StoreOrTransaction } from './database';
import { dialectOf } from './dialects';
import {
	availableStates,
	executingStates,
	type RequestState,
	statesBefore,
	unfinishedStates,
} from './states';
import type { QueuedRequestTable, WebhookAttemptTable } from './tables';

export type RequestRecord = Selectable<QueuedRequestTable>;
export type NewRecord = Insertable<QueuedRequestTable>;
export type WebhookAttempt = Pick<
	Selectable<WebhookAttemptTable>,
	'page_request_id' | 'attempted_at' | 'response'
>;

export function insertRecord(store: StoreOrTransaction, record: NewRecord): Promise<RequestRecord> {
	return store
		.insertInto('queued_requests')
		.values(record)
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
		.values(record)
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
	changes: Updateable<QueuedRequestTable> = {},
): Promise<RequestRecord | undefined> {
	return store
		.updateTable('queued_requests')
		.set({ ...changes, state, updated_at: new Date().toISOString() })
		.where('page_request_id', '=', pageRequestId)
		.where('state', 'in', statesBefore(state))
		.returningAll()
		.executeTakeFirst();
}

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

/**
 * The oldest request that a session of the connection can fetch. Each state has its own look at the index, which finds its
 * first request quickly however long the queue is.
 */
export async function firstAvailable(
	store: StoreOrTransaction,
	connectionId: string,
): Promise<RequestRecord | undefined> {
	const firsts = availableStates.map(
		(state) =>
			sql`select min(sequence) as sequence from queued_requests where connection_id = ${connectionId} and state = ${state}`,
	);
	const { rows } = await sql<RequestRecord>`
		select * from queued_requests
		where sequence = (select min(sequence) from (${sql.join(firsts, sql` union all `)}) as firsts)
	`.execute(store);
	return rows.at(0);
}

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
