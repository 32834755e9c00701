import path from 'node:path';

import { type Migration, sql } from 'kysely';

import { openStore, type Store } from '../../service/store/database';
import { migrations } from '../../service/store/migrations';
import { newDatabase, onPostgres } from '../support/databases';
import { cleanUp, temporaryFolder } from './support/process';
import { recordOf, service, stopServices } from './support/service';

const quietly = (): void => undefined;

/** A column for how often a migration has run. */
const addRuns: Migration = {
	async up(database) {
		await database.schema
			.alterTable('connections')
			.addColumn('runs', 'integer', (column) => column.notNull().defaultTo(0))
			.execute();
	},
};
const countRun: Migration = {
	async up(database) {
		await sql`update connections set runs = runs + 1`.execute(database);
	},
};
const fail: Migration = {
	async up() {
		throw new Error('There is no more room.');
	},
};

const later = { ...migrations, '0002_runs': addRuns, '0003_run': countRun };
const broken = { ...migrations, '0002_runs': addRuns, '0003_failure': fail };

describe('a database of the first version', () => {
	let database: string;
	let ids: { done: string; waiting: string };
	let before: Awaited<ReturnType<typeof contentsOf>>;

	beforeEach(async () => {
		const folder = await temporaryFolder();
		database = onPostgres() ? await newDatabase() : path.join(folder, 'service.sqlite');
		const running = await service({ database });
		const { call, answerWith } = await running.connect();
		const queue = async (): Promise<string> => (await call('GET', '/customers')).body.data.id;
		const done = await queue();
		await answerWith();
		ids = { done, waiting: await queue() };
		await running.stop();
		before = await inStore(migrations, contentsOf);
	});

	afterEach(async () => {
		await stopServices();
		await cleanUp();
	});

	async function inStore<Result>(
		version: Readonly<Record<string, Migration>>,
		work: (store: Store) => Promise<Result>,
	): Promise<Result> {
		const store = await openStore(database, quietly, version);
		try {
			return await work(store);
		} finally {
			await store.destroy();
		}
	}

	const contentsOf = async (store: Store) => ({
		connections: await store.selectFrom('connections').selectAll().execute(),
		requests: await store.selectFrom('queued_requests').selectAll().orderBy('sequence').execute(),
	});

	it('is changed once by a later version, which finds everything that was there', async () => {
		for (let start = 1; start <= 2; start += 1) {
			const { connections, requests } = await inStore(later, contentsOf);
			expect(connections).toEqual(before.connections.map((one) => ({ ...one, runs: 1 })));
			expect(requests).toEqual(before.requests);
		}
	});

	// Two of SQLite can't be opened at once in one process: `command line` has processes of their own.
	if (onPostgres())
		it('is changed once by processes of a later version that start at the same time', async () => {
			const all = await Promise.all([1, 2, 3].map(() => inStore(later, contentsOf)));
			expect(all.map(({ connections }) => connections)).toEqual(
				all.map(() => before.connections.map((one) => ({ ...one, runs: 1 }))),
			);
		});

	it('is left as it was by a change that fails, and works with the version before', async () => {
		await expect(inStore(broken, contentsOf)).rejects.toThrow('There is no more room.');
		expect(await inStore(migrations, contentsOf)).toEqual(before);
		const running = await service({ database });
		expect(await recordOf(running, ids.done)).toMatchObject({ state: 'response_received' });
		expect(await recordOf(running, ids.waiting)).toMatchObject({ state: 'waiting' });
	});

	it('is refused in clear words by the version before once a later one has changed it', async () => {
		await inStore(later, contentsOf);
		await expect(service({ database })).rejects.toThrow(
			'The database belongs to a newer version of the service (it has 0002_runs, 0003_run). Start that version, or restore a backup',
		);
	});
});
