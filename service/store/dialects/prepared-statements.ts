import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** More than the service has of different statements. Only the lists in some of them make their text vary. */
const MOST_KEPT = 200;

/**
 * A database that prepares each statement once and keeps it, because preparing takes about as long as carrying it out. One that
 * fails is not used again.
 * @param database of the same form, such as libsql's
 */
export function withPreparedStatements(database: SqliteDatabase): SqliteDatabase {
	const kept = new Map<string, SqliteStatement>();

	function prepare(sql: string): SqliteStatement {
		const statement = database.prepare(sql);
		const orForget = <Result>(work: () => Result): Result => {
			try {
				return work();
			} catch (error) {
				kept.delete(sql);
				throw error;
			}
		};
		return {
			reader: statement.reader,
			all: (parameters) => orForget(() => statement.all(parameters)),
			run: (parameters) => orForget(() => statement.run(parameters)),
			iterate: (parameters) => database.prepare(sql).iterate(parameters),
		};
	}

	return {
		prepare(sql) {
			const statement = kept.get(sql) ?? prepare(sql);
			// The last one in the map is the one that was used last.
			kept.delete(sql);
			kept.set(sql, statement);
			const [unusedLongest] = kept.keys();
			if (kept.size > MOST_KEPT) kept.delete(unusedLongest);
			return statement;
		},
		close() {
			kept.clear();
			database.close();
		},
	};
}
