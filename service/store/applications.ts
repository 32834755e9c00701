import { createHash, randomUUID } from 'node:crypto';

import { inTransaction, type Store, type StoreOrTransaction } from './database';
import { isValidAt } from './validity';

/** An application, as the command line lists it. Times are ISO 8601 UTC. */
export interface Application {
	readonly id: string;
	/** Null for one that was made for a key on the command line. */
	readonly name: string | null;
	readonly inserted_at: string;
	/** How many keys are valid. */
	readonly keys: number;
	readonly connections: number;
}

/** The SHA-256 of an API key. The store keeps only this, so the file contains no keys. */
export const hashOfKey = (apiKey: string): string =>
	createHash('sha256').update(apiKey).digest('hex');

const now = (): string => new Date().toISOString();

async function insertApplication(store: StoreOrTransaction, name: string | null): Promise<string> {
	const id = randomUUID();
	await store.insertInto('applications').values({ id, name, inserted_at: now() }).execute();
	return id;
}

/**
 * The application of an API key on the command line. A key that the store has not seen yet gets a new application.
 * @returns the application's ID
 */
export async function applicationOf(store: Store, apiKey: string): Promise<string> {
	const key_hash = hashOfKey(apiKey);
	const known = () =>
		store
			.selectFrom('api_keys')
			.select('application_id')
			.where('key_hash', '=', key_hash)
			.executeTakeFirst();
	const before = await known();
	if (before) return before.application_id;
	// Another service that starts at the same time may be doing the same; the first one wins.
	await inTransaction(store, async (transaction) => {
		const application_id = await insertApplication(transaction, null);
		const { numInsertedOrUpdatedRows } = await transaction
			.insertInto('api_keys')
			.values({ key_hash, application_id, origin: 'command_line', inserted_at: now() })
			.onConflict((conflict) => conflict.column('key_hash').doNothing())
			.executeTakeFirstOrThrow();
		if (!numInsertedOrUpdatedRows)
			await transaction.deleteFrom('applications').where('id', '=', application_id).execute();
	});
	return (await known())?.application_id ?? (await applicationOf(store, apiKey));
}

/** The application of an issued key that is valid now. */
export async function applicationWithKey(
	store: Store,
	key_hash: string,
): Promise<string | undefined> {
	const key = await store
		.selectFrom('api_keys')
		.select('application_id')
		.where('key_hash', '=', key_hash)
		.where('origin', '=', 'issued')
		.where(isValidAt(now()))
		.executeTakeFirst();
	return key?.application_id;
}

/**
 * Creates an application.
 * @returns its ID
 * @throws Error when the name is taken
 */
export async function createApplication(store: StoreOrTransaction, name: string): Promise<string> {
	const taken = await store
		.selectFrom('applications')
		.select('id')
		.where('name', '=', name)
		.executeTakeFirst();
	if (taken) throw new Error(`There is already an application called "${name}".`);
	return await insertApplication(store, name);
}

/** The applications, oldest first. */
export async function allApplications(store: StoreOrTransaction): Promise<Application[]> {
	const moment = now();
	return await store
		.selectFrom('applications')
		.select(({ selectFrom, fn }) => [
			'id',
			'name',
			'inserted_at',
			selectFrom('api_keys')
				.whereRef('application_id', '=', 'applications.id')
				.where(isValidAt(moment))
				.select(fn.countAll<number>().as('count'))
				.$asScalar()
				.$notNull()
				.as('keys'),
			selectFrom('connections')
				.whereRef('app_id', '=', 'applications.id')
				.select(fn.countAll<number>().as('count'))
				.$asScalar()
				.$notNull()
				.as('connections'),
		])
		.orderBy('inserted_at')
		.execute();
}

/**
 * Finds what applications are called: their names, or their IDs if they have none or the store does not answer. Names never
 * change, so each is read once.
 */
export function applicationNames(store: Store): (id: string) => Promise<string> {
	const known = new Map<string, string>();
	async function read(id: string): Promise<string> {
		const application = await store
			.selectFrom('applications')
			.select('name')
			.where('id', '=', id)
			.executeTakeFirst();
		const name = application?.name ?? id;
		known.set(id, name);
		return name;
	}
	return async (id) => known.get(id) ?? (await read(id).catch(() => id));
}

/** Whether any application has been created, not just made for a key on the command line. */
export const hasIssuedKeys = async (store: Store): Promise<boolean> =>
	(await store
		.selectFrom('api_keys')
		.select('key_hash')
		.where('origin', '=', 'issued')
		.executeTakeFirst()) !== undefined;

/**
 * The ID of the application with this name or ID.
 * @throws Error when there is none
 */
export async function applicationNamed(
	store: StoreOrTransaction,
	nameOrId: string,
): Promise<string> {
	const found = await store
		.selectFrom('applications')
		.select('id')
		.where(({ or, eb }) => or([eb('name', '=', nameOrId), eb('id', '=', nameOrId.toLowerCase())]))
		.executeTakeFirst();
	if (!found) throw new Error(`There is no application "${nameOrId}".`);
	return found.id;
}

/** Makes a key valid for an application, until it is replaced or revoked. */
export async function addKey(
	store: StoreOrTransaction,
	application_id: string,
	apiKey: string,
): Promise<void> {
	await store
		.insertInto('api_keys')
		.values({ key_hash: hashOfKey(apiKey), application_id, origin: 'issued', inserted_at: now() })
		.execute();
}
