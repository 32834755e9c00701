import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';

import { deleteUnused } from './answer-parts';
import { inTransaction, type Store, type StoreOrTransaction } from './database';
import { dialectOf } from './dialects';
import { aliveProcesses } from './service-processes';
import { webhookStatesBefore } from './states';
import type { DeliveryTable, QueuedRequestTable } from './tables';

export type NewDelivery = Omit<Insertable<DeliveryTable>, 'application_id'>;
export type Delivery = Selectable<DeliveryTable>;

export async function insertDelivery(
	store: StoreOrTransaction,
	delivery: NewDelivery,
): Promise<void> {
	await store
		.insertInto('deliveries')
		.values(({ selectFrom }) => ({
			...delivery,
			// Kept with it, because it can outlive its request.
			application_id: selectFrom('queued_requests')
				.innerJoin('connections', 'connections.id', 'queued_requests.connection_id')
				.where('page_request_id', '=', delivery.page_request_id)
				.select('app_id'),
		}))
		.execute();
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
 * The hosts with a delivery that is due at the given time. It goes from host to host in the index, because reading all
 * deliveries takes the longer the more of them wait.
 */
export async function dueHosts(store: Store, now: string): Promise<string[]> {
	const { rows } = await sql<{ host: string }>`
		with recursive hosts (host) as (
			select min(host) from deliveries
			union all
			select (select min(host) from deliveries where host > hosts.host) from hosts where host is not null
		)
		select host from hosts
		where exists (select 1 from deliveries where deliveries.host = hosts.host and due_at <= ${now})
	`.execute(store);
	return rows.map(({ host }) => host);
}

/**
 * Locks deliveries to one host for this process: those that have been due longest and that no process which is alive is making.
 * @param making those that this process is making; others that it has locked were left over by an error
 * @returns at most `limit`
 */
export function lockDueDeliveries(
	store: Store,
	processId: string,
	due: {
		readonly host: string;
		readonly now: string;
		readonly making: readonly string[];
		readonly limit: number;
	},
): Promise<Delivery[]> {
	const { host, now, making, limit } = due;
	return store
		.with('due', (query) =>
			query
				.selectFrom('deliveries')
				.select('sequence')
				.where('host', '=', host)
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
	| { readonly state: 'pending'; readonly dueAt: string };

/** A receiver's text. It may be anything, and PostgreSQL takes no zero characters. */
const withoutZeros = (text: string): string => text.replaceAll('\u0000', '\ufffd');

const finished = (
	after: Exclude<AttemptOutcome, { state: 'pending' }>,
): Updateable<QueuedRequestTable> => ({
	webhook_state: after.state,
	...(after.state === 'failed' && { webhook_error: withoutZeros(after.error) }),
});

/** Whether a record exists, and will until the transaction ends. */
async function recordExists(store: StoreOrTransaction, pageRequestId: string): Promise<boolean> {
	const record = await store
		.selectFrom('queued_requests')
		.select('page_request_id')
		.where('page_request_id', '=', pageRequestId)
		.$call(dialectOf(store).kept)
		.executeTakeFirst();
	return record !== undefined;
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
	{ page_request_id, tries, answer_id, locked_by }: Delivery,
	attemptedAt: string,
	response: string,
	after: AttemptOutcome,
): Promise<void> {
	await inTransaction(store, async (transaction) => {
		if (await recordExists(transaction, page_request_id))
			await transaction
				.insertInto('webhook_attempts')
				.values({
					page_request_id,
					attempted_at: attemptedAt,
					response: withoutZeros(response),
				})
				.execute();
		if (after.state === 'pending') {
			await transaction
				.updateTable('deliveries')
				.set({ tries: tries + 1, due_at: after.dueAt, locked_by: null })
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
			.set({ webhook_state: 'pending', webhook_error: null })
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
