import { randomUUID } from 'node:crypto';

import { type Kysely, sql } from 'kysely';

import { openStore, type Store } from '../../service/store/database';
import { dueLanes, lockDueDeliveries } from '../../service/store/deliveries';
import { listRecords, newestSummaries } from '../../service/store/list';
import { requestsThatNeed } from '../../service/store/overview';
import {
	answersOf,
	countAvailable,
	executingRecords,
	firstAvailable,
} from '../../service/store/queued-requests';
import { dropDatabases, newDatabase } from '../support/databases';

const NOW = '2026-01-01T00:00:00.000Z';
const CONNECTION = randomUUID();
const APPLICATION = randomUUID();
const REQUESTS = 20_000;

const page = { page: 1, page_size: 20, sort: 'inserted_at', sort_direction: 'desc' } as const;

/** What is asked while a queue is long, and must not look through it. */
const questions: Record<string, (store: Store) => Promise<unknown>> = {
	'takes the next request': (store) => firstAvailable(store, CONNECTION),
	'counts what waits': (store) => countAvailable(store, CONNECTION),
	'knows what is being carried out': (store) => executingRecords(store, CONNECTION),
	'knows the large answers': (store) => answersOf(store, CONNECTION),
	'knows the due lanes': (store) => dueLanes(store, NOW),
	'takes due deliveries': (store) =>
		lockDueDeliveries(store, 'process', { lane: 'lane', now: NOW, making: [], limit: 4 }),
	'lists the newest of a state': (store) =>
		newestSummaries(store, CONNECTION, { limit: 5, state: 'waiting' }),
	// The start of the MD5 of 1.
	searches: (store) => listRecords(store, CONNECTION, { ...page, search_phrase: 'C4CA4238' }),
	'shows writes of unknown outcome': (store) =>
		requestsThatNeed(store, APPLICATION, { concern: 'unknown', since: NOW, limit: 3 }),
};

interface Step {
	readonly 'Node Type': string;
	readonly 'Relation Name'?: string;
	readonly 'Actual Rows': number;
	readonly Plans?: readonly Step[];
}

const stepsIn = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsIn)];

describe('the plan of a query on PostgreSQL, with a long queue that has ended', () => {
	let store: Store;

	beforeAll(async () => {
		const database = await newDatabase();
		store = await openStore(database);
		await sql`insert into applications (id, inserted_at) values (${APPLICATION}, ${NOW})`.execute(
			store,
		);
		await sql`insert into connections (id, app_id, username, name, type, onboarding_token, inserted_at, updated_at)
			values (${CONNECTION}, ${APPLICATION}, 'x', '', 'standard', 'x', ${NOW}, ${NOW})`.execute(store);
		await sql`insert into queued_requests (id, page_request_id, connection_id, page, iterates, is_read, caller_is_private, fingerprint, state,
				webhook_state, request_json, request_xml, response_xml, inserted_at, updated_at)
			select n::text, n::text, ${CONNECTION}, 1, 0, 1, 1, md5(n::text),
				case when n > ${REQUESTS} - 3 then 'waiting' else 'response_received' end,
				'not_applicable', '{}', 'needle ' || md5(n::text), md5((n + 1)::text), ${NOW}, ${NOW}
			from generate_series(1, ${REQUESTS}) n`.execute(store);
		await sql`vacuum analyze`.execute(store);
	});
	afterAll(async () => {
		await store.destroy();
		await dropDatabases();
	});

	/** The steps of everything that is asked, as PostgreSQL has carried them out. */
	async function stepsOf(work: (store: Store) => Promise<unknown>): Promise<Step[]> {
		const executor = store.getExecutor();
		const executeQuery = jest.spyOn(Object.getPrototypeOf(executor), 'executeQuery');
		await work(store);
		const calls = executeQuery.mock.calls.map(
			([query]) => query as { sql: string; parameters: unknown[] },
		);
		executeQuery.mockRestore();
		const steps: Step[] = [];
		for (const { sql: text, parameters } of calls) {
			const { rows } = await (store as unknown as Kysely<unknown>).executeQuery<{
				'QUERY PLAN': Array<{ Plan: Step }>;
			}>({
				sql: `explain (analyze, format json) ${text}`,
				parameters,
				query: { kind: 'RawNode' } as never,
				queryId: { queryId: 'x' },
			});
			steps.push(...stepsIn(rows[0]['QUERY PLAN'][0].Plan));
		}
		return steps;
	}

	it.each(Object.keys(questions))('%s', async (name) => {
		const steps = await stepsOf(questions[name]);
		expect(steps).not.toEqual([]);
		const long = steps.filter(
			(step) =>
				step['Node Type'] === 'Seq Scan' && step['Relation Name']?.startsWith('queued_requests'),
		);
		expect(long).toEqual([]);
		expect(steps.filter((step) => step['Actual Rows'] > REQUESTS / 2)).toEqual([]);
	});
});
