import { Kysely, Migrator, SqliteDialect, type Transaction } from 'kysely';
import Database from 'libsql';

import { migrations } from './migrations';
import type { Tables } from './tables';

export type Store = Kysely<Tables>;

/** The store itself or a transaction on it, for steps that can be part of a larger transaction. */
export type StoreOrTransaction = Store | Transaction<Tables>;

/**
 * Opens the store and creates or updates its tables. A commit is on disk before it is reported (write-ahead log, full
 * synchronisation), so a crash cannot lose anything that the service has confirmed.
 * @param file path of the SQLite file, or `:memory:`
 * @throws Error when the file cannot be opened or contains something else
 */
export async function openStore(file: string): Promise<Store> {
	const database = new Database(file);
	// Another program may be writing: somebody who creates an application while the service runs.
	database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
	// A migration may make a table anew that others refer to.
	database.exec('PRAGMA foreign_keys = OFF');
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
	database.exec('PRAGMA foreign_keys = ON');
	return store;
}
