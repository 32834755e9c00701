import { type RawBuilder, sql, type SqlBool } from 'kysely';

import type { StoreOrTransaction } from './database';

/**
 * The condition that a key or a secret has not come to its end.
 * @param moment ISO 8601 UTC
 */
export const isValidAt = (moment: string): RawBuilder<SqlBool> =>
	sql<SqlBool>`(expires_at is null or expires_at > ${moment})`;

/**
 * Ends all keys or all secrets of an application at a moment, unless they end sooner.
 * @param moment ISO 8601 UTC
 */
export async function endAll(
	store: StoreOrTransaction,
	table: 'api_keys' | 'webhook_secrets',
	application_id: string,
	moment: string,
): Promise<void> {
	await store
		.updateTable(table)
		.set({ expires_at: moment })
		.where('application_id', '=', application_id)
		.where(isValidAt(moment))
		.execute();
}
