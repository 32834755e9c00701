import type { IDataObject } from 'n8n-workflow';

import { runWorkflow } from './harness';
import { useLocalService } from './support/local-service';
import { byId, parametersFor, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const service = useLocalService();
const server = useScriptedServer();
const ANY_CONNECTION = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

const getMany = (target: typeof service | typeof server, id: string, form: IDataObject) =>
	runOperation(target, 'queuedRequest.getAll', { connection: { ...byId(id) }, ...form });

/** A page of the list as the service would give it. */
const page = (number: number, from: number, to: number, totalPages: number) => ({
	body: {
		data: Array.from({ length: to - from + 1 }, (_, index) => ({ id: `r${from + index}` })),
		page: number,
		total_pages: totalPages,
	},
});
const queries = () => server.received.map(({ url }) => url.split('?')[1]);

describe('250 requests in the real service', () => {
	let connectionId: string;
	let oldestFirst: string[];

	beforeAll(async () => {
		connectionId = await service.newConnection();
		oldestFirst = [];
		for (let number = 0; number < 250; number++) {
			const path = `/connections/${connectionId}/customers?request_id=n${number}`;
			oldestFirst.push((await service.call<{ id: string }>('GET', path)).id);
		}
	});

	test('Return All gives every one, each once, the newest first', async () => {
		const run = await getMany(service, connectionId, { returnAll: true });
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json.id)).toEqual([...oldestFirst].reverse());
		expect(run.items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(
			true,
		);
	});

	test.each([
		[1, 1],
		[50, 50],
		[150, 150],
		[1000, 250],
	])('Limit %i gives %i', async (limit, count) => {
		const run = await getMany(service, connectionId, { returnAll: false, limit });
		expect(run.items.map(({ json }) => json.id)).toEqual(
			[...oldestFirst].reverse().slice(0, count),
		);
	});

	test('the filters are those of the service', async () => {
		const oldest = await getMany(service, connectionId, {
			limit: 3,
			filters: { sort: 'inserted_at', sortDirection: 'asc' },
		});
		expect(oldest.items.map(({ json }) => json.id)).toEqual(oldestFirst.slice(0, 3));
		const found = await getMany(service, connectionId, {
			returnAll: true,
			filters: { searchPhrase: 'requestID="N249"' },
		});
		expect(found.items.map(({ json }) => json.id)).toEqual([oldestFirst[249]]);
		const sent = await getMany(service, connectionId, {
			returnAll: true,
			filters: { state: 'sent' },
		});
		expect(sent.items).toEqual([]);
		const pending = await getMany(service, connectionId, {
			returnAll: true,
			filters: { webhookState: 'pending' },
		});
		expect(pending.items).toEqual([]);
	});
});

describe('responses', () => {
	const answer = { response_xml: '<QBXML/>', response_json: [{}] };
	const listed = { id: 'r1', state: 'response_received', request_xml: '<QBXML/>' };

	const seen = async (options: IDataObject) => {
		server.answerWith({ body: { data: [{ ...listed, ...answer }], page: 1, total_pages: 1 } });
		const connection = { ...byId(ANY_CONNECTION) };
		const run = await runWorkflow({
			nodes: [{ parameters: parametersFor('queuedRequest.getAll', { connection, options }) }],
			credentials: server.credentials,
		});
		return run.items.map(({ json }) => json);
	};

	test('are left out unless asked for', async () => {
		expect(await seen({})).toEqual([listed]);
		expect(await seen({ includeResponses: false })).toEqual([listed]);
		expect(await seen({ includeResponses: true })).toEqual([{ ...listed, ...answer }]);
	});
});

describe('as few calls as can be', () => {
	const [first, second, third] = [page(1, 1, 100, 3), page(2, 101, 200, 3), page(3, 201, 250, 3)];

	test('Return All asks for pages of 100', async () => {
		server.answerWith(first, second, first, third, second);
		const run = await getMany(server, ANY_CONNECTION, { returnAll: true });
		expect(run.items).toHaveLength(250);
		// Each page once more when the next one is there: what is deleted meanwhile moves the others up.
		expect(queries()).toEqual([1, 2, 1, 3, 2].map((number) => `page=${number}&page_size=100`));
	});

	test('Limit 150 takes two pages', async () => {
		server.answerWith(first, second, first);
		const run = await getMany(server, ANY_CONNECTION, { limit: 150 });
		expect(run.items).toHaveLength(150);
		expect(queries()).toEqual([1, 2, 1].map((number) => `page=${number}&page_size=100`));
	});

	test.each([
		[7, 'page=1&page_size=7'],
		[100, 'page=1&page_size=100'],
	])('Limit %i takes one call of that size', async (limit, query) => {
		server.answerWith(page(1, 1, limit, 40));
		const run = await getMany(server, ANY_CONNECTION, { limit });
		expect(run.items).toHaveLength(limit);
		expect(queries()).toEqual([query]);
	});

	test('the limit is 50 unless said', async () => {
		server.answerWith(page(1, 1, 50, 5));
		await getMany(server, ANY_CONNECTION, {});
		expect(queries()).toEqual(['page=1&page_size=50']);
	});

	test('an empty list is one call', async () => {
		server.answerWith(page(1, 1, 0, 0));
		const run = await getMany(server, ANY_CONNECTION, { returnAll: true });
		expect(run).toMatchObject({ status: 'success', items: [] });
		expect(server.received).toHaveLength(1);
	});
});

test('every filter goes out by its name', async () => {
	server.answerWith(page(1, 1, 1, 1));
	const run = await getMany(server, ANY_CONNECTION, {
		returnAll: true,
		filters: {
			searchPhrase: 'a & b',
			sort: 'updated_at',
			sortDirection: 'asc',
			state: 'response_received',
			webhookState: 'not_applicable',
		},
	});
	expect(run.error).toBeUndefined();
	expect(Object.fromEntries(new URLSearchParams(queries()[0]))).toEqual({
		search_phrase: 'a & b',
		sort: 'updated_at',
		sort_direction: 'asc',
		state: 'response_received',
		webhook_state: 'not_applicable',
		page: '1',
		page_size: '100',
	});
});

test('a request that moves to the next page while the list is read comes once', async () => {
	server.answerWith(page(1, 1, 100, 2), page(2, 100, 150, 2));
	const run = await getMany(server, ANY_CONNECTION, { returnAll: true });
	expect(run.items.map(({ json }) => json.id)).toEqual(
		Array.from({ length: 150 }, (_, index) => `r${index + 1}`),
	);
});

test('the pages of an iterated request are records of their own', async () => {
	const data = [1, 2].map((number) => ({
		id: 'same',
		page_request_id: `p${number}`,
		page: number,
	}));
	server.answerWith({ body: { data, page: 1, total_pages: 1 } });
	const run = await getMany(server, ANY_CONNECTION, { returnAll: true });
	expect(run.items.map(({ json }) => json)).toEqual(data);
});

test('pages that share their ID and carry no numbers all come out', async () => {
	const id = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
	const pages = ['<a/>', '<b/>'].map((xml) => ({ id, response_xml: xml }));
	server.answerWith({ body: { data: pages, page: 1, total_pages: 1 } });
	const run = await runOperation(server, 'queuedRequest.getAll', {
		connection: { ...byId(id) },
		returnAll: true,
		options: { includeResponses: true },
	});
	expect(run.items.map(({ json }) => json.response_xml)).toEqual(['<a/>', '<b/>']);
});
