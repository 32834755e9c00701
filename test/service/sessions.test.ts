import { until } from '../../n8n/until';
import { createDesktopHost } from '../../simulator/host';
import { recordOf, service, stopServices, type TestService } from './support/service';

describe('connector sessions', () => {
	afterEach(stopServices);

	it('end after a while without a call, and the connection can be used again', async () => {
		const running = await service({ sessionTimeoutSeconds: 0.05 });
		const { call, username, password } = await running.connect();
		const { id } = (await call('GET', '/customers')).body.data;
		const [ticket] = await running.connector.authenticate(username, password);
		await until(
			() => recordOf(running, id),
			({ state }) => state === 'waiting',
		);
		await until(
			() => running.connector.authenticate(username, password),
			([, answer]) => answer === '',
		);
		expect(await running.connector.sendRequestXML(ticket)).toBe('');
	});

	describe('of simulated desktops', () => {
		const answered = (running: TestService, id: string) =>
			until(
				() => recordOf(running, id),
				({ state }) => state === 'response_received',
			);

		it('run for a connection as soon as it exists, and as often as something is queued', async () => {
			const desktops = createDesktopHost({ runEveryMilliseconds: 3_600_000 });
			const running = await service({ desktops });
			const { id, type } = (await running.api('POST', '/connections')).body.data;
			expect(type).toBe('simulated');
			for (const path of ['customers', 'vendors']) {
				const queued = await running.api('GET', `/connections/${id}/${path}`);
				await answered(running, queued.body.data.id);
			}
		});

		it('go on with a password that the application has set', async () => {
			const running = await service({ desktops: createDesktopHost() });
			const { call } = await running.connect();
			await answered(running, (await call('GET', '/customers')).body.data.id);
		});

		it('end with their connection', async () => {
			const desktops = createDesktopHost();
			const running = await service({ desktops });
			const { id } = (await running.api('POST', '/connections')).body.data;
			expect(desktops.desktop(id)).toBeDefined();
			await running.api('DELETE', `/connections/${id}`);
			expect(() => desktops.desktop(id)).toThrow();
		});
	});
});
