import { sql, type SqlBool } from 'kysely';

import { deleteUnused } from './answer-parts';
import { DELETABLE_ANSWER } from './concerns';
import type { Store } from './database';

/**
 * Deletes the oldest answer that came before a moment. Its request stays, with its identifiers, state and idempotency key, so that
 * nothing can be written twice.
 * @param before ISO 8601 UTC
 * @returns false if there is none
 */
export async function deleteOldestAnswer(store: Store, before: string): Promise<boolean> {
	const oldest = await store
		.selectFrom('queued_requests')
		.select(['sequence', 'answer_id'])
		.where(sql<SqlBool>`${sql.raw(DELETABLE_ANSWER)}`)
		.where('updated_at', '<', before)
		.orderBy('updated_at')
		.limit(1)
		.executeTakeFirst();
	if (!oldest) return false;
	await store
		.updateTable('queued_requests')
		.set({
			response_xml: null,
			response_json: null,
			answer_id: null,
			answer_deleted_at: new Date().toISOString(),
		})
		.where('sequence', '=', oldest.sequence)
		.where(sql<SqlBool>`${sql.raw(DELETABLE_ANSWER)}`)
		.execute();
	await deleteUnused(store, [oldest.answer_id]);
	return true;
}
