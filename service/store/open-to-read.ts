import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import {
	HandleEmptyInListsPlugin,
	Kysely,
	replaceWithNoncontingentExpression,
	SqliteDialect,
} from 'kysely';
import Database from 'libsql';

import type { Store } from './database';
import { refuseOldChanges } from './dialects/backup-mark';
import { isPostgresUrl, openPostgres } from './dialects/postgres-database';
import { madeMigrations } from './made-migrations';
import { migrations } from './migrations';
import type { Tables } from './tables';

/** A store that nothing can be written to. */
interface ReadStore {
	readonly store: Store;
	/** The changes of tables that it still needs before this version can work with it; all of them if it has no tables. */
	readonly missing: readonly string[];
	/** Those that only a newer version knows. */
	readonly unknown: readonly string[];
	/** How many were made; 0 if no service has worked with it. */
	readonly made: number;
}

/**
 * The address of a file that SQLite changes nothing in. Without changes beside it, nobody works with it, and SQLite need not put
 * its own files there.
 */
function readOnly(file: string): string {
	const url = pathToFileURL(file);
	url.search = existsSync(`${file}-wal`) ? 'mode=ro' : 'mode=ro&immutable=1';
	return url.href;
}

function openFile(file: string): SqliteDialect {
	refuseOldChanges(file);
	return new SqliteDialect({ database: new Database(readOnly(file)) });
}

/**
 * Opens a store without changing anything: neither its tables, nor its rows, nor the files beside it.
 * @param database the path of a SQLite file, or the address of a database on PostgreSQL
 * @throws Error with a sentence for the operator when it can't be opened
 */
export async function openToRead(database: string): Promise<ReadStore> {
	const { dialect, schema } = isPostgresUrl(database)
		? await openPostgres(database, () => undefined, true)
		: { dialect: openFile(database), schema: undefined };
	const store = new Kysely<Tables>({
		dialect,
		plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
	});
	try {
		const made = await madeMigrations(store, schema);
		const known = Object.keys(migrations);
		return {
			store,
			made: made.size,
			missing: known.filter((name) => !made.has(name)),
			unknown: [...made].filter((name) => !known.includes(name)),
		};
	} catch (error) {
		await store.destroy();
		throw error;
	}
}
