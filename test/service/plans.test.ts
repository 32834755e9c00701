import { randomUUID } from 'node:crypto';

import Database from 'libsql';

import { openStore, type Store } from '../../service/store/database';
import {
	type Delivery,
	dueLanes,
	insertDelivery,
	lockDueDeliveries,
	makeDueAgain,
	nextDueAt,
	planNewDeliveries,
	recordAttempt,
} from '../../service/store/deliveries';
import { type ListQuery, listRecords, newestSummaries } from '../../service/store/list';
import { countConcerns, pendingDeliveries, waitingRequests } from '../../service/store/measures';
import {
	backlogsSince,
	countAhead,
	countsByState,
	hourlyCounts,
	pendingDelivery,
	requestsThatNeed,
} from '../../service/store/overview';
import {
	answersOf,
	attemptsOf,
	availableRecords,
	countAvailable,
	executingRecords,
	firstAvailable,
	insertRecord,
	orphanedRecords,
	pagesOf,
	type RequestRecord,
	transitionRecord,
} from '../../service/store/queued-requests';

const NOW = '2026-01-01T00:00:00.000Z';
const APPLICATION = randomUUID();
const CONNECTION = randomUUID();

const list = (query: Partial<ListQuery>) => async (store: Store) =>
	await listRecords(store, CONNECTION, {
		page: 1,
		page_size: 20,
		sort: 'inserted_at',
		sort_direction: 'desc',
		...query,
	});

const needing =
	(concern: Parameters<typeof requestsThatNeed>[2]['concern']) => async (store: Store) =>
		await requestsThatNeed(store, APPLICATION, { concern, since: NOW, limit: 3 });

/** What is asked while a queue is long. */
const questions: Record<
	string,
	(store: Store, record: RequestRecord, delivery: Delivery) => Promise<unknown>
> = {
	'takes the next request': async (store) => await firstAvailable(store, CONNECTION),
	'knows all that wait': async (store) => await availableRecords(store, CONNECTION),
	'counts what waits': async (store) => await countAvailable(store, CONNECTION),
	'counts what is ahead': countAhead,
	'looks for lost sessions': async (store) => await orphanedRecords(store),
	'knows what a connection carries out': async (store) => await executingRecords(store, CONNECTION),
	'finds a request': async (store, { id }) => await pagesOf(store, APPLICATION, id),
	'moves a request': async (store, { page_request_id }) =>
		await transitionRecord(store, page_request_id, 'sent'),
	'knows the attempts of requests': async (store, record) => await attemptsOf(store, [record]),
	'knows the large answers': async (store) => await answersOf(store, CONNECTION),
	'plans new deliveries': async (store) => await planNewDeliveries(store, NOW),
	'knows the due lanes': async (store) => await dueLanes(store, NOW),
	'takes due deliveries': async (store) =>
		await lockDueDeliveries(store, 'process', {
			lane: 'lane',
			now: NOW,
			making: ['other'],
			limit: 4,
		}),
	'knows when the next is due': async (store) => await nextDueAt(store, NOW),
	'knows the delivery of a request': pendingDelivery,
	'has a delivery tried again': async (store, _, delivery) =>
		await makeDueAgain(store, delivery, NOW),
	'ends a delivery': async (store, _, delivery) =>
		await recordAttempt(store, delivery, NOW, '200', { state: 'succeeded' }),
	'lists the newest': async (store) => await newestSummaries(store, CONNECTION, { limit: 5 }),
	'lists by time': list({}),
	'lists by change': list({ sort: 'updated_at', sort_direction: 'asc' }),
	'lists a state': list({ state: 'error' }),
	'lists a state of deliveries': list({ webhook_state: 'failed' }),
	'lists by everything': list({ sort: 'updated_at', state: 'error', webhook_state: 'failed' }),
	searches: list({ search_phrase: 'needle' }),
	'counts the states': async (store) => await countsByState(store, CONNECTION),
	'shows writes of unknown outcome': needing('unknown'),
	'shows failures': needing('failed'),
	'shows what was not delivered': needing('undelivered'),
	'shows what has waited long': async (store) => await backlogsSince(store, APPLICATION, NOW),
	'measures what waits': async (store) => await waitingRequests(store),
	'measures the deliveries': async (store) => await pendingDeliveries(store, NOW),
	'measures what needs somebody': async (store) => await countConcerns(store, NOW),
	'draws the day': async (store) => await hourlyCounts(store, APPLICATION, ['2026-01-01T12']),
};

/** These have to count a connection's requests, or all deliveries, which an index that holds all they ask for does quickly. */
const counting = [
	'lists the newest',
	'lists by time',
	'lists by change',
	'lists a state',
	'lists a state of deliveries',
	'lists by everything',
	'counts the states',
	'measures the deliveries',
];

/** Partial indexes that hold only what is rare, however long the queue is. */
const SHORT_INDEX = /INDEX (deliveries_late|queued_requests_with_large_answer)\b/;

/** Steps that take longer the longer a queue is: through a whole table, or through all requests of a connection. */
const isLong = (step: string): boolean =>
	!SHORT_INDEX.test(step) &&
	(/^SCAN (queued_requests|deliveries|webhook_attempts|answer_parts)\b/.test(step) ||
		/^SEARCH queued_requests .*\(connection_id=\?\)$/.test(step));

describe('the plan of every query that must not look through a long queue', () => {
	let store: Store;
	let prepare: jest.SpyInstance<Database.Statement, [sql: string]>;

	beforeAll(() => {
		prepare = jest.spyOn(Database.prototype, 'prepare');
	});
	beforeEach(async () => {
		store = await openStore(':memory:');
	});
	afterEach(() => store.destroy());
	afterAll(() => prepare.mockRestore());

	async function seed(): Promise<[RequestRecord, Delivery]> {
		const moments = { inserted_at: NOW, updated_at: NOW };
		const application = { id: APPLICATION, inserted_at: NOW };
		await store.insertInto('applications').values(application).execute();
		const connection = { id: CONNECTION, app_id: APPLICATION, username: 'x', name: '', ...moments };
		await store
			.insertInto('connections')
			.values({ ...connection, type: 'standard', onboarding_token: 'x' })
			.execute();
		const record = await insertRecord(store, {
			id: randomUUID(),
			page_request_id: randomUUID(),
			connection_id: CONNECTION,
			page: 1,
			iterates: 0,
			state: 'waiting',
			webhook_state: 'pending',
			request_json: '{}',
			request_xml: 'needle',
			is_read: 1,
			fingerprint: 'x',
			caller_is_private: 0,
			...moments,
		});
		const { page_request_id } = record;
		const delivery = { page_request_id, webhook_url: '', host: 'host', payload: '', tries: 5 };
		await insertDelivery(store, { ...delivery, caller_is_private: 0, due_at: NOW });
		return [record, await store.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow()];
	}

	/** The steps of all statements that something makes. */
	async function stepsOf(work: () => Promise<unknown>): Promise<string[]> {
		prepare.mockClear();
		await work();
		const [database] = prepare.mock.contexts as Database.Database[];
		const statements = prepare.mock.calls.map(([sql]) => sql);
		return statements
			.filter((sql) => /^(select|insert|update|delete|with)/i.test(sql.trim()))
			.flatMap((sql) => {
				const unknown = Array.from(sql.matchAll(/\?/g), () => null);
				const steps = database.prepare(`explain query plan ${sql}`).all(unknown);
				return (steps as Array<{ detail: string }>).map(({ detail }) => detail);
			});
	}

	it.each(Object.keys(questions))('%s', async (name) => {
		const [record, delivery] = await seed();
		const steps = await stepsOf(async () => await questions[name](store, record, delivery));
		expect(steps).not.toEqual([]);
		const long = steps.filter(isLong);
		const allowed = /^(SEARCH queued_requests|SCAN deliveries) USING COVERING INDEX/;
		expect(counting.includes(name) ? long.filter((step) => !allowed.test(step)) : long).toEqual([]);
	});
});
