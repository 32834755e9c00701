import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { Option } from 'commander';

import { isPostgresUrl, shownUrl } from '../store/dialects/postgres-database';

const OWNER_ONLY = 0o700;

/**
 * Where the data is kept.
 * @param usual the SQLite file unless something else is given
 */
export const databaseOption = (usual: string): Option =>
	new Option(
		'--database <file or address>',
		'SQLite file that keeps everything, or the address of a database on PostgreSQL (postgres://user@host:5432/name); without a password, which belongs into PGPASSWORD or into this variable',
	)
		.env('ACCOUNTING_SYNC_DATABASE')
		.default(usual);

/** A database as it may be shown, without a password. */
export const shownDatabase = (database: string): string =>
	isPostgresUrl(database) ? shownUrl(database) : database;

/** The address of the database, or the whole path of the file that keeps the data. Its folder is made if there is none. */
export function databaseAt(given: string): string {
	if (isPostgresUrl(given)) return given;
	const file = path.resolve(given);
	// What is in it is nobody else’s business.
	mkdirSync(path.dirname(file), { recursive: true, mode: OWNER_ONLY });
	return file;
}
