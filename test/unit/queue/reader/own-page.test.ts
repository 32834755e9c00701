import { answeredPage, ownPage } from '../../../../queue/reader/ownPage';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { ADDED_XML } from '../support/records';
import { servedQueue } from '../support/served-queue';

const REQUEST = '00000000-0000-4000-8000-000000000001';
const OWN = '00000000-0000-4000-9000-00000000000a';
const OTHER = '00000000-0000-4000-9000-00000000000b';

const listed: QueuedRecord = {
	id: REQUEST,
	page_request_id: OWN,
	page: 2,
	state: 'response_received',
};

/** What a page becomes if the service shows this for its own ID, or for that of its request. */
async function shownAs(page: QueuedRecord, own: Partial<QueuedRecord>, read = ownPage) {
	const asked = String(page.page_request_id ?? page.id);
	const found: QueuedRecord = {
		id: asked,
		state: 'response_received',
		response_xml: ADDED_XML,
		...own,
	};
	const service = servedQueue([{ ...found, id: asked }], { read: () => found });
	return { page: await read(service, page), calls: service.calls.map(({ path }) => path) };
}

test.each<[what: string, own: Partial<QueuedRecord>, isTaken: boolean]>([
	['names the page', { id: REQUEST, page_request_id: OWN, page: 2 }, true],
	['names the page in another form', { id: REQUEST, page_request_id: OWN, page: '2' }, true],
	['leaves out its number', { id: REQUEST, page_request_id: OWN }, true],
	['stands under the ID of the page', { id: OWN.toUpperCase(), page: 2 }, true],
	['has another number', { id: REQUEST, page_request_id: OWN, page: 1 }, false],
	['stands under the ID of the page, with another number', { id: OWN, page: 1 }, false],
	['names another page', { id: REQUEST, page_request_id: OTHER, page: 2 }, false],
	['names no page', { id: REQUEST }, false],
])('a page is completed, or stays as it was, by a record that %s', async (_what, own, isTaken) => {
	const { page, calls } = await shownAs(listed, own);
	expect(page.response_xml).toBe(isTaken ? ADDED_XML : undefined);
	expect(page.id).toBe(REQUEST);
	expect(calls).toEqual([`/queued_requests/${OWN}`]);
});

test('what a service shows under the ID of a request, without a number, may be any of its pages', async () => {
	const first: QueuedRecord = { id: REQUEST, state: 'response_received', page: 1 };
	for (const own of [{}, { page: 2 }]) {
		expect((await shownAs(first, { id: REQUEST, ...own })).page).toEqual(first);
	}
	expect((await shownAs(first, { id: REQUEST, page: 1 })).page.response_xml).toBe(ADDED_XML);
});

test('only a page that has ended and shows no response is read for it', async () => {
	const named = { id: REQUEST, page_request_id: OWN, page: 2 };
	const read = async (page: QueuedRecord) => await shownAs(page, named, answeredPage);
	expect((await read(listed)).page.response_xml).toBe(ADDED_XML);
	// What it says besides is not taken from it: the list has said that the page has ended.
	const without = { ...named, state: 'sent', response_xml: undefined };
	expect((await shownAs(listed, without, answeredPage)).page).toEqual(listed);
	expect((await read({ ...listed, state: 'waiting' })).calls).toEqual([]);
	expect((await read({ ...listed, response_xml: '<a/>' })).calls).toEqual([]);
});
