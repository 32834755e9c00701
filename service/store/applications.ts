import { createHash, randomUUID } from 'node:crypto';
import type { Store } from './database';

/** An API key as the store knows it: its SHA-256, so that the file holds no key. */
export const hashOfKey = (apiKey: string): string =>
	createHash('sha256').update(apiKey).digest('hex');

/**
 * The application of an API key; a key that the store has not seen yet gets a new one.
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
