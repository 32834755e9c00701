import type { Selectable, Updateable } from 'kysely';

import type { Store, StoreOrTransaction } from './database';
import { aliveProcesses } from './service-processes';
import type { ConnectorSessionTable } from './tables';

export type Session = Selectable<ConnectorSessionTable>;

const now = (): string => new Date().toISOString();

/** Whether a connector session is open on a connection. */
export async function hasOpenSession(
	store: StoreOrTransaction,
	connectionId: string,
): Promise<boolean> {
	const session = await store
		.selectFrom('connector_sessions')
		.select('ticket')
		.where('connection_id', '=', connectionId)
		.where('expires_at', '>', now())
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
	return Number(count);
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

/** The session of a connection, also one that nobody has ended yet although its time is up. */
export async function hasSession(store: Store, connectionId: string): Promise<boolean> {
	const session = await store
		.selectFrom('connector_sessions')
		.select('ticket')
		.where('connection_id', '=', connectionId)
		.executeTakeFirst();
	return session !== undefined;
}

/**
 * Inserts a session, unless its connection has one that goes on. It replaces one that is finished or whose time is up, and one
 * whose last call was lost, with the process that took it or because it failed: that connector has no other way to go on than
 * to sign in again.
 * @returns whether it was inserted
 */
export async function insertSession(
	transaction: StoreOrTransaction,
	session: Session,
): Promise<boolean> {
	const moment = now();
	const inserted = await transaction
		.insertInto('connector_sessions')
		.values(session)
		.onConflict((conflict) =>
			conflict
				.column('connection_id')
				.doUpdateSet(session)
				.where(({ or, eb }) =>
					or([
						eb('connector_sessions.is_finished', '=', 1),
						eb('connector_sessions.expires_at', '<=', moment),
						eb('connector_sessions.process_id', 'is', null),
						eb('connector_sessions.process_id', 'not in', aliveProcesses(moment)),
					]),
				),
		)
		.returning('ticket')
		.executeTakeFirst();
	return inserted !== undefined;
}

/** The open session with a ticket. */
export function sessionWith(store: Store, ticket: string): Promise<Session | undefined> {
	return store
		.selectFrom('connector_sessions')
		.selectAll()
		.where('ticket', '=', ticket)
		.where('expires_at', '>', now())
		.executeTakeFirst();
}

/**
 * Changes an open session. In a transaction, other calls with its ticket then wait for the end of it.
 * @returns the session after the change; undefined when it has ended
 */
export function updateSession(
	store: StoreOrTransaction,
	ticket: string,
	changes: Updateable<ConnectorSessionTable>,
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
