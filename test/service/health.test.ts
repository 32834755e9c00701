import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { sql } from 'kysely';

import { until } from '../../n8n/until';
import { openStore } from '../../service/store/database';
import { isReady } from '../../service/store/health';
import { hasSpace } from '../../service/store/space';
import { plainClient } from './support/api-client';
import { cleanUp, startProcess, temporaryFolder } from './support/process';
import { service, stopServices } from './support/service';

afterEach(stopServices);

const deadline = () => AbortSignal.timeout(5000);

it.each(['/healthz', '/readyz'])(
	'%s answers without a key, and tells no more than it has to',
	async (path) => {
		const { origin } = await service();
		const response = await fetch(`${origin}${path}`);
		expect(response.status).toBe(200);
		expect(Object.keys((await response.json()) as object)).toEqual(['status']);
		expect(response.headers.get('cache-control')).toBe('no-store');
		expect((await fetch(`${origin}${path}`, { method: 'HEAD' })).status).toBe(200);
	},
);

describe('a store without room for more', () => {
	afterEach(cleanUp);

	it('says so until it takes writes again', async () => {
		const store = await openStore(path.join(await temporaryFolder(), 'service.sqlite'));
		const fill = () =>
			store
				.insertInto('answers')
				.values({ id: randomUUID(), xml: 'x'.repeat(50_000), json: '' })
				.execute();
		expect(await hasSpace(store)).toBe(true);
		const pages = sql<{ pages: number }>`select page_count as pages from pragma_page_count()`;
		const { rows } = await pages.execute(store);
		await sql`pragma max_page_count = ${sql.lit(rows[0].pages + 5)}`.execute(store);
		await expect(fill()).rejects.toThrow('full');
		expect(await hasSpace(store)).toBe(false);
		await sql`pragma max_page_count = 1000000`.execute(store);
		await until(
			() => hasSpace(store),
			(has) => has,
		);
		await fill();
		// What was tried is gone.
		expect(await store.selectFrom('answer_parts').selectAll().execute()).toEqual([]);
		await store.destroy();
	});

	it('is not ready and not up, and takes nothing half', async () => {
		const folder = await temporaryFolder();
		const words = ['--api-key', 'key', '--database', path.join(folder, 'service.sqlite')];
		const started = await startProcess([...words, '--metrics-port', '0'], folder, {}, 3000);
		const { baseUrl, metricsUrl } = started;
		const { origin } = new URL(baseUrl);
		const ready = async () => (await fetch(`${origin}/readyz`)).status;
		const up = async () => /store_up (\d)/.exec(await (await fetch(metricsUrl)).text())?.[1];
		const api = plainClient(baseUrl, 'key');
		const { id } = (await api('POST', '/connections')).body.data;
		const own = `/connections/${id}`;
		expect([await ready(), await up()]).toEqual([200, '1']);
		const body = {
			request_json: {
				version: '16.0',
				request: {
					name: 'CustomerQueryRq',
					children: [{ name: 'FullName', text: 'x'.repeat(200_000) }],
				},
			},
		};
		let taken = 0;
		const refused = await until(
			async () => {
				const answered = await api('POST', `${own}/queued_requests`, { body });
				if (answered.status === 201) taken += 1;
				return answered;
			},
			({ status }) => status !== 201,
		);
		expect([refused.status, refused.body.error.code]).toEqual([503, 'internal_error']);
		expect(refused.body.error.message).toContain('can’t store anything');
		expect([await ready(), await up()]).toEqual([503, '0']);
		const { data } = (await api('GET', `${own}/queued_requests`)).body;
		expect(data).toHaveLength(taken);
	});
});

describe('a store is ready', () => {
	it('only with the newest tables that the program knows', async () => {
		const store = await openStore(':memory:');
		expect(await isReady(store, deadline())).toBe(true);
		await store.deleteFrom('kysely_migration' as 'applications').execute();
		expect(await isReady(store, deadline())).toBe(false);
		await store.destroy();
	});

	it('only if it answers, and in time', async () => {
		const store = await openStore(':memory:');
		const hanging = jest
			.spyOn(store.getExecutor(), 'executeQuery')
			.mockReturnValue(new Promise(() => undefined));
		const { getExecutor } = store;
		const executor = getExecutor.call(store);
		store.getExecutor = () => executor;
		expect(await isReady(store, AbortSignal.timeout(10))).toBe(false);
		hanging.mockRestore();
		await store.destroy();
		expect(await isReady(store, deadline())).toBe(false);
	});
});
