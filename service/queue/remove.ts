import { deleteUnused } from '../store/answer-parts';
import type { Store, StoreOrTransaction } from '../store/database';
import { answersOf, availableRecords, pagesOf, type RequestRecord } from '../store/queued-requests';
import { isTerminal } from '../store/states';
import { endRequest } from './complete';
import { rescueOrphans } from './release';

const discarded = {
	state: 'discarded',
	error: { code: 'discarded', message: 'The request was deleted before it was sent.' },
} as const;

const discard = (transaction: StoreOrTransaction, { page_request_id }: RequestRecord) =>
	endRequest(transaction, page_request_id, discarded);

/** Whether the request was removed, did not exist, or why it has to stay. */
export type Removal = 'removed' | 'absent' | 'active' | 'not_ended';

/** Which request to remove, and when that is refused. */
interface RemovalOrder {
	readonly applicationId: string;
	readonly id: string;
	/** Remove the request even if it has not ended. This does not override an open connector session. */
	readonly force: boolean;
	/** Whether a connection has an open connector session. */
	readonly isActive: (connectionId: string) => boolean;
}

/**
 * Removes a request with all its pages (interface, section 4.4). A request that has not ended is discarded, and its
 * webhook says so. A webhook that is already due is still delivered.
 */
export async function removeRequest(
	store: Store,
	{ applicationId, id, force, isActive }: RemovalOrder,
): Promise<Removal> {
	let answers: Array<string | null> = [];
	const removal = await store.transaction().execute(async (transaction) => {
		const pages = await pagesOf(transaction, applicationId, id);
		if (pages.length === 0) return 'absent';
		if (isActive(pages[0].connection_id)) return 'active';
		if (!force && !pages.every(({ state }) => isTerminal(state))) return 'not_ended';
		for (const page of pages) await discard(transaction, page);
		await transaction.deleteFrom('queued_requests').where('id', '=', id).execute();
		answers = pages.map(({ answer_id }) => answer_id);
		return 'removed';
	});
	await deleteUnused(store, answers);
	return removal;
}

/**
 * Removes a connection with all its queued requests (interface, section 4.1). Receivers waiting for the webhook of an
 * unfinished request are told that it was discarded.
 */
export async function removeConnection(store: Store, id: string): Promise<void> {
	const answers = await answersOf(store, id);
	await store.transaction().execute(async (transaction) => {
		await rescueOrphans(transaction, id);
		for (const record of await availableRecords(transaction, id))
			await discard(transaction, record);
		await transaction.deleteFrom('connections').where('id', '=', id).execute();
	});
	await deleteUnused(store, answers);
}
