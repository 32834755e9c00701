import { sql, type SqlBool } from 'kysely';

import { type Concern, CONCERNS, concerns, IS_LATE, IS_OPEN } from './concerns';
import type { Store } from './database';
import { dialectOf } from './dialects';
import { availableStates } from './states';

/** The requests of one connection that no session has fetched yet. */
export interface WaitingRequests {
	/** The name of the connection's application, or its ID if it has none. */
	readonly application: string;
	readonly connection_id: string;
	readonly count: number;
	/** When the oldest of them was queued. */
	readonly oldest: string;
}

/** The connections with waiting requests, of all applications. */
export async function waitingRequests(store: Store): Promise<WaitingRequests[]> {
	return await store
		.selectFrom((database) =>
			database
				.selectFrom('connections')
				// SQLite goes through the connections first, and counts in an index.
				.crossJoin('queued_requests')
				.whereRef('queued_requests.connection_id', '=', 'connections.id')
				.where('queued_requests.state', 'in', availableStates)
				.groupBy(['connections.id', 'connections.app_id'])
				.select(({ fn }) => [
					'connections.id as connection_id',
					'connections.app_id',
					fn.countAll<number>().as('count'),
					fn.min('queued_requests.sequence').as('first'),
				])
				.as('waiting'),
		)
		.innerJoin('queued_requests', 'queued_requests.sequence', 'waiting.first')
		.innerJoin('applications', 'applications.id', 'waiting.app_id')
		.select(({ fn }) => [
			fn.coalesce('applications.name', 'applications.id').as('application'),
			'waiting.connection_id',
			'waiting.count',
			'queued_requests.inserted_at as oldest',
		])
		.execute();
}

/** The deliveries that have not succeeded and have not been given up. */
export interface PendingDeliveries {
	readonly pending: number;
	/** Those of them whose next try should have begun. */
	readonly due: number;
	/** Those of them that have failed several times. */
	readonly late: number;
	/** Since when the oldest of the due ones has been due; null when none is. */
	readonly oldestDue: string | null;
}

/** @param now ISO 8601 UTC */
export async function pendingDeliveries(store: Store, now: string): Promise<PendingDeliveries> {
	const count = store
		.selectFrom('deliveries')
		.select(({ fn }) => fn.countAll<number>().as('count'));
	const due = count.where('due_at', '<=', now).select(({ fn }) => fn.min('due_at').as('oldest'));
	const [all, dueNow, late] = await Promise.all([
		count.executeTakeFirstOrThrow(),
		due.executeTakeFirstOrThrow(),
		count.where(sql.raw<SqlBool>(IS_LATE)).executeTakeFirstOrThrow(),
	]);
	return {
		pending: all.count,
		due: dueNow.count,
		late: late.count,
		oldestDue: dueNow.oldest,
	};
}

/** How many requests of an application need somebody, and why. */
export interface ConcernCount {
	/** The application's name, or its ID if it has none. */
	readonly application: string;
	readonly concern: Concern;
	readonly count: number;
}

/**
 * How many requests of each application need somebody, as its first page says, but for deliveries that are still tried. An application that has
 * none is left out.
 * @param since ISO 8601 UTC; only requests that have changed since then count
 */
export async function countConcerns(store: Store, since: string): Promise<ConcernCount[]> {
	const counts = concerns.map(async (concern) => {
		const rows = await store
			.selectFrom((database) =>
				database
					.selectFrom('connections')
					.crossJoin('queued_requests')
					.whereRef('queued_requests.connection_id', '=', 'connections.id')
					.where('queued_requests.updated_at', '>=', since)
					.where(sql.raw<SqlBool>(CONCERNS[concern]))
					.where(sql.raw<SqlBool>(IS_OPEN))
					.groupBy('connections.app_id')
					.select(({ fn }) => ['connections.app_id', fn.countAll<number>().as('count')])
					.as('concerned'),
			)
			.innerJoin('applications', 'applications.id', 'concerned.app_id')
			.select(({ fn }) => [
				fn.coalesce('applications.name', 'applications.id').as('application'),
				'concerned.count',
			])
			.execute();
		return rows.map((row) => ({ ...row, concern }));
	});
	return (await Promise.all(counts)).flat();
}

/** How large the database is, in bytes. */
export async function databaseBytes(store: Store): Promise<number> {
	const { rows } = await sql<{
		bytes: number;
	}>`select ${dialectOf(store).databaseBytes} as bytes`.execute(store);
	return rows[0].bytes;
}
