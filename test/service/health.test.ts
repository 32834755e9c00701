import { openStore } from '../../service/store/database';
import { isReady } from '../../service/store/health';
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
