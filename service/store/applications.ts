import { createHash, randomUUID } from 'node:crypto';

import type { Store } from './database';

/** The SHA-256 of an API key. The store keeps only this, so the file contains no keys. */
export const hashOfKey = (apiKey: string): string =>
	createHash('sha256').update(apiKey).digest('hex');

/**
 * The application of an API key. A key that the store has not seen yet gets a new application.
 * @returns the application's ID
 */
export async function applicationOf(store: Store, apiKey: string): Promise<string> {
	const api_key_hash = hashOfKey(apiKey);
	await store
		.insertInto('applications')
		.values({ id: randomUUID(), api_key_hash, inserted_at: new Date().toISOString() })
		.onConflict((conflict) => conflict.column('api_key_hash').doNothing())
		.execute();
	const { id } = await store
		.selectFrom('applications')
		.select('id')
		.where('api_key_hash', '=', api_key_hash)
		.executeTakeFirstOrThrow();
	return id;
}
