import { iterated, openSession, vendorPage } from './support/exchange';
import { decided, NotAsked, stated } from './support/statement';
import { target } from './support/target';

describe('4.3 Automatic iteration', () => {
	const service = target();

	stated(
		'the service itself iterates until all records are returned',
		async () => {
			const connection = await service.connect();
			const { sent } = await iterated(connection, 3);
			expect(sent.map((xml) => /iterator="(\w+)"/.exec(xml)?.[1])).toEqual([
				'Start',
				'Continue',
				'Continue',
			]);
		},
		'connector',
	);

	decided(
		'every page of an iterated query is response_received, and nothing is left to do',
		async () => {
			const connection = await service.connect();
			await iterated(connection, 3);
			const listed = await connection.list();
			expect(listed.map(({ state }) => state)).toEqual(Array(3).fill('response_received'));
			expect((await connection.signIn()).answer).toBe('none');
		},
		'connector',
	);

	const delivered = async () => {
		const { url, received } = await service.receiver();
		const connection = await service.connect();
		const { queued } = await iterated(connection, 3, { webhook_url: url });
		if (queued.webhook_state === 'not_applicable')
			throw new NotAsked('the name of the parameter is not shown, and webhook_url was not heeded');
		return { queued, deliveries: await received(3) };
	};

	stated(
		'each page has its own webhook',
		async () => {
			expect((await delivered()).deliveries.length).toBeGreaterThanOrEqual(3);
		},
		'connector',
		'receiver',
	);

	decided(
		'the deliveries of the pages have the same id, and page, page_request_id and state of their own',
		async () => {
			const { queued, deliveries } = await delivered();
			const bodies = deliveries.map(({ body }) => body);
			expect(bodies.map(({ id }) => id)).toEqual(Array(3).fill(queued.id));
			expect(bodies.map(({ page }) => page).sort()).toEqual([1, 2, 3]);
			expect(new Set(bodies.map(({ page_request_id }) => page_request_id)).size).toBe(3);
			expect(bodies.map(({ state }) => state)).toEqual(Array(3).fill('completed'));
		},
		'connector',
		'receiver',
	);

	decided(
		'a page holds max_returned records',
		async () => {
			const { sent } = await iterated(await service.connect(), 2, { max_returned: '7' });
			for (const xml of sent) expect(xml).toContain('<MaxReturned>7</MaxReturned>');
		},
		'connector',
	);

	decided('a page holds 100 records unless told otherwise', async () => {
		const queued = await (await service.connect()).queue('/vendors', { iterate: 'true' });
		expect(queued.request_xml).toContain('<MaxReturned>100</MaxReturned>');
	});

	decided(
		'all pages are fetched before the next request has its turn',
		async () => {
			const connection = await service.connect();
			await connection.queue('/vendors', { iterate: 'true' });
			await connection.queue('/customers');
			const session = await openSession(connection);
			await session.send();
			await session.receive(vendorPage(1));
			expect(await session.send()).toContain('iterator="Continue"');
			expect(await session.receive(vendorPage(0))).toBeLessThan(100);
			expect(await session.send()).toContain('CustomerQueryRq');
			await session.close();
		},
		'connector',
	);

	decided(
		'when the session ends between pages, the pages that came stay, and the next one is connection_error',
		async () => {
			const connection = await service.connect();
			await connection.queue('/vendors', { iterate: 'true' });
			const session = await openSession(connection);
			await session.send();
			await session.receive(vendorPage(1));
			await session.close();
			const { data } = (
				await connection.call('GET', '/queued_requests', { query: { sort_direction: 'asc' } })
			).body;
			expect(data.map(({ state, error }) => [state, error?.code])).toEqual([
				['response_received', undefined],
				['error', 'connection_error'],
			]);
		},
		'connector',
	);
});
