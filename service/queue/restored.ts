import { backupTime, unmarkBackup } from '../store/backups';
import { deleteAllSessions } from '../store/connector-sessions';
import { inTransaction, type Store } from '../store/database';
import { transitionRecord, unfinishedRecords } from '../store/queued-requests';
import { acceptAsCurrent, rememberUse, secretOf } from '../store/restore-guard';
import { endRequest } from './complete';
import { connectionError } from './outcome';
import { rescueOrphans } from './release';

const messageFor = (madeAt: string | undefined): string =>
	`The service was restored from a backup${madeAt === undefined ? '' : ` of ${madeAt}`}; whether this request was carried out after that is unknown.`;

/**
 * Ends all unfinished requests of a restored database with an error, as if a session had broken off: they may have been carried out
 * since the backup was made, so they must not go out again by themselves. After that, a service can work on the database.
 * @param memoryFile what remembers the use of an SQLite file
 * @returns how many requests were ended
 */
export async function endRestoredRequests(store: Store, memoryFile?: string): Promise<number> {
	const { ended, accepted } = await inTransaction(store, async (transaction) => {
		const error = connectionError(messageFor(await backupTime(transaction)));
		const unfinished = await unfinishedRecords(transaction);
		// A connector must not answer into a session of that time.
		await deleteAllSessions(transaction);
		await rescueOrphans(transaction);
		for (const { page_request_id } of unfinished) {
			await transitionRecord(transaction, page_request_id, 'ticketed');
			await endRequest(transaction, page_request_id, { state: 'error', error });
		}
		await unmarkBackup(transaction);
		// Nothing is left that a process which has not noticed anything could write twice.
		const accepted = await acceptAsCurrent(transaction, await secretOf(transaction));
		return { ended: unfinished.length, accepted };
	});
	if (memoryFile !== undefined) rememberUse(memoryFile, accepted);
	return ended;
}

/**
 * Has a copy count as the current database, with its requests waiting as they are. Only if no service has worked with the data since
 * the copy was made.
 */
export async function keepRestoredRequests(store: Store, memoryFile?: string): Promise<void> {
	const accepted = await inTransaction(store, async (transaction) => {
		await unmarkBackup(transaction);
		return await acceptAsCurrent(transaction);
	});
	if (memoryFile !== undefined) rememberUse(memoryFile, accepted);
}
