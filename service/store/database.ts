import {
	HandleEmptyInListsPlugin,
	Kysely,
	type Migration,
	Migrator,
	replaceWithNoncontingentExpression,
	type Transaction,
} from 'kysely';

import { isInTheWay } from './dialects/failures';
import { isPostgresUrl, openPostgres } from './dialects/postgres-database';
import { openSqlite } from './dialects/sqlite-database';
import { hasAllMigrations } from './made-migrations';
import { migrations } from './migrations';
import { watchSpace } from './space';
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
 * @param changes the migrations of this version; only a test has others
 * @throws Error when it cannot be opened, contains something else, or belongs to a newer version
 */
export async function openStore(
	database: string,
	warn: (message: string) => void = (message) => process.emitWarning(message),
	changes: Readonly<Record<string, Migration>> = migrations,
): Promise<Store> {
	const { dialect, schema, migrating, whenMigrated } = isPostgresUrl(database)
		? await openPostgres(database, warn)
		: openSqlite(database);
	const { log, watch } = watchSpace();
	const store = new Kysely<Tables>({
		dialect,
		log,
		// PostgreSQL has no empty lists.
		plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
	});
	watch(store);
	try {
		const isUpToDate = await hasAllMigrations(store, Object.keys(changes), schema);
		if (!isUpToDate)
			await migrating(async () => {
				const { error } = await new Migrator({
					db: store,
					provider: { getMigrations: () => Promise.resolve({ ...changes }) },
					migrationTableSchema: schema,
				}).migrateToLatest();
				if (error) throw error instanceof Error ? error : new Error(String(error));
			});
		await whenMigrated(store);
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

class NothingDone extends Error {}

/**
 * Does work in a transaction, and undoes all of it if it comes to nothing.
 * @param work changes nothing but the store
 */
export async function allOrNothing<Result>(
	store: Store,
	work: (transaction: Transaction<Tables>) => Promise<Result | undefined>,
): Promise<Result | undefined> {
	try {
		return await inTransaction(store, async (transaction) => {
			const result = await work(transaction);
			if (result === undefined) throw new NothingDone();
			return result;
		});
	} catch (error) {
		if (error instanceof NothingDone) return undefined;
		throw error;
	}
}
