import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';

import {
	type Concern,
	CONCERNS,
	IS_LATE,
	IS_OPEN,
	IS_STILL_WANTED,
	UNKNOWN_WRITE,
} from './concerns';
import type { Store } from './database';
import type { Delivery } from './deliveries';
import type { RequestRecord } from './queued-requests';
import { availableStates, type RequestState, unfinishedStates } from './states';
import { type RequestSummary, summariesOf } from './summaries';
import type { Tables } from './tables';

const MILLISECONDS_PER_HOUR = 3_600_000;

/** How many requests and pages a connection has in each state. States without any are left out. */
export function countsByState(
	store: Store,
	connectionId: string,
): Promise<Array<{ state: RequestState; count: number }>> {
	return store
		.selectFrom('queued_requests')
		.select(['state', ({ fn }) => fn.countAll<number>().as('count')])
		.where('connection_id', '=', connectionId)
		.groupBy('state')
		.execute();
}

/** How many requests of the connection will be fetched before this one. */
export async function countAhead(
	store: Store,
	{ connection_id, sequence }: RequestRecord,
): Promise<number> {
	const { ahead } = await store
		.selectFrom('queued_requests')
		.select(({ fn }) => fn.countAll<number>().as('ahead'))
		.where('connection_id', '=', connection_id)
		.where('state', 'in', availableStates)
		.where('sequence', '<', sequence)
		.executeTakeFirstOrThrow();
	return ahead;
}

/** The pending delivery of a record; undefined when there is none. */
export function pendingDelivery(
	store: Store,
	{ page_request_id }: RequestRecord,
): Promise<Delivery | undefined> {
	return store
		.selectFrom('deliveries')
		.selectAll()
		.where('page_request_id', '=', page_request_id)
		.executeTakeFirst();
}

type Requests = SelectQueryBuilder<Tables, 'queued_requests' | 'connections', object>;

const holds = (condition: string) => sql.raw<SqlBool>(condition);

/** The requests of an application. In a cross join, SQLite keeps the order: it goes from connection to connection. */
const requestsOf = (store: Store, applicationId: string): Requests =>
	store
		.selectFrom('connections')
		.crossJoin('queued_requests')
		.where('connections.app_id', '=', applicationId)
		.whereRef('queued_requests.connection_id', '=', 'connections.id');

const changedSince = (store: Store, applicationId: string, moment: string): Requests =>
	requestsOf(store, applicationId).where('queued_requests.updated_at', '>=', moment);

const deliveredLate = (store: Store, applicationId: string, moment: string): Requests =>
	store
		.selectFrom('deliveries')
		.crossJoin('queued_requests')
		.innerJoin('connections', 'connections.id', 'queued_requests.connection_id')
		.where(holds(IS_LATE))
		.whereRef('queued_requests.page_request_id', '=', 'deliveries.page_request_id')
		.where('connections.app_id', '=', applicationId)
		.where('queued_requests.updated_at', '>=', moment);

/** The queries for requests that need somebody for a reason. */
function needing(
	concern: Concern,
	...changed: Parameters<typeof changedSince>
): [Requests, ...Requests[]] {
	const ended = changedSince(...changed).where(holds(CONCERNS[concern]));
	return concern === 'undelivered'
		? [ended, deliveredLate(...changed).where(holds(IS_STILL_WANTED))]
		: [ended];
}

/** Requests that need somebody, newest first, and how many there are in all. */
export async function requestsThatNeed(
	store: Store,
	applicationId: string,
	{ concern, since, limit }: { concern: Concern; since: string; limit: number },
): Promise<{ requests: RequestSummary[]; total: number }> {
	const [first, ...others] = needing(concern, store, applicationId, since).map((requests) =>
		requests.where(holds(IS_OPEN)).select('queued_requests.sequence'),
	);
	const all = others.reduce((union, each) => union.unionAll(each), first);
	const rows = await store
		.selectFrom(all.as('concerned'))
		.select(['sequence', sql<number>`count(*) over ()`.as('total')])
		.orderBy('sequence', 'desc')
		.limit(limit)
		.execute();
	const sequences = rows.map(({ sequence }) => sequence);
	return { requests: await summariesOf(store, sequences), total: rows.at(0)?.total ?? 0 };
}

/** A connection whose requests have not been carried out yet. */
export interface Backlog {
	readonly connection_id: string;
	readonly count: number;
	/** When the oldest of them was queued. */
	readonly oldest: string;
}

/** The connections of an application with requests that have waited since before a moment, longest first. */
export async function backlogsSince(
	store: Store,
	applicationId: string,
	moment: string,
): Promise<Backlog[]> {
	return await store
		.selectFrom(
			requestsOf(store, applicationId)
				.where('queued_requests.state', 'in', unfinishedStates)
				.groupBy('queued_requests.connection_id')
				.select(({ fn }) => [
					fn.countAll<number>().as('count'),
					fn.min('queued_requests.sequence').as('first'),
				])
				.as('backlog'),
		)
		.innerJoin('queued_requests', 'queued_requests.sequence', 'backlog.first')
		.where('queued_requests.inserted_at', '<', moment)
		.select([
			'queued_requests.connection_id',
			'backlog.count',
			'queued_requests.inserted_at as oldest',
		])
		.orderBy('queued_requests.inserted_at')
		.execute();
}

/** How many requests came to an outcome in an hour, or still wait since then. */
export interface HourlyCount {
	/** The start of the hour, as `2026-01-01T12`. */
	readonly hour: string;
	readonly outcome: RequestState | 'unknown';
	readonly count: number;
}

const nextHour = (hour: string): string =>
	new Date(Date.parse(`${hour}:00Z`) + MILLISECONDS_PER_HOUR).toISOString();

/** Counts an hour on its own, because sorting a whole day by its hours would take three times as long. */
const countsIn = (store: Store, applicationId: string, hour: string): Promise<HourlyCount[]> =>
	changedSince(store, applicationId, hour)
		.where('queued_requests.updated_at', '<', nextHour(hour))
		.select([sql.val(hour).as('hour'), 'queued_requests.state as outcome'])
		.select(({ fn }) => fn.countAll<number>().as('count'))
		.groupBy('outcome')
		.execute();

/** The requests of an application by the hour of their last change and by what came of them. */
export async function hourlyCounts(
	store: Store,
	applicationId: string,
	hours: readonly [string, ...string[]],
): Promise<HourlyCount[]> {
	const byState = await Promise.all(hours.map((hour) => countsIn(store, applicationId, hour)));
	const unknown = await changedSince(store, applicationId, hours[0])
		.where(holds(UNKNOWN_WRITE))
		.select(sql<string>`substr(queued_requests.updated_at, 1, 13)`.as('hour'))
		.select(({ fn }) => fn.countAll<number>().as('count'))
		.groupBy('hour')
		.execute();
	const unknownIn = new Map(unknown.map(({ hour, count }) => [hour, count]));
	return [
		...byState
			.flat()
			.map((each) =>
				each.outcome === 'error'
					? { ...each, count: each.count - (unknownIn.get(each.hour) ?? 0) }
					: each,
			),
		...unknown.map((each) => ({ ...each, outcome: 'unknown' as const })),
	];
}
