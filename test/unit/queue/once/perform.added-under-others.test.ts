import { Claims } from '../../../../queue/once/claims';
import { type JournalEvent, newJournal } from '../../../../queue/once/journal';
import { addedUnderOthers, type QueueRun } from '../../../../queue/once/perform';
import { guidOf, withCheck } from '../../../../queue/requests/identifiers';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import type { Write } from '../../../../queue/requests/write';
import type { Contents } from '../../../../quickbooks/qbxml/contents';
import { CONNECTION, namedWrite, queuedInvoice } from '../support/records';
import { servedQueue } from '../support/served-queue';
import { stillClock } from '../support/still-clock';

const PREFIX = 'n8n-run1-';
/** The GUID of what the run adds for an item, by the execution with this mark. */
const guidFor = (item: number, words = 'a', mark = '12345678') =>
	guidOf(mark, PREFIX, item, [words]);

const ORDER = withCheck('invoice:1042');
const order = (item: number, identifier = ORDER): Write => ({
	...namedWrite('order', identifier),
	externalGuid: guidFor(item, 'new'),
});
const added = (
	id: string,
	requestId: string | undefined,
	guid: string = guidFor(3),
	more: Parameters<typeof queuedInvoice>[1] = {},
) => queuedInvoice(id, { requestId, guid, at: `T${id}`, ...more });

/** Which requests the run has added, by item, for those that these writes are of. */
async function addedFor(
	records: readonly QueuedRecord[],
	{
		writes = [[3, [order(3)]]],
		events = [],
		...behaviour
	}: Parameters<typeof servedQueue>[1] & {
		writes?: ReadonlyArray<readonly [number, readonly Write[]]>;
		events?: JournalEvent[];
	} = {},
) {
	const service = servedQueue(records, behaviour);
	const run: QueueRun = {
		execution: '2',
		isRetry: true,
		ifAlreadyQueued: undefined,
		journal: { ...newJournal('run1'), events },
		service,
		clock: stillClock(),
		prefix: PREFIX,
		writes: [],
		isOurs: () => false,
		addressed: async (call) => await Promise.resolve(call),
		claims: new Claims(undefined, stillClock()),
		shared: new Map(),
	};
	const found = await addedUnderOthers(run, CONNECTION, new Map(writes));
	return { found: [...found].map(([item, { id }]) => [item, id]), service };
}

const OTHER = withCheck('invoice:1041');

it.each<[what: string, record: QueuedRecord, isAdded: boolean]>([
	['another order’s number', added('2', OTHER), true],
	['no identifier', added('2', undefined), true],
	['the number that the item has', added('2', ORDER), false],
	['that number in lower case', added('2', ORDER.toLowerCase()), false],
	['a name of the node’s', added('2', 'n8n-run1-3-abcdefgh-mark1'), false],
	[
		'another number, for another run',
		added('2', OTHER, guidOf('12345678', 'n8n-run2-', 3, ['a'])),
		false,
	],
	['another number, for another item', added('2', OTHER, guidFor(4)), false],
	['another number, without a GUID', queuedInvoice('2', { requestId: OTHER }), false],
	[
		'another number, for the very same contents',
		added('2', OTHER, guidFor(3, 'new', '87654321')),
		false,
	],
	['another number, and was refused', added('2', OTHER, guidFor(3), { is: 'refused' }), false],
	[
		'another number, and has an unknown outcome',
		added('2', OTHER, guidFor(3), { is: 'unknown' }),
		true,
	],
])('what the run has added for an item under %s (%#)', async (_what, record, isAdded) => {
	expect((await addedFor([record])).found).toEqual(isAdded ? [[3, '2']] : []);
});

it('is not what it knows to be its own', async () => {
	const record = added('R2', OTHER);
	const queued: JournalEvent = {
		event: 'queued',
		slot: '3',
		key: 'key',
		identifier: OTHER,
		connectionId: CONNECTION,
		record: { id: 'r2', state: 'waiting' },
		execution: '1',
	};
	expect((await addedFor([record], { events: [queued] })).found).toEqual([]);
	expect((await addedFor([record])).found).toEqual([[3, 'R2']]);
});

describe('under the number that another item has now', () => {
	const same: Contents = { is: 'same' };
	const other: Contents = { is: 'other', differences: ['Memo'] };
	it.each<[what: string, compare: Write['compare'], isAdded: boolean]>([
		['is that item’s', undefined, false],
		['is that item’s, if it has its contents', () => same, false],
		['is not, if it has other contents', () => other, true],
	])('%s', async (_what, compare, isAdded) => {
		const writes = [
			[3, [order(3)]],
			[4, [{ ...order(4, OTHER), compare }]],
		] as const;
		const { found } = await addedFor([added('2', OTHER)], { writes });
		expect(found).toEqual(isAdded ? [[3, '2']] : []);
	});
});

it('is not what has the item’s number, with whatever contents', async () => {
	const compare = (): Contents => ({ is: 'other', differences: ['Memo'] });
	const writes = [[3, [{ ...order(3), compare }]]] as const;
	expect((await addedFor([added('2', ORDER)], { writes })).found).toEqual([]);
});

it('is not what any of an item’s requests may stand for', async () => {
	const writes = [[3, [order(3), order(3, OTHER)]]] as const;
	expect((await addedFor([added('2', OTHER.toLowerCase())], { writes })).found).toEqual([]);
});

describe('where the list shows no requests', () => {
	const listed = (record: QueuedRecord) => ({ ...record, request_json: undefined });
	const others = (count: number) =>
		Array.from({ length: count }, (_, index) => queuedInvoice(`x${index}`, { memo: 'x' }));

	it('is among the newest 500', async () => {
		const record = added('2', OTHER);
		expect((await addedFor([...others(499), record], { listed })).found).toEqual([[3, '2']]);
		expect((await addedFor([...others(500), record], { listed })).found).toEqual([]);
		expect((await addedFor([...others(600), record])).found).toEqual([[3, '2']]);
	});
});

describe('of a run that knows where the queue stood', () => {
	const records = [added('3', OTHER, guidFor(4)), added('2', OTHER), added('1', OTHER)];
	const writes = [3, 4].map((item) => [item, [order(item)]] as const);
	const cursor: Extract<JournalEvent, { event: 'cursor' }> = {
		event: 'cursor',
		connectionId: CONNECTION,
		cursor: { ids: ['2'], at: 'T2' },
	};

	it.each<[what: string, events: JournalEvent[], found: Array<[number, string]>]>([
		['before its first write, it was queued since', [cursor], [[4, '3']]],
		[
			'when a Retry began, it may have been queued before',
			[{ ...cursor, isOfRetry: true }],
			[
				[4, '3'],
				[3, '1'],
			],
		],
		[
			'on another connection, it may be any',
			[{ ...cursor, connectionId: 'c2' }],
			[
				[4, '3'],
				[3, '1'],
			],
		],
	])('%s', async (_what, events, found) => {
		expect((await addedFor(records, { events, writes })).found).toEqual(found);
	});
});
