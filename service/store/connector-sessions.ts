import { type Expression, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';

import type { Connection } from './connections';
import type { Store, StoreOrTransaction } from './database';
import { dialectOf } from './dialects';
import { fixedQuery } from './fixed-queries';
import { idOfFirstAvailable, type RequestRecord } from './queued-requests';
import { aliveProcesses } from './service-processes';
import { executingStates } from './states';
import { type Tables, tables } from './tables';

export type Session = Selectable<Tables['connector_sessions']>;

const now = (): string => new Date().toISOString();

/** Whether a connector session is open on a connection, and its connector has not been told to wait in case that something comes. */
export async function hasOpenSession(
	store: StoreOrTransaction,
	connectionId: string,
): Promise<boolean> {
	const session = await store
		.selectFrom('connector_sessions')
		.select('ticket')
		.where('connection_id', '=', connectionId)
		.where('expires_at', '>', now())
		.where(({ or, eb }) =>
			or([
				eb('page_request_id', 'is not', null),
				eb('is_finished', '=', 1),
				eb('hold_limit', 'is', null),
			]),
		)
		.executeTakeFirst();
	return session !== undefined;
}

/** How many connector sessions are open. */
export async function openSessions(store: Store): Promise<number> {
	const { count } = await store
		.selectFrom('connector_sessions')
		.select(({ fn }) => fn.countAll<number>().as('count'))
		.where('expires_at', '>', now())
		.executeTakeFirstOrThrow();
	return count;
}

/** The connections of an application on which a connector session is open. */
export async function activeConnections(
	store: Store,
	applicationId: string,
): Promise<ReadonlySet<string>> {
	const open = await store
		.selectFrom('connector_sessions')
		.innerJoin('connections', 'connections.id', 'connector_sessions.connection_id')
		.select('connector_sessions.connection_id')
		.where('connections.app_id', '=', applicationId)
		.where('connector_sessions.expires_at', '>', now())
		.execute();
	return new Set(open.map(({ connection_id }) => connection_id));
}

/** The ticket of a connection's session that has not come to its end. It is locked until the transaction ends. */
async function unfinishedTicketOf(
	transaction: StoreOrTransaction,
	connectionId: string,
): Promise<string | undefined> {
	const session = await transaction
		.selectFrom('connector_sessions')
		.select('ticket')
		.where('connection_id', '=', connectionId)
		.where('is_finished', '=', 0)
		.$call(dialectOf(transaction).locked)
		.executeTakeFirst();
	return session?.ticket;
}

/** For how long each connector keeps its sessions once it has been seen that two share a connection. */
const RIVAL_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Inserts a session, unless its connection has one that goes on. It replaces
 * - one that is finished or whose time is up,
 * - one whose last call was lost, with the process that took it or because it failed,
 * - one that has nothing in hand, or has owed an answer for some time: a connector signs in again only after it has lost a call.
 *   Where two connectors were seen to share the connection, that proves nothing, and the session stays.
 * @param owedSince an answer that has been owed since then or longer does not come any more; ISO 8601 UTC
 * @returns whether it was inserted
 */
export async function insertSession(
	transaction: StoreOrTransaction,
	session: Session,
	owedSince: string,
): Promise<boolean> {
	const moment = now();
	const rivalsSince = new Date(Date.now() - RIVAL_MILLISECONDS).toISOString();
	const earlier = await unfinishedTicketOf(transaction, session.connection_id);
	const inserted = await transaction
		.insertInto('connector_sessions')
		.values(session)
		.onConflict((conflict) =>
			conflict
				.column('connection_id')
				.doUpdateSet(session)
				.where(({ or, and, eb, not, exists, selectFrom }) =>
					or([
						eb('connector_sessions.is_finished', '=', 1),
						eb('connector_sessions.expires_at', '<=', moment),
						eb('connector_sessions.process_id', 'is', null),
						eb('connector_sessions.process_id', 'not in', aliveProcesses(moment)),
						and([
							or([
								eb('connector_sessions.handed_out_at', 'is', null),
								eb('connector_sessions.handed_out_at', '<=', owedSince),
							]),
							not(
								exists(
									selectFrom('connections')
										.select('connections.id')
										.where('connections.id', '=', session.connection_id)
										.where('connections.rival_seen_at', '>', rivalsSince),
								),
							),
						]),
					]),
				),
		)
		.returning('ticket')
		.executeTakeFirst();
	if (inserted && earlier !== undefined)
		await transaction
			.updateTable('connections')
			.set({ replaced_ticket: earlier })
			.where('id', '=', session.connection_id)
			.execute();
	return inserted !== undefined;
}

/**
 * Inserts a session, unless its connection has one.
 * @param isCurrent an expression that has to be 1
 * @returns whether it was inserted, and the expression is 1; if not, the transaction has to be undone
 */
export async function insertOnlySession(
	transaction: StoreOrTransaction,
	session: Session,
	isCurrent: RawBuilder<number>,
): Promise<boolean> {
	const inserted = await transaction
		.insertInto('connector_sessions')
		.values(session)
		.onConflict((conflict) => conflict.column('connection_id').doNothing())
		.returning(isCurrent.as('is_current'))
		.executeTakeFirst();
	return inserted?.is_current === 1;
}

/** The connection on which another session took the place of the one with this ticket, which calls on all the same. */
export async function connectionOfReplaced(
	store: Store,
	ticket: string,
): Promise<string | undefined> {
	const connection = await store
		.selectFrom('connections')
		.select('id')
		.where('replaced_ticket', '=', ticket)
		.executeTakeFirst();
	return connection?.id;
}

/** Remembers that two connectors share a connection. */
export async function markRival(store: Store, connectionId: string): Promise<void> {
	await store
		.updateTable('connections')
		.set({ rival_seen_at: now() })
		.where('id', '=', connectionId)
		.execute();
}

/** What a call of a session works with, read at one moment. */
export interface SessionCall {
	readonly session: Session;
	readonly connection: Connection;
	/** The request whose answer the connector owes. */
	readonly sent?: RequestRecord;
	/** The page that the session could fetch next. */
	readonly next?: string;
}

/** All columns of a table, under names that no other table has. */
const columnsUnderOwnNames = (table: 'connections' | 'queued_requests') =>
	Object.keys(tables[table]).map((column) =>
		sql.ref<unknown>(`${table}.${column}`).as(`${table}.${column}`),
	);

const rowOf = <Row>(table: string, row: Readonly<Record<string, unknown>>): Row =>
	Object.fromEntries(
		Object.entries(row).flatMap(([name, value]) =>
			name.startsWith(`${table}.`) ? [[name.slice(table.length + 1), value]] : [],
		),
	) as Row;

function selectCall(
	store: StoreOrTransaction,
	{ ticket, moment }: Readonly<Record<'ticket' | 'moment', Expression<string>>>,
) {
	return store
		.selectFrom('connector_sessions')
		.innerJoin('connections', 'connections.id', 'connector_sessions.connection_id')
		.leftJoin('queued_requests', (join) =>
			join
				.onRef('queued_requests.page_request_id', '=', 'connector_sessions.page_request_id')
				.on('queued_requests.state', '=', 'sent')
				.on('connector_sessions.handed_out_at', 'is not', null),
		)
		.selectAll('connector_sessions')
		.select(columnsUnderOwnNames('connections'))
		.select(columnsUnderOwnNames('queued_requests'))
		.select(idOfFirstAvailable(sql.ref('connector_sessions.connection_id')).as('next'))
		.where('connector_sessions.ticket', '=', ticket)
		.where('connector_sessions.expires_at', '>', moment);
}

const callsOfSession = fixedQuery(['ticket', 'moment'], selectCall);

/** The open session with a ticket, and what belongs to it. */
export async function sessionCall(store: Store, ticket: string): Promise<SessionCall | undefined> {
	const [found] = await callsOfSession(store, { ticket, moment: now() });
	if (!found) return undefined;
	const row = found as typeof found & Readonly<Record<string, unknown>>;
	const session = Object.fromEntries(
		Object.keys(tables.connector_sessions).map((column) => [column, row[column]]),
	) as Session;
	const connection = rowOf<Connection>('connections', row);
	const sent = rowOf<RequestRecord>('queued_requests', row);
	return {
		session,
		connection,
		...((sent.sequence as number | null) !== null && { sent }),
		...(found.next !== null && { next: found.next }),
	};
}

/** What a connector that signs in finds on its connection, read at one moment. */
export interface SignIn {
	readonly connection: Connection;
	/** The page that a session could fetch. */
	readonly next?: string;
	/** Whether there is a session, also one that nobody has ended yet although its time is up, or a request that one has left. */
	readonly isInUse: boolean;
}

const selectSignIn = (
	store: StoreOrTransaction,
	column: 'id' | 'username',
	value: Expression<string>,
) =>
	store
		.selectFrom('connections')
		.selectAll()
		.select(({ or, exists, selectFrom }) => [
			idOfFirstAvailable(sql.ref('connections.id')).as('next'),
			or([
				exists(
					selectFrom('connector_sessions')
						.select('ticket')
						.whereRef('connection_id', '=', 'connections.id'),
				),
				exists(
					selectFrom('queued_requests')
						.select('sequence')
						.whereRef('connection_id', '=', 'connections.id')
						.where('state', 'in', executingStates),
				),
			]).as('is_in_use'),
		])
		.where(column, '=', value);

const signIns = {
	id: fixedQuery(['value'], (store, { value }) => selectSignIn(store, 'id', value)),
	username: fixedQuery(['value'], (store, { value }) => selectSignIn(store, 'username', value)),
};

/** A connection, and whether there is something to do on it. */
export async function signInTo(
	store: Store,
	column: 'id' | 'username',
	value: string,
): Promise<SignIn | undefined> {
	const [found] = await signIns[column](store, { value });
	if (!found) return undefined;
	const { next, is_in_use, ...connection } = found;
	return { connection, ...(next !== null && { next }), isInUse: Boolean(is_in_use) };
}

/**
 * Changes an open session. In a transaction, other calls with its ticket then wait for the end of it.
 * @returns the session after the change; undefined when it has ended
 */
export function updateSession(
	store: StoreOrTransaction,
	ticket: string,
	changes: Updateable<Tables['connector_sessions']>,
): Promise<Session | undefined> {
	return store
		.updateTable('connector_sessions')
		.set(changes)
		.where('ticket', '=', ticket)
		.where('expires_at', '>', now())
		.returningAll()
		.executeTakeFirst();
}

/**
 * Changes an open session, if it still stands where it stood when it was read.
 * @param isCurrent an expression that has to be 1
 * @returns whether it was changed, and the expression is 1; if not, the transaction has to be undone
 */
export async function updateUnchanged(
	transaction: StoreOrTransaction,
	{ ticket, page_request_id, handed_out_at, recovers, is_finished, finished }: Session,
	changes: Updateable<Tables['connector_sessions']>,
	isCurrent: RawBuilder<number>,
): Promise<boolean> {
	const updated = await transaction
		.updateTable('connector_sessions')
		.set(changes)
		.where('ticket', '=', ticket)
		.where('expires_at', '>', now())
		.where('page_request_id', '=', page_request_id)
		.where('handed_out_at', handed_out_at === null ? 'is' : '=', handed_out_at)
		.where('recovers', '=', recovers)
		.where('is_finished', '=', is_finished)
		.where('finished', '=', finished)
		.returning(isCurrent.as('is_current'))
		.executeTakeFirst();
	return updated?.is_current === 1;
}

/**
 * Says that the last call of a session failed, so that its connector may sign in again at once.
 * @param expiredBy ISO 8601 UTC; a session that ends later has been used again since
 */
export async function markCallFailed(
	store: Store,
	ticket: string,
	expiredBy: string,
): Promise<void> {
	await store
		.updateTable('connector_sessions')
		.set({ process_id: null })
		.where('ticket', '=', ticket)
		.where('expires_at', '<=', expiredBy)
		.execute();
}

/**
 * Ends a session that is working on no request, so that there is none to be rescued.
 * @returns whether it was one
 */
export async function deleteIdleSession(store: Store, ticket: string): Promise<boolean> {
	const { numDeletedRows } = await store
		.deleteFrom('connector_sessions')
		.where('ticket', '=', ticket)
		.where('page_request_id', 'is', null)
		.executeTakeFirstOrThrow();
	return numDeletedRows > 0n;
}

/** @returns the connection of the session; undefined when it has ended already */
export async function deleteSession(
	transaction: StoreOrTransaction,
	ticket: string,
): Promise<string | undefined> {
	const deleted = await transaction
		.deleteFrom('connector_sessions')
		.where('ticket', '=', ticket)
		.returning('connection_id')
		.executeTakeFirst();
	return deleted?.connection_id;
}

export async function deleteSessionOf(
	transaction: StoreOrTransaction,
	connectionId: string,
): Promise<void> {
	await transaction
		.deleteFrom('connector_sessions')
		.where('connection_id', '=', connectionId)
		.execute();
}

export async function deleteAllSessions(transaction: StoreOrTransaction): Promise<void> {
	await transaction.deleteFrom('connector_sessions').execute();
}

/** The tickets and connections of sessions whose time is up. */
export function expiredSessions(
	store: Store,
): Promise<Array<Pick<Session, 'ticket' | 'connection_id'>>> {
	return store
		.selectFrom('connector_sessions')
		.select(['ticket', 'connection_id'])
		.where('expires_at', '<=', now())
		.execute();
}

/**
 * Deletes a session whose time is up.
 * @returns false when it is gone, or has been used meanwhile
 */
export async function deleteExpiredSession(
	transaction: StoreOrTransaction,
	ticket: string,
): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom('connector_sessions')
		.where('ticket', '=', ticket)
		.where('expires_at', '<=', now())
		.executeTakeFirstOrThrow();
	return numDeletedRows > 0n;
}
