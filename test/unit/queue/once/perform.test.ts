import {
	failureOfAnswer,
	failureOfNetwork,
	QueueError,
	ServiceError,
} from '../../../../queue/calls/errors';
import { settled } from '../../../../queue/calls/settled';
import { Claims } from '../../../../queue/once/claims';
import type { IfAlreadyQueued } from '../../../../queue/once/decide';
import { type JournalEvent, knownFrom, lookOf, newJournal } from '../../../../queue/once/journal';
import {
	beginTurn,
	cursorOf,
	enqueue,
	inTurnOfRun,
	lookForRun,
	mayBeQueuedAs,
	type QueueRun,
	requireHistory,
} from '../../../../queue/once/perform';
import { guidOf } from '../../../../queue/requests/identifiers';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import type { Write } from '../../../../queue/requests/write';
import { unclear } from '../../../../quickbooks/qbxml/certainty';
import type { Contents } from '../../../../quickbooks/qbxml/contents';
import { CONNECTION, invoiceJson, madeWrite, namedWrite, queuedInvoice } from '../support/records';
import { answeredWith, servedQueue } from '../support/served-queue';
import { stillClock } from '../support/still-clock';

type Behaviour = NonNullable<Parameters<typeof servedQueue>[1]>;

const lost = () => new ServiceError(failureOfNetwork({ code: 'ECONNRESET' }));

const own = (id: string, more: Parameters<typeof queuedInvoice>[1] = {}) =>
	queuedInvoice(id, { requestId: `n8n-run9-0-${id}`, is: 'written', at: `T${id}`, ...more });

/** What the call of a write has in the queue. */
const sentAs = (id: string, more: Parameters<typeof queuedInvoice>[1] = {}) =>
	own(id, { requestId: 'n8n-run1-0-abcdefgh-mark1', is: 'waiting', ...more });

/** A try of the run `run1`, and all that it did. */
function tryOf(
	records: readonly QueuedRecord[],
	{
		events = [],
		writes = [madeWrite],
		signal,
		queue = (_, all) => {
			all.unshift(sentAs('new'));
			return { data: all[0] };
		},
		...more
	}: Behaviour &
		Partial<Pick<QueueRun, 'execution' | 'ifAlreadyQueued' | 'isRetry' | 'writes'>> & {
			events?: readonly JournalEvent[];
			signal?: AbortSignal;
		} = {},
) {
	const { execution = '1', isRetry = false, ifAlreadyQueued, ...behaviour } = more;
	const service = Object.assign(servedQueue(records, { queue, ...behaviour }), { signal });
	const sleeps: number[] = [];
	const run: QueueRun = {
		execution,
		isRetry,
		ifAlreadyQueued,
		journal: { ...newJournal('run1'), events: [...events] },
		service,
		clock: {
			...stillClock(),
			sleep: async (milliseconds) => {
				sleeps.push(milliseconds);
			},
		},
		prefix: 'n8n-run1-',
		writes,
		isOurs: (identifier) => identifier.startsWith('n8n-'),
		addressed: async (call) => call,
		claims: new Claims(undefined, stillClock()),
		shared: new Map(),
	};
	const posted = () => service.calls.filter(({ method }) => method === 'POST');
	const noted = (): string[] => run.journal.events.map(({ event }) => event);
	return { run, service, sleeps, posted, noted };
}

/** How a write ended: the ID of its request, or the error. */
async function ended(run: QueueRun, write: Write = madeWrite) {
	const result = await settled(enqueue(run, write));
	return result.status === 'fulfilled' ? result.value.id : (result.reason as Error).message;
}

const UNKNOWN = 'It is unknown whether this request was queued.';
const CANNOT_TELL = "This service can't tell whether an Order Number is already queued.";

const nextTurn = async () => await new Promise((resolve) => setImmediate(resolve));

const toEndpoint = (name: string) => ({
	method: 'POST' as const,
	path: `/connections/c1/${name}`,
	body: {},
});

const billOf = (requestId: string) => ({
	...madeWrite.request,
	body: { request_json: invoiceJson({ requestId, element: 'BillAddRq' }) },
});

/** The request that has voided what `ADDED_XML` has added. */
const voiding = (id: string): QueuedRecord => ({
	...own(id, { element: 'TxnVoidRq', defaults: { TxnVoidType: 'Invoice', TxnID: '1-1' } }),
	response_xml:
		'<QBXML><QBXMLMsgsRs><TxnVoidRs statusCode="0" statusSeverity="Info" statusMessage="OK"><TxnVoidType>Invoice</TxnVoidType><TxnID>1-1</TxnID></TxnVoidRs></QBXMLMsgsRs></QBXML>',
});

describe('a write', () => {
	it('is noted before its call goes out, and after its answer', async () => {
		const noted: string[][] = [];
		const tried = tryOf([own('1')], {
			before: ({ method }) => method === 'POST' && noted.push(tried.noted()),
		});
		expect(await ended(tried.run)).toBe('new');
		expect(noted).toEqual([['cursor', 'sent']]);
		expect(tried.noted()).toEqual(['cursor', 'sent', 'queued']);
		expect(tried.posted()).toEqual([{ ...madeWrite.request, idempotencyKey: madeWrite.key }]);
		expect(knownFrom(tried.run.journal).cursors.get(CONNECTION)).toEqual({ ids: ['1'], at: 'T1' });
	});

	it('goes out only while the try still has its claims, unlike a read', async () => {
		const lostClaim = async () => await Promise.reject(new Error('another one has it'));
		for (const [write, result, posts] of [
			[madeWrite, 'another one has it', 0],
			[{ ...madeWrite, isRead: true }, 'new', 1],
		] as const) {
			const tried = tryOf([own('1')]);
			jest.spyOn(tried.run.claims, 'check').mockImplementation(lostClaim);
			expect(await ended(tried.run, write)).toBe(result);
			expect(tried.posted()).toHaveLength(posts);
		}
	});

	it('is not sent again', async () => {
		const tried = tryOf([]);
		expect([await ended(tried.run), await ended(tried.run)]).toEqual(['new', 'new']);
		expect(tried.posted()).toHaveLength(1);
	});

	it('goes out as the workflow addresses it', async () => {
		const tried = tryOf([]);
		tried.run.addressed = async (call) => ({ ...call, query: { webhook_url: 'http://x' } });
		await ended(tried.run);
		expect(tried.posted()[0].query).toEqual({ webhook_url: 'http://x' });
	});

	it('that the service was too busy for goes out again when that wants to be asked', async () => {
		const pausesAfter = async (retryAfter?: number) => {
			let calls = 0;
			const tried = tryOf([own('1')], {
				queue: (_, all) => {
					if (++calls === 1) throw new ServiceError({ ...failureOfAnswer(429, {}), retryAfter });
					all.unshift(sentAs('new'));
					return { data: all[0] };
				},
			});
			expect(await ended(tried.run)).toBe('new');
			return tried.sleeps;
		};
		expect(await pausesAfter(7_000)).toEqual([7_000]);
		expect(await pausesAfter()).toEqual([1_000]);
	});

	it('that the service refuses was not queued', async () => {
		const tried = tryOf([], {
			queue: () => {
				throw answeredWith(422);
			},
		});
		expect(await ended(tried.run)).toMatch(/refused it; nothing was queued/);
		expect(tried.noted()).toEqual(['cursor', 'sent', 'notQueued', 'notQueued']);
	});
});

describe('a call that gave no answer', () => {
	const lostAfter =
		(count: (records: QueuedRecord[]) => void): Behaviour['queue'] =>
		(_, records) => {
			count(records);
			throw lost();
		};

	it('is found in the queue, and not sent again', async () => {
		const tried = tryOf([own('1')], { queue: lostAfter((all) => all.unshift(sentAs('new'))) });
		expect(await ended(tried.run)).toBe('new');
		expect(tried.posted()).toHaveLength(1);
		expect(tried.sleeps).toEqual([300]);
		expect(tried.noted()).toEqual(['cursor', 'sent', 'queued']);
	});

	it('is found when it counts a little later', async () => {
		let looks = 0;
		const tried = tryOf([own('1')], {
			queue: lostAfter(() => undefined),
			before: ({ method, path }, all) => {
				if (method === 'GET' && path.startsWith('/connections') && ++looks === 4) {
					all.unshift(sentAs('late'));
				}
			},
		});
		expect(await ended(tried.run)).toBe('late');
		expect(tried.posted()).toHaveLength(1);
		expect(tried.sleeps).toEqual([300, 1_700, 3_000]);
	});

	it('is sent again if it is certainly not there', async () => {
		let calls = 0;
		const tried = tryOf([own('1')], {
			queue: (_, all) => {
				if (++calls === 1) throw lost();
				all.unshift(sentAs('new'));
				return { data: all[0] };
			},
		});
		expect(await ended(tried.run)).toBe('new');
		expect(tried.sleeps).toEqual([300, 1_700, 3_000, 5_000]);
		expect(tried.posted()).toHaveLength(2);
	});

	it('is found by no other words, since another execution may have queued those', async () => {
		let calls = 0;
		const tried = tryOf([own('1')], {
			queue: (_, all) => {
				all.unshift(++calls === 1 ? queuedInvoice('others', { memo: 'b' }) : sentAs('new'));
				if (calls === 1) throw lost();
				return { data: all[0] };
			},
		});
		expect(await ended(tried.run)).toBe('new');
		expect(tried.posted()).toHaveLength(2);
	});

	it('is unknown if one has its words alone, wherever that stands', async () => {
		const timeless = (id: string, more: Parameters<typeof queuedInvoice>[1] = {}) =>
			queuedInvoice(id, { is: 'written', ...more });
		const tried = tryOf([timeless('1', { memo: 'x' })], {
			queue: lostAfter((all) => all.push(timeless('2'))),
		});
		const result = await settled(enqueue(tried.run, madeWrite));
		expect(result).toMatchObject({
			reason: {
				message: UNKNOWN,
				description: expect.stringContaining(
					'(ECONNRESET).), and the queue does not tell, since the queue has a request that may be this one',
				),
			},
		});
		expect(tried.posted()).toHaveLength(1);
	});

	it('is unknown if the queue can’t be read', async () => {
		const tried = tryOf([own('1')], {
			queue: lostAfter(() => undefined),
			before: (call) => {
				if (call.method === 'GET' && tried.posted().length > 0) throw answeredWith(503);
			},
		});
		const result = await settled(enqueue(tried.run, madeWrite));
		expect(result).toMatchObject({
			status: 'rejected',
			reason: {
				message: UNKNOWN,
				description: expect.stringMatching(
					/^The call gave no usable answer \(.+\), and the queue does not tell, since it could not be read \(invalid_request\)\..*n8n-run1-0-abcdefgh/s,
				),
			},
		});
		expect(tried.noted()).toEqual(['cursor', 'sent']);
		expect(tried.posted()).toHaveLength(1);
	});

	it('is unknown if too much was queued that the list does not show', async () => {
		const listed = (record: QueuedRecord) => ({ ...record, request_json: undefined });
		const added = (count: number) => Array.from({ length: count }, (_, index) => own(`x${index}`));
		const after = (count: number) =>
			tryOf([own('1')], {
				listed,
				queue: lostAfter((all) => all.unshift(sentAs('new'), ...added(count))),
			});
		expect(await ended(after(99).run)).toBe('new');
		expect(await settled(enqueue(after(100).run, madeWrite))).toMatchObject({
			reason: {
				message: UNKNOWN,
				description: expect.stringContaining('since too much has been queued in the meantime'),
			},
		});
	});

	it('of an earlier try says so', async () => {
		const events: JournalEvent[] = [
			{ event: 'cursor', connectionId: CONNECTION, cursor: { ids: ['1'], at: 'T1' } },
			{ event: 'sent', slot: '0', key: madeWrite.key },
		];
		const tried = tryOf([sentAs('3', { requestId: 'req_1x' }), own('1')], { events });
		const result = await settled(enqueue(tried.run, madeWrite));
		expect(result).toMatchObject({
			reason: { description: expect.stringContaining('no usable answer (of an earlier try)') },
		});
		expect(tried.posted()).toEqual([]);
	});

	it.each([
		['is sent only if nothing speaks against it', [own('1')], 'the books are closed'],
		['stands if it is found, whatever speaks against it', [sentAs('2'), own('1')], '2'],
	])('of an earlier try %s', async (_what, records, end) => {
		const events: JournalEvent[] = [
			{ event: 'cursor', connectionId: CONNECTION, cursor: { ids: ['1'], at: 'T1' } },
			{ event: 'sent', slot: '0', key: madeWrite.key },
		];
		const tried = tryOf(records, { events });
		tried.run.withheld = new Map([['0', new Error('the books are closed')]]);
		expect(await ended(tried.run)).toBe(end);
		expect(tried.posted()).toEqual([]);
		expect(knownFrom(tried.run.journal).unanswered.size).toBe(0);
	});

	it('is not looked for while another call is on its way', async () => {
		const second: Write = {
			...madeWrite,
			slot: '1',
			slotPrefix: 'n8n-run1-1-',
			identifier: 'n8n-run1-1-x',
			key: 'n8n-run1-1-x',
		};
		const told: string[] = [];
		let answer: (() => void) | undefined;
		const tried = tryOf([own('1')], {
			writes: [madeWrite, second],
			queue: (call, all) => {
				told.push(`sent ${call.idempotencyKey}`);
				if (call.idempotencyKey === second.key) {
					return new Promise((resolve) => {
						answer = () => {
							told.push('answered');
							all.unshift(own('other', { requestId: 'n8n-run1-1-x' }));
							resolve({ data: all[0] });
						};
					});
				}
				throw lost();
			},
			before: ({ method, query }) => {
				if (method === 'GET' && query?.page_size === 100) told.push('looks');
			},
		});
		const both = Promise.all([ended(tried.run, second), ended(tried.run)]);
		while (!answer) await new Promise((resolve) => setImmediate(resolve));
		for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
		expect(told).toEqual(['sent n8n-run1-1-x', `sent ${madeWrite.key}`]);
		answer();
		await both;
		expect(told.indexOf('looks')).toBeGreaterThan(told.indexOf('answered'));
	});

	it('ends at once when somebody stops the execution', async () => {
		const stop = new AbortController();
		const tried = tryOf([own('1')], {
			signal: stop.signal,
			queue: lostAfter(() => stop.abort()),
		});
		const result = await settled(enqueue(tried.run, madeWrite));
		expect(result).toMatchObject({ reason: { code: 'ECONNRESET' } });
		expect(tried.noted()).toEqual(['cursor', 'sent']);
		expect(tried.sleeps).toEqual([]);
	});

	it('of a read is looked for by its identifier, and sent again if it is not found', async () => {
		const read = { ...madeWrite, isRead: true };
		const exact = { requestId: 'n8n-run1-0-abcdefgh' };
		for (const search of [undefined, () => []]) {
			const tried = tryOf([own('1')], {
				search,
				queue: lostAfter((all) => all.unshift(own('2'), sentAs('new', exact))),
			});
			expect(await ended(tried.run, read)).toBe('new');
			expect(tried.posted()).toHaveLength(1);
		}
		let calls = 0;
		const again = tryOf([own('1')], {
			queue: (_, all) => {
				if (++calls === 1) throw lost();
				return { data: all[0] };
			},
		});
		expect(await ended(again.run, read)).toBe('1');
		expect(again.sleeps).toEqual([300, 1_700]);
		// The search may find what is not among the newest any more.
		const later = Array.from({ length: 100 }, (_, index) => own(`x${index}`));
		const buried = tryOf([own('1')], {
			queue: lostAfter((all) => all.unshift(...later, sentAs('new', exact))),
		});
		expect(await ended(buried.run, read)).toBe('new');
		// Nothing is written by a read, so that its call may just fail.
		const unread = tryOf([own('1')], {
			queue: lostAfter(() => undefined),
			before: ({ method }) => {
				if (method === 'GET') throw answeredWith(503);
			},
		});
		expect(await settled(enqueue(unread.run, read))).toMatchObject({
			reason: { code: 'ECONNRESET' },
		});
		// The user may have given the same identifier to another request.
		const named = tryOf([queuedInvoice('1', { requestId: 'A-1' })], {
			queue: lostAfter(() => undefined),
		});
		await ended(named.run, { ...namedWrite('users'), isRead: true });
		expect(named.posted()).toHaveLength(4);
	});
});

describe('an order', () => {
	const order = namedWrite('order');
	const ordered = (id: string, more: object = {}) => own(id, { requestId: 'A-1', ...more });
	const queues: Behaviour['queue'] = (_, all) => {
		all.unshift(ordered('new', { is: 'waiting' }));
		return { data: all[0] };
	};
	const tryOrder = (records: readonly QueuedRecord[], more: Parameters<typeof tryOf>[1] = {}) =>
		tryOf(records, { writes: [order], queue: queues, ...more });
	const earlierOf = ({ run }: ReturnType<typeof tryOf>) =>
		knownFrom(run.journal).queued.get('0')?.earlier;

	it('that is in the queue is taken', async () => {
		const tried = tryOrder([own('3'), ordered('2'), own('1')]);
		expect(await ended(tried.run, order)).toBe('2');
		expect(earlierOf(tried)).toBe('stands');
		expect(tried.posted()).toEqual([]);
	});

	describe('that is in the queue with contents that can be compared', () => {
		const differs: Contents = { is: 'other', differences: ['Memo is "b"'] };
		const open = unclear('it shows no answer');
		const inQueue = [own('3'), ordered('2'), own('1')];
		/** What is taken where its comparisons give these, first as it is listed and then as it is read by itself. */
		async function taken(seen: Contents[], ifAlreadyQueued?: IfAlreadyQueued) {
			const write = { ...order, compare: () => seen.shift() ?? differs };
			const tried = tryOrder(inQueue, { writes: [write], ifAlreadyQueued });
			const result = await ended(tried.run, write);
			expect(tried.posted()).toEqual([]);
			return { result, earlier: earlierOf(tried) };
		}

		it.each<[seen: Contents[], as: string]>([
			[[{ is: 'same' }], 'stands'],
			[[open, { is: 'same' }], 'stands'],
			[[open, open], 'uncompared'],
		])('is taken unless they are others: %j', async (seen, as) => {
			expect(await taken(seen)).toEqual({ result: '2', earlier: as });
		});

		it('is taken with others only where the user wants what is there', async () => {
			const error = 'Order A-1 was already written, with other contents. Memo is "b".';
			expect(await taken([differs])).toMatchObject({ result: error, earlier: undefined });
			expect(await taken([open, differs])).toMatchObject({ result: error });
			expect(await taken([differs], 'returnExisting')).toEqual({ result: '2', earlier: 'differs' });
		});
	});

	it('whose record was voided is written again, and says so', async () => {
		const tried = tryOrder([voiding('3'), ordered('2'), own('1')]);
		expect(await ended(tried.run, order)).toBe('new');
		expect(earlierOf(tried)).toBe('removed');
		expect(tried.posted()[0].idempotencyKey).toMatch(/^once-.{40}-2$/);
	});

	it('whose call was lost after it was voided before still says so', async () => {
		const tried = tryOrder([voiding('3'), ordered('2'), own('1')], {
			queue: (_, all) => {
				all.unshift(ordered('new', { is: 'waiting' }));
				throw lost();
			},
		});
		expect(await ended(tried.run, order)).toBe('new');
		expect(earlierOf(tried)).toBe('removed');
	});

	it('is asked for in the queue alone, and not what the node names itself', async () => {
		const bill = { ...madeWrite, slot: '1', request: billOf('n8n-run1-1-x') };
		const hidden = queuedInvoice('5', { at: 'T5', element: 'BillAddRq' });
		const tried = tryOrder([hidden, own('1')], { writes: [bill, order] });
		expect(await ended(tried.run, order)).toBe('new');
		const asked = tried.service.calls.flatMap(({ query }) => query?.search_phrase ?? []);
		expect(asked).not.toContain(madeWrite.identifier);
	});

	it('can’t be told where a request of several elements hides its identifier', async () => {
		const hidden = {
			id: '5',
			state: 'waiting',
			inserted_at: 'T5',
			request_xml:
				'<QBXML><QBXMLMsgsRq><HostQueryRq/><InvoiceAddRq><InvoiceAdd/></InvoiceAddRq></QBXMLMsgsRq></QBXML>',
		};
		const tried = tryOrder([hidden, own('1')]);
		expect(await ended(tried.run, order)).toBe(CANNOT_TELL);
		expect(tried.posted()).toEqual([]);
	});

	it('can’t be told where a request can’t be read, such as one that is cut off', async () => {
		const cutOff = {
			id: '5',
			state: 'waiting',
			inserted_at: 'T5',
			request_xml: '<QBXML><QBXMLMsgsRq><InvoiceAddRq requestID="A-1"><InvoiceAdd><Cust',
		};
		const tried = tryOrder([cutOff, own('1')]);
		expect(await ended(tried.run, order)).toBe(CANNOT_TELL);
		expect(tried.posted()).toEqual([]);
	});

	it('can’t be told among others if one of all comes from the service’s own endpoints', async () => {
		const invoice = { ...order, slot: '1', identifier: 'A-2', request: toEndpoint('invoices') };
		const hidden = queuedInvoice('5', { at: 'T5', requestId: 'req_5' });
		const bill = own('1', { element: 'BillAddRq' });
		const tried = tryOrder([hidden, bill], { writes: [order, invoice] });
		expect(await settled(enqueue(tried.run, order))).toMatchObject({
			reason: {
				message: CANNOT_TELL,
				description: expect.stringContaining('no request of this kind in its queue shows'),
			},
		});
	});

	it('is looked for although the contents of its request can’t be compared', async () => {
		const query = { ...order, isRead: true, request: toEndpoint('customers') };
		const tried = tryOrder([ordered('2'), own('1')], { writes: [query] });
		expect(await ended(tried.run, query)).toBe('2');
		expect(tried.posted()).toEqual([]);
	});

	describe('that was queued before, with an answer that shows an invoice', () => {
		const answered = (state: string) => ({ ...ordered('2'), state });

		it.each(['waiting', 'retryable', 'error'])(
			'counts while it may be carried out, or may have been (%s), although the invoice is voided',
			async (state) => {
				const tried = tryOrder([voiding('3'), answered(state), own('1')]);
				expect(await ended(tried.run, order)).toBe('2');
				expect(tried.posted()).toEqual([]);
			},
		);

		it('is not written again while its removal has not ended', async () => {
			const waits = { ...voiding('3'), state: 'waiting', response_xml: undefined };
			const tried = tryOrder([waits, ordered('2'), own('1')]);
			expect(await settled(enqueue(tried.run, order))).toMatchObject({
				reason: {
					message:
						'It is unknown whether the record with the Order Number "A-1" is still in the books.',
					description: expect.stringContaining(
						'since the request 3, which voids or deletes the record, has not ended yet',
					),
				},
			});
			expect(tried.posted()).toEqual([]);
		});
	});

	describe('of a later round', () => {
		const second = { ...namedWrite('order', 'A-2'), slot: '1', key: 'n8n-run1-1-x' };
		const others = Array.from({ length: 400 }, (_, index) => own(`x${index}`));

		it('is looked for in the whole queue', async () => {
			const queue = [...others, ordered('3'), ordered('2', { requestId: 'A-2' }), own('oldest')];
			const tried = tryOrder(queue);
			expect(await ended(tried.run, order)).toBe('3');
			tried.run.writes = [second];
			beginTurn(tried.run, 2);
			expect(await ended(tried.run, second)).toBe('2');
			expect(tried.posted()).toEqual([]);
		});

		it('is written again if it was voided since the round before', async () => {
			const queue = [
				ordered('3', { response_xml: undefined }),
				ordered('2', { requestId: 'A-2' }),
				own('1'),
			];
			const tried = tryOrder(queue, { writes: [order, second] });
			expect(await ended(tried.run, order)).toBe('3');
			tried.service.records.unshift(voiding('4'));
			beginTurn(tried.run, 2);
			expect(await ended(tried.run, second)).toBe('new');
		});
	});

	it('does not wait for another order', async () => {
		const second = { ...namedWrite('order', 'A-2'), slot: '1', key: 'n8n-run1-1-x' };
		const answers: Array<() => void> = [];
		const tried = tryOrder([own('1')], {
			writes: [order, second],
			queue: async (call) => {
				await new Promise<void>((resolve) => answers.push(resolve));
				return { data: own(String(call.idempotencyKey)) };
			},
		});
		const both = [ended(tried.run, order), ended(tried.run, second)];
		for (let turn = 0; turn < 50 && answers.length < 2; turn++) await nextTurn();
		expect(answers).toHaveLength(2);
		answers.forEach((answer) => answer());
		await Promise.all(both);
	});

	it('can’t be told where a request hides its identifier', async () => {
		const tried = tryOrder([queuedInvoice('5', { at: 'T5' }), own('1')]);
		const result = await settled(enqueue(tried.run, order));
		expect(result).toMatchObject({
			reason: {
				message: CANNOT_TELL,
				description: expect.stringContaining(
					'since the request 5 does not show the identifier that it was given',
				),
			},
		});
		expect(tried.posted()).toEqual([]);
		// That one was refused proves nothing of the other.
		const refused = queuedInvoice('6', { requestId: 'A-1', is: 'refused', at: 'T6' });
		const beside = tryOrder([refused, queuedInvoice('5', { at: 'T5' }), own('1')]);
		const { reason } = (await settled(enqueue(beside.run, order))) as PromiseRejectedResult;
		expect(reason).toMatchObject({ message: CANNOT_TELL });
		expect(beside.posted()).toEqual([]);
	});

	it('may be queued if it is, or if that can’t be told', async () => {
		const mayBe = async (records: readonly QueuedRecord[], write = order) =>
			await mayBeQueuedAs(tryOrder(records).run, write);
		expect(await mayBe([own('1')])).toBe(false);
		expect(await mayBe([queuedInvoice('5', { requestId: 'A-1', at: 'T5' }), own('1')])).toBe(true);
		expect(await mayBe([queuedInvoice('5', { at: 'T5' }), own('1')])).toBe(true);
		const instead = { ...order, replaces: '5' };
		expect(await mayBe([queuedInvoice('5', { at: 'T5' }), own('1')], instead)).toBe(false);
	});

	it('of two items, and of two executions at once, is written once', async () => {
		const second = { ...order, slot: '1' };
		const one = tryOrder([own('1')], { writes: [order, second] });
		const results = await Promise.all([ended(one.run, order), ended(one.run, second)]);
		expect(results).toEqual(['new', 'new']);
		expect(one.posted()).toHaveLength(1);

		const first = tryOrder([own('1')]);
		const other = { ...tryOrder([]).run, service: first.run.service, execution: '2' };
		expect(await Promise.all([ended(first.run, order), ended(other, order)])).toEqual([
			'new',
			'new',
		]);
		expect(first.posted()).toHaveLength(1);
	});

	describe('that a service with keys answers with the request of another execution', () => {
		const ours = '{AAAAAAAA-1234-1234-1234-123456789abc}';
		const theirs = '{bbbbbbbb-1234-1234-1234-123456789abc}';
		const write = { ...order, externalGuid: ours };
		interface Answer extends Pick<Behaviour, 'before'> {
			isHidden?: boolean;
			sent?: Write;
			ifAlreadyQueued?: IfAlreadyQueued;
		}
		const answeredBy = (
			guid: string | undefined,
			{ isHidden = false, sent = write, before, ifAlreadyQueued }: Answer = {},
		) => {
			const queued = ordered('theirs', { is: 'waiting', guid });
			return tryOrder([own('1')], {
				writes: [sent],
				ifAlreadyQueued,
				queue: (_, all) => {
					all.unshift(queued);
					return { data: isHidden ? { ...queued, request_json: undefined } : queued };
				},
				before,
			});
		};
		const answering = async (guid: string | undefined, answer: Answer = {}) => {
			const { run } = answeredBy(guid, answer);
			expect(await ended(run, answer.sent ?? write)).toBe('theirs');
			return knownFrom(run.journal).queued.get('0');
		};

		it('was there before, with its own GUID', async () => {
			for (const isHidden of [false, true]) {
				expect(await answering(theirs, { isHidden })).toMatchObject({
					earlier: 'stands',
					externalGuid: theirs,
				});
			}
		});

		it('is this one’s if it has the same GUID', async () => {
			expect(await answering(ours.toLowerCase())).toMatchObject({
				earlier: 'none',
				externalGuid: ours,
			});
		});

		it('is this one’s if nothing tells', async () => {
			const own = { earlier: 'none', externalGuid: ours };
			expect(await answering(undefined)).toMatchObject(own);
			const before: Behaviour['before'] = ({ path }) => {
				if (path === '/queued_requests/theirs') throw answeredWith(503);
			};
			expect(await answering(theirs, { isHidden: true, before })).toMatchObject(own);
			// A service may add one itself.
			expect(await answering(theirs, { sent: order })).toMatchObject({ earlier: 'none' });
		});

		it('is not read for it where neither a GUID nor contents could tell', async () => {
			const readOf = async (sent: Write) => {
				const { run, service } = answeredBy(theirs, { isHidden: true, sent });
				await ended(run, sent);
				return service.calls.some(({ path }) => path === '/queued_requests/theirs');
			};
			expect(await readOf(order)).toBe(false);
			expect(await readOf(write)).toBe(true);
		});

		it('is an error where the user wants no second one', async () => {
			const { run } = answeredBy(theirs, { ifAlreadyQueued: 'fail' });
			expect(await ended(run, write)).toBe(
				'A request with the Order Number "A-1" is already queued: theirs.',
			);
			expect(knownFrom(run.journal).unanswered.size).toBe(0);
		});

		it('is told by its contents where there is no GUID', async () => {
			const comparing = (contents: Contents): Write => ({ ...order, compare: () => contents });
			const other = comparing({ is: 'other', differences: ['Memo is "b"'] });
			expect(await ended(answeredBy(undefined, { sent: other }).run, other)).toBe(
				'Order A-1 was already written, with other contents. Memo is "b".',
			);
			const same = comparing({ is: 'same' });
			expect(await answering(undefined, { sent: same })).toMatchObject({ earlier: 'none' });
			// A service may add a GUID itself.
			expect(await answering(theirs, { sent: same })).toMatchObject({ earlier: 'none' });
		});

		it('is this one’s if its identifier is the node’s own', async () => {
			const sent = { ...madeWrite, externalGuid: ours };
			expect(await answering(theirs, { sent })).toMatchObject({ externalGuid: ours });
		});
	});

	it('is refused where the user wants no second one', async () => {
		const tried = tryOrder([ordered('2'), own('1')], { ifAlreadyQueued: 'fail' });
		expect(await ended(tried.run, order)).toBe(
			'A request with the Order Number "A-1" is already queued: 2.',
		);
	});

	it('asks the queue once for all, before anything is sent', async () => {
		const tried = tryOrder([queuedInvoice('1')]);
		await expect(requireHistory(tried.run, [madeWrite, order])).rejects.toBeInstanceOf(QueueError);
		await expect(requireHistory(tried.run, [madeWrite])).resolves.toBeUndefined();
		const replacing = { ...madeWrite, replaces: '1' };
		await expect(requireHistory(tried.run, [replacing])).resolves.toBeUndefined();
		const good = tryOrder([own('1')]);
		await requireHistory(good.run, [order]);
		const calls = good.service.calls.length;
		await requireHistory(good.run, [order]);
		expect(good.service.calls).toHaveLength(calls);
	});
});

describe('what goes out instead of a request', () => {
	const replacement: Write = {
		...madeWrite,
		slot: '0r1s3',
		slotPrefix: 'n8n-run1-0r1s3-',
		identifier: 'n8n-instead-x',
		replaces: '1',
	};
	const instead = (id: string, more: object = {}) =>
		own(id, { requestId: 'n8n-instead-x-mark2', is: 'waiting', ...more });

	it('is sent, with what it replaces in the journal before', async () => {
		const others = own('2', { requestId: 'n8n-AbCdEfGhIjKlMnOp-0-abcdefgh-0a1b2c3d' });
		const tried = tryOf([others, own('1', { is: 'unknown' })]);
		expect(await ended(tried.run, replacement)).toBe('new');
		expect(tried.noted()).toEqual(['cursor', 'replaced', 'sent', 'queued']);
		expect(knownFrom(tried.run.journal).replacements.get('1')).toBe('0r1s3');
		expect(tried.posted()[0].idempotencyKey).toMatch(/^instead-/);
	});

	it('is taken if any execution has queued it', async () => {
		const tried = tryOf([instead('3'), own('2'), own('1', { is: 'unknown' })]);
		expect(await ended(tried.run, replacement)).toBe('3');
		expect(tried.posted()).toEqual([]);
	});

	it('is taken although what it replaces was deleted from the queue', async () => {
		const tried = tryOf([instead('3'), own('2')]);
		expect(await ended(tried.run, replacement)).toBe('3');
		expect(tried.posted()).toEqual([]);
	});

	it('is not what was queued before what it replaces', async () => {
		const before = queuedInvoice('0', { at: 'T0', is: 'written' });
		const tried = tryOf([own('1', { is: 'unknown' }), before]);
		expect(await ended(tried.run, replacement)).toBe('new');
		expect(tried.posted()).toHaveLength(1);
	});

	it('is sent again if that was refused', async () => {
		const tried = tryOf([instead('3', { is: 'refused' }), own('1', { is: 'unknown' })]);
		expect(await ended(tried.run, replacement)).toBe('new');
		expect(tried.posted()[0].idempotencyKey).toMatch(/-3$/);
	});

	it('is not sent if too much has come since', async () => {
		const listed = (record: QueuedRecord) => ({ ...record, request_json: undefined });
		const later = Array.from({ length: 101 }, (_, index) => own(`x${index}`));
		const tried = tryOf([...later, own('1', { is: 'unknown' })], { listed });
		const result = await settled(enqueue(tried.run, replacement));
		expect(result).toMatchObject({
			reason: {
				message: 'It is unknown whether the request 1 has been replaced already.',
				description: expect.stringContaining('too much has been queued in the meantime'),
			},
		});
	});
});

describe('where a queue stood', () => {
	it('is read once for writes that go out together, and kept', async () => {
		const tried = tryOf([own('1')]);
		const both = await Promise.all([
			cursorOf(tried.run, CONNECTION),
			cursorOf(tried.run, CONNECTION),
		]);
		tried.service.records.unshift(own('2'));
		expect([...both, await cursorOf(tried.run, CONNECTION)]).toEqual(
			Array.from({ length: 3 }, () => ({ ids: ['1'], at: 'T1' })),
		);
		expect(tried.service.calls).toHaveLength(1);
		expect(tried.noted()).toEqual(['cursor']);
	});

	it('is read again after a failure', async () => {
		let fails = true;
		const tried = tryOf([own('1')], {
			before: () => {
				if (fails) throw answeredWith(503);
			},
		});
		await expect(cursorOf(tried.run, CONNECTION)).rejects.toBeInstanceOf(ServiceError);
		fails = false;
		expect(await cursorOf(tried.run, CONNECTION)).toEqual({ ids: ['1'], at: 'T1' });
	});
});

describe('a Retry', () => {
	const retry = { execution: '2', isRetry: true } as const;

	it('takes what the original execution has queued', async () => {
		const tried = tryOf([sentAs('2'), own('1')], retry);
		expect(await ended(tried.run)).toBe('2');
		expect(tried.posted()).toEqual([]);
		expect(tried.noted()).toEqual(['queued', 'looked']);
	});

	it('looks once for all that begin together, and anew in each turn', async () => {
		const second: Write = {
			...madeWrite,
			slot: '1',
			slotPrefix: 'n8n-run1-1-',
			key: 'n8n-run1-1-x',
			identifier: 'n8n-run1-1-x',
		};
		const tried = tryOf([own('1')], { ...retry, writes: [madeWrite, second] });
		await Promise.all([ended(tried.run), ended(tried.run, second)]);
		expect(tried.noted().filter((event) => event === 'looked')).toHaveLength(1);
		beginTurn(tried.run, 2);
		expect(knownFrom(tried.run.journal).round).toBe(2);
		const third: Write = { ...second, slot: '2', slotPrefix: 'n8n-run1-2-' };
		await ended(tried.run, third);
		expect(tried.noted().filter((event) => event === 'looked')).toHaveLength(2);
	});

	it('sends nothing if nobody can tell, and it does not know where the queue stood', async () => {
		const tried = tryOf([queuedInvoice('5', { at: 'T5' })], retry);
		expect(await ended(tried.run)).toBe('It is unknown what the original execution queued.');
		expect(tried.posted()).toEqual([]);
	});

	it('sends nothing if nobody can tell, although it knows where the queue stood when it began itself', async () => {
		const tried = tryOf([queuedInvoice('5', { at: 'T5' })], retry);
		await cursorOf(tried.run, CONNECTION);
		expect(await ended(tried.run)).toBe('It is unknown what the original execution queued.');
		expect(tried.posted()).toEqual([]);
	});

	describe('of which nobody can tell, but where the queue stood', () => {
		const events: JournalEvent[] = [
			{ event: 'cursor', connectionId: CONNECTION, cursor: { ids: ['1'], at: 'T1' } },
		];
		const hidden = (memo: string) => queuedInvoice('5', { at: 'T5', memo });

		it('sends nothing if another Retry may have sent it with other words', async () => {
			const tried = tryOf([hidden('b'), own('1')], { ...retry, events });
			expect(await settled(enqueue(tried.run, madeWrite))).toMatchObject({
				reason: {
					message: 'It is unknown what the original execution queued.',
					description: expect.stringContaining(
						'since the queue has a request that may be this one',
					),
				},
			});
			expect(tried.posted()).toEqual([]);
		});
	});

	it('does not write again what the original execution has queued with other values', async () => {
		const changed = sentAs('2', { requestId: 'n8n-run1-0-zzzzzzzz-mark1' });
		const tried = tryOf([changed, own('1')], retry);
		expect(await settled(enqueue(tried.run, madeWrite))).toMatchObject({
			reason: {
				message: 'The original execution queued this item with other values.',
				description: expect.stringContaining('The original request is 2'),
			},
		});
		expect(tried.posted()).toEqual([]);
	});

	it('sends nothing if it can’t look, and says why', async () => {
		const tried = tryOf([own('1')], {
			...retry,
			before: ({ method }) => {
				if (method === 'GET') throw answeredWith(503);
			},
		});
		expect(await settled(enqueue(tried.run, madeWrite))).toMatchObject({
			reason: { name: 'ServiceError', httpStatus: 503 },
		});
		expect(tried.posted()).toEqual([]);
		expect(tried.noted()).toEqual([]);
	});

	it('counts only requests of its own kind as hidden, but for steps all that write', async () => {
		const bill = queuedInvoice('5', { at: 'T5', element: 'BillAddRq' });
		const looked = async (writes: readonly Write[], hidden: QueuedRecord) => {
			const tried = tryOf([hidden, own('1')], { ...retry, writes });
			await lookForRun(tried.run, CONNECTION);
			return tried.run.journal.events.at(-1);
		};
		expect(await looked([madeWrite], bill)).not.toHaveProperty('because');
		const read: Write = { ...madeWrite, isRead: true };
		expect(await looked([read], bill)).toHaveProperty('because');
		const query = queuedInvoice('5', { at: 'T5', element: 'BillQueryRq' });
		expect(await looked([read], query)).not.toHaveProperty('because');
		expect(await looked([madeWrite, read], bill)).toHaveProperty('because');
	});

	it('asks for a proof of the service’s own endpoints if one of its requests went there', async () => {
		const invoice: Write = { ...madeWrite, slot: '1', request: toEndpoint('invoices') };
		const hidden = queuedInvoice('5', { at: 'T5', requestId: 'req_5' });
		const proof = own('1', { element: 'BillAddRq' });
		const tried = tryOf([hidden, proof], { ...retry, writes: [madeWrite, invoice] });
		await lookForRun(tried.run, CONNECTION);
		expect(tried.run.journal.events).toEqual([
			expect.objectContaining({ because: expect.stringContaining('no request of this kind') }),
		]);
	});

	it('knows what stands there for an item that goes to another connection now', async () => {
		const slotPrefix = 'n8n-run1-0-';
		const elsewhere = {
			...madeWrite,
			slotPrefix,
			key: `${slotPrefix}others00`,
			connectionId: 'c2',
		};
		const tried = tryOf([sentAs('2'), own('1')], { ...retry, writes: [elsewhere] });
		const found = await lookForRun(tried.run, CONNECTION);
		expect(found.map(({ record }) => record.id)).toEqual(['2']);
		expect(tried.noted()).toEqual(['queued', 'looked']);
		await expect(enqueue(tried.run, elsewhere)).rejects.toThrow('with other values');
	});

	it('takes nothing there for a write of a later step that goes to another connection', async () => {
		const position = { item: '0', round: 1, step: 1 };
		const elsewhere = { ...madeWrite, position, connectionId: 'c2' };
		const there = sentAs('2', { requestId: 'n8n-run1-0r1s1-abcdef-mark1' });
		const tried = tryOf([there, own('1')], { ...retry, writes: [elsewhere] });
		await lookForRun(tried.run, CONNECTION);
		expect(tried.noted()).toEqual(['looked']);
	});

	it('reads back up to 5,000 requests', async () => {
		const records = [
			...Array.from({ length: 4_998 }, (_, index) => own(`x${index}`)),
			sentAs('2'),
			own('1'),
		];
		const deaf = { ...retry, search: () => [] };
		expect(await ended(tryOf(records, deaf).run)).toBe('2');
		const more = tryOf([own('y'), ...records], deaf);
		expect(await ended(more.run)).toBe('It is unknown what the original execution queued.');
	});
});

describe('a first try, which n8n may run again after its process died', () => {
	it('finds by the search what it has queued, oldest first', async () => {
		const second = sentAs('3', { requestId: 'n8n-run1-5-zzzzzzzz-mark1' });
		const tried = tryOf([second, sentAs('2'), own('1')]);
		const found = await lookForRun(tried.run, CONNECTION);
		expect(found.map(({ record, identifier }) => [record.id, identifier])).toEqual([
			['2', 'n8n-run1-0-abcdefgh-mark1'],
			['3', 'n8n-run1-5-zzzzzzzz-mark1'],
		]);
		expect(tried.service.calls[0].query).toMatchObject({ search_phrase: 'n8n-run1-' });
		expect(await ended(tried.run)).toBe('2');
		expect(tried.run.journal.events.at(-1)).toEqual({
			event: 'looked',
			connectionId: CONNECTION,
			execution: '1',
		});
	});

	const listed = ({ id, connection_id, state, inserted_at }: QueuedRecord): QueuedRecord => ({
		...{ id, connection_id, state, inserted_at },
	});

	it('reads what the search finds one by one where the list shows no requests', async () => {
		const tried = tryOf([sentAs('3'), sentAs('2'), own('1')], { listed });
		const found = await lookForRun(tried.run, CONNECTION);
		expect(found.map(({ record }) => record.id)).toEqual(['2', '3']);
	});

	it('looks again on other connections, as a Retry, when it has found what it has queued', async () => {
		const [slotPrefix, key] = ['n8n-run1-1-', 'n8n-run1-1-others00'];
		const elsewhere = { ...madeWrite, slot: '1', slotPrefix, key, connectionId: 'c2' };
		const search = jest.fn((_phrase: string, all: readonly QueuedRecord[]) => [...all]);
		search.mockReturnValueOnce([]);
		const tried = tryOf([sentAs('2'), own('1')], { writes: [elsewhere, madeWrite], search });
		await lookForRun(tried.run, 'c2');
		await lookForRun(tried.run, CONNECTION);
		const known = knownFrom(tried.run.journal);
		expect(lookOf(known, CONNECTION, '1')).toBe('');
		expect(lookOf(known, 'c2', '1')).toBeUndefined();
	});

	it('reads few that it finds in vain', async () => {
		const others = Array.from({ length: 20 }, (_, index) => own(`x${index}`));
		const tried = tryOf(others, { listed, search: (_, all) => [...all] });
		expect(await lookForRun(tried.run, CONNECTION)).toEqual([]);
		expect(tried.service.calls).toHaveLength(1 + 5);
	});

	it('reads none that it knows', async () => {
		const tried = tryOf([sentAs('3'), sentAs('2'), own('1')], { listed });
		await lookForRun(tried.run, CONNECTION);
		tried.run.isRetry = false;
		const { length } = tried.service.calls;
		await lookForRun(tried.run, CONNECTION);
		expect(tried.service.calls.slice(length).map(({ path }) => path)).toEqual([
			expect.stringMatching(/queued_requests$/),
			'/queued_requests/2',
		]);
	});

	it('takes nothing that the search finds for another reason', async () => {
		const hidden = queuedInvoice('3', { memo: 'n8n-run1-' });
		const tried = tryOf([hidden, sentAs('2'), own('1')], { search: (_, all) => [...all] });
		const found = await lookForRun(tried.run, CONNECTION);
		expect(found.map(({ record }) => record.id)).toEqual(['2']);
	});

	const other = own('3', { requestId: 'n8n-run2-0-abcdefgh-mark1' });
	const looked = async (...[records, more]: Parameters<typeof tryOf>) => {
		const tried = tryOf(records, { search: (_, all) => [...all], ...more });
		const found = await lookForRun(tried.run, CONNECTION);
		return { ...tried, ids: found.map(({ record }) => record.id) };
	};

	it('begins if there is nothing', async () => {
		const hidden = queuedInvoice('1', { at: 'T1', isHidden: true });
		const { run, ids, service } = await looked([other, hidden]);
		expect([run.isRetry, ids]).toEqual([false, []]);
		expect(run.journal.events).toEqual([
			{ event: 'looked', connectionId: CONNECTION, execution: '1' },
		]);
		expect(service.calls.slice(1).map(({ path }) => path)).toEqual(['/queued_requests/1']);
	});

	const mark = guidOf('12345678', 'n8n-run1-', 0, ['a']);
	const users = { ...namedWrite('users'), externalGuid: mark };
	const phrasesOf = ({ calls }: ReturnType<typeof tryOf>['service']) =>
		calls.flatMap(({ query }) => query?.search_phrase ?? []);

	it.each([
		['another run has added it', guidOf('12345678', 'n8n-run2-', 0, ['a']), false],
		['the run itself has added it', mark, true],
	])('finds what the user has named by what it adds: %s', async (_who, guid, isAgain) => {
		const named = queuedInvoice('2', { requestId: 'A-1', guid, at: 'T2' });
		const { run, service } = await looked([named, own('1')], { writes: [users] });
		expect(run.isRetry).toBe(isAgain);
		expect(phrasesOf(service)[0]).toBe(mark.slice(-13, -1));
		if (!isAgain) expect(phrasesOf(service)).toHaveLength(1);
	});

	it('searches for what the node has named, too, if some of it is', async () => {
		const { service } = await looked([other], { writes: [users, madeWrite] });
		expect(phrasesOf(service)).toEqual([mark.slice(-13, -1), 'n8n-run1-']);
	});

	it('searches for what the user has named by the prefix alone if it adds nothing', async () => {
		const { service } = await looked([other], { writes: [namedWrite('users')] });
		expect(phrasesOf(service)).toEqual(['n8n-run1-']);
	});

	it('sends nothing if n8n has handed down nothing and items come in another order', async () => {
		const key = 'n8n-run1-1-zzzzzzzz';
		const second = { ...madeWrite, slot: '1', slotPrefix: 'n8n-run1-1-', key, identifier: key };
		const moved = sentAs('2', { requestId: 'n8n-run1-0-zzzzzzzz-mark1' });
		const { run, posted } = await looked([moved, own('1')], { writes: [madeWrite, second] });
		expect(run.journal.events.at(-1)).toHaveProperty(
			'because',
			'the items come in another order than when the request 2 was queued',
		);
		expect(await ended(run, second)).toBe('It is unknown what the original execution queued.');
		expect(posted()).toEqual([]);
	});

	it('knows its own requests by what n8n has handed down', async () => {
		const handedDown: JournalEvent = { event: 'refused', slot: '9', id: 'r9', execution: '1' };
		const later = sentAs('4', { requestId: 'n8n-run1-1-abcdefgh-mark1' });
		const { run, ids } = await looked([later, other, sentAs('2')], { events: [handedDown] });
		expect([run.isRetry, ids]).toEqual([false, ['2', '4']]);
		expect(knownFrom(run.journal).queued.get('0')?.execution).toBe('1');
	});

	it('is like a Retry if n8n has handed down nothing, as items may be others by now', async () => {
		const changed = sentAs('2', { requestId: 'n8n-run1-0-zzzzzzzz-mark1' });
		const { run, ids, posted } = await looked([other, changed]);
		expect([run.isRetry, ids]).toEqual([true, ['2']]);
		expect(await ended(run)).toBe('The original execution queued this item with other values.');
		expect(posted()).toEqual([]);
	});
});

it('lets the tries of a run queue one after the other', async () => {
	const told: string[] = [];
	const work = (name: string) => async () => {
		told.push(`${name} begins`);
		await new Promise((resolve) => setImmediate(resolve));
		told.push(`${name} ends`);
	};
	const { run } = tryOf([]);
	await Promise.all([inTurnOfRun(run, work('a')), inTurnOfRun(run, work('b'))]);
	expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
