import Database from 'libsql';
import { Kysely, Migrator, SqliteDialect, type Transaction } from 'kysely';
import { migrations } from './migrations';
import type { Tables } from './tables';

export type Store = Kysely<Tables>;

/** The store itself or a transaction on it: what a step needs that can be part of a larger one. */
export type StoreOrTransaction = Store | Transaction<Tables>;

/**
 * Opens the store, makes or updates its tables and returns it. A commit is on the disk before it is reported
 * (write-ahead log, full synchronisation), so that nothing that left the service can be forgotten in a crash.
 * @param file path of the SQLite file, or `:memory:`
 * @throws Error when the file cannot be opened or holds something else
 */
export async function openStore(file: string): Promise<Store> {
	const database = new Database(file);
	database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
	const store = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
	const migrator = new Migrator({
		db: store,
		provider: { getMigrations: () => Promise.resolve(migrations) },
	});
	const { error } = await migrator.migrateToLatest();
	if (error) {
		await store.destroy();
		throw error instanceof Error ? error : new Error(String(error));
	}
	return store;
}
