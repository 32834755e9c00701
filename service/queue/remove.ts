import type { Sessions } from '../connector/sessions';
import type { Store, StoreOrTransaction } from '../store/database';
import { pagesOf, takeableRecords, type RequestRecord } from '../store/queued-requests';
import { end } from './end';
import { releaseHeld } from './release';
import { isTerminal } from './states';

const discarded = {
	state: 'discarded',
	error: { code: 'discarded', message: 'The request was deleted before it was sent.' },
} as const;

const discard = (transaction: StoreOrTransaction, { page_request_id }: RequestRecord) =>
	end(transaction, page_request_id, discarded);

/** What came of removing a request: it is gone, it never was, or why it stays. */
export type Removal = 'removed' | 'absent' | 'active' | 'not_ended';

/**
 * Removes a request with all its pages (section 4.4). One that has not ended is discarded, and its webhook says so;
 * a webhook that is due already is still delivered.
 * @param force also when it has not ended; that does not get past an open connector session
 */
export function removeRequest(
	{ store, sessions }: { readonly store: Store; readonly sessions: Sessions },
	applicationId: string,
	id: string,
	force: boolean,
): Promise<Removal> {
	return store.transaction().execute(async (transaction) => {
		const pages = await pagesOf(transaction, applicationId, id);
		if (pages.length === 0) return 'absent';
		if (sessions.isOpen(pages[0].connection_id)) return 'active';
		if (!force && !pages.every(({ state }) => isTerminal(state))) return 'not_ended';
		for (const page of pages) await discard(transaction, page);
		await transaction.deleteFrom('queued_requests').where('id', '=', id).execute();
		return 'removed';
	});
}

/**
 * Removes a connection with all its queued requests (section 4.1). Whoever waits for the webhook of one that has not
 * ended learns how it ended.
 */
export function removeConnection(store: Store, id: string): Promise<void> {
	return store.transaction().execute(async (transaction) => {
		await releaseHeld(transaction, id);
		for (const record of await takeableRecords(transaction, id)) await discard(transaction, record);
		await transaction.deleteFrom('connections').where('id', '=', id).execute();
	});
}
