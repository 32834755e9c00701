import { type RawBuilder, sql } from 'kysely';

import type { Store } from './database';
import { dialectOf } from './dialects';

/** Whether several processes may work on the data. An SQLite file belongs to one process alone (`lockDatabase`). */
export const isShared = (store: Store): boolean => dialectOf(store).isShared;

/**
 * The IDs of the processes that are alive, as a list in SQL.
 * @param now ISO 8601 UTC
 */
export const aliveProcesses = (now: string): RawBuilder<string> =>
	sql<string>`(select id from service_processes where alive_until > ${now})`;

/**
 * Registers a process that starts. If the data belongs to one process alone, all others have ended.
 * @param aliveUntil ISO 8601 UTC
 * @throws Error when it is to run the simulated desktops and another one does
 */
export async function registerProcess(
	store: Store,
	process: { readonly id: string; readonly aliveUntil: string; readonly runsDesktops: boolean },
): Promise<void> {
	if (isShared(store)) await deleteDeadProcesses(store, new Date().toISOString());
	else await store.deleteFrom('service_processes').execute();
	const { numInsertedOrUpdatedRows } = await store
		.insertInto('service_processes')
		.values({
			id: process.id,
			alive_until: process.aliveUntil,
			runs_desktops: process.runsDesktops ? 1 : 0,
		})
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	if (numInsertedOrUpdatedRows === 0n)
		throw new Error(
			'Another process of the service runs the simulated desktops of this database. Start this one without --simulate.',
		);
}

/**
 * Says that a process is alive; also one that was taken for dead.
 * @param aliveUntil ISO 8601 UTC
 */
export async function keepAlive(store: Store, id: string, aliveUntil: string): Promise<void> {
	await store
		.insertInto('service_processes')
		.values({ id, alive_until: aliveUntil, runs_desktops: 0 })
		.onConflict((conflict) => conflict.column('id').doUpdateSet({ alive_until: aliveUntil }))
		.execute();
}

/** Forgets a process that ends. Others may take over what it has left at once. */
export async function unregisterProcess(store: Store, id: string): Promise<void> {
	await store.deleteFrom('service_processes').where('id', '=', id).execute();
}

/** Whether a process that shares its data is alive. Nobody else can have the lock of an SQLite file. */
export async function hasLivingProcess(store: Store): Promise<boolean> {
	if (!isShared(store)) return false;
	const living = await store
		.selectFrom('service_processes')
		.select('id')
		.where('alive_until', '>', new Date().toISOString())
		.executeTakeFirst();
	return living !== undefined;
}

/** @param now ISO 8601 UTC */
export async function deleteDeadProcesses(store: Store, now: string): Promise<void> {
	await store.deleteFrom('service_processes').where('alive_until', '<=', now).execute();
}

/**
 * How many processes have said a moment ago that they are alive.
 * @param now ISO 8601 UTC
 */
export async function aliveProcessCount(store: Store, now: string): Promise<number> {
	const { count } = await store
		.selectFrom('service_processes')
		.select(({ fn }) => fn.countAll<number>().as('count'))
		.where('alive_until', '>', now)
		.executeTakeFirstOrThrow();
	return count;
}
