import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

/** Marks the file itself of a backup: `ASyB`. Unlike a row, nothing beside the file can hide it. */
export const MARK = 0x41_53_79_42;
/** Where SQLite keeps it in a file. */
const MARK_OFFSET = 68;

function isMarked(file: string): boolean {
	const bytes = Buffer.alloc(4);
	const opened = openSync(file, 'r');
	try {
		return readSync(opened, bytes, 0, 4, MARK_OFFSET) === 4 && bytes.readUInt32BE() === MARK;
	} finally {
		closeSync(opened);
	}
}

/**
 * Refuses to open a backup beside which the changes of the database lie whose place it took: SQLite would add them to it.
 * @throws Error with a sentence for the operator
 */
export function refuseOldChanges(file: string): void {
	const changes = `${file}-wal`;
	if (!existsSync(file) || !existsSync(changes)) return;
	if (statSync(changes).size === 0 || !isMarked(file)) return;
	throw new Error(
		`${file} is a backup, but ${changes} belongs to the database that was there before, and would change it. Remove ${changes} and ${file}-shm, and try again.`,
	);
}
