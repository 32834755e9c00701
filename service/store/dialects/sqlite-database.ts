import { SqliteDialect } from 'kysely';
import Database from 'libsql';

import type { OpenDatabase } from './open-database';
import { withPreparedStatements } from './prepared-statements';

/**
 * Opens a SQLite file. A commit is on disk before it is reported (write-ahead log, full synchronisation), so a crash cannot
 * lose anything that the service has confirmed.
 * @param file its path, or `:memory:`
 * @throws Error when the file cannot be opened or contains something else
 */
export function openSqlite(file: string): OpenDatabase {
	const database = new Database(file);
	// Another program may be writing: somebody who creates an application while the service runs.
	database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
	// A migration may make a table anew that others refer to.
	database.exec('PRAGMA foreign_keys = OFF');
	return {
		dialect: new SqliteDialect({ database: withPreparedStatements(database) }),
		whenMigrated: async () => {
			database.exec('PRAGMA foreign_keys = ON');
		},
	};
}
