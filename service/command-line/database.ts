import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';

import { isPostgresUrl, shownUrl } from '../store/dialects/postgres-database';

const OWNER_ONLY = 0o700;

/** A database as it may be shown, without a password. */
export const shownDatabase = (database: string): string =>
	isPostgresUrl(database) ? shownUrl(database) : database;

/** As many as Linux follows. */
const MOST_LINKS = 40;

/** The path of a file by its one name, whatever link leads there, also before there is one: what is kept beside it has to be found. */
export function realPathOf(given: string, links = MOST_LINKS): string {
	const file = path.resolve(given);
	if (existsSync(file)) return realpathSync(file);
	const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
	return isLink && links > 0
		? realPathOf(path.resolve(path.dirname(file), readlinkSync(file)), links - 1)
		: file;
}

/** The address of the database, or the whole path of the file that keeps the data. Its folder is made if there is none. */
export function databaseAt(given: string): string {
	if (isPostgresUrl(given)) return given;
	const file = realPathOf(given);
	// What is in it is nobody else’s business.
	mkdirSync(path.dirname(file), { recursive: true, mode: OWNER_ONLY });
	return file;
}
