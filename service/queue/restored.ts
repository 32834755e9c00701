import { backupTime, unmarkBackup } from '../store/backups';
import { deleteAllSessions } from '../store/connector-sessions';
import { inTransaction, type Store } from '../store/database';
import { transitionRecord, unfinishedRecords } from '../store/queued-requests';
import { endRequest } from './complete';
import { connectionError } from './outcome';
import { rescueOrphans } from './release';

const messageFor = (madeAt: string | undefined): string =>
	`The service was restored from a backup${madeAt === undefined ? '' : ` of ${madeAt}`}; whether this request was carried out after that is unknown.`;

/**
 * Ends all unfinished requests of a restored database with an error, as if a session had broken off: they may have been carried out
 * since the backup was made, so they must not go out again by themselves. After that, a service can work on the database.
 * @returns how many requests were ended
 */
export async function endRestoredRequests(store: Store): Promise<number> {
	return await inTransaction(store, async (transaction) => {
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
		return unfinished.length;
	});
}
