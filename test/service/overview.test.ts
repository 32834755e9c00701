import { randomUUID } from 'node:crypto';

import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';

import { openStore } from '../../service/store/database';
import { backlogsSince, hourlyCounts, requestsThatNeed } from '../../service/store/overview';
import type { Tables } from '../../service/store/tables';
import { cleanUp, temporaryFolder } from './support/process';

const MOMENT = '2026-01-01T00:00:00.000Z';
const APPLICATION = randomUUID();

describe('what the first page asks the store', () => {
	afterEach(cleanUp);

	/** How SQLite goes about the queries of a call. */
	async function plansOf(call: (store: Kysely<Tables>) => Promise<unknown>): Promise<string[]> {
		const file = `${await temporaryFolder()}/service.sqlite`;
		await (await openStore(file)).destroy();
		const database = new Database(file);
		const plans: string[] = [];
		const store = new Kysely<Tables>({
			dialect: new SqliteDialect({ database }),
			log: ({ query: { sql, parameters } }) => {
				const steps = database.prepare(`explain query plan ${sql}`).all(...parameters);
				plans.push(...steps.map((step) => (step as { detail: string }).detail));
			},
		});
		await call(store);
		await store.destroy();
		return plans;
	}

	const concern = (name: 'unknown' | 'failed' | 'undelivered') => (store: Kysely<Tables>) =>
		requestsThatNeed(store, APPLICATION, { concern: name, since: MOMENT, limit: 20 });

	it.each<[string, (store: Kysely<Tables>) => Promise<unknown>, string[]]>([
		[
			'writes of unknown outcome',
			concern('unknown'),
			['queued_requests_of_unknown_outcome (connection_id=? AND updated_at>?)'],
		],
		['failures', concern('failed'), ['queued_requests_failed (connection_id=? AND updated_at>?)']],
		[
			'deliveries given up, and late ones',
			concern('undelivered'),
			[
				'queued_requests_not_delivered (connection_id=? AND updated_at>?)',
				'sqlite_autoindex_queued_requests_1 (page_request_id=?)',
			],
		],
		[
			'backlogs',
			(store) => backlogsSince(store, APPLICATION, MOMENT),
			['queued_requests_of_connection (connection_id=? AND state=?)'],
		],
		[
			'the hours of a day',
			(store) => hourlyCounts(store, APPLICATION, ['2026-01-01T00']),
			[
				'queued_requests_by_updated_at (connection_id=? AND updated_at>? AND updated_at<?)',
				'queued_requests_of_unknown_outcome (connection_id=? AND updated_at>?)',
			],
		],
	])('finds %s by an index, however long the queues are', async (_what, call, expected) => {
		const plans = await plansOf(call);
		const searches = plans.filter((step) => step.startsWith('SEARCH queued_requests USING'));
		const indexes = searches
			.map((step) => step.replace(/^.* INDEX /, ''))
			.filter((index) => !index.includes('PRIMARY KEY'));
		expect(indexes).toEqual(expected);
	});
});
