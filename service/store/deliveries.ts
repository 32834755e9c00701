import { type Insertable, type Selectable, sql, type SqlBool, type Updateable } from 'kysely';

import { deleteUnused } from './answer-parts';
import { GIVEN_UP, IS_LATE, IS_OPEN, IS_STILL_WANTED } from './concerns';
import { inTransaction, type Store, type StoreOrTransaction } from './database';
import { dialectOf } from './dialects';
import { aliveProcesses } from './service-processes';
import { webhookStatesBefore } from './states';
import type { Tables } from './tables';

export type NewDelivery = Omit<Insertable<Tables['deliveries']>, 'application_id' | 'lane'>;
export type Delivery = Selectable<Tables['deliveries']>;

/** A new delivery that a process makes at once: as long as it is alive, others leave it alone. */
export interface DeliveryLock {
	readonly locked_by: string;
	readonly due_at: string;
}

/** Within a lane, the deliveries that are made at the same time are limited. */
export const laneOf = (applicationId: string, host: string): string => `${applicationId} ${host}`;

export function insertDelivery(
	store: StoreOrTransaction,
	delivery: NewDelivery,
): Promise<Delivery> {
	return store
		.insertInto('deliveries')
		.values(({ selectFrom }) => {
			const application_id = selectFrom('queued_requests')
				.innerJoin('connections', 'connections.id', 'queued_requests.connection_id')
				.where('page_request_id', '=', delivery.page_request_id)
				.select('app_id');
			return {
				...delivery,
				// Kept with it, because it can outlive its request.
				application_id,
				// As `laneOf` has it.
				lane: sql<string>`${application_id} || ' ' || ${sql.val(delivery.host)}`,
			};
		})
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** Sets the time of the first attempt for new deliveries. */
export async function planNewDeliveries(store: Store, dueAt: string): Promise<void> {
	await store
		.updateTable('deliveries')
		.set({ due_at: dueAt })
		.where('due_at', 'is', null)
		.execute();
}

/**
 * The lanes with a delivery that is due at the given time. It goes from lane to lane in the index, because reading all deliveries
 * takes the longer the more of them wait.
 */
export async function dueLanes(store: Store, now: string): Promise<string[]> {
	const { rows } = await sql<{ lane: string }>`
		with recursive lanes (lane) as (
			select min(lane) from deliveries
			union all
			select (select min(lane) from deliveries where lane > lanes.lane) from lanes where lane is not null
		)
		select lane from lanes
		where exists (select 1 from deliveries where deliveries.lane = lanes.lane and due_at <= ${now})
	`.execute(store);
	return rows.map(({ lane }) => lane);
}

/**
 * Locks deliveries of one lane for this process: those that have been due longest and that no process which is alive is making.
 * @param making those that this process is making; others that it has locked were left over by an error
 * @returns at most `limit`
 */
export function lockDueDeliveries(
	store: Store,
	processId: string,
	due: {
		readonly lane: string;
		readonly now: string;
		readonly making: readonly string[];
		readonly limit: number;
	},
): Promise<Delivery[]> {
	const { lane, now, making, limit } = due;
	return store
		.with('due', (query) =>
			query
				.selectFrom('deliveries')
				.select('sequence')
				.where('lane', '=', lane)
				.where('due_at', '<=', now)
				.where(({ or, eb }) =>
					or([
						eb('locked_by', 'is', null),
						eb('locked_by', '=', processId),
						eb('locked_by', 'not in', aliveProcesses(now)),
					]),
				)
				.where('page_request_id', 'not in', making)
				.orderBy('due_at')
				.orderBy('sequence')
				.limit(limit)
				// Others that look at the same moment take the ones behind.
				.$call(dialectOf(store).claimed),
		)
		.updateTable('deliveries')
		.set({ locked_by: processId })
		.where('sequence', 'in', ({ selectFrom }) => selectFrom('due').select('due.sequence'))
		.returningAll()
		.execute();
}

/** When the next delivery that is not due yet becomes due; undefined when there is none. */
export async function nextDueAt(store: Store, now: string): Promise<string | undefined> {
	const next = await store
		.selectFrom('deliveries')
		.select('due_at')
		.where('due_at', '>', now)
		.orderBy('due_at')
		.limit(1)
		.executeTakeFirst();
	return next?.due_at ?? undefined;
}

/** What came of an attempt: the delivery has ended (with its state), or it is due again. */
export type AttemptOutcome =
	| { readonly state: 'succeeded' }
	| { readonly state: 'failed'; readonly error: string }
	| {
			readonly state: 'pending';
			readonly dueAt: string;
			/** Whether it is made again as soon as its host takes something: a planned attempt has reached nobody there. */
			readonly isUnanswered: boolean;
	  };

/** A receiver's text. It may be anything, and PostgreSQL takes no zero characters. */
const withoutZeros = (text: string): string => text.replaceAll('\u0000', '\ufffd');

const finished = (
	after: Exclude<AttemptOutcome, { state: 'pending' }>,
): Updateable<Tables['queued_requests']> => ({
	webhook_state: after.state,
	...(after.state === 'failed' && { webhook_error: withoutZeros(after.error) }),
});

/** Adds an attempt to a record, if that exists and will until the transaction ends. */
async function insertAttempt(
	transaction: StoreOrTransaction,
	{ page_request_id, attempted_at, response }: Insertable<Tables['webhook_attempts']>,
): Promise<void> {
	await transaction
		.insertInto('webhook_attempts')
		.columns(['page_request_id', 'attempted_at', 'response'])
		.expression(({ selectFrom, val }) =>
			selectFrom('queued_requests')
				.select([
					'page_request_id',
					val(attempted_at).as('attempted_at'),
					val(response).as('response'),
				])
				.where('page_request_id', '=', page_request_id)
				.$call(dialectOf(transaction).kept),
		)
		.execute();
}

/** Whether a process still has the delivery; it then keeps it until the transaction ends. */
async function isLockedBy(
	transaction: StoreOrTransaction,
	pageRequestId: string,
	processId: string | null,
): Promise<boolean> {
	const delivery = await transaction
		.selectFrom('deliveries')
		.select('sequence')
		.where('page_request_id', '=', pageRequestId)
		.where('locked_by', '=', processId)
		.$call(dialectOf(transaction).locked)
		.executeTakeFirst();
	return delivery !== undefined;
}

/**
 * Records an attempt: the response, and what happens next. If the request has been deleted meanwhile, the delivery goes on
 * but no attempt is recorded. If another process has taken the delivery over meanwhile, because this one was taken for dead,
 * only a success ends it.
 * @param response what the receiver answered, or why it did not
 */
export async function recordAttempt(
	store: Store,
	{ page_request_id, tries, is_hastened, answer_id, locked_by }: Delivery,
	attemptedAt: string,
	response: string,
	after: AttemptOutcome,
): Promise<void> {
	await inTransaction(store, async (transaction) => {
		await insertAttempt(transaction, {
			page_request_id,
			attempted_at: attemptedAt,
			response: withoutZeros(response),
		});
		if (after.state === 'pending') {
			await transaction
				.updateTable('deliveries')
				.set({
					tries: is_hastened ? tries : tries + 1,
					is_hastened: 0,
					is_unanswered: after.isUnanswered ? 1 : 0,
					due_at: after.dueAt,
					locked_by: null,
				})
				.where('page_request_id', '=', page_request_id)
				.where('locked_by', '=', locked_by)
				.execute();
			return;
		}
		if (after.state === 'failed' && !(await isLockedBy(transaction, page_request_id, locked_by)))
			return;
		await transaction
			.updateTable('queued_requests')
			.set(finished(after))
			.where('page_request_id', '=', page_request_id)
			.where('webhook_state', 'in', webhookStatesBefore(after.state))
			.execute();
		await transaction
			.deleteFrom('deliveries')
			.where('page_request_id', '=', page_request_id)
			.execute();
	});
	await deleteUnused(store, [answer_id]);
}

/**
 * Makes deliveries due at once that their host did not take because nobody answered there: now somebody does. The planned tries stay
 * what they were.
 */
export async function hastenDeliveries(store: Store, host: string, now: string): Promise<void> {
	await store
		.updateTable('deliveries')
		.set({ due_at: now, is_hastened: 1 })
		.where('host', '=', host)
		.where('due_at', '>', now)
		.where('is_unanswered', '=', 1)
		.where('locked_by', 'is', null)
		.execute();
}

/** How many deliveries to each host have failed several times and are still needed, those with the most first. */
export function lateByHost(
	store: Store,
): Promise<Array<{ readonly host: string; readonly count: number }>> {
	return store
		.selectFrom('deliveries')
		.innerJoin('queued_requests', 'queued_requests.page_request_id', 'deliveries.page_request_id')
		.select(['host', ({ fn }) => fn.countAll<number>().as('count')])
		.where(sql.raw<SqlBool>(IS_LATE))
		.where(sql.raw<SqlBool>(IS_STILL_WANTED))
		.where(sql.raw<SqlBool>(IS_OPEN))
		.groupBy('host')
		.orderBy('count', 'desc')
		.execute();
}

/**
 * The `page_request_id` of the records whose delivery was given up and that nobody has put aside, oldest first.
 * @param since ISO 8601 UTC; only requests that have ended since then
 * @param applicationId of one application; of all of them unless given
 */
export async function givenUpSince(
	store: Store,
	since: string,
	applicationId?: string,
): Promise<string[]> {
	const rows = await store
		.selectFrom('connections')
		.crossJoin('queued_requests')
		.select('queued_requests.page_request_id')
		.whereRef('queued_requests.connection_id', '=', 'connections.id')
		.$if(applicationId !== undefined, (query) =>
			query.where('connections.app_id', '=', applicationId ?? ''),
		)
		.where('queued_requests.updated_at', '>=', since)
		.where(sql.raw<SqlBool>(GIVEN_UP))
		.where(sql.raw<SqlBool>(IS_OPEN))
		.orderBy('queued_requests.sequence')
		.execute();
	return rows.map(({ page_request_id }) => page_request_id);
}

/**
 * Makes the delivery of an ended record due at once. One that was given up gets all its tries anew, one that is still tried
 * goes on where it was. A delivery that has succeeded, or that nobody asked for, stays as it is; so does one that is already
 * due, however often this is called.
 * @param delivery what is delivered if it was given up
 */
export function makeDueAgain(store: Store, delivery: NewDelivery, now: string): Promise<void> {
	const { page_request_id } = delivery;
	return inTransaction(store, async (transaction) => {
		const { numUpdatedRows } = await transaction
			.updateTable('queued_requests')
			.set({ webhook_state: 'pending', webhook_error: null, put_aside_at: null })
			.where('page_request_id', '=', page_request_id)
			.where('webhook_state', 'in', webhookStatesBefore('pending'))
			.executeTakeFirst();
		if (numUpdatedRows > 0) await insertDelivery(transaction, { ...delivery, due_at: now });
		else
			await transaction
				.updateTable('deliveries')
				.set({ due_at: now })
				.where('page_request_id', '=', page_request_id)
				.where('due_at', '>', now)
				.execute();
	});
}
