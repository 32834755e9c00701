import { openHistory, type Question, type QueueHistory } from '../../../../queue/reader/history';
import { withCheck } from '../../../../queue/requests/identifiers';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { requestIdIn } from '../../../../queue/requests/requestId';
import { isUnclear, unclear } from '../../../../quickbooks/qbxml/certainty';
import { CONNECTION, queuedInvoice } from '../support/records';
import { servedQueue } from '../support/served-queue';

type Behaviour = Parameters<typeof servedQueue>[1];

const question: Question = {
	phrases: ['A-1'],
	mayBeIt: (elements) => elements.includes('InvoiceAddRq'),
	arePrebuilt: false,
	isOurs: (identifier) => identifier.startsWith('n8n-') || identifier === 'A-1',
};

const own = (id: string, more: Parameters<typeof queuedInvoice>[1] = {}) =>
	queuedInvoice(id, { requestId: `n8n-run9-0-${id}`, is: 'written', at: `T${id}`, ...more });
const order = (id: string, more: Parameters<typeof queuedInvoice>[1] = {}) =>
	own(id, { requestId: 'A-1', ...more });

/** A queue of this many requests of ours, the newest first. */
const long = (count: number): QueuedRecord[] =>
	Array.from({ length: count }, (_, index) => own(String(100_000 + count - index)));

/** What a queue shows of the order with the number A-1. */
async function look(
	records: readonly QueuedRecord[],
	behaviour: Behaviour = {},
	more: Partial<Question> = {},
) {
	const service = servedQueue(records, behaviour);
	const history = await openHistory(service, CONNECTION, { ...question, ...more });
	if (isUnclear(history)) return { because: history.because };
	return idsIn(await history.find(isTheOrder, new Map()));
}

/** The history of a queue that is looked at later. */
async function opened(records: readonly QueuedRecord[]) {
	const service = servedQueue(records);
	const history = await openHistory(service, CONNECTION, question);
	if (isUnclear(history)) throw new Error(history.because);
	return { service, history };
}
const isTheOrder = (identifier: string): boolean => identifier === 'A-1';
const TOO_LONG_NOW = 'its queue has become too long to be read';
const DOUBT = /^the request (\S+) does not show the identifier that it was given$/;
const idsIn = ({ found, doubt }: Awaited<ReturnType<QueueHistory['find']>>) => ({
	found: found.map(({ record }) => record.id),
	doubtful: doubt ? [DOUBT.exec(doubt.because)?.[1] ?? doubt.because] : [],
});

const isDeaf: Behaviour = { search: () => [] };
const NO_PROOF = 'no request of this kind in its queue shows the identifier that it was given';
const TOO_LONG =
	"the service's search does not find identifiers, and its queue is too long to be read";

describe('a short queue', () => {
	it('that is empty has nothing', async () => {
		expect(await look([])).toMatchObject({ found: [], doubtful: [] });
	});

	it('gives what it has oldest first', async () => {
		expect(await look([order('3'), order('2'), own('oldest')], isDeaf)).toMatchObject({
			found: ['2', '3'],
		});
	});

	it('can’t be relied on if nothing of ours shows its identifier', async () => {
		expect(await look([queuedInvoice('1')])).toMatchObject({ because: NO_PROOF });
		expect(await look([queuedInvoice('1', { requestId: 'req_1' })])).toMatchObject({
			because: NO_PROOF,
		});
		expect(await look([queuedInvoice('1', { isHidden: true })])).toMatchObject({
			because: NO_PROOF,
		});
	});

	it('need not show identifiers if it has nothing of the kind', async () => {
		expect(await look([queuedInvoice('1', { element: 'BillAddRq' })])).toMatchObject({
			found: [],
			doubtful: [],
		});
	});

	it('leaves it open what shows an identifier that may be cut off or in lower case', async () => {
		const proof = order('oldest', { requestId: 'n8n-7' });
		const isCut = [order('2', { requestId: 'Order-A' }), proof];
		const asked = { phrases: ['Order-A-1'] };
		expect(await look(isCut, isDeaf, asked)).toEqual({ found: [], doubtful: ['2'] });
		const longer = order('3', { requestId: 'n8n-10042' });
		expect(await look([longer, ...isCut], isDeaf, asked)).toEqual({ found: [], doubtful: [] });
		const isLower = [order('2', { requestId: 'order-a-1' }), proof];
		expect(await look(isLower, isDeaf, asked)).toEqual({ found: [], doubtful: ['2'] });
		const capital = order('3', { requestId: 'n8n-A' });
		expect(await look([capital, ...isLower], isDeaf, asked)).toEqual({ found: [], doubtful: [] });
	});

	it('leaves it open what may stand for one of several, whatever others’ identifiers are like', async () => {
		const others = queuedInvoice('3', { requestId: 'Another-One-of-Bills', element: 'BillAddRq' });
		const cut = order('2', { requestId: 'Order-A' });
		const asked = { phrases: ['B-2', 'Order-A-1'] };
		const proof = order('oldest', { requestId: 'n8n-7' });
		expect(await look([others, cut, proof], isDeaf, asked)).toEqual({ found: [], doubtful: ['2'] });
	});

	it('leaves it open what shows the number of an order, changed', async () => {
		const identifier = withCheck('invoice:A-1');
		const changed = order('2', { requestId: identifier.replace(':', '_') });
		const other = order('3', { requestId: identifier.replace('A-1', 'A-2').slice(0, -1) });
		expect(await look([other, changed, own('oldest')], isDeaf, { phrases: [identifier] })).toEqual({
			found: [],
			doubtful: ['2'],
		});
	});

	it('finds what is cut off with a search that looks only at what is shown', async () => {
		const short = long(400).map(({ id }) => order(id, { requestId: `n8n-${id}` }));
		const cutOff = order('2', { requestId: 'Order-A-1-' });
		const records = [...short.slice(0, 350), cutOff, ...short.slice(350)];
		expect(await look(records, {}, { phrases: ['Order-A-1-of-May'] })).toEqual({
			found: [],
			doubtful: ['2'],
		});
	});

	it('may get the first that shows its identifier while it is read', async () => {
		const query = queuedInvoice('1', { element: 'CustomerQueryRq', requestId: 'mine' });
		const comesIn: NonNullable<Behaviour>['before'] = (call, records) => {
			if (call.query?.page_size === 100 && records.length === 1) records.unshift(order('2'));
		};
		expect(await look([query], { before: comesIn })).toEqual({ found: ['2'], doubtful: [] });
	});

	it('is read one request after the other where the list does not show them, up to a hundred', async () => {
		const listed = (record: QueuedRecord) => ({ ...record, request_json: undefined });
		expect(await look([own('3'), order('2'), own('oldest')], { ...isDeaf, listed })).toMatchObject({
			found: ['2'],
		});
		const most = [...long(99), order('1')];
		expect(await look(most, { ...isDeaf, listed })).toMatchObject({ found: ['1'] });
		expect(await look([...long(100), order('1')], { ...isDeaf, listed })).toMatchObject({
			because: TOO_LONG,
		});
	});

	it('is one with up to 300 requests, unless more may be read', async () => {
		const most = [...long(299), order('1')];
		expect(await look(most, isDeaf)).toMatchObject({ found: ['1'] });
		const more = [...long(300), order('1')];
		expect(await look(more, isDeaf)).toMatchObject({ because: TOO_LONG });
		expect(await look(more, isDeaf, { limit: 400 })).toMatchObject({ found: ['1'] });
	});
});

describe('a long queue', () => {
	const records = [...long(400), order('2'), own('oldest')];

	it('is searched, if the search finds what is at both its ends', async () => {
		expect(await look(records)).toEqual({ found: ['2'], doubtful: [] });
		const service = servedQueue(records);
		await openHistory(service, CONNECTION, question);
		const asked = service.calls.map(({ query }) => query?.search_phrase);
		expect(asked.filter((phrase) => phrase === 'A-1')).toHaveLength(1);
		expect(asked).not.toContain('n-run9-0-10040');
		expect(asked).not.toContain('');
		const directions = new Set(service.calls.map(({ query }) => query?.sort_direction));
		expect([...directions].sort()).toEqual(['asc', 'desc', undefined]);
		// A part of an identifier has to be found, too.
		expect(asked).toContain('n8n-run9-0-10040');
		expect(asked).toContain('n8n-run9-0-oldes');
		expect(service.calls.length).toBeLessThan(21);
	});

	it('is not searched if the search misses one end', async () => {
		const reachesNewest: Behaviour = {
			search: (phrase, all) =>
				all.slice(0, 100).filter(({ request_json: json }) => JSON.stringify(json).includes(phrase)),
		};
		expect(await look(records, reachesNewest)).toMatchObject({ because: TOO_LONG });
		const reachesOldest: Behaviour = {
			search: (phrase, all) =>
				all.slice(-100).filter(({ request_json: json }) => JSON.stringify(json).includes(phrase)),
		};
		expect(await look(records, reachesOldest)).toMatchObject({ because: TOO_LONG });
	});

	it('is not searched if the search loses an end while it is asked', async () => {
		let asked = 0;
		const forgets: Behaviour = {
			search: (phrase, all) => {
				asked += 1;
				return asked > 3
					? []
					: all.filter(({ request_json: json }) => JSON.stringify(json).includes(phrase));
			},
		};
		expect(await look(records, forgets)).toMatchObject({ because: TOO_LONG });
	});

	describe('where the search may take a colon for the end of the name of a field', () => {
		const named = (id: string, requestId: string) => own(id, { requestId });
		const number = 'invoice:R-1';
		const isOurs = (identifier: string) => /^(n8n-|invoice:)/.test(identifier);
		const lookFor = async (all: readonly QueuedRecord[], behaviour: Behaviour = {}) => {
			const service = servedQueue(all, behaviour);
			const asking = { ...question, phrases: [number], isOurs };
			const history = await openHistory(service, CONNECTION, asking);
			if (isUnclear(history)) return { because: history.because };
			const shown = idsIn(await history.find((one) => one === number, new Map()));
			const asked = new Set(service.calls.map(({ query }) => query?.search_phrase));
			return { ...shown, asked: [number, 'R-1', 'invoice:'].filter((one) => asked.has(one)) };
		};
		const takesFields: Behaviour = {
			search: (phrase, all) =>
				phrase.includes(':') ? [] : all.filter((one) => requestIdIn(one)?.includes(phrase)),
		};
		const all = [...long(400), named('2', number), own('oldest')];

		it('a part of the order’s number is searched for', async () => {
			const found = { found: ['2'], doubtful: [], asked: ['R-1', 'invoice:'] };
			expect(await lookFor(all, takesFields)).toEqual(found);
		});

		it('a part is searched for if it finds anything by such a name', async () => {
			const ignoresFields: Behaviour = {
				search: (phrase, records) =>
					phrase.endsWith(':') ? [...records] : (takesFields?.search?.(phrase, records) ?? []),
			};
			const found = { found: ['2'], doubtful: [], asked: ['R-1', 'invoice:'] };
			expect(await lookFor(all, ignoresFields)).toEqual(found);
		});

		it('the longest part with a digit is searched for, or the longest', async () => {
			const partOf = async (phrase: string) => {
				const service = servedQueue([...long(400), named('2', phrase), own('oldest')], takesFields);
				const asking = { ...question, phrases: [phrase], isOurs: isProof };
				expect(isUnclear(await openHistory(service, CONNECTION, asking))).toBe(false);
				return new Set(service.calls.map(({ query }) => query?.search_phrase));
			};
			const isProof = (identifier: string) => identifier.startsWith('n8n-');
			expect(await partOf('invoices:A-1:B-22')).toContain('B-22');
			expect(await partOf('invoices:B-22:A-1')).toContain('B-22');
			expect(await partOf('invoices:May')).toContain('invoices');
		});

		it('the whole is searched for if an order is found by it', async () => {
			const found = { found: ['2'], doubtful: [], asked: [number, 'invoice:'] };
			expect(await lookFor(all)).toEqual(found);
		});

		it('it is not relied on if too much has that part', async () => {
			const many = Array.from({ length: 5_000 }, (_, index) =>
				named(String(200_000 - index), `n8n-R-1-${index}`),
			);
			expect(await lookFor([...many, ...all], takesFields)).toEqual({ because: TOO_LONG });
		});
	});

	it('is not searched if the search finds nothing that is as short as what is asked for', async () => {
		const needs = (length: number): Behaviour => ({
			search: (phrase, all) =>
				phrase.length < length ? [] : all.filter((one) => requestIdIn(one)?.includes(phrase)),
		});
		expect(await look(records, needs(3))).toMatchObject({ found: ['2'] });
		expect(await look(records, needs(4))).toMatchObject({ because: TOO_LONG });
	});

	it('is not searched if the search finds the shortest of what is asked for by its beginning alone', async () => {
		const two = { phrases: ['A-1', 'SO-2026-000123'] };
		const needs5: Behaviour = {
			search: (phrase, all) =>
				phrase.length < 5 ? [] : all.filter((one) => requestIdIn(one)?.includes(phrase)),
		};
		expect(await look(records, {}, two)).toMatchObject({ found: ['2'] });
		expect(await look(records, needs5, two)).toEqual({ because: TOO_LONG });
	});

	it('may have many others that are as like what is asked for as the newest of ours', async () => {
		const like = Array.from({ length: 50 }, (_, index) =>
			queuedInvoice(`b${index}`, {
				element: 'BillAddRq',
				requestId: `x-n8n-${index}`,
				is: 'written',
				at: `Tb${index}`,
			}),
		);
		expect(await look([...like, ...records])).toMatchObject({ found: ['2'] });
	});

	it('is read in all pages of what the search finds', async () => {
		const names = (id: number) => own(String(id), { requestId: `A-1${id}` });
		const similar = Array.from({ length: 250 }, (_, index) => names(5_000 - index));
		expect(await look([...long(300), ...similar, order('2'), own('oldest')])).toMatchObject({
			found: ['2'],
		});
	});

	it('is sampled in the first hundred at each end', async () => {
		const silent = (count: number, from: number) =>
			Array.from({ length: count }, (_, index) =>
				queuedInvoice(String(from - index), {
					element: 'BillAddRq',
					is: 'written',
					at: `T${from - index}`,
				}),
			);
		const inside = [...silent(99, 999), ...long(200), order('2'), own('oldest')];
		expect(await look(inside)).toMatchObject({ found: ['2'] });
		const outside = [...silent(100, 999), ...long(200), order('2'), own('oldest')];
		expect(await look(outside)).toMatchObject({ because: TOO_LONG });
	});

	it('is sampled by reading five requests where the list does not show them', async () => {
		const listed = (record: QueuedRecord) => ({ ...record, request_json: undefined });
		const search = (phrase: string, all: readonly QueuedRecord[]) =>
			all.filter(({ request_json: json }) => JSON.stringify(json).includes(phrase));
		expect(await look(records, { listed, search })).toMatchObject({ found: ['2'] });
		const silent = Array.from({ length: 5 }, (_, index) =>
			queuedInvoice(`9${index}`, { at: 'T9' }),
		);
		expect(await look([...silent, ...records], { listed, search })).toMatchObject({
			because: TOO_LONG,
		});
		expect(await look([...silent.slice(1), ...records], { listed, search })).toMatchObject({
			found: ['2'],
		});
	});

	it('needs a request of the service’s own endpoints at its newest end if those are asked for', async () => {
		const bills = records.map((record) => ({
			...record,
			request_json: JSON.parse(
				JSON.stringify(record.request_json).replace('InvoiceAddRq', 'BillAddRq'),
			),
		}));
		expect(await look(bills, {}, { mayBeIt: () => true })).toMatchObject({ found: ['2'] });
		expect(await look(bills, {}, { mayBeIt: () => true, arePrebuilt: true })).toMatchObject({
			because: TOO_LONG,
		});
		expect(await look(records, {}, { arePrebuilt: true })).toMatchObject({ found: ['2'] });
	});

	it('is sampled where the list shows only some requests', async () => {
		const foreign = Array.from({ length: 5 }, (_, index) =>
			queuedInvoice(`b${index}`, { element: 'BillAddRq', is: 'written', at: `Tb${index}` }),
		);
		const listed = (record: QueuedRecord) =>
			record.id.startsWith('b') ? record : { ...record, request_json: undefined };
		expect(await look([...foreign, ...records], { listed })).toMatchObject({ found: ['2'] });
	});

	it('is read no further than to what proves that the search finds what waits', async () => {
		const waiting = Array.from({ length: 8 }, (_, index) =>
			own(`w${8 - index}`, { is: 'waiting' }),
		);
		const listed = (record: QueuedRecord) => ({ ...record, request_json: undefined });
		const service = servedQueue([...waiting, ...records], { listed });
		await openHistory(service, CONNECTION, question);
		const read = service.calls.map(({ path }) => path);
		expect(read).toContain('/queued_requests/w4');
		expect(read.filter((path) => /\/w[123]$/.test(path))).toEqual([]);
	});

	it('shows by each of its ends whether what has ended shows identifiers', async () => {
		const hidden = queuedInvoice('h', { at: 'T9', is: 'written' });
		const waits = own('w', { is: 'waiting' });
		expect(await look([hidden, waits, ...records])).toEqual({ found: ['2'], doubtful: [] });
		const waiting = records.map((one) => ({ ...one, state: 'waiting', response_xml: undefined }));
		expect(await look([hidden, ...waiting])).toEqual({ found: ['2'], doubtful: ['h'] });
		const oldestWaits = [...records.slice(0, -1), ...waiting.slice(-1)];
		expect(await look([hidden, ...oldestWaits])).toEqual({ found: ['2'], doubtful: [] });
	});

	it('shows whether what waits shows identifiers', async () => {
		const waiting = queuedInvoice('w', { at: 'T9' });
		expect(await look([waiting, ...records])).toMatchObject({ found: ['2'], doubtful: ['w'] });
		const shown = own('w', { is: 'waiting' });
		const hidden = queuedInvoice('h', { at: 'T9' });
		expect(await look([hidden, shown, ...records])).toMatchObject({ found: ['2'], doubtful: [] });
	});

	it('is read for all that waits if none of that shows its identifier', async () => {
		const waiting = Array.from({ length: 101 }, (_, index) =>
			queuedInvoice(`w${index}`, { at: `Tw${index}`, element: 'BillAddRq' }),
		);
		const sample = own('s');
		const last = queuedInvoice('w', { at: 'Tw' });
		expect(await look([sample, ...waiting, ...records])).toEqual({ found: ['2'], doubtful: [] });
		expect(await look([sample, ...waiting, last, ...records])).toEqual({
			found: ['2'],
			doubtful: ['w'],
		});
	});

	const answeredOnly: Behaviour = {
		search: (phrase, all) =>
			all.filter((one) => one.state === 'response_received' && inText(one).includes(phrase)),
	};
	const inText = (record: QueuedRecord): string => JSON.stringify(record.request_json);

	it('is read for all that is open if the search does not find that, however much it is', async () => {
		const open = Array.from({ length: 101 }, (_, index) =>
			own(`w${index}`, { is: 'waiting', at: `Tw${index}` }),
		);
		const last = order('3', { is: 'waiting' });
		const queue = [own('newest'), ...open, last, ...records];
		expect(await look(queue)).toMatchObject({ found: ['2', '3'] });
		expect(await look(queue, answeredOnly)).toMatchObject({ found: ['2', '3'] });
	});

	it('is searched for the middle of a number only if the search finds such', async () => {
		const long2 = [...long(400), own('2', { requestId: 'SO 2026/000123' }), own('oldest')];
		const question2 = {
			phrases: ['SO 2026/000123'],
			isOurs: (identifier: string) => identifier.startsWith('n8n-'),
		};
		const byBeginnings: Behaviour = {
			search: (phrase, all) => all.filter((one) => inText(one).includes(`"requestID":"${phrase}`)),
		};
		const historyOf = async (behaviour: Behaviour) =>
			await openHistory(servedQueue(long2, behaviour), CONNECTION, { ...question, ...question2 });
		expect(await historyOf(byBeginnings)).toEqual(unclear(TOO_LONG));
		expect(isUnclear(await historyOf({}))).toBe(false);
		const newestByMiddle: Behaviour = {
			search: (phrase, all) =>
				all.filter(
					(one, index) =>
						inText(one).includes(`"requestID":"${phrase}`) ||
						(index < 100 && inText(one).includes(phrase)),
				),
		};
		expect(await historyOf(newestByMiddle)).toEqual(unclear(TOO_LONG));
		question2.phrases.push('A-1');
		expect(await historyOf(byBeginnings)).toEqual(unclear(TOO_LONG));
	});
});

describe('a search that gives only its first hits', () => {
	const atMost =
		(count: number) =>
		(phrase: string, records: readonly QueuedRecord[]): QueuedRecord[] =>
			records.filter((one) => requestIdIn(one)?.includes(phrase)).slice(0, count);
	const alike = (count: number) =>
		Array.from({ length: count }, (_, index) =>
			order(`like${index}`, { requestId: `A-1${index}` }),
		);

	it('is not trusted where it may have left out the order', async () => {
		const short = [...long(100), ...alike(20), order('5'), own('oldest')];
		expect(await look(short, { search: atMost(20) })).toMatchObject({ found: ['5'] });
		const tooLong = [...long(400), ...alike(20), order('5'), own('oldest')];
		expect(await look(tooLong, { search: atMost(20) })).toEqual({ because: TOO_LONG });
	});

	it('is trusted where it gives more for something else', async () => {
		const queue = [...long(400), ...alike(20), order('5'), own('oldest')];
		expect(await look(queue, { search: atMost(50) })).toMatchObject({ found: ['5'] });
		expect(await look(queue)).toMatchObject({ found: ['5'] });
	});
});

describe('what comes later', () => {
	const foundNow = async (
		{ history }: Awaited<ReturnType<typeof opened>>,
		known: ReadonlyMap<string, string> = new Map(),
	) => idsIn(await history.find(isTheOrder, known));

	it('is found by reading, not by the search', async () => {
		const queue = await opened([...long(400), own('oldest')]);
		queue.service.calls.length = 0;
		const newest = Array.from({ length: 30 }, (_, index) => own(`9${99 - index}`));
		queue.service.records.unshift(...newest, order('5'));
		expect(await foundNow(queue)).toEqual({ found: ['5'], doubtful: [] });
		expect(queue.service.calls.some(({ query }) => query?.search_phrase !== undefined)).toBe(false);
		// It reads on to what it knows, and not to the beginning.
		expect(queue.service.calls.length).toBeLessThan(20);
	});

	it('is found among the newest hundred where no times are shown', async () => {
		const queue = await opened(
			Array.from({ length: 200 }, (_, index) => own(`r${index}`, { at: undefined })),
		);
		queue.service.records.splice(99, 0, order('5', { at: undefined }));
		expect(await foundNow(queue)).toEqual({ found: ['5'], doubtful: [] });
		queue.service.records.splice(100, 0, order('6', { at: undefined }));
		expect(await foundNow(queue)).toEqual({ found: ['5'], doubtful: [] });
	});

	it('is found a little behind the newest, for a request may come into the list late', async () => {
		const queue = await opened(long(30));
		queue.service.records.splice(4, 0, order('5', { at: 'T0' }));
		queue.service.records.splice(10, 0, order('6', { at: 'T0' }));
		expect(await foundNow(queue)).toEqual({ found: ['5'], doubtful: [] });
	});

	it('is doubtful without its identifier, unless it is our own', async () => {
		const silent = queuedInvoice('R5', { at: 'T9' });
		const queue = await opened([own('oldest')]);
		queue.service.records.unshift(silent);
		expect(await foundNow(queue)).toMatchObject({ doubtful: ['R5'] });
		const other = await opened([own('oldest')]);
		other.service.records.unshift(silent);
		const known = new Map([['r5', 'n8n-run1-0-x']]);
		expect(await foundNow(other, known)).toMatchObject({ doubtful: [] });
	});

	it('is doubtful, too, if it was there before', async () => {
		const queue = await opened([queuedInvoice('R5', { at: 'T9' }), order('2'), own('oldest')]);
		queue.service.records[0] = queuedInvoice('R5', { at: 'T9', is: 'waiting' });
		expect(await foundNow(queue)).toEqual({ found: ['2'], doubtful: ['R5'] });
		const known = new Map([
			['r5', 'n8n-run1-0-x'],
			['2', 'A-1'],
		]);
		expect(await foundNow(queue, known)).toEqual({ found: ['2'], doubtful: [] });
	});

	it('is not read if the run has queued it, where the list does not show it', async () => {
		const service = servedQueue([own('oldest')], {
			listed: (record) => ({ ...record, request_json: undefined }),
		});
		const history = await openHistory(service, CONNECTION, question);
		if (isUnclear(history)) throw new Error(history.because);
		service.records.unshift(own('7'));
		await history.find(isTheOrder, new Map([['7', 'n8n-run1-0-x']]));
		expect(service.calls.map(({ path }) => path)).not.toContain('/queued_requests/7');
	});

	it('is read by one look at a time', async () => {
		const queue = await opened([own('oldest')]);
		const { send } = queue.service;
		let underWay = 0;
		let most = 0;
		queue.service.send = async (call) => {
			most = Math.max(most, ++underWay);
			await new Promise((resolve) => setImmediate(resolve));
			underWay -= 1;
			return await send(call);
		};
		await Promise.all([foundNow(queue), foundNow(queue)]);
		expect(most).toBe(1);
	});

	it('is found behind many that the run itself has queued since', async () => {
		const queue = await opened(long(30));
		const ours = Array.from({ length: 12 }, (_, index) => own(`9${20 - index}`));
		queue.service.records.unshift(...ours, order('5', { at: 'T5' }));
		const known = new Map(ours.map(({ id }) => [id, 'n8n-run1-0-x']));
		expect(await foundNow(queue, known)).toEqual({ found: ['5'], doubtful: [] });
		queue.service.calls.length = 0;
		await foundNow(queue, known);
		// They are not read again each time.
		expect(queue.service.calls.filter(({ query }) => query?.page_size === 10)).toHaveLength(1);
	});

	it('shows that what waits shows identifiers', async () => {
		const queue = await opened([own('oldest')]);
		queue.service.records.unshift(queuedInvoice('6', { at: 'T6' }), own('5', { is: 'waiting' }));
		const known = new Map([['5', 'n8n-run9-0-5']]);
		expect(await foundNow(queue, known)).toMatchObject({ doubtful: [] });
	});

	it('is no longer there if it was deleted', async () => {
		const queue = await opened([order('2'), own('oldest')]);
		queue.service.records.shift();
		expect(await foundNow(queue)).toEqual({ found: [], doubtful: [] });
	});

	it('may be too much to be read', async () => {
		const queue = await opened([own('oldest', { at: undefined })]);
		queue.service.records.unshift(
			...Array.from({ length: 5_100 }, (_, index) => own(`x${index}`, { at: undefined })),
		);
		expect(await foundNow(queue)).toEqual({ found: [], doubtful: [TOO_LONG_NOW] });
	});
});
