import type { Sessions } from '../connector/sessions';
import type { Store } from '../store/database';
import { pagesOf } from '../store/queuedRequests';
import { isTerminal } from './states';

/** What came of removing a request: it is gone, it never was, or why it stays. */
export type Removal = 'removed' | 'absent' | 'active' | 'not_ended';

/**
 * Removes a request with all its pages (section 4.4).
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
		await transaction.deleteFrom('queued_requests').where('id', '=', id).execute();
		return 'removed';
	});
}
