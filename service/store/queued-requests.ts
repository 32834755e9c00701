import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { HELD_STATES, statesBefore, TAKEABLE_STATES, type RequestState } from '../queue/states';
import type { Store, StoreOrTransaction } from './database';
import type { QueuedRequestTable, WebhookAttemptTable } from './tables';

export type RequestRecord = Selectable<QueuedRequestTable>;
export type NewRecord = Insertable<QueuedRequestTable>;
export type WebhookAttempt = Pick<
	Selectable<WebhookAttemptTable>,
	'page_request_id' | 'attempted_at' | 'response'
>;

export function insertRecord(store: StoreOrTransaction, record: NewRecord): Promise<RequestRecord> {
	return store
		.insertInto('queued_requests')
		.values(record)
		.returningAll()
		.executeTakeFirstOrThrow();
}

/**
 * Moves a record to another state and writes what changes with it.
 * @returns the record after the move; undefined when it is gone or its state does not allow the move
 */
export function moveRecord(
	store: StoreOrTransaction,
	pageRequestId: string,
	state: RequestState,
	changes: Updateable<QueuedRequestTable> = {},
): Promise<RequestRecord | undefined> {
	return store
		.updateTable('queued_requests')
		.set({ ...changes, state, updated_at: new Date().toISOString() })
		.where('page_request_id', '=', pageRequestId)
		.where('state', 'in', statesBefore(state))
		.returningAll()
		.executeTakeFirst();
}

/** The pages of a request of the application, first page first; none when there is no such request. */
export function pagesOf(
	store: StoreOrTransaction,
	applicationId: string,
	id: string,
): Promise<RequestRecord[]> {
	return store
		.selectFrom('queued_requests')
		.innerJoin('connections', 'connections.id', 'queued_requests.connection_id')
		.selectAll('queued_requests')
		.where('queued_requests.id', '=', id)
		.where('connections.app_id', '=', applicationId)
		.orderBy('queued_requests.page')
		.execute();
}

const takeable = (store: StoreOrTransaction, connectionId: string) =>
	store
		.selectFrom('queued_requests')
		.where('connection_id', '=', connectionId)
		.where('state', 'in', TAKEABLE_STATES);

/** The requests that wait for a session of the connection, first queued first. */
export const takeableRecords = (
	store: StoreOrTransaction,
	connectionId: string,
): Promise<RequestRecord[]> =>
	takeable(store, connectionId).selectAll().orderBy('sequence').execute();

/** The first queued of the requests that wait for a session of the connection. */
export const firstTakeable = (
	store: StoreOrTransaction,
	connectionId: string,
): Promise<RequestRecord | undefined> =>
	takeable(store, connectionId).selectAll().orderBy('sequence').limit(1).executeTakeFirst();

/** How many requests wait for a session of the connection. */
export async function countTakeable(
	store: StoreOrTransaction,
	connectionId: string,
): Promise<number> {
	const { waiting } = await takeable(store, connectionId)
		.select(({ fn }) => fn.countAll<number>().as('waiting'))
		.executeTakeFirstOrThrow();
	return waiting;
}

/** The records that connector sessions hold: those of one connection, or of all. */
export function heldRecords(
	store: StoreOrTransaction,
	connectionId?: string,
): Promise<RequestRecord[]> {
	const held = store.selectFrom('queued_requests').selectAll().where('state', 'in', HELD_STATES);
	const chosen = connectionId ? held.where('connection_id', '=', connectionId) : held;
	return chosen.orderBy('sequence').execute();
}

/** The query of the list endpoint, by its names on the wire (section 4.2). */
export interface ListQuery {
	readonly page: number;
	readonly page_size: number;
	readonly sort: 'inserted_at' | 'updated_at';
	readonly sort_direction: 'asc' | 'desc';
	readonly search_phrase?: string;
	readonly state?: RequestState;
	readonly webhook_state?: QueuedRequestTable['webhook_state'];
}

const searchedColumns = ['id', 'request_xml', 'response_xml', 'webhook_url'] as const;

/**
 * A GLOB pattern that finds the phrase in either case. SQLite's LIKE ignores the case of ASCII letters only; a
 * class of both forms of a letter works for all of them.
 */
function globOf(phrase: string): string {
	const characters = [...phrase].map((character) => {
		const forms = new Set([character, character.toLowerCase(), character.toUpperCase()]);
		const single = [...forms].filter((form) => [...form].length === 1);
		return single.length > 1 || '*?['.includes(character) ? `[${single.join('')}]` : character;
	});
	return `*${characters.join('')}*`;
}

/** One page of a connection's records and how many there are in all. */
export async function listRecords(
	store: Store,
	connectionId: string,
	query: ListQuery,
): Promise<{ records: RequestRecord[]; total: number }> {
	const { search_phrase, state, webhook_state } = query;
	let matching = store.selectFrom('queued_requests').where('connection_id', '=', connectionId);
	if (state) matching = matching.where('state', '=', state);
	if (webhook_state) matching = matching.where('webhook_state', '=', webhook_state);
	if (search_phrase) {
		const pattern = globOf(search_phrase);
		matching = matching.where(({ or }) =>
			or(searchedColumns.map((column) => sql<boolean>`${sql.ref(column)} glob ${pattern}`)),
		);
	}
	const { total } = await matching
		.select(({ fn }) => fn.countAll<number>().as('total'))
		.executeTakeFirstOrThrow();
	const records = await matching
		.selectAll()
		.orderBy(query.sort, query.sort_direction)
		.orderBy('sequence', query.sort_direction)
		.limit(query.page_size)
		.offset((query.page - 1) * query.page_size)
		.execute();
	return { records, total };
}

/** The delivery tries of records, oldest first. */
export function attemptsOf(
	store: Store,
	records: readonly RequestRecord[],
): Promise<WebhookAttempt[]> {
	return store
		.selectFrom('webhook_attempts')
		.select(['page_request_id', 'attempted_at', 'response'])
		.where(
			'page_request_id',
			'in',
			records.map((record) => record.page_request_id),
		)
		.orderBy('sequence')
		.execute();
}
