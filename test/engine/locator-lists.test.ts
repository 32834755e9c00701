import { createDesktopHost } from '../../simulator/host';
import { searchList } from './harness';
import { API_KEY, credentialsFor, useLocalService } from './support/local-service';
import { byId, parametersFor } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const desktops = createDesktopHost();
const service = useLocalService();
const simulated = useLocalService({ desktops });
const server = useScriptedServer();
const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

describe('connections', () => {
	const search = (credentials: typeof service.credentials, filter?: string) =>
		searchList({
			method: 'searchConnections',
			parameters: parametersFor('connection.get', {}),
			credentials,
			filter,
		});
	const listed = {
		body: {
			data: [
				{
					id: 'c1',
					name: 'Zebra',
					company_file: 'C:\\Books\\Zebra 2026.QBW',
					last_connected_at: '2026-01-01T00:00:00Z',
				},
				{ id: 'c2', name: 'acme', company_file: null, last_connected_at: null },
				{ id: 'c3', name: '', company_file: null, last_connected_at: null },
				{
					id: 'c4',
					name: null,
					company_file: '/srv/books/nameless.qbw',
					last_connected_at: '2026-01-01T00:00:00Z',
				},
			],
		},
	};

	test('by name, company file, or that they never connected; sorted', async () => {
		server.answerWith(listed);
		const { results, paginationToken } = await search(server.credentials);
		expect(results).toEqual([
			{ name: 'acme (never connected)', value: 'c2' },
			{ name: 'c3 (never connected)', value: 'c3' },
			{ name: 'c4 (nameless.qbw)', value: 'c4' },
			{ name: 'Zebra (Zebra 2026.QBW)', value: 'c1' },
		]);
		expect(paginationToken).toBeUndefined();
		expect(server.received).toMatchObject([{ method: 'GET', url: '/connections' }]);
	});

	test.each([
		['ACM', ['c2']],
		['never', ['c2', 'c3']],
		['2026.qbw', ['c1']],
		[' zebra ', ['c1']],
		['c4', ['c4']],
		['nowhere', []],
		['', ['c2', 'c3', 'c4', 'c1']],
	])('searched for %j', async (filter, values) => {
		server.answerWith(listed);
		const { results } = await search(server.credentials, filter);
		expect(results.map(({ value }) => value)).toEqual(values);
	});

	test('what the service does not show is not guessed', async () => {
		server.answerWith({
			body: { data: [{ id: 'B1' }, { id: 'a1', name: 7, company_file: {}, links: null }] },
		});
		expect((await search(server.credentials)).results).toEqual([
			{ name: 'a1', value: 'a1' },
			{ name: 'B1', value: 'B1' },
		]);
	});

	test.each([[{ id: 'c1' }], [null], [[{ name: 'without an ID' }]]])(
		'%j is no list of connections',
		async (data) => {
			server.answerWith({ body: { data } });
			await expect(search(server.credentials)).rejects.toMatchObject({
				message: "That address isn't an Accounting Sync Service.",
			});
		},
	);

	test('those of the real service', async () => {
		const connectionId = await service.newConnection('Müller & Söhne');
		const { results } = await search(service.credentials, 'müller');
		expect(results).toEqual([{ name: 'Müller & Söhne (never connected)', value: connectionId }]);
	});

	test('one that has connected shows its company file', async () => {
		const connectionId = await simulated.newConnection('');
		await simulated.call('GET', `/connections/${connectionId}/vendors?max_returned=1`);
		await desktops.desktop(connectionId).runNow();
		const { results } = await search(simulated.credentials);
		expect(results).toEqual([
			{ name: expect.stringMatching(/^Harbor & Söhne .*\(.+\.qbw\)$/i), value: connectionId },
		]);
	});

	test('a wrong key is said in words, without the key', async () => {
		const failed = search(credentialsFor(service.baseUrl, `${API_KEY}x`));
		await expect(failed).rejects.toMatchObject({
			name: 'NodeApiError',
			description: expect.stringMatching(/paste the API key again/),
		});
		await failed.catch((error: Error) => {
			expect(JSON.stringify(error)).not.toContain(API_KEY);
		});
	});
});

describe('queued requests', () => {
	const search = (
		target: { credentials: typeof service.credentials },
		connection: string,
		more: { filter?: string; paginationToken?: string } = {},
	) =>
		searchList({
			method: 'searchQueuedRequests',
			parameters: parametersFor('queuedRequest.get', { connection: { ...byId(connection) } }),
			credentials: target.credentials,
			...more,
		});

	test('what they ask, when, and how they stand; the newest first', async () => {
		const connectionId = await service.newConnection();
		const queue = (path: string) =>
			service.call<{ id: string }>('GET', `/connections/${connectionId}/${path}`);
		const older = await queue('sales_tax_codes');
		const newer = await queue('customers?name=A');
		const { results } = await search(service, connectionId);
		const asked = (what: string) =>
			expect.stringMatching(
				`^Find ${what} · waiting for the desktop · (today|yesterday) \\d\\d:\\d\\d$`,
			);
		expect(results).toEqual([
			{ name: asked('customers'), value: newer.id },
			{ name: asked('sales tax codes'), value: older.id },
		]);
	});

	test('searched by the service', async () => {
		const connectionId = await service.newConnection();
		const path = `/connections/${connectionId}/vendors?request_id=order`;
		await service.call('GET', `${path}-1`);
		const wanted = await service.call<{ id: string }>('GET', `${path}-2`);
		const { results } = await search(service, connectionId, { filter: ' ORDER-2 ' });
		expect(results.map(({ value }) => value)).toEqual([wanted.id]);
	});

	test('50 of them come in three pages', async () => {
		const connectionId = await service.newConnection();
		const path = `/connections/${connectionId}/vendors`;
		for (let number = 0; number < 50; number++) await service.call('GET', path);
		const values: unknown[] = [];
		let paginationToken: string | undefined;
		let pages = 0;
		do {
			const found = await search(service, connectionId, { paginationToken });
			values.push(...found.results.map(({ value }) => value));
			paginationToken = found.paginationToken as string | undefined;
			pages += 1;
		} while (paginationToken !== undefined);
		expect(pages).toBe(3);
		expect(new Set(values).size).toBe(50);
	});

	test('a page of an iterated request, and one given as XML alone', async () => {
		const inserted_at = '2020-01-15T12:34:56Z';
		server.answerWith({
			body: {
				data: [
					{
						id: 'a',
						state: 'response_received',
						page: 2,
						inserted_at,
						request_json: { request: { name: 'VendorQueryRq' } },
					},
					{
						id: 'b',
						state: 'error',
						inserted_at,
						request_xml: '<QBXMLMsgsRq onError="stopOnError"><HostQueryRq/>',
					},
				],
				page: 1,
				total_pages: 1,
			},
		});
		const { results } = await search(server, ID, { filter: 'x' });
		expect(results).toEqual([
			{ name: 'Find vendors · page 2 · done · Jan 15, 2020, 07:34', value: 'a' },
			{ name: 'Find host details · failed · Jan 15, 2020, 07:34', value: 'b' },
		]);
		expect(server.received).toMatchObject([
			{ url: `/connections/${ID}/queued_requests?page=1&page_size=20&search_phrase=x` },
		]);
	});

	test('with a connection that is none it says what is missing', async () => {
		await expect(search(server, 'nonsense')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(/Connection must be an ID like/),
		});
		expect(server.received).toEqual([]);
	});
});
