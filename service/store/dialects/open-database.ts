import type { Dialect, Kysely } from 'kysely';

import type { Tables } from '../tables';

/** A database that is open, before its tables are. */
export interface OpenDatabase {
	readonly dialect: Dialect;
	/** Where its tables are made; undefined where there is only one place. */
	readonly schema?: string;
	/** Has its tables changed: all or nothing, and by one program at a time. */
	migrating(migrate: () => Promise<void>): Promise<void>;
	/** Completes it once its tables are up to date. */
	whenMigrated(store: Kysely<Tables>): Promise<void>;
}
