import { requestsOfExecution } from '../../../../queue/reader/requestsOfExecution';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { isUnclear } from '../../../../quickbooks/qbxml/certainty';
import { CONNECTION, queuedInvoice } from '../support/records';
import { servedQueue } from '../support/served-queue';

const MARK = '0a1b2c3d';
const OTHER = 'ffffffff';

type Shown = Parameters<typeof queuedInvoice>[1];

/** A request that carries a mark in its identifier, as the nodes make it. */
const marked = (id: string, mark = MARK, more: Shown = {}) =>
	queuedInvoice(id, {
		requestId: `n8n-run1-0-${id.padStart(8, 'x')}-${mark}`,
		is: 'written',
		...more,
	});
const guidOf = (id: string, mark = MARK) =>
	`{${mark}-${id.padStart(4, '0').slice(-4)}-4aaa-8aaa-aaaaaaaaaaaa}`;
/** The same with an `ExternalGUID`, which holds the mark, too. */
const guided = (id: string, mark = MARK, more: Shown = {}) =>
	marked(id, mark, { guid: guidOf(id, mark), ...more });

/** A long queue in which everything is shown in every way, at both ends. */
const long = (): QueuedRecord[] =>
	Array.from({ length: 240 }, (_, index) =>
		index % 2 ? marked(`${500 - index}`, OTHER) : guided(`${500 - index}`, OTHER),
	);

const inText = (phrase: string, records: readonly QueuedRecord[]) =>
	records.filter((one) => JSON.stringify(one).includes(phrase));

/** Their IDs, or why they can't be told. */
async function found(
	records: readonly QueuedRecord[],
	behaviour: Parameters<typeof servedQueue>[1] = {},
) {
	const service = servedQueue(records, { search: inText, ...behaviour });
	const requests = await requestsOfExecution(service, CONNECTION, MARK);
	return isUnclear(requests)
		? { service, because: requests.because }
		: { service, requests, ids: requests.map(({ id }) => id) };
}
const searches = ({ service }: Awaited<ReturnType<typeof found>>) =>
	service.calls.flatMap(({ query }) => query?.search_phrase ?? []);

const isDeaf = { search: () => [] };
const hidden = (id: string) =>
	`the request ${id} shows no identifier of this n8n, and may be one of them`;
const TOO_LONG =
	"the service's search may miss some of them, and the queue has more than 5000 requests";

describe('a short queue', () => {
	it('shows marks in XML and in any case', async () => {
		const inXml = (id: string, content: string): QueuedRecord => ({
			id,
			state: 'waiting',
			request_xml: `<QBXML><QBXMLMsgsRq><InvoiceAddRq requestID="A-${id}"><InvoiceAdd>${content}</InvoiceAdd></InvoiceAddRq></QBXMLMsgsRq></QBXML>`,
		});
		const result = await found([
			inXml('2', `<ExternalGUID> ${guidOf('2').toUpperCase()}</ExternalGUID>`),
			inXml('1', '<Memo>0a1b2c3d-0000</Memo>'),
			marked('0', OTHER, { is: 'waiting' }),
		]);
		expect(result.ids).toEqual(['2']);
	});

	it('is read one request after the other where its list shows none, up to 200', async () => {
		const listed = (record: QueuedRecord) => ({ ...record, request_json: undefined });
		expect((await found([marked('2'), marked('1', OTHER)], { listed })).ids).toEqual(['2']);
		const many = (count: number) =>
			Array.from({ length: count }, (_, index) => marked(`${999 - index}`, OTHER));
		expect((await found([...many(199), marked('1')], { ...isDeaf, listed })).ids).toEqual(['1']);
		expect(await found([...many(200), marked('1')], { ...isDeaf, listed })).toMatchObject({
			because: "the service's list shows no requests, and there are too many to read one by one",
		});
	});

	it('has the answers that its list leaves out', async () => {
		const listed = (record: QueuedRecord) => ({ ...record, response_xml: undefined });
		const result = await found([marked('3', MARK, { is: 'waiting' }), marked('2'), marked('1')], {
			listed: (record) => (record.id === '1' ? record : listed(record)),
		});
		expect(result.requests?.map((one) => one.response_xml !== undefined)).toEqual([
			false,
			true,
			true,
		]);
		const single = result.service.calls.filter(({ path }) => path.startsWith('/queued_requests'));
		expect(single.map(({ path }) => path)).toEqual(['/queued_requests/2']);
	});

	it('can’t tell if a write shows no identifier, and nothing else of its kind does', async () => {
		const silent = queuedInvoice('2');
		expect(await found([silent, marked('1', MARK, { element: 'BillAddRq' })])).toMatchObject({
			because: hidden('2'),
		});
		expect(await found([silent])).toMatchObject({ because: hidden('2') });
		expect(await found([queuedInvoice('2', { requestId: '1002' })])).toMatchObject({
			because: hidden('2'),
		});
		// It was sent by somebody else, for ours show theirs.
		const written = (element: string) => queuedInvoice('2', { element, is: 'written' });
		expect((await found([written('InvoiceAddRq'), marked('1')])).ids).toEqual(['1']);
		expect((await found([written('BillAddRq'), marked('1')])).ids).toEqual(['1']);
		const extension = written('DataExtModRq');
		expect(await found([extension, marked('1')])).toMatchObject({ because: hidden('2') });
	});

	it.each([
		['has not ended', 'waiting', 'written'],
		['has ended', 'written', 'waiting'],
	] as const)('can’t tell if one that %s shows none, and others do', async (_what, is, other) => {
		for (const element of ['InvoiceAddRq', 'BillAddRq']) {
			const silent = queuedInvoice('2', { element, is });
			expect(await found([silent, marked('1', MARK, { is: other })])).toMatchObject({
				because: hidden('2'),
			});
			expect((await found([silent, marked('1', MARK, { is })])).ids).toEqual(['1']);
		}
	});

	it('can’t tell if a document with a query shows no identifier, and nothing else does', async () => {
		const bill: QueuedRecord = {
			id: '2',
			state: 'waiting',
			request_xml:
				'<QBXML><QBXMLMsgsRq><HostQueryRq/><BillAddRq><BillAdd/></BillAddRq></QBXMLMsgsRq></QBXML>',
		};
		expect(await found([bill])).toMatchObject({ because: hidden('2') });
		expect(await found([queuedInvoice('2', { element: 'BillAddRq' })])).toMatchObject({
			because: hidden('2'),
		});
	});

	it('needs no identifiers where GUIDs are shown', async () => {
		const alone = guided('3', MARK, { requestId: 'A-1' });
		expect((await found([alone])).ids).toEqual(['3']);
	});
});

describe('a long queue', () => {
	it('is searched, if the search finds what it has at both ends and in every way', async () => {
		const result = await found([...long(), marked('9'), guided('8'), ...long()]);
		expect(result.ids).toEqual(['9', '8']);
		expect(searches(result).filter((phrase) => phrase === MARK)).toHaveLength(1);
		expect(result.service.calls.length).toBeLessThan(28);
		const orders = result.service.calls.flatMap(({ query = {} }) =>
			query.state === undefined ? [[query.sort, query.sort_direction]] : [],
		);
		expect(new Set(orders.map(String))).toEqual(new Set(['inserted_at,desc', 'inserted_at,asc']));
		// What is known to be there is looked for from the end that it is nearest to.
		const trials = result.service.calls.flatMap(({ query }) =>
			query?.search_phrase === undefined || query.search_phrase === MARK
				? []
				: [query.sort_direction],
		);
		const ends = ['desc', 'desc', 'desc', 'asc', 'asc', 'asc', 'desc'];
		expect(trials).toEqual([...ends, ...ends]);
	});

	it('is searched although its newest request shows no mark', async () => {
		const query = queuedInvoice('q', { element: 'InvoiceQueryRq' });
		const result = await found([query, ...long(), marked('9'), ...long()]);
		expect(result.ids).toEqual(['9']);
		expect(searches(result)).toContain(MARK);
	});

	it('has what waits, where the search finds only what was answered', async () => {
		const search = (phrase: string, all: readonly QueuedRecord[]) =>
			inText(
				phrase,
				all.filter(({ state }) => state === 'response_received'),
			);
		const waiting = marked('10', MARK, { is: 'waiting' });
		const queue = [...long(), waiting, marked('9'), ...long()];
		const result = await found(queue, { search });
		expect(result.ids).toEqual(['10', '9']);
		expect(searches(result)).toContain(MARK);
	});

	it('is read where the search loses meanwhile what it has at its end', async () => {
		let asked = 0;
		const search = (phrase: string, all: readonly QueuedRecord[]) => {
			asked += 1;
			return inText(phrase, asked > 6 ? all.slice(0, 241) : all);
		};
		const oldest = [marked('8'), ...long()].map((one) => ({ ...one, id: `o${one.id}` }));
		const result = await found([...long(), marked('9'), ...oldest], { search });
		expect(result.ids).toEqual(['9', 'o8']);
		expect(searches(result)).toContain(MARK);
	});

	it('is read where the search finds identifiers only beside GUIDs', async () => {
		const asked: string[] = [];
		const search = (phrase: string, all: readonly QueuedRecord[]) => {
			asked.push(phrase);
			return inText(phrase, all).filter((one) => JSON.stringify(one).includes('ExternalGUID'));
		};
		const result = await found([...long(), marked('9'), ...long().reverse()], { search });
		expect(result.ids).toEqual(['9']);
		expect(asked).not.toContain(MARK);
	});

	it('is read where the search may give only its first hits', async () => {
		const own = Array.from({ length: 15 }, (_, index) => marked(`own${index}`));
		const queue = [marked('0', OTHER), guided('1', OTHER), ...long(), ...own, ...long()];
		queue.push(marked('2', OTHER), guided('3', OTHER));
		const cut = await found(queue, { search: (phrase, all) => inText(phrase, all).slice(0, 12) });
		expect(cut.ids).toHaveLength(15);
		expect((await found(queue)).ids).toHaveLength(15);
	});

	it.each([
		['finds nothing', () => []],
		[
			'finds only identifiers',
			(phrase: string, all: readonly QueuedRecord[]) =>
				inText(
					phrase,
					all.map((one) => ({
						id: one.id,
						state: one.state,
						request_json: {
							request: (one.request_json as { request: { attributes: object } }).request.attributes,
						},
					})),
				).map(({ id }) => all.find((one) => one.id === id) as QueuedRecord),
		],
		[
			'finds only the newest',
			(phrase: string, all: readonly QueuedRecord[]) => inText(phrase, all.slice(0, 100)),
		],
		[
			'finds only the oldest',
			(phrase: string, all: readonly QueuedRecord[]) => inText(phrase, all.slice(-100)),
		],
	])('is read where the search %s', async (_, search) => {
		const result = await found(
			[...long(), marked('9'), guided('8'), ...long().map((one) => ({ ...one, id: `o${one.id}` }))],
			{ search },
		);
		expect(result.ids).toEqual(['9', '8']);
		expect(searches(result)).not.toContain(MARK);
	});

	it('is read where not every way was tried', async () => {
		const plain = Array.from({ length: 240 }, (_, index) => marked(`${500 - index}`, OTHER));
		const result = await found([...plain, marked('9')]);
		expect(result.ids).toEqual(['9']);
		expect(searches(result)).not.toContain(MARK);
	});

	it('is not read beyond 5,000 requests', async () => {
		const many = (count: number) =>
			Array.from({ length: count }, (_, index) => marked(`x${index}`, OTHER));
		expect((await found([...many(4_999), marked('9')], isDeaf)).ids).toEqual(['9']);
		expect(await found([...many(5_000), marked('9')], isDeaf)).toMatchObject({
			because: TOO_LONG,
		});
	});
});
