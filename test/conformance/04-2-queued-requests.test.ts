import { randomUUID } from 'node:crypto';
import { request as requestXml } from '../service/support/qbxml';
import { exchanged } from './support/exchange';
import { expectError } from './support/expectations';
import { decided, statement } from './support/statement';
import { target, type TestConnection } from './support/target';

const request_json = { version: '16.0', request: { name: 'CustomerQueryRq' } };
const request_xml = requestXml('CustomerQuery');
const named = (text: string) => ({
	version: '16.0',
	request: { name: 'CustomerQueryRq', children: [{ name: 'FullName', text }] },
});

describe('4.2 Queued requests', () => {
	const service = target();

	const list = async ({ call }: TestConnection, query?: Record<string, string>) =>
		(await call('GET', '/queued_requests', { query })).body.data.map(({ id }) => id);

	for (const [what, body] of [
		['request_json', { request_json }],
		['request_xml', { request_xml }],
		['a webhook URL', { request_json, webhook_url: 'https://receiver.example/' }],
	] as const)
		decided(`POST …/queued_requests answers 201 to ${what}`, async () => {
			const { call } = await service.connect();
			const answered = await call('POST', '/queued_requests', { body });
			expect([answered.status, answered.body.data]).toEqual([
				201,
				expect.objectContaining(body.request_json ? {} : { request_xml }),
			]);
		});

	const refused: readonly [what: string, body: unknown][] = [
		['a webhook URL that is none', { request_json, webhook_url: 'nowhere' }],
		['XML that is not well formed', { request_xml: '<QBXML>' }],
		['XML that is no request', { request_xml: '<html/>' }],
		['JSON without a version', { request_json: { request: { name: 'HostQueryRq' } } }],
		['JSON without a name', { request_json: { version: '16.0', request: {} } }],
		[
			'an attribute that is no text',
			{ request_json: { version: '16.0', request: { name: 'HostQueryRq', attributes: { a: 1 } } } },
		],
	];
	const refusedHere: typeof refused = [
		['both forms at once', { request_json, request_xml }],
		['neither form', {}],
		['a DOCTYPE', { request_xml: request_xml.replace('<QBXML>', '<!DOCTYPE QBXML><QBXML>') }],
		[
			'several request elements',
			{ request_xml: request_xml.replace('</QBXMLMsgsRq>', '<HostQueryRq/></QBXMLMsgsRq>') },
		],
		[
			'XML that does not say its version',
			{ request_xml: request_xml.replace(/<\?qbxml.*?\?>/, '') },
		],
		['an unknown field', { request_json, webhok_url: 'https://receiver.example/' }],
	];
	const refuses = (body: unknown) => async () => {
		const connection = await service.connect();
		const answered = await connection.call('POST', '/queued_requests', { body });
		expectError(answered, 422, 'invalid_request');
		expect(await list(connection)).toEqual([]);
	};
	for (const [what, body] of refused)
		statement(`queueing ${what} is invalid_request`, refuses(body));
	for (const [what, body] of refusedHere)
		decided(`queueing ${what} is invalid_request`, refuses(body));

	for (const method of ['GET', 'POST'])
		statement(`${method} …/queued_requests of an unknown connection is not_found`, async () => {
			const body = method === 'POST' ? { request_json } : undefined;
			const path = `/connections/${randomUUID()}/queued_requests`;
			expectError(await service.api(method, path, { body }), 404, 'not_found');
		});

	statement('GET /queued_requests/{request_id} answers 200 with the request', async () => {
		const { id } = await (await service.connect()).queue();
		const { status, body } = await service.api('GET', `/queued_requests/${id}`);
		expect([status, body.data.id]).toEqual([200, id]);
	});

	statement('a list holds the requests of its connection only', async () => {
		const [one, other] = [await service.connect(), await service.connect()];
		const { id } = await one.queue();
		await other.queue();
		expect(await list(one)).toEqual([id]);
	});

	statement('the list is ordered most recent first by default, by inserted_at', async () => {
		const connection = await service.connect();
		const ids = [];
		for (let count = 0; count < 5; count += 1) ids.push((await connection.queue()).id);
		expect(await list(connection)).toEqual(ids.toReversed());
		expect(await list(connection, { sort: 'inserted_at', sort_direction: 'desc' })).toEqual(
			ids.toReversed(),
		);
		expect(await list(connection, { sort_direction: 'asc' })).toEqual(ids);
	});

	statement(
		'the list can be sorted by updated_at, in both directions',
		async () => {
			const connection = await service.connect();
			const first = await exchanged(connection);
			const later = await connection.queue();
			const earlier = first.id;
			const sort = 'updated_at';
			expect(await list(connection, { sort })).toEqual([later.id, earlier]);
			expect(await list(connection, { sort, sort_direction: 'asc' })).toEqual([earlier, later.id]);
		},
		'connector',
	);

	statement('page and page_size walk through the list without gap or repetition', async () => {
		const connection = await service.connect();
		const ids = [];
		for (let count = 0; count < 5; count += 1) ids.push((await connection.queue()).id);
		const pages = [];
		for (const page of ['1', '2', '3'])
			pages.push(await list(connection, { page, page_size: '2' }));
		expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
		expect(pages.flat()).toEqual(ids.toReversed());
		const { body } = await connection.call('GET', '/queued_requests', {
			query: { page: '2', page_size: '2' },
		});
		expect(body).toMatchObject({ page: 2, total_pages: 3 });
	});

	statement('state filters the list', async () => {
		const connection = await service.connect();
		const { id } = await connection.queue();
		expect(await list(connection, { state: 'waiting' })).toEqual([id]);
		expect(await list(connection, { state: 'sent' })).toEqual([]);
	});

	statement('webhook_state filters the list', async () => {
		const connection = await service.connect();
		const plain = await connection.queue();
		const hooked = await connection.queue('/vendors', { webhook_url: 'https://receiver.example/' });
		expect(await list(connection, { webhook_state: 'not_applicable' })).toEqual([plain.id]);
		expect(await list(connection, { webhook_state: 'pending' })).toEqual([hooked.id]);
		expect(await list(connection, { webhook_state: 'failed' })).toEqual([]);
	});

	statement('search_phrase filters the list', async () => {
		const connection = await service.connect();
		const body = { request_json: named('Zwetschge') };
		const found = (await connection.call('POST', '/queued_requests', { body })).body.data;
		await connection.queue();
		expect(await list(connection, { search_phrase: 'Zwetschge' })).toEqual([found.id]);
		expect(await list(connection, { search_phrase: 'Mirabelle' })).toEqual([]);
	});

	decided(
		'search_phrase finds text in the ID, the request and the webhook URL, whatever its case',
		async () => {
			const connection = await service.connect();
			const body = {
				request_json: named('100% Müller_*'),
				webhook_url: 'https://receiver.example/Hook',
			};
			const { id } = (await connection.call('POST', '/queued_requests', { body })).body.data;
			await connection.queue();
			for (const search_phrase of [id.slice(4, 20).toUpperCase(), '% MÜLLER_*', 'EXAMPLE/hook'])
				expect(await list(connection, { search_phrase })).toEqual([id]);
		},
	);

	statement('filters work together, and total_pages counts what they leave', async () => {
		const connection = await service.connect();
		await connection.queue();
		await connection.queue('/vendors');
		const query = { state: 'waiting', search_phrase: 'VendorQueryRq', page_size: '1' };
		const { body } = await connection.call('GET', '/queued_requests', { query });
		expect([body.data.length, body.total_pages]).toEqual([1, 1]);
	});

	for (const [name, value] of [
		['sort', 'name'],
		['sort_direction', 'up'],
		['paeg', '1'],
	])
		decided(`a list with ${name}=${value} is invalid_request`, async () => {
			const { call } = await service.connect();
			const answered = await call('GET', '/queued_requests', { query: { [name]: value } });
			expectError(answered, 422, 'invalid_request');
		});
});
