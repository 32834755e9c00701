import { candidatesFor } from '../../../../queue/deliveries/candidatePages';
import { type Page, pageFrom } from '../../../../queue/deliveries/delivery';
import { inOrder } from '../../../../queue/reader/pages';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { CONNECTION } from '../support/records';
import { servedQueue } from '../support/served-queue';

const ID = '00000000-0000-4000-8000-000000000001';
const pageIds = ['00000000-0000-4000-9000-00000000000a', '00000000-0000-4000-9000-00000000000b'];
const COMPANY = '00000000-0000-4000-a000-000000000001';

const answerXml = (count = 1, remaining?: number): string =>
	`<QBXML><QBXMLMsgsRs><VendorQueryRs statusCode="0" statusSeverity="Info" statusMessage="OK"${remaining === undefined ? '' : ` iteratorRemainingCount="${remaining}" iteratorID="{1}"`}>${'<VendorRet><ListID>1-1</ListID></VendorRet>'.repeat(count)}</VendorQueryRs></QBXMLMsgsRs></QBXML>`;

const alone: QueuedRecord = { id: ID, state: 'response_received', response_xml: answerXml() };

const delivered = (fields: object = {}): Page => pageFrom({ id: ID, ...fields }) as Page;

/** The pages of an iterated request, the newest first. */
const pages: QueuedRecord[] = [
	{ ...alone, page: 2, page_request_id: pageIds[1], response_xml: answerXml(2, 0) },
	{ ...alone, page: 1, page_request_id: pageIds[0], response_xml: answerXml(2, 2) },
];

async function candidates(
	fields: object,
	records: readonly QueuedRecord[],
	{
		queued = { connectionId: CONNECTION },
		...behaviour
	}: NonNullable<Parameters<typeof servedQueue>[1]> & {
		queued?: Parameters<typeof candidatesFor>[2];
	} = {},
) {
	const service = servedQueue(records, {
		search: (id, all) => all.filter((one) => one.id === id),
		...behaviour,
	});
	const { pages: found, ...others } = await candidatesFor(service, delivered(fields), queued);
	const shown = found.map(({ delivery: { page, state, page_request_id: own } }) => ({
		page,
		state,
		own,
	}));
	return { service, found, shown, ...others };
}

describe('a request that is one page', () => {
	test('is taken as it was delivered if nothing is missing', async () => {
		const { service, shown, areAll } = await candidates(
			{ state: 'completed', response_xml: answerXml() },
			[],
		);
		expect(shown).toEqual([{ page: null, state: 'completed', own: null }]);
		expect(areAll).toBe(true);
		expect(service.calls).toEqual([]);
	});

	test.each<[what: string, record: QueuedRecord, problem: string]>([
		[
			'waits',
			{ ...alone, state: 'waiting', response_xml: undefined },
			'its record in the service is not completed yet',
		],
		[
			'can’t be read',
			{ ...alone, response_xml: '<html/>' },
			'its response is missing or could not be read',
		],
	])('is not there while its record %s', async (_what, record, problem) => {
		const result = await candidates({}, [record]);
		expect(result).toMatchObject({ found: [], areAll: false, problem });
		expect(result.service.calls).toHaveLength(1);
	});

	test('of which the record is gone is what was delivered', async () => {
		expect((await candidates({ state: 'error' }, [])).shown).toEqual([
			{ page: null, state: 'error', own: null },
		]);
	});

	test.each<[what: string, fields: object]>([
		['its own ID as that of a page', { page_request_id: ID.toUpperCase() }],
		['page 1', { page: 1 }],
		['no iterator', { request_xml: '<VendorQueryRq myiterator="x"/>' }],
		['no attributes', { request_json: { request: { name: 'VendorQueryRq' } } }],
	])('may show %s', async (_what, fields) => {
		const { service, shown } = await candidates({}, [{ ...alone, ...fields }]);
		expect(shown).toHaveLength(1);
		expect(service.calls).toHaveLength(1);
	});
});

describe('a request that may have several pages', () => {
	test.each<[what: string, fields: object]>([
		['the ID of a page', { page_request_id: pageIds[0] }],
		['a later page', { page: 2 }],
		['an iterator in JSON', { request_json: { request: { attributes: { iterator: 'Start' } } } }],
		['an iterator in XML', { request_xml: '<VendorQueryRq iterator="Start"/>' }],
		['an iterator in XML, with a space', { request_xml: '<VendorQueryRq iterator ="Start"/>' }],
		['an iterator in XML, in a namespace', { request_xml: '<q:VendorQueryRq iterator=" Start"/>' }],
		['what remains', { response_xml: answerXml(1, 0) }],
	])('is looked for in the list if its record shows %s', async (_what, fields) => {
		const { service, shown } = await candidates({}, [{ ...alone, ...fields }]);
		expect(shown).toHaveLength(1);
		expect(service.calls.length).toBeGreaterThan(1);
	});

	test('or that it is done, and nothing else', async () => {
		const bare = { id: ID, state: 'response_received' };
		const { shown, problem } = await candidates({}, [...pages, bare], { read: () => bare });
		expect({ shown: shown.map(({ page }) => page), problem }).toEqual({
			shown: [1, 2],
			problem: undefined,
		});
		const refused = { ...bare, state: 'error', error: { code: '3120' } };
		expect((await candidates({}, [refused])).service.calls).toHaveLength(1);
	});

	test('may be one that the caller asked to iterate, although its record is no page', async () => {
		const queued = { connectionId: CONNECTION, iterates: true };
		const { shown, areAll } = await candidates({}, [alone], { queued });
		expect({ found: shown.length, areAll }).toEqual({ found: 1, areAll: false });
	});

	test('may be any of them, in order, if the delivery does not say which', async () => {
		const { areAll, service } = await candidates({}, pages);
		const reads = service.calls.filter(({ path }) => path.startsWith('/queued_requests/'));
		expect(reads.map(({ path }) => path)).toEqual([`/queued_requests/${ID}`]);
		expect(areAll).toBe(true);
	});

	test.each<[what: string, fields: object, found: number[]]>([
		['its number', { page: 2 }, [2]],
		['its ID, in capitals or not', { page_request_id: pageIds[1].toUpperCase() }, [2]],
		['both', { page: 1, page_request_id: pageIds[0] }, [1]],
		['both, of which one is another page’s', { page: 1, page_request_id: pageIds[1] }, []],
		['a number that there is not', { page: 3 }, []],
	])('is the one that the delivery names by %s', async (_what, fields, found) => {
		const { shown, areAll, problem } = await candidates(fields, pages);
		expect(shown.map(({ page }) => page)).toEqual(found);
		expect(areAll).toBe(found.length > 0);
		expect(problem === undefined).toBe(found.length > 0);
	});

	test.each<[what: string, hidden: 'page' | 'page_request_id', fields: object, found: number[]]>([
		['the number alone', 'page_request_id', { page: 2, page_request_id: pageIds[1] }, [2]],
		['the ID alone', 'page', { page: 2, page_request_id: pageIds[1] }, [2]],
		['the ID alone, and is delivered by its number', 'page', { page: 2 }, []],
	])('is told by what both show: its record shows %s', async (_what, hidden, fields, found) => {
		const records = pages.map((record) => ({ ...record, [hidden]: undefined }));
		const { shown } = await candidates(fields, records);
		expect(shown.map(({ page }) => page)).toEqual(found);
	});

	test('is one that has failed, if the delivery says so', async () => {
		const refused = {
			...pages[0],
			state: 'error',
			response_xml: undefined,
			error: { code: '3120' },
		};
		const { shown } = await candidates({ state: 'error', page: null }, [refused, pages[1]]);
		expect(shown).toEqual([{ page: 2, state: 'error', own: pageIds[1] }]);
	});

	test('is not there while none of them is completed, or can be read', async () => {
		const open = pages.map((record) => ({ ...record, state: 'sent', response_xml: undefined }));
		expect((await candidates({}, open)).problem).toBe(
			'its record in the service is not completed yet',
		);
		const odd = pages.map((record) => ({ ...record, response_xml: '<html/>' }));
		expect((await candidates({}, odd)).problem).toBe(
			'its response is missing or could not be read',
		);
	});

	test('is what was delivered if that has an answer, whichever page it is', async () => {
		const { service, found, areAll } = await candidates(
			{ state: 'done', response_xml: answerXml(2, 2) },
			pages,
		);
		expect(found).toMatchObject([{ delivery: { state: 'completed' }, record: null }]);
		expect(areAll).toBe(true);
		expect(service.calls).toHaveLength(1);
	});

	test('is what was delivered if no page fits, and it says enough', async () => {
		const { shown, areAll } = await candidates({ state: 'discarded', error: undefined }, pages);
		expect(shown).toEqual([{ page: null, state: 'discarded', own: null }]);
		expect(areAll).toBe(true);
	});

	test('is read by the ID of the page where lists do not show it', async () => {
		const [second] = pages;
		const { shown, service } = await candidates(
			{ page_request_id: pageIds[1] },
			[{ ...second, page_request_id: undefined, id: pageIds[1] }, pages[1]],
			{ search: () => [] },
		);
		expect(shown).toEqual([{ page: 2, state: 'completed', own: pageIds[1] }]);
		expect(service.calls.at(-1)?.path).toBe(`/queued_requests/${pageIds[1]}`);
	});

	test('is not read by the ID of the page where the list shows it with its answer', async () => {
		const { service } = await candidates({ page_request_id: pageIds[1] }, pages);
		expect(service.calls.map(({ path }) => path)).not.toContain(`/queued_requests/${pageIds[1]}`);
		const hidden = await candidates({ page_request_id: pageIds[1] }, pages, {
			listed: (record) => ({ ...record, response_xml: undefined }),
			read: () => pages[1],
		});
		expect(hidden.service.calls.at(-1)?.path).toBe(`/queued_requests/${pageIds[1]}`);
	});
});

describe('the connection of a request', () => {
	test.each<[what: string, fields: object, listed: string | undefined]>([
		['as its record says', { connection_id: COMPANY }, COMPANY],
		['as a link says', { links: { connection_ui: `/connections/${COMPANY}/requests` } }, COMPANY],
		[
			'behind the name of a host that looks like an ID',
			{ links: { connection_ui: `https://n${ID}.example/connections/${COMPANY.toUpperCase()}` } },
			COMPANY.toUpperCase(),
		],
		['that nothing tells', { links: { connection_ui: '/connections' } }, undefined],
		['that nothing tells, without links', {}, undefined],
	])('%s', async (_what, fields, listed) => {
		const records = pages.map((record) => ({ ...record, ...fields }));
		const { service, shown } = await candidates({}, records, { queued: {} });
		const lists = service.calls.filter(({ path }) => path.startsWith('/connections/'));
		expect(lists.map(({ path }) => path)[0]).toBe(
			listed && `/connections/${listed}/queued_requests`,
		);
		expect(shown).toHaveLength(listed === undefined ? 1 : 2);
	});
});

test('pages without numbers are ordered by what remains', () => {
	const [second, first] = pages.map((record) => ({ ...record, page: undefined }));
	expect(inOrder([second, first])).toEqual([first, second]);
	expect(inOrder([pages[0], pages[1]])).toEqual([pages[1], pages[0]]);
	const odd = { ...first, response_xml: '<html/>' };
	expect(inOrder([odd, first])).toEqual([odd, first]);
	expect(inOrder([first, odd])).toEqual([odd, first]);
});
