import Database from 'libsql';

/**
 * Takes a database for this service alone: two on one file would each take the other's open connector sessions for
 * those of an earlier run, and end them. The lock is one of the operating system's, so that it ends with the process
 * however that ends; it lies beside the database, which others may read meanwhile.
 * @param file path of the SQLite file
 * @returns gives the database back
 * @throws Error with a sentence when another service has it
 */
export function takeDatabase(file: string): () => void {
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
