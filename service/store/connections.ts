import { randomBytes } from 'node:crypto';

import type { Insertable, Selectable } from 'kysely';

import type { Store, StoreOrTransaction } from './database';
import { dialectOf } from './dialects';
import type { Tables } from './tables';

const TOKEN_BYTES = 24;

/** What an onboarding link opens the setup with. */
export const newOnboardingToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export type Connection = Selectable<Tables['connections']>;

const MILLISECONDS_PER_HOUR = 3_600_000;

/**
 * When a connection's onboarding link comes to its end, in milliseconds since 1970.
 * @param hours how long a link lives
 */
export const endOfLink = (
	{ onboarding_renewed_at, inserted_at }: Pick<Connection, 'onboarding_renewed_at' | 'inserted_at'>,
	hours: number,
): number => Date.parse(onboarding_renewed_at ?? inserted_at) + hours * MILLISECONDS_PER_HOUR;

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
	return connections;
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
	connection: Insertable<Tables['connections']>,
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

/** Remembers that the answer to a message set is here, so that QuickBooks need not keep it any longer. */
export async function markAnswered(
	store: StoreOrTransaction,
	id: string,
	messageSet: string,
): Promise<void> {
	await store
		.updateTable('connections')
		.set({ answered_message_set: messageSet })
		.where('id', '=', id)
		.execute();
}

/**
 * Gives a connection another onboarding token, with which the setup can begin anew. The one before opens nothing any more.
 * @returns the connection; undefined if it is gone
 */
export function renewOnboarding(store: Store, id: string): Promise<Connection | undefined> {
	const now = new Date().toISOString();
	return store
		.updateTable('connections')
		.set({
			onboarding_token: newOnboardingToken(),
			onboarding_renewed_at: now,
			onboarding_finished_at: null,
			updated_at: now,
		})
		.where('id', '=', id)
		.returningAll()
		.executeTakeFirst();
}

/** Updates the given fields of a connection, if it still exists. */
export async function updateConnection(
	store: StoreOrTransaction,
	id: string,
	changes: Partial<
		Pick<
			Tables['connections'],
			| 'name'
			| 'type'
			| 'onboarding_finished_at'
			| 'password_hash'
			| 'last_connected_at'
			| 'password_refused_at'
			| 'company_file'
			| 'other_file'
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
