import fc from 'fast-check';

import { distinctPages, inOrder, pagesOf } from '../../../../queue/reader/pages';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';

type More = Record<string, unknown>;

let count = 0;
const vendorsOf = (records: number) =>
	Array.from({ length: records }, () => ({ ListID: String((count += 1)) }));

/** A page of an iterated query: so many records, and so many that remain. */
const page = (
	records: number,
	remaining: number | string | null,
	more: More = {},
): QueuedRecord => ({
	id: 'a',
	state: 'response_received',
	inserted_at: '2026-01-01T00:00:00Z',
	response_json: [
		{
			QBXMLMsgsRs: {
				VendorQueryRs: {
					'@statusCode': 0,
					'@iteratorID': '{1}',
					...(remaining !== null && { '@iteratorRemainingCount': remaining }),
					VendorRet: vendorsOf(records),
				},
			},
		},
	],
	...more,
});
/** An answer without an iterator. */
const alone = (records: number, more: More = {}): QueuedRecord => ({
	id: 'a',
	state: 'response_received',
	response_json: [
		{
			QBXMLMsgsRs: {
				VendorQueryRs: { '@statusCode': records ? 0 : 1, VendorRet: vendorsOf(records) },
			},
		},
	],
	...more,
});
const continued = {
	request_json: { request: { attributes: { iterator: 'Continue', iteratorID: '{1}' } } },
};

const shuffles = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });

test.each<[what: string, pages: QueuedRecord[]]>([
	['from 1', [1, 2, 3].map((number) => page(5, 15 - 5 * number, { page: number }))],
	['from 0', [0, 1, 2].map((number) => page(5, 10 - 5 * number, { page: number }))],
	[
		'as text',
		['1', '2', '3'].map((number) => page(5, String(15 - 5 * Number(number)), { page: number })),
	],
	['not at all', [10, 5, 0].map((remaining) => page(5, remaining))],
	['all the same', [10, 5, 0].map((remaining) => page(5, remaining, { page: 1 }))],
	[
		'all the same, with one page_request_id',
		[10, 5, 0].map((remaining) => page(5, remaining, { page: 1, page_request_id: 'x' })),
	],
	[
		'though what remains does not fit',
		[7, 5, 0].map((remaining, at) => page(5, remaining, { page: at + 1 })),
	],
])('pages numbered %s are whole in any order, and come in theirs', (_what, pages) => {
	fc.assert(
		fc.property(shuffles, (order) => {
			expect(pagesOf(order.map((at) => pages[at]))).toEqual({ complete: pages });
		}),
	);
});

test('a request that is not iterated is whole with its one answer, also with an empty one', () => {
	for (const record of [
		alone(3),
		alone(0),
		alone(3, { page: 1 }),
		alone(3, { page: 0 }),
		page(3, 0),
	]) {
		expect(pagesOf([record])).toEqual({ complete: [record] });
	}
});

test.each<[what: string, pages: QueuedRecord[], missing: RegExp]>([
	['nothing', [], /shows no page/],
	['one that waits', [{ id: 'a', state: 'waiting' }], /not completed yet \(waiting\)/],
	['a gap', [page(5, 10, { page: 1 }), page(5, 0, { page: 3 })], /numbers 1, 3/],
	['no beginning', [page(5, 5, { page: 2 }), page(5, 0, { page: 3 })], /numbers 2, 3/],
	['a page that continues another alone', [page(5, 0, continued)], /first page is missing/],
	[
		'the same in XML',
		[
			page(5, 0, {
				request_xml: '<A><VendorQueryRq requestID="1" iterator="Continue" iteratorID="2"/></A>',
			}),
		],
		/first page is missing/,
	],
	['no end', [page(5, 10, { page: 1 }), page(5, 5, { page: 2 })], /5 records remain/],
	['no end, without numbers', [page(5, 10), page(5, 5)], /5 records remain/],
	['an end that is not told', [page(5, null)], /does not say how many/],
	['a gap without numbers', [page(5, 10), page(5, 0)], /does not fit/],
	['two ends', [page(5, 0, { page: 1 }), page(5, 0, { page: 2 })], /more than one/],
	['an empty page behind the end', [page(5, 0), page(0, 0)], /more than one/],
	[
		'what continues a page with an answer of its own',
		[alone(3, continued)],
		/first page is missing/,
	],
	['two answers without an iterator', [alone(1), alone(2)], /does not fit/],
	['a second page alone without an iterator', [alone(1, { page: 2 })], /numbers 2/],
])('%s is not whole', (_what, pages, missing) => {
	expect(pagesOf(pages)).toEqual({ missing: expect.stringMatching(missing) });
});

test.each<[what: string, unreadable: QueuedRecord, others: QueuedRecord[]]>([
	['alone', { id: 'a', state: 'response_received' }, []],
	['that is no answer', { id: 'a', state: 'response_received', response_xml: '<html>' }, []],
	['with its number', { id: 'a', state: 'response_received', page: 2 }, [page(5, 0, { page: 1 })]],
	[
		'with an ID of its own',
		{ id: 'a', state: 'response_received', page_request_id: 'y' },
		[page(5, 0, { page: 1 })],
	],
])("an answer that can't be read, %s, is missing and shown", (_what, unreadable, others) => {
	expect(pagesOf([...others, unreadable])).toEqual({
		missing: 'its answer could not be read',
		unreadable,
	});
});

test('where some pages have no number, what remains tells their order', () => {
	const pages = [page(5, 5, { page: 1 }), page(5, 0)];
	expect(pagesOf(pages)).toEqual({ complete: pages });
	expect(pagesOf([...pages].reverse())).toEqual({ complete: pages });
});

test('leaving any page out is noticed, whatever they are numbered by', () => {
	const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 6 });
	fc.assert(
		fc.property(sizes, fc.nat(), fc.boolean(), (lengths, pick, areNumbered) => {
			const total = lengths.reduce((sum, length) => sum + length, 0);
			let given = 0;
			const pages = lengths.map((length, at) => {
				given += length;
				return page(length, total - given, {
					...(at > 0 && continued),
					...(areNumbered && { page: at + 1 }),
				});
			});
			expect(pagesOf(pages)).toEqual({ complete: pages });
			const left = pick % pages.length;
			expect(pagesOf(pages.filter((_, at) => at !== left))).toHaveProperty('missing');
		}),
	);
});

describe('a request that was asked for with automatic iteration', () => {
	const asked = { iterates: true };

	test('is whole with one answer that has no iterator only if that is empty', () => {
		expect(pagesOf([alone(0)], asked)).toEqual({ complete: [alone(0)] });
		expect(pagesOf([alone(3)], asked)).toEqual({ missing: expect.stringMatching(/not say/) });
	});

	test('may have a record of its own beside its pages', () => {
		const pages = [page(5, 5, { page: 1 }), page(5, 0, { page: 2 })];
		const whole = { id: 'a', state: 'response_received' };
		expect(pagesOf([whole, ...pages], asked)).toEqual({ complete: pages });
		expect(pagesOf([{ ...whole, page_request_id: null }, ...pages], asked)).toEqual({
			complete: pages,
		});
		expect(pagesOf([{ ...whole, state: 'waiting' }, ...pages], asked)).toHaveProperty('missing');
		const failed = { ...whole, state: 'error' };
		expect(pagesOf([failed, ...pages], asked)).toEqual({ failed });
	});
});

test('a page that a list shows without its answer counts once, with it', () => {
	const pages = [page(5, 5, { page: 1 }), page(5, 0, { page: 2 })];
	const stub = { ...pages[0], response_json: undefined };
	expect(pagesOf([stub, ...pages])).toEqual({ complete: pages });
});

describe('a page that was read twice', () => {
	const waiting = { id: 'a', state: 'waiting', page: 1 };
	const done = { id: 'a', state: 'response_received', page: 1 };
	const answered = page(5, 0, { page: 1 });
	const other = page(5, 0, { page: 1 });

	test.each<[what: string, records: QueuedRecord[], kept: QueuedRecord[]]>([
		['is kept once', [waiting, { ...waiting, state: 'sent' }], [waiting]],
		['is kept as it was completed', [waiting, done], [done]],
		['is kept once without its answer', [done, { ...done, state: 'completed' }], [done]],
		['is kept with its answer', [done, answered, waiting], [answered]],
		['is kept once with the same answer', [answered, { ...answered }], [answered]],
		['is kept twice with two answers', [answered, other], [answered, other]],
		[
			'is kept twice with two answers in JSON, whatever is empty in XML',
			[answered, other].map((one) => ({ ...one, response_xml: '' })),
			[answered, other].map((one) => ({ ...one, response_xml: '' })),
		],
		[
			'is kept once with the same answer in XML',
			[answered, other].map((one) => ({ ...one, response_xml: '<a/>' })),
			[{ ...other, response_xml: '<a/>' }],
		],
		[
			'is another one with another ID',
			[
				{ ...waiting, page_request_id: 'x' },
				{ ...waiting, page_request_id: 'y' },
			],
			[
				{ ...waiting, page_request_id: 'x' },
				{ ...waiting, page_request_id: 'y' },
			],
		],
		['is the same without an ID', [waiting, { ...waiting, page_request_id: null }], [waiting]],
	])('%s', (_what, records, kept) => {
		expect(distinctPages(records)).toEqual(kept);
	});
});

test.each<[by: string, pages: QueuedRecord[]]>([
	['their numbers', [page(5, 0, { page: 1 }), page(5, 10, { page: 2 })]],
	['what remains', [page(5, 10), page(5, 5), page(5, 0)]],
	['what they have, if nothing remains', [page(5, 0), page(2, 0), page(0, 0)]],
	[
		'what remains, where they have the same number',
		[5, 0].map((left) => page(5, left, { page: 1 })),
	],
	['what remains, behind those that do not say so', [page(5, null), page(5, 5), page(5, 0)]],
	['what they have, if none says what remains', [alone(3), { id: 'a', state: 'waiting' }]],
])('pages are put in order by %s', (_by, pages) => {
	expect(inOrder(pages)).toEqual(pages);
	expect(inOrder([...pages].reverse())).toEqual(pages);
});
