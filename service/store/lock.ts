import Database from 'libsql';

import { createPrivately } from './private-file';

/**
 * Locks a database for this service. Two services on one file would mistake each other's open connector sessions for those
 * of an earlier run, and end them. The operating system holds the lock, so it always ends with the process. It is a file
 * next to the database, which others may still read.
 * @param file path of the SQLite file
 * @returns unlocks the database
 * @throws Error when another service has locked it
 */
export function lockDatabase(file: string): () => void {
	createPrivately(`${file}.lock`);
	const lock = new Database(`${file}.lock`);
	try {
		lock.exec('BEGIN EXCLUSIVE');
	} catch (error) {
		lock.close();
		if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_BUSY') throw error;
		throw new Error(
			`Another service is working on ${file}. Stop it first, or give this one another file with --database.`,
			{ cause: error },
		);
	}
	return () => lock.close();
}
