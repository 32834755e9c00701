import {
	HandleEmptyInListsPlugin,
	Kysely,
	Migrator,
	replaceWithNoncontingentExpression,
	type Transaction,
} from 'kysely';

import { isInTheWay } from './dialects/failures';
import { isPostgresUrl, openPostgres } from './dialects/postgres-database';
import { openSqlite } from './dialects/sqlite-database';
import { migrations } from './migrations';
import { refuseNewerDatabase } from './newer-database';
import type { Tables } from './tables';

export type Store = Kysely<Tables>;

/** The store itself or a transaction on it, for steps that can be part of a larger transaction. */
export type StoreOrTransaction = Store | Transaction<Tables>;

/**
 * Opens the store and creates or updates its tables. What the store has confirmed is on disk, so a crash cannot lose it.
 * Several processes may open one on PostgreSQL at once: they wait for the one that updates the tables.
 * @param database the path of a SQLite file, `:memory:`, or the address of a database on PostgreSQL
 * (`postgres://user@host:5432/name`)
 * @param warn is told what the operator should know
 * @throws Error when it cannot be opened, contains something else, or belongs to a newer version
 */
export async function openStore(
	database: string,
	warn: (message: string) => void = (message) => process.emitWarning(message),
): Promise<Store> {
	const { dialect, schema, whenMigrated } = isPostgresUrl(database)
		? await openPostgres(database, warn)
		: openSqlite(database);
	const store = new Kysely<Tables>({
		dialect,
		// PostgreSQL has no empty lists.
		plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
	});
	try {
		await refuseNewerDatabase(store, new Set(Object.keys(migrations)), schema);
		const { error } = await new Migrator({
			db: store,
			provider: { getMigrations: () => Promise.resolve(migrations) },
			migrationTableSchema: schema,
		}).migrateToLatest();
		if (error) throw error instanceof Error ? error : new Error(String(error));
		await whenMigrated(store as unknown as Kysely<unknown>);
	} catch (error) {
		await store.destroy();
		throw error;
	}
	return store;
}

const MOST_TRIES = 5;

/**
 * Does work in a transaction. On PostgreSQL each statement sees what was committed before it (read committed), so that a
 * condition in an update decides between two processes. If another transaction was in its way, it is undone and tried again.
 * @param work changes nothing but the store
 * @throws whatever the work throws; then nothing of it is stored
 */
export async function inTransaction<Result>(
	store: Store,
	work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await store.transaction().execute(work);
		} catch (error) {
			if (tries === MOST_TRIES || !isInTheWay(error)) throw error;
		}
	}
}
