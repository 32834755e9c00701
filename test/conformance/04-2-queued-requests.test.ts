import { randomUUID } from 'node:crypto';

import type { Fields } from '../service/support/api-client';
import { request as requestXml } from '../service/support/qbxml';
import { exchanged } from './support/exchange';
import { expectError, expectErrorAsHere, expectSuccess, text, uuid } from './support/expectations';
import { request_json } from './support/operations';
import { decided, NotAsked, stated } from './support/statement';
import { target } from './support/target';

const request_xml = requestXml('CustomerQuery');
const small = { version: '16.0', request: { name: 'CustomerQueryRq' } };
const named = (text: string) => ({
	version: '16.0',
	request: { name: 'CustomerQueryRq', children: [{ name: 'FullName', text }] },
});

describe('4.2 Queued requests', () => {
	const service = target();

	for (const [what, body] of [
		['request_json', { request_json }],
		['request_xml', { request_xml }],
		['a webhook URL', { request_json, webhook_url: 'https://receiver.example/' }],
	] as const) {
		stated(`POST …/queued_requests takes ${what} and answers with the request`, async () => {
			const { call } = await service.connect();
			const answered = await call('POST', '/queued_requests', { body });
			expectSuccess(answered);
			expect(answered.body.data).toMatchObject({ id: uuid, state: text });
		});

		decided(`POST …/queued_requests answers 201 to ${what}`, async () => {
			const { call } = await service.connect();
			expect((await call('POST', '/queued_requests', { body })).status).toBe(201);
		});
	}

	decided('request_json needs neither attributes nor children', async () => {
		const { call } = await service.connect();
		const answered = await call('POST', '/queued_requests', { body: { request_json: small } });
		expect([answered.status, answered.body.data]).toEqual([
			201,
			expect.objectContaining({ request_xml: expect.stringContaining('CustomerQueryRq') }),
		]);
	});

	for (const [what, body] of [
		['JSON that is malformed', '{"request_xml":'],
		['a request_json that is no object', { request_json: 'CustomerQueryRq' }],
	] as const)
		stated(`queueing ${what} is invalid_request`, async () => {
			const connection = await service.connect();
			expectError(await connection.call('POST', '/queued_requests', { body }), 'invalid_request');
			expect(await connection.listIds()).toEqual([]);
		});

	const refusedHere: readonly [what: string, body: unknown][] = [
		['a webhook URL that is none', { request_json, webhook_url: 'nowhere' }],
		['XML that is not well formed', { request_xml: '<QBXML>' }],
		['XML that is no request', { request_xml: '<html/>' }],
		['JSON without a version', { request_json: { request: { name: 'HostQueryRq' } } }],
		['JSON without a name', { request_json: { version: '16.0', request: {} } }],
		[
			'an attribute that is no text',
			{ request_json: { version: '16.0', request: { name: 'HostQueryRq', attributes: { a: 1 } } } },
		],
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
	for (const [what, body] of refusedHere)
		decided(`queueing ${what} is invalid_request`, async () => {
			const connection = await service.connect();
			const answered = await connection.call('POST', '/queued_requests', { body });
			expectErrorAsHere(answered, 'invalid_request');
			expect(await connection.listIds()).toEqual([]);
		});

	for (const method of ['GET', 'POST'])
		stated(`${method} …/queued_requests of an unknown connection is not_found`, async () => {
			const body = method === 'POST' ? { request_json } : undefined;
			const path = `/connections/${randomUUID()}/queued_requests`;
			expectError(await service.api(method, path, { body }), 'not_found');
		});

	stated('GET /queued_requests/{request_id} answers 200 with the request', async () => {
		const { id } = await (await service.connect()).queue();
		const { status, body } = await service.api('GET', `/queued_requests/${id}`);
		expect([status, body.data.id]).toEqual([200, id]);
	});

	stated('a list holds the requests of its connection only', async () => {
		const [one, other] = [await service.connect(), await service.connect()];
		const { id } = await one.queue();
		await other.queue();
		expect(await one.listIds()).toEqual([id]);
	});

	stated('the list is ordered most recent first by default, by inserted_at', async () => {
		const connection = await service.connect();
		const ids = (await connection.queueApart(4)).map(({ id }) => id);
		await service.keeps(...ids);
		const newestFirst = ids.toReversed();
		expect(await connection.listIds()).toEqual(newestFirst);
		expect(await connection.listIds({ sort: 'inserted_at', sort_direction: 'desc' })).toEqual(
			newestFirst,
		);
		expect(await connection.listIds({ sort_direction: 'asc' })).toEqual(ids);
	});

	decided('requests that were queued one right after the other are in that order', async () => {
		const connection = await service.connect();
		const ids: string[] = [];
		for (let count = 0; count < 5; count += 1) ids.push((await connection.queue()).id);
		expect(await connection.listIds()).toEqual(ids.toReversed());
	});

	stated('the list can be sorted by updated_at, in both directions', async () => {
		const connection = await service.connect();
		await service.keeps(...(await connection.queueApart(3)).map(({ id }) => id));
		for (const [sort_direction, sign] of [
			['asc', 1],
			['desc', -1],
		] as const) {
			const listed = await connection.list({ sort: 'updated_at', sort_direction });
			expect(listed).toHaveLength(3);
			const times = listed.map(({ updated_at }) => Date.parse(updated_at));
			if (times.some(Number.isNaN)) throw new NotAsked('the list does not show updated_at');
			expect(times).toEqual(times.toSorted((one, other) => sign * (one - other)));
		}
	});

	decided(
		'a request that was answered is updated before one that was queued later',
		async () => {
			const connection = await service.connect();
			const earlier = (await exchanged(connection)).id;
			const later = (await connection.queue()).id;
			const sort = 'updated_at';
			expect(await connection.listIds({ sort })).toEqual([later, earlier]);
			expect(await connection.listIds({ sort, sort_direction: 'asc' })).toEqual([earlier, later]);
		},
		'connector',
	);

	stated('page and page_size walk through the list without gap or repetition', async () => {
		const connection = await service.connect();
		const ids = (await connection.queueApart(5)).map(({ id }) => id);
		await service.keeps(...ids);
		const pages: string[][] = [];
		for (const page of ['1', '2', '3'])
			pages.push(await connection.listIds({ page, page_size: '2' }));
		expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
		expect(pages.flat()).toEqual(ids.toReversed());
	});

	decided('page and total_pages say which page of how many it is', async () => {
		const connection = await service.connect();
		for (let count = 0; count < 5; count += 1) await connection.queue();
		const query = { page: '2', page_size: '2' };
		const { body } = await connection.call('GET', '/queued_requests', { query });
		expect(body).toMatchObject({ page: 2, total_pages: 3 });
	});

	stated(
		'state filters the list',
		async () => {
			const connection = await service.connect();
			const { id } = await connection.queue();
			expect(await connection.listIds({ state: 'waiting' })).toEqual([id]);
			expect(await connection.listIds({ state: 'response_received' })).toEqual([]);
		},
		'idle connection',
	);

	stated('webhook_state filters the list', async () => {
		const connection = await service.connect();
		const plain = await connection.queue();
		const hooked = await connection.queueXml('https://receiver.example/');
		const found = await connection.listIds({ webhook_state: 'not_applicable' });
		expect(found).toContain(plain.id);
		if (hooked.webhook_state === 'not_applicable')
			throw new NotAsked('a request with a webhook URL is not_applicable, too');
		expect(found).not.toContain(hooked.id);
	});

	decided('a new request with a webhook URL is found under pending', async () => {
		const connection = await service.connect();
		await connection.queue();
		const hooked = await connection.queueXml('https://receiver.example/');
		expect(await connection.listIds({ webhook_state: 'pending' })).toEqual([hooked.id]);
		expect(await connection.listIds({ webhook_state: 'failed' })).toEqual([]);
	});

	const withPlum = async () => {
		const connection = await service.connect();
		const body = { request_json: named('Zwetschge') };
		const found: Fields = (await connection.call('POST', '/queued_requests', { body })).body.data;
		const other = await connection.queue();
		return { connection, found, other };
	};

	stated('search_phrase leaves nothing in the list that is not in it without', async () => {
		const { connection } = await withPlum();
		const all = await connection.listIds();
		for (const search_phrase of ['Zwetschge', 'Mirabelle', 'CustomerQueryRq'])
			expect(all).toEqual(expect.arrayContaining(await connection.listIds({ search_phrase })));
	});

	decided('search_phrase leaves those that have the phrase in their request', async () => {
		const { connection, found } = await withPlum();
		expect(await connection.listIds({ search_phrase: 'Zwetschge' })).toEqual([found.id]);
		expect(await connection.listIds({ search_phrase: 'Mirabelle' })).toEqual([]);
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
				expect(await connection.listIds({ search_phrase })).toEqual([id]);
		},
	);

	stated(
		'filters work together',
		async () => {
			const connection = await service.connect();
			const plain = await connection.queue();
			const both = { state: 'waiting', webhook_state: 'not_applicable' };
			expect(await connection.listIds(both)).toEqual([plain.id]);
			const neither = { state: 'discarded', webhook_state: 'not_applicable' };
			expect(await connection.listIds(neither)).toEqual([]);
		},
		'idle connection',
	);

	decided('total_pages counts what filters leave', async () => {
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
			expectErrorAsHere(answered, 'invalid_request');
		});
});
