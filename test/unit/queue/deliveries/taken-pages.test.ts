import { EventEmitter } from 'node:events';

import type { Delivery } from '../../../../queue/deliveries/delivery';
import {
	beginPage,
	isKnown,
	knownAs,
	pageMark,
	possibleMarks,
	remembersSince,
	settlePage,
} from '../../../../queue/deliveries/takenPages';
import type { JsonObject } from '../../../../quickbooks/json/object';

/** The answer to the service, as far as n8n's part in it goes. */
class Answer extends EventEmitter {
	writableEnded = false;

	/** n8n answers, and the connection is done. */
	end() {
		this.writableEnded = true;
		this.emit('close');
	}

	/** The caller goes away before n8n has answered. */
	abort() {
		this.emit('close');
	}
}

let count = 0;
/** A node of its own, so that no test knows the pages of another. */
function newNode() {
	count += 1;
	return `node ${count}`;
}

function take(node: string, staticData: JsonObject, mark: string) {
	const answer = new Answer();
	return { answer, ...beginPage(node, staticData, mark, answer as never, Date) };
}

const delivery = { id: 'a', page_request_id: 'b', state: 'completed' } as Delivery;

test('a page is known by its ID, its page_request_id, its number and its state', () => {
	const mark = pageMark(delivery);
	expect(pageMark({ ...delivery, timestamp: 'later', response_xml: 'x' })).toBe(mark);
	// A node stores a thousand of them.
	expect(mark).toHaveLength(20);
	const others = [
		pageMark({ ...delivery, id: 'c' }),
		pageMark({ ...delivery, page_request_id: 'c' }),
		pageMark({ ...delivery, page: 7 }),
		pageMark({ ...delivery, state: 'error' }),
		pageMark({ ...delivery, id: 'b', page_request_id: 'a' }),
	];
	expect(new Set([mark, ...others]).size).toBe(6);
});

test('a page that n8n could not store is new when it comes again', async () => {
	const node = newNode();
	const { answer } = take(node, {}, 'm');
	const second = knownAs(node, {}, 'm');
	answer.end();
	expect(await second).toBe('new');
	take(node, {}, 'm').taken();
	expect(await knownAs(node, {}, 'm')).toBe('taken');
});

test('a second one waits for the third if that has come before it', async () => {
	const node = newNode();
	const { answer } = take(node, {}, 'm');
	let known: string | undefined;
	const second = knownAs(node, {}, 'm').then((result) => (known = result));
	answer.end();
	const third = take(node, {}, 'm');
	await new Promise((resolve) => setImmediate(resolve));
	expect(known).toBeUndefined();
	third.taken();
	expect(await second).toBe('taken');
});

test('a page whose caller has gone away is unclear until n8n has done with it', async () => {
	const [node, staticData] = [newNode(), {}];
	const { answer, taken } = take(node, staticData, 'm');
	answer.abort();
	expect(await knownAs(node, staticData, 'm')).toBe('unclear');
	taken();
	expect(await knownAs(node, staticData, 'm')).toBe('taken');

	const failed = take(node, staticData, 'other');
	failed.answer.abort();
	expect(await knownAs(node, staticData, 'other')).toBe('unclear');
	failed.answer.writableEnded = true;
	expect(await knownAs(node, staticData, 'other')).toBe('new');
});

test('pages that arrive together do not forget each other, though each call has its own copy of what is stored', () => {
	const node = newNode();
	const copies: JsonObject[] = [{}, {}, {}];
	const calls = copies.map((staticData, index) => take(node, staticData, `m${index}`));
	for (const { taken } of calls) taken();
	expect(copies[2]).toMatchObject({ seenPages: 'm0 m1 m2' });
});

test('the newest thousand are remembered', async () => {
	const [node, staticData] = [newNode(), {} as JsonObject];
	for (let index = 0; index <= 1000; index++) take(node, staticData, `m${index}`).taken();
	const stored = String(staticData.seenPages).split(' ');
	expect(stored).toHaveLength(1000);
	expect([stored[0], stored.at(-1)]).toEqual(['m1', 'm1000']);
	expect(await knownAs(node, staticData, 'm0')).toBe('new');
	expect(await knownAs(node, staticData, 'm1')).toBe('taken');
});

test('what is forgotten is told with the next page, and once', () => {
	const [node, staticData] = [newNode(), {} as JsonObject];
	const told = (mark: string) => {
		const { taken, forgotten } = take(node, staticData, mark);
		taken();
		return forgotten;
	};
	for (let index = 0; index < 1000; index++) expect(told(`m${index}`)).toEqual([]);
	expect(['n0', 'n1', 'n2'].map(told)).toEqual([[], ['m0'], ['m1']]);
});

test('a mark counts as a whole', async () => {
	const staticData: JsonObject = { seenPages: 'first second' };
	expect(await knownAs(newNode(), staticData, 'sec')).toBe('new');
	expect(await knownAs(newNode(), { seenPages: '' }, '')).toBe('new');
});

test('another process tells what it forgets of the pages that were stored before it', () => {
	const staticData: JsonObject = { seenPages: 'before' };
	const node = newNode();
	const told = Array.from({ length: 1002 }, (_, index) => {
		const { taken, forgotten } = take(node, staticData, `m${index}`);
		taken();
		return forgotten;
	});
	expect(told.flat()).toEqual(['before', 'm0']);
});

describe('what the service shows of a page that may have been taken', () => {
	const shown: Delivery = {
		timestamp: 'then',
		id: 'aB',
		page_request_id: 'own',
		page: 2,
		state: 'completed',
		response_xml: '<a/>',
		response_json: [{ a: '' }],
		error: null,
	};

	test.each<[what: string, delivered: Partial<Delivery>]>([
		['everything', {}],
		['its ID in lower case', { id: 'ab' }],
		['its ID in capitals', { id: 'AB' }],
		['no number', { page: null }],
		['no page_request_id', { page_request_id: null }],
		['neither', { page: null, page_request_id: null }],
		['neither, and no XML', { page: null, page_request_id: null, response_xml: null }],
	])('is recognised if its delivery had %s', (_what, delivered) => {
		const [node, staticData] = [newNode(), {}];
		take(node, staticData, pageMark({ ...shown, ...delivered })).taken();
		expect(isKnown(node, staticData, possibleMarks(shown))).toBe(true);
		expect(isKnown(newNode(), staticData, possibleMarks(shown))).toBe(true);
	});

	test.each<[what: string, delivered: Partial<Delivery>]>([
		['request', { id: 'other' }],
		['page_request_id', { page_request_id: 'other' }],
		['number', { page: 3 }],
		['state', { state: 'error' }],
		['content', { page_request_id: null, response_xml: '<b/>' }],
	])('is not recognised as one with another %s', (_what, delivered) => {
		const [node, staticData] = [newNode(), {}];
		take(node, staticData, pageMark({ ...shown, ...delivered })).taken();
		expect(isKnown(node, staticData, possibleMarks(shown))).toBe(false);
	});

	test('is recognised by its state if it holds nothing, but not by that if it holds something', () => {
		const [node, staticData] = [newNode(), {}];
		const empty = { ...shown, response_xml: null, response_json: null };
		take(node, staticData, pageMark({ ...empty, page_request_id: null })).taken();
		expect(isKnown(node, staticData, possibleMarks(empty))).toBe(true);
		expect(isKnown(node, staticData, possibleMarks({ ...shown, response_json: null }))).toBe(false);
	});
});

test('how far memory reaches back: to the beginning, and later never beyond what is remembered', () => {
	jest.useFakeTimers({ now: 0 });
	const [node, staticData] = [newNode(), {} as JsonObject];
	for (let page = 0; page < 5_000; page++) {
		jest.setSystemTime(page);
		take(node, staticData, `m${page}`).taken();
		const [oldest] = String(staticData.seenPages).split(' ');
		const isWhole = page < 999;
		expect(remembersSince(node, staticData, -1)).toBe(isWhole);
		if (isWhole) continue;
		// What was taken before the oldest page that is remembered may be forgotten; the newest 300 pages always count.
		expect(remembersSince(node, staticData, Number(oldest.slice(1)) - 1)).toBe(false);
		expect(remembersSince(node, staticData, page - 300)).toBe(true);
	}
	jest.useRealTimers();
});

describe('how far memory reaches back where much is remembered', () => {
	const thousand = Array.from({ length: 1_000 }, (_, index) => `m${index}`);
	const after = (mark: string, moment: number) => {
		const node = newNode();
		const staticData: JsonObject = {
			seenPages: thousand.join(' '),
			seenSince: { since: 10, next: { mark, at: 50 } },
		};
		beginPage(node, staticData, 'new', new Answer() as never, { now: () => 100 }).taken();
		return remembersSince(node, staticData, moment);
	};

	test('is to the page to count from, as long as that is remembered', () => {
		expect([50, 51].map((moment) => after('m1', moment))).toEqual([false, true]);
		expect([10, 11].map((moment) => after('m700', moment))).toEqual([false, true]);
	});

	test('is to now where that page is forgotten', () => {
		expect([51, 100, 101].map((moment) => after('m0', moment))).toEqual([false, false, true]);
	});

	test('is nowhere where this process alone remembers it', () => {
		const node = newNode();
		settlePage(node, {}, thousand);
		expect(remembersSince(node, {}, 100)).toBe(false);
	});
});
