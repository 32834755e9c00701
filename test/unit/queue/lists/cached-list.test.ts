import { cachedList, lastAnswers, listRequestId } from '../../../../queue/lists/cachedList';
import { listKey, ownRequests, rememberRequest } from '../../../../queue/lists/ownRequests';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { CONNECTION } from '../support/records';
import {
	answered,
	answerXml,
	classes,
	LIST_ID,
	listSource,
	never,
	requestXml,
	waiting,
} from './support';

type Served = Parameters<typeof listSource>[1];

const idsOf = (records: readonly QueuedRecord[]) => records.map(({ id }) => id);

async function known(records: readonly QueuedRecord[], served: Served = {}, own: string[] = []) {
	const { source, service } = listSource(records, served);
	const key = listKey(source, classes);
	for (const id of [...own].reverse()) rememberRequest(key, { id, at: 0 });
	const { answered: answers, asked, ...list } = await cachedList(source, classes, never());
	return {
		service,
		key,
		answers: [...new Set(idsOf(answers))],
		asked: asked?.id,
		state: asked?.state,
		...list,
	};
}

const others = (count: number): QueuedRecord[] =>
	Array.from({ length: count }, (_, index) => ({
		...answered(`other-${index}`),
		request_xml: requestXml('', 'HostQuery'),
		response_xml: answerXml([], 'HostQuery'),
	}));

const without =
	(...fields: string[]) =>
	(record: QueuedRecord) =>
		Object.fromEntries(
			Object.entries(record).filter(([name]) => !fields.includes(name)),
		) as QueuedRecord;

const isDeaf: Served = { search: () => [] };

test('the identifier of a request says which list it asks for', () => {
	expect(listRequestId(classes)).toBe(LIST_ID);
});

test('nothing is known of an empty queue, but when the desktop was there', async () => {
	const lastConnectedAt = '2026-01-15T11:00:00Z';
	const { answers, asked, isWhole, ...more } = await known([], { lastConnectedAt });
	expect({ answers, asked, isWhole }).toEqual({ answers: [], asked: undefined, isWhole: false });
	expect(more.lastConnectedAt).toBe(lastConnectedAt);
	expect((await known([], { lastConnectedAt: null })).lastConnectedAt).toBeNull();
});

test('nothing is known of a connection that the service does not show', async () => {
	const { source, service } = listSource([answered('a')]);
	const send = service.send.bind(service);
	service.send = async (call) =>
		call.path === `/connections/${CONNECTION}` ? { data: null } : await send(call);
	expect(await cachedList(source, classes, never())).toMatchObject({
		isWhole: true,
		lastConnectedAt: undefined,
	});
});

test('a look that was cut short, and has found nothing, says nothing', async () => {
	const { source } = listSource([]);
	await expect(cachedList(source, classes, AbortSignal.abort())).rejects.toThrow('aborted');
	const { source: there } = listSource([answered('a')]);
	expect((await cachedList(there, classes, AbortSignal.abort())).isWhole).toBe(true);
});

describe.each<[what: string, served: Served]>([
	['that the search finds', {}],
	['that the search does not find', isDeaf],
	[
		'of which lists show no requests',
		{ ...isDeaf, listed: without('request_xml', 'response_xml') },
	],
])('an answer %s', (_what, served) => {
	test('is the whole list', async () => {
		expect(await known([...others(2), answered('a')], served)).toMatchObject({
			answers: ['a'],
			isWhole: true,
			asked: 'a',
			isUnreadable: false,
		});
	});

	test('is one beside a newer one that failed', async () => {
		const failed = waiting('b', {
			state: 'error',
			error: { message: 'No.' },
			inserted_at: '2026-01-15T12:00:00Z',
		});
		const older = answered('a', { inserted_at: '2026-01-14T12:00:00Z' });
		expect(await known([failed, older], served)).toMatchObject({
			answers: ['a'],
			isWhole: true,
			asked: 'b',
			state: 'error',
			isUnreadable: false,
		});
	});

	test('is only the first of two', async () => {
		expect(await known([answered('b'), answered('a')], served)).toMatchObject({
			answers: ['b'],
			isWhole: true,
		});
	});
});

describe('what makes up a list', () => {
	const foreign = (id: string, content: string, fields: Partial<QueuedRecord> = {}) =>
		answered(id, {
			request_xml: requestXml(content, 'ClassQuery', ' requestID="mine"'),
			...fields,
		});

	test('is one with a filter in part, beside the last whole one', async () => {
		const some = foreign('b', '<MaxReturned>1</MaxReturned>');
		expect(await known([some])).toMatchObject({ answers: ['b'], isWhole: false });
		for (const newer of [[], [waiting('c')]]) {
			expect(await known([...newer, some, answered('a')])).toMatchObject({
				answers: ['b', 'a'],
				isWhole: true,
			});
		}
		expect(await known([waiting('c'), foreign('a', '')])).toMatchObject({
			answers: ['a'],
			isWhole: true,
			asked: 'c',
		});
	});

	test('is no answer to another query, no failure, and none that can’t be read', async () => {
		const odd = answered('a', { response_xml: '<html/>' });
		expect(await known([odd])).toMatchObject({
			answers: [],
			isWhole: false,
			asked: 'a',
			isUnreadable: true,
		});
		const nameless = answered('a', {
			response_xml: answerXml(['1']).replace('<ListID>1</ListID>', ''),
		});
		expect(await known([nameless])).toMatchObject({ answers: [], isUnreadable: true });
		const refused = answered('a', {
			response_xml: answerXml([]).replace(
				'"0" statusSeverity="Info"',
				'"3260" statusSeverity="Error"',
			),
		});
		expect(await known([refused])).toMatchObject({ answers: [], asked: 'a', isUnreadable: false });
		const foreignKind = answered('a', { response_xml: answerXml(['1'], 'VendorQuery') });
		expect(await known([foreignKind])).toMatchObject({ answers: [], isUnreadable: true });
	});
});

describe('a list that came in pages', () => {
	const page = (number: number, remaining: number, fields: Partial<QueuedRecord> = {}) =>
		answered('paged', {
			page: number,
			page_request_id: `page-${number}`,
			response_xml: answerXml(
				[`${number}`],
				'ClassQuery',
				` iteratorRemainingCount="${remaining}" iteratorID="{1}"`,
			),
			...fields,
		});

	test('is not whole while one of them is waiting, or can’t be read', async () => {
		const open = page(2, 0, { state: 'waiting', response_xml: undefined });
		expect(await known([open, page(1, 1)], isDeaf)).toMatchObject({
			answers: ['paged'],
			isWhole: false,
			asked: 'paged',
			state: 'waiting',
		});
		const odd = page(2, 0, {
			response_xml: answerXml(['x'], 'VendorQuery', ' iteratorRemainingCount="0"'),
		});
		expect((await known([odd, page(1, 1)])).isWhole).toBe(false);
	});

	test('is whole although others stand between its pages', async () => {
		const apart = [page(2, 0), ...others(5), page(1, 1), ...others(200)];
		const { isWhole, service } = await known(apart, isDeaf);
		expect(isWhole).toBe(true);
		const steps = service.calls.filter(({ query }) => query?.sort === 'inserted_at');
		expect(steps.map(({ query }) => query)).toMatchObject(
			[3, 3, 6].map((size) => ({ state: 'response_received', page_size: size })),
		);
	});

	test('is known by the identifier of one of them', async () => {
		const next = page(2, 0, {
			request_xml: requestXml('', 'ClassQuery', ' iterator="Continue" iteratorID="{1}"'),
		});
		expect((await known([next, page(1, 1)])).asked).toBe('paged');
	});

	test('of somebody else is whole with all of them, if they can be found', async () => {
		const request_xml = requestXml('', 'ClassQuery', ' iterator="Start"');
		const all = [page(2, 0, { request_xml }), page(1, 1, { request_xml })];
		expect(await known(all)).toMatchObject({ answers: ['paged'], isWhole: true });
		const down: Served = {
			before: ({ query }) => {
				if (query?.search_phrase === 'paged') throw new Error('It is down.');
			},
		};
		expect(await known(all, down)).toMatchObject({ answers: ['paged'], isWhole: false });
	});

	test.each<[what: string, fields: Partial<QueuedRecord>, isPaged: boolean]>([
		['what remains', page(1, 0, { page: undefined, page_request_id: undefined }), true],
		['its number', { page: 1 }, true],
		['its ID', { page_request_id: 'page-1' }, true],
		['that it has neither', { page: null, page_request_id: null }, false],
	])('is looked for by its ID if the newest answer shows %s', async (_what, fields, isPaged) => {
		const { service } = await known([answered('paged', fields)]);
		const asked = service.calls.map(({ query }) => query).filter((query) => query?.search_phrase);
		expect(asked.slice(2)).toEqual(
			isPaged ? [{ search_phrase: 'paged', state: 'response_received', page_size: 100 }] : [],
		);
	});
});

describe('what this process has asked for itself', () => {
	test('is not looked for in the list once it was read', async () => {
		const { service } = await known([waiting('own')], isDeaf, ['own']);
		expect(service.calls.map(({ query }) => query?.state)).not.toContain('waiting');
	});

	test('is forgotten when the service has it no longer', async () => {
		const { key, asked } = await known([], {}, ['gone']);
		expect(asked).toBeUndefined();
		expect(ownRequests(key)).toEqual([]);
	});

	test('is not read again if the search has shown it', async () => {
		const { service } = await known([answered('OWN')], {}, ['own']);
		expect(service.calls.map(({ path }) => path)).not.toContain('/queued_requests/own');
	});

	test('is known by its ID although the service shows other words', async () => {
		const odd = requestXml('<ActiveStatus>All</ActiveStatus>', 'ClassQuery', ' requestID="17"');
		const own = answered('own', { request_xml: odd });
		expect((await known([own], {}, ['OWN'])).asked).toBe('own');
	});
});

describe('as few calls as it takes', () => {
	const listCalls = (service: Awaited<ReturnType<typeof known>>['service']) =>
		service.calls.filter(({ path }) => path.endsWith('/queued_requests'));

	test('two searches where they find the list', async () => {
		const { service } = await known([answered('a')]);
		expect(listCalls(service).map(({ query }) => query)).toEqual([
			{ search_phrase: 'ClassQueryRq', state: 'response_received', page_size: 1 },
			{ search_phrase: LIST_ID, page_size: 3 },
		]);
		expect(new Set(service.calls.map(({ method }) => method))).toEqual(new Set(['GET']));
	});

	test('and no more where they prove that nobody has asked for it', async () => {
		const foreign = answered('a', {
			request_xml: requestXml('', 'ClassQuery', ' requestID="mine"'),
		});
		const { service } = await known([foreign]);
		expect(listCalls(service)).toHaveLength(2);
	});

	test('but the list where a search finds everything, or nothing', async () => {
		const foreign = answered('a', {
			request_xml: requestXml('', 'ClassQuery', ' requestID="mine"'),
		});
		const everything = await known([foreign], { search: (_, all) => [...all] });
		expect(listCalls(everything.service).map(({ query }) => query?.state)).toContain('waiting');
	});
});

test('an answer that only the list shows counts beside a request that the search has found', async () => {
	const foreign = answered('a', {
		request_xml: requestXml('', 'ClassQuery', ' requestID="mine"'),
	});
	const search = (phrase: string, all: readonly QueuedRecord[]): QueuedRecord[] =>
		phrase === LIST_ID ? all.filter(({ id }) => id === 'b') : [];
	expect(await known([waiting('b'), ...others(5), foreign], { search })).toMatchObject({
		answers: ['a'],
		isWhole: true,
		asked: 'b',
	});
});

describe('a search that proves nothing', () => {
	const findsAnswers =
		(isFound: (record: QueuedRecord) => boolean) =>
		(phrase: string, all: readonly QueuedRecord[]): QueuedRecord[] =>
			phrase === 'ClassQueryRq' ? all.filter(isFound) : [];

	test('is one that finds another query', async () => {
		const search = findsAnswers(({ id }) => id.startsWith('other'));
		expect((await known([waiting('b'), ...others(1)], { search })).asked).toBe('b');
	});

	test('is one that finds a query by its answer', async () => {
		const hidden = without('request_xml');
		const shown = (record: QueuedRecord) => (record.id === 'a' ? hidden(record) : record);
		const search = findsAnswers(({ id }) => id === 'a');
		const { asked } = await known([waiting('b'), answered('a')], {
			search,
			listed: shown,
			read: shown,
		});
		expect(asked).toBe('b');
	});
});

describe('the last answers to a query', () => {
	const last = async (records: readonly QueuedRecord[], served: Served = {}) => {
		const { source, service } = listSource(records, served);
		return {
			ids: idsOf(await lastAnswers(source, 'ClassQuery', never())),
			queries: service.calls.map(({ query }) => query),
		};
	};

	test('are those that a search finds, three at most', async () => {
		const { ids, queries } = await last(['d', 'c', 'b', 'a'].map((id) => answered(id)));
		expect(ids).toEqual(['d', 'c', 'b']);
		expect(queries).toEqual([
			{ search_phrase: 'ClassQueryRq', state: 'response_received', page_size: 3 },
		]);
	});

	test('are read from the list if a search finds none', async () => {
		const odd = answered('odd', { response_xml: '<html/>' });
		const { ids } = await last([...others(2), answered('a')], { search: () => [] });
		expect(ids).toEqual(['a']);
		const found = await last([odd, answered('a')], { search: () => [odd] });
		expect(found.ids).toEqual(['odd', 'a']);
	});
});
