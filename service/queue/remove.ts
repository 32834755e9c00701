import { deleteUnused } from '../store/answer-parts';
import { lockConnection } from '../store/connections';
import { deleteSessionOf, hasOpenSession } from '../store/connector-sessions';
import { inTransaction, type Store, type StoreOrTransaction } from '../store/database';
import {
	answersOf,
	availableRecords,
	executingRecords,
	pagesOf,
	type RequestRecord,
} from '../store/queued-requests';
import { isTerminal } from '../store/states';
import { endRequest } from './complete';
import { endUnknown, releaseRequests } from './release';

const discarded = {
	state: 'discarded',
	error: { code: 'discarded', message: 'The request was deleted before it was sent.' },
} as const;

/** Ends a request that is to be removed. One that was sent, and whose answer got lost, is not said to have been discarded. */
const end = (transaction: StoreOrTransaction, record: RequestRecord) =>
	record.state === 'sent'
		? endUnknown(transaction, record)
		: endRequest(transaction, record.page_request_id, discarded);

/** Whether the request was removed, did not exist, or why it has to stay. */
export type Removal = 'removed' | 'absent' | 'active' | 'not_ended';

/** Which request to remove, and when that is refused. */
interface RemovalOrder {
	readonly applicationId: string;
	readonly id: string;
	/** Remove the request even if it has not ended. This does not override an open connector session. */
	readonly force: boolean;
}

/** A session has taken a request at the same moment, so that it can't be removed any more. */
class TakenMeanwhile extends Error {}

async function remove(
	transaction: StoreOrTransaction,
	{ applicationId, id, force }: RemovalOrder,
): Promise<{ removal: Removal; answers: Array<string | null> }> {
	const pages = await pagesOf(transaction, applicationId, id);
	const refused = (removal: Removal) => ({ removal, answers: [] });
	if (pages.length === 0) return refused('absent');
	if (await hasOpenSession(transaction, pages[0].connection_id)) return refused('active');
	const unfinished = pages.filter(({ state }) => !isTerminal(state));
	if (!force && unfinished.length > 0) return refused('not_ended');
	for (const page of unfinished) if (!(await end(transaction, page))) throw new TakenMeanwhile();
	await transaction.deleteFrom('queued_requests').where('id', '=', id).execute();
	return { removal: 'removed', answers: pages.map(({ answer_id }) => answer_id) };
}

/**
 * Removes a request with all its pages (interface, section 4.4). A request that has not ended is discarded, and its
 * webhook says so. A webhook that is already due is still delivered.
 */
export async function removeRequest(store: Store, order: RemovalOrder): Promise<Removal> {
	try {
		const { removal, answers } = await inTransaction(store, (transaction) =>
			remove(transaction, order),
		);
		await deleteUnused(store, answers);
		return removal;
	} catch (problem) {
		if (problem instanceof TakenMeanwhile) return 'active';
		throw problem;
	}
}

/**
 * Removes a connection with all its queued requests and its connector session (interface, section 4.1). Receivers waiting for
 * the webhook of an unfinished request are told that it was discarded.
 */
export async function removeConnection(store: Store, id: string): Promise<void> {
	const answers = await answersOf(store, id);
	await inTransaction(store, async (transaction) => {
		await lockConnection(transaction, id);
		await deleteSessionOf(transaction, id);
		await releaseRequests(transaction, id);
		for (const record of await executingRecords(transaction, id))
			await endUnknown(transaction, record);
		for (const record of await availableRecords(transaction, id)) await end(transaction, record);
		await transaction.deleteFrom('connections').where('id', '=', id).execute();
	});
	await deleteUnused(store, answers);
}
