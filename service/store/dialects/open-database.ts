import type { Dialect, Kysely } from 'kysely';

/** A database that is open, before its tables are. */
export interface OpenDatabase {
	readonly dialect: Dialect;
	/** Where its tables are made; undefined where there is only one place. */
	readonly schema?: string;
	/** Completes it once its tables are up to date. */
	whenMigrated(store: Kysely<unknown>): Promise<void>;
}
