import { type Page, pageFrom } from '../../../../queue/deliveries/delivery';
import { missedPages } from '../../../../queue/deliveries/missedPages';
import { beginPage, pageMark, settlePage } from '../../../../queue/deliveries/takenPages';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { REMEMBERED } from '../../../../queue/runs/knownRuns';
import { requestIdOf, runsName, withRun } from '../../../../queue/runs/runNames';
import type { Place } from '../../../../queue/runs/runs';
import { CONNECTION, ownerOf } from '../support/records';
import { servedQueue } from '../support/served-queue';
import { stillClock } from '../support/still-clock';

/** What the service counts as delivered although the trigger has not taken it: while n8n starts, it answers everything with 200. */

const START = new Date('2026-03-01T08:00:00.000Z');
const ID = '00000000-0000-4000-8000-000000000001';

const answerXml = (count: number, remaining: number): string =>
	`<QBXML><QBXMLMsgsRs><VendorQueryRs statusCode="0" statusSeverity="Info" iteratorRemainingCount="${remaining}" iteratorID="{1}">${'<VendorRet><ListID>1-1</ListID></VendorRet>'.repeat(count)}</VendorQueryRs></QBXMLMsgsRs></QBXML>`;

/** A node each time, for a process remembers what each has taken. */
let nodes = 0;

function looking(
	all: readonly object[],
	{
		known,
		iterates = true,
		...behaviour
	}: NonNullable<Parameters<typeof servedQueue>[1]> & {
		known?: Place['known'];
		iterates?: boolean;
	} = {},
) {
	const name = runsName(ownerOf(`missed pages ${(nodes += 1)}`), {});
	const run = { id: ID, requestId: requestIdOf(name, START), start: START.toISOString() };
	const url = withRun('http://n8n.example/webhook', run.requestId);
	const records = all.map((fields, index): QueuedRecord => ({
		id: ID,
		state: 'response_received',
		page: index + 1,
		page_request_id: `page-${index + 1}`,
		response_xml: answerXml(2, 2 * (all.length - index - 1)),
		webhook_url: url,
		webhook_state: 'succeeded',
		...fields,
	}));
	const service = servedQueue([...records].reverse(), {
		search: (_, listed) => [...listed],
		...behaviour,
	});
	const place: Place = {
		service,
		clock: stillClock(START.getTime()),
		connectionId: CONNECTION,
		name,
		iterates: () => iterates,
		known: known ?? [{ ...run, taken: 0 }],
	};
	const remembered = { node: name, staticData: {} };
	const take = (...numbers: number[]) => {
		const taken = records.filter(({ page }) => numbers.includes(Number(page)));
		settlePage(
			name,
			remembered.staticData,
			taken.map((record) =>
				pageMark((pageFrom({ ...record, state: 'completed' }) as Page).delivery),
			),
		);
	};
	const look = async (only?: ReadonlySet<string>) => {
		const { pages, ...rest } = await missedPages(place, run, remembered, only);
		return { pages: pages.map(({ page }) => page.delivery.page), ...rest };
	};
	return { run, url, place, records, service, remembered, take, look };
}

const keyOf = (page: number) => JSON.stringify([`page-${page}`, page]);

test('are given in order, with what they were delivered to, and marks that make them known', async () => {
	const { place, run, remembered, url } = looking([{}, {}]);
	const { pages, open } = await missedPages(place, run, remembered);
	expect(pages.map((page) => page.url)).toEqual([url, url]);
	expect(open).toEqual([]);
	settlePage(remembered.node, remembered.staticData, [pages[0].marks[0]]);
	const again = await missedPages(place, run, remembered);
	expect(again.pages.map(({ page }) => page.delivery.page)).toEqual([2]);
});

test('the only page of a run is known by what its delivery says, although its record says less', async () => {
	const record = { page: undefined, page_request_id: undefined };
	const { place, run, remembered, records } = looking([record], { iterates: false });
	const { pages } = await missedPages(place, run, remembered);
	const delivery = { ...records[0], state: 'completed', page: 1, page_request_id: ID };
	const mark = pageMark((pageFrom(delivery) as Page).delivery);
	expect(pages.map(({ page }) => pageMark(page.delivery))).toEqual([mark]);
	settlePage(remembered.node, remembered.staticData, [mark]);
	place.known = [{ ...run, taken: 1 }];
	expect(await missedPages(place, run, remembered)).toEqual({ pages: [], open: [] });
});

test('are none of those that are being delivered, of which more is known in a moment', async () => {
	const { look } = looking([{}, { webhook_state: 'pending' }, { webhook_state: 'failed' }]);
	expect(await look()).toEqual({ pages: [1], open: [keyOf(2)] });
	const none = looking([{ webhook_state: 'pending' }, { webhook_state: 'failed' }]);
	expect(await none.look()).toEqual({ pages: [], open: [keyOf(1)] });
	none.place.known = [{ ...none.run, taken: 1 }];
	expect(await none.look()).toEqual({ pages: [], open: [keyOf(1)] });
});

test('may be late: delivered, but not completed yet', async () => {
	const late = { state: 'sent', response_xml: undefined };
	expect(await looking([late]).look()).toEqual({ pages: [], open: [keyOf(1)] });
	const waiting = { ...late, webhook_state: 'pending' };
	expect(await looking([{}, waiting]).look()).toEqual({ pages: [1], open: [] });
});

test('are looked for among some pages alone', async () => {
	const { look } = looking([{}, {}, { webhook_state: 'pending' }]);
	expect(await look(new Set([keyOf(2)]))).toEqual({ pages: [2], open: [] });
	expect(await look(new Set())).toEqual({ pages: [], open: [] });
});

test('one that failed is given too, and one that can’t be read is lost', async () => {
	const refused = {
		state: 'error',
		response_xml: undefined,
		error: { code: '3120', message: 'No.' },
	};
	expect(await looking([{}, refused]).look()).toEqual({ pages: [1, 2], open: [] });
	expect(await looking([{}, { response_xml: '<html/>' }]).look()).toEqual({
		pages: [1],
		open: [],
		lost: "1 of its pages came while n8n was starting, and can't be read any more",
	});
});

describe('what lists do not show', () => {
	const shownAlone = (...fields: string[]) => ({
		listed: (record: QueuedRecord) =>
			Object.fromEntries(
				Object.entries(record).filter(([name]) => !fields.includes(name)),
			) as QueuedRecord,
	});

	test.each(['webhook_state', 'webhook_url', 'response_xml'])('is read: %s', async (field) => {
		const { look, service } = looking([{ page_request_id: undefined }], shownAlone(field));
		expect(await look()).toEqual({ pages: [1], open: [] });
		expect(service.calls.some(({ path }) => path.endsWith(ID))).toBe(true);
	});

	test('is not read where nothing is missing, or of pages that were taken', async () => {
		const refused = {
			state: 'error',
			response_xml: undefined,
			error: { code: '3120', message: 'No.' },
		};
		const { look, service } = looking([{}, refused]);
		await look();
		expect(service.calls.some(({ path }) => path.startsWith('/queued_requests/'))).toBe(false);
		const taken = looking([{ page_request_id: undefined }], shownAlone('webhook_state'));
		taken.take(1);
		expect(await taken.look()).toEqual({ pages: [], open: [] });
		expect(taken.service.calls.some(({ path }) => path.endsWith(ID))).toBe(false);
	});

	test('makes a page known that was taken', async () => {
		const { look, take } = looking([{ page_request_id: undefined }], shownAlone('response_xml'));
		take(1);
		expect(await look()).toEqual({ pages: [], open: [] });
	});

	test.each(['webhook_state', 'webhook_url'])(
		'leaves a doubt if %s is shown of some pages alone',
		async (field) => {
			const { look } = looking([{}, { [field]: undefined }]);
			expect(await look()).toEqual({
				pages: [],
				open: [],
				doubt: 'the service does not show what was delivered',
			});
		},
	);

	test('is read of a hundred pages at most', async () => {
		const many = Array.from({ length: 120 }, () => ({ webhook_state: undefined }));
		const { look, service } = looking(many);
		await look();
		const reads = service.calls.filter(({ path }) => path.startsWith('/queued_requests/'));
		expect(reads).toHaveLength(100);
	});
});

describe('what the trigger does not remember', () => {
	const FORGOTTEN = 'the trigger does not remember the run any more';
	const runs = (count: number, name = runsName(ownerOf('other'), {})) =>
		Array.from({ length: count }, (_, index) => ({
			id: `id-${index}`,
			requestId: requestIdOf(name, START),
		}));

	test('is doubted if the run may have been forgotten', async () => {
		expect((await looking([{}], { known: runs(REMEMBERED) }).look()).doubt).toBe(FORGOTTEN);
		expect((await looking([{}], { known: runs(REMEMBERED - 1) }).look()).doubt).toBeUndefined();
	});

	test('is not doubted as long as another run of the query is remembered', async () => {
		const { place, look } = looking([{}], { known: runs(REMEMBERED) });
		place.known = [...place.known.slice(1), ...runs(1, place.name)];
		expect((await look()).doubt).toBeUndefined();
	});

	test('is doubted if more pages were taken than are recognised', async () => {
		const { place, run, take, look } = looking([{}, {}]);
		take(1);
		place.known = [{ ...run, taken: 1 }];
		expect(await look()).toEqual({ pages: [2], open: [] });
		place.known = [{ ...run, taken: 2 }];
		expect(await look()).toEqual({
			pages: [],
			open: [],
			doubt: 'the service shows its pages in another way than it has delivered them',
		});
	});

	test('is doubted if more pages have come since the start of the run than are remembered', async () => {
		const { remembered, look } = looking([{}]);
		const response = { writableEnded: true, once: () => undefined };
		const { node, staticData } = remembered;
		for (let page = 0; page < 1_000; page++) settlePage(node, staticData, [`other ${page}`]);
		const begin = (mark: string, now: number) =>
			beginPage(node, staticData, mark, response, { now: () => now }).taken();
		// Up to a minute after the start, by the clock of another process.
		begin('earlier', START.getTime() - 60_001);
		expect(await look()).toEqual({ pages: [1], open: [] });
		const late = looking([{}]);
		for (let page = 0; page < 1_000; page++)
			settlePage(late.remembered.node, late.remembered.staticData, [`other ${page}`]);
		beginPage(late.remembered.node, late.remembered.staticData, 'late', response, {
			now: () => START.getTime() - 60_000,
		}).taken();
		expect(await late.look()).toEqual({
			pages: [],
			open: [],
			doubt: 'more pages have come since its start than the trigger remembers',
		});
	});
});
