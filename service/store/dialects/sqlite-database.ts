import { SqliteDialect } from 'kysely';
import Database from 'libsql';

import { createPrivately } from '../private-file';
import { refuseOldChanges } from './backup-mark';
import type { OpenDatabase } from './open-database';
import { withPreparedStatements } from './prepared-statements';
import { createSqliteDriver } from './sqlite-driver';

/**
 * Closes a file with all changes in it: whoever copies it does not know of those that lie beside it. While something is
 * still being read, they stay beside it, where the next start finds them.
 */
function closeWhole(database: Database.Database): void {
	try {
		database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
	} catch (error) {
		if (!/locked|busy/i.test(String(error))) throw error;
	} finally {
		database.close();
	}
}

/**
 * Opens a SQLite file. A commit is on disk before it is reported (write-ahead log, full synchronisation), so a crash cannot
 * lose anything that the service has confirmed.
 * @param file its path, or `:memory:`
 * @throws Error when the file cannot be opened or contains something else
 */
export function openSqlite(file: string): OpenDatabase {
	refuseOldChanges(file);
	if (file !== ':memory:') createPrivately(file);
	const database = new Database(file);
	// Another program may be writing: somebody who creates an application while the service runs.
	database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
	// A migration may make a table anew that others refer to.
	database.exec('PRAGMA foreign_keys = OFF');
	let isMigrating = false;
	const prepared = withPreparedStatements({
		prepare: (sql) => database.prepare(sql),
		close() {
			closeWhole(database);
		},
	});
	const dialect = new SqliteDialect({ database: prepared });
	dialect.createDriver = () =>
		createSqliteDriver(
			prepared,
			() => database.inTransaction,
			() => isMigrating,
		);
	return {
		dialect,
		// With the lock from the beginning, of several programs only one changes the tables.
		async migrating(migrate) {
			database.exec('begin immediate');
			isMigrating = true;
			try {
				await migrate();
				database.exec('commit');
			} catch (error) {
				database.exec('rollback');
				throw error;
			} finally {
				isMigrating = false;
			}
		},
		whenMigrated: async () => {
			database.exec('PRAGMA foreign_keys = ON');
		},
	};
}
