import type { Insertable, Selectable } from 'kysely';

import type { Store, StoreOrTransaction } from './database';
import { dialectOf } from './dialects';
import type { ConnectionTable } from './tables';

export type Connection = Selectable<ConnectionTable>;

/** A connection, if it exists and belongs to the application. */
export function findConnection(
	store: Store,
	applicationId: string,
	id: string,
): Promise<Connection | undefined> {
	return store
		.selectFrom('connections')
		.selectAll()
		.where('id', '=', id)
		.where('app_id', '=', applicationId)
		.executeTakeFirst();
}

/** The connections of an application, oldest first. */
export function connectionsOf(store: Store, applicationId: string): Promise<Connection[]> {
	return store
		.selectFrom('connections')
		.selectAll()
		.where('app_id', '=', applicationId)
		.orderBy('sequence')
		.execute();
}

/** How many connections an application has. */
export async function countConnections(store: Store, applicationId: string): Promise<number> {
	const { connections } = await store
		.selectFrom('connections')
		.select(({ fn }) => fn.countAll<number>().as('connections'))
		.where('app_id', '=', applicationId)
		.executeTakeFirstOrThrow();
	return Number(connections);
}

/** The connection with this value in a unique column. */
export function connectionWith(
	store: StoreOrTransaction,
	column: 'id' | 'username' | 'onboarding_token',
	value: string,
): Promise<Connection | undefined> {
	return store.selectFrom('connections').selectAll().where(column, '=', value).executeTakeFirst();
}

export function simulatedConnections(store: Store): Promise<Connection[]> {
	return store.selectFrom('connections').selectAll().where('type', '=', 'simulated').execute();
}

export function insertConnection(
	store: Store,
	connection: Insertable<ConnectionTable>,
): Promise<Connection> {
	return store
		.insertInto('connections')
		.values(connection)
		.returningAll()
		.executeTakeFirstOrThrow();
}

/**
 * Keeps others from opening sessions on a connection or queueing requests for it until a transaction ends.
 */
export async function lockConnection(transaction: StoreOrTransaction, id: string): Promise<void> {
	await transaction
		.selectFrom('connections')
		.select('id')
		.where('id', '=', id)
		.$call(dialectOf(transaction).locked)
		.execute();
}

/** Updates the given fields of a connection, if it still exists. */
export async function updateConnection(
	store: StoreOrTransaction,
	id: string,
	changes: Partial<
		Pick<
			ConnectionTable,
			| 'name'
			| 'type'
			| 'onboarding_finished_at'
			| 'password_hash'
			| 'last_connected_at'
			| 'company_file'
			| 'xml_version'
			| 'accounting_product_name'
		>
	>,
): Promise<void> {
	await store
		.updateTable('connections')
		.set({ ...changes, updated_at: new Date().toISOString() })
		.where('id', '=', id)
		.execute();
}
