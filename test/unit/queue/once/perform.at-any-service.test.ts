import { failureOfNetwork, ServiceError } from '../../../../queue/calls/errors';
import type { ServiceCall } from '../../../../queue/calls/serviceCall';
import { settled } from '../../../../queue/calls/settled';
import { Claims } from '../../../../queue/once/claims';
import { newJournal } from '../../../../queue/once/journal';
import { beginTurn, enqueue, lookForRun, type QueueRun } from '../../../../queue/once/perform';
import { provesItself } from '../../../../queue/requests/identifiers';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { requestIdIn } from '../../../../queue/requests/requestId';
import type { Write } from '../../../../queue/requests/write';
import { ADDED_XML, CONNECTION, invoiceJson, queuedInvoice } from '../support/records';
import { answeredWith, servedQueue } from '../support/served-queue';
import { stillClock } from '../support/still-clock';

type Behaviour = NonNullable<Parameters<typeof servedQueue>[1]>;
type Json = ReturnType<typeof invoiceJson>;

const lost = () => new ServiceError(failureOfNetwork({ code: 'ECONNRESET' }));

interface Lawful extends Behaviour {
	/** How the service shows an identifier that it was given. */
	shows?: (identifier: string, element: string) => string | undefined;
	/** What the service makes of a request. */
	builds?: (call: ServiceCall, id: string) => Partial<QueuedRecord> | undefined;
	/** What happens to the n-th call that queues, from 1. */
	loses?: (count: number) => 'after' | 'before' | undefined;
	/** Before the n-th call that queues. */
	beforePost?: (count: number, records: QueuedRecord[]) => void;
}

/** A service without `Idempotency-Key`, and how often it was asked to queue. */
function lawful(records: readonly QueuedRecord[], options: Lawful = {}) {
	const { shows = (one) => one, builds, loses, beforePost, ...behaviour } = options;
	let count = 0;
	const truth: string[] = [];
	const service = servedQueue(records, {
		queue: (call, all) => {
			count += 1;
			beforePost?.(count, all);
			const fate = loses?.(count);
			if (fate === 'before') throw lost();
			const json = (call.body as { request_json?: Json } | undefined)?.request_json;
			const id = `q${count}`;
			const given = String(json?.request.attributes.requestID ?? call.query?.request_id ?? '');
			truth.push(given);
			const shown = shows(given, json?.request.name ?? '');
			const built = builds?.(call, id) ?? {
				request_json: {
					...json,
					request: {
						...json?.request,
						attributes: shown === undefined ? {} : { requestID: shown },
					},
				},
			};
			all.unshift({
				id,
				state: 'waiting',
				inserted_at: `U${String(count).padStart(6, '0')}`,
				...built,
			} as QueuedRecord);
			if (fate === 'after') throw lost();
			return { data: all[0] };
		},
		...behaviour,
	});
	return { service, truth };
}

const runWith = (service: QueueRun['service'], more: Partial<QueueRun> = {}): QueueRun => ({
	execution: '1',
	isRetry: false,
	ifAlreadyQueued: undefined,
	journal: newJournal('RuN1RuN1RuN1RuN1'),
	service,
	clock: stillClock(),
	prefix: 'n8n-RuN1RuN1RuN1RuN1-',
	writes: [],
	isOurs: (identifier) => provesItself(identifier) || identifier.startsWith('invoice:'),
	addressed: async (call) => call,
	claims: new Claims(undefined, stillClock()),
	shared: new Map(),
	...more,
});

const CANNOT_TELL = "This service can't tell whether an Order Number is already queued.";

const CALL = '/connections/c1/queued_requests';

function made(item: number): Write {
	const prefix = 'n8n-RuN1RuN1RuN1RuN1-';
	const key = `${prefix}${item}-AbCdEfGh`;
	const memo = `m${item}`;
	return {
		connectionId: CONNECTION,
		request: {
			method: 'POST',
			path: CALL,
			body: { request_json: invoiceJson({ memo, requestId: `${key}-0123abcd` }) },
		},
		identifier: key,
		identity: 'made',
		isRead: false,
		key,
		slot: String(item),
		slotPrefix: `${prefix}${item}-`,
		part: '',
		externalGuid: '',
	};
}

const order = (item: number, number: string, element = 'InvoiceAddRq'): Write => ({
	...made(item),
	identity: 'order',
	identifier: `invoice:${number}`,
	request: {
		method: 'POST',
		path: CALL,
		body: { request_json: invoiceJson({ memo: number, requestId: `invoice:${number}`, element }) },
	},
});

async function send(run: QueueRun, writes: readonly Write[]): Promise<string[]> {
	run.writes = writes;
	const ends: string[] = [];
	for (const write of writes) {
		const result = await settled(enqueue(run, write));
		ends.push(
			result.status === 'fulfilled' ? `ok ${result.value.id}` : (result.reason as Error).message,
		);
	}
	return ends;
}

const earlier = (count: number, more: Parameters<typeof queuedInvoice>[1] = {}): QueuedRecord[] =>
	Array.from({ length: count }, (_, index) =>
		queuedInvoice(`e${count - index}`, {
			requestId: `n8n-OtheROtheROtheRo-${count - index}-XxXxXxXx-99999999`,
			is: 'written',
			at: `T${String(count - index).padStart(6, '0')}`,
			...more,
		}),
	);

const other = { execution: '2', prefix: 'n8n-RuN2RuN2RuN2RuN2-' };

describe('own requests push another execution’s out of sight', () => {
	it.each([
		['in the order of the items', 5],
		['four only', 4],
	])('%s', async (_what, between) => {
		// Another execution queues the same order after this one has looked, before it sends five items without a number.
		const { service, truth } = lawful(earlier(10), {
			beforePost: (count, all) => {
				if (count !== 2) return;
				truth.push('invoice:X');
				all.unshift(
					queuedInvoice('foreign', { requestId: 'invoice:X', memo: 'X', at: 'U0000015' }),
				);
			},
		});
		const plain = Array.from({ length: between }, (_, index) => made(index + 1));
		await send(runWith(service), [order(0, 'A'), ...plain, order(9, 'X')]);
		expect(truth.filter((one) => one === 'invoice:X')).toHaveLength(1);
	});
});

const changed: Array<[string, (one: string) => string]> = [
	['in lower case', (one) => one.toLowerCase()],
	['cut after 20 characters', (one) => one.slice(0, 20)],
	['cut after 12 characters', (one) => one.slice(0, 12)],
	// Twenty characters, where the name of the run has sixteen.
	['cut before the number of the item', (one) => one.slice(0, 8)],
	['of its own, with the name of the application in front', () => `n8n-1002`],
];

describe('identifiers are shown changed', () => {
	it.each(changed)('%s: a lost answer', async (_what, shows) => {
		const { service, truth } = lawful([], {
			shows,
			loses: (count) => (count === 2 ? 'after' : undefined),
		});
		const ends = await send(runWith(service), [made(0), made(1), made(2)]);
		expect({ ends, sent: truth.length }).toEqual({ ends, sent: 3 });
	});

	it.each(changed)('%s: an order in two executions', async (_what, shows) => {
		const { service, truth } = lawful([], { shows });
		await send(runWith(service), [made(0)]);
		const ends = [
			...(await send(runWith(service, other), [order(0, 'Shop-Order-1042-Berlin')])),
			...(await send(runWith(service, { execution: '3' }), [order(0, 'Shop-Order-1042-Berlin')])),
		];
		const times = truth.filter((one) => one.startsWith('invoice:')).length;
		expect({ ends, times: Math.min(times, 1) }).toEqual({ ends, times });
	});
});

describe('a search by the beginnings of words', () => {
	const startsAWord = (phrase: string, records: readonly QueuedRecord[]) =>
		records.filter((record) => {
			const words = (requestIdIn(record) ?? '').split(/[\s:]+/u);
			const [last, ...before] = phrase.split(/[\s:]+/u).reverse();
			return (
				before.every((one) => words.includes(one)) && words.some((one) => one.startsWith(last))
			);
		});
	const startsTheIdentifier = (phrase: string, records: readonly QueuedRecord[]) =>
		records.filter((record) => requestIdIn(record)?.startsWith(phrase));
	it.each([
		['words', 'Größenänderung-2026-000123', startsAWord],
		['the identifier', 'SO 2026-11-23/000123', startsTheIdentifier],
	])('%s: an order is written again', async (_what, number, search) => {
		const { service, truth } = lawful(earlier(400), { search });
		await send(runWith(service), [order(0, number)]);
		// It is carried out, and many others after it.
		Object.assign(service.records[0], { state: 'response_received', response_xml: ADDED_XML });
		service.records = [
			...earlier(400).map((one) => ({
				...one,
				id: `v${one.id}`,
				inserted_at: String(one.inserted_at).replace('T', 'V'),
			})),
			...service.records,
		];
		const ends = await send(runWith(service, other), [order(0, number)]);
		expect({ ends, truth }).toEqual({ ends: [CANNOT_TELL], truth: [] });
	});
});

describe('somebody deletes a request while pages are read', () => {
	it('an order of a short queue, with a search that finds nothing', async () => {
		const records = earlier(250);
		records.splice(
			100,
			0,
			queuedInvoice('x', { requestId: 'invoice:X', memo: 'X', is: 'written', at: 'T000150' }),
		);
		let isDeleted = false;
		const { service, truth } = lawful(records, {
			search: () => [],
			before: ({ query = {} }) => {
				if (isDeleted || query.page !== 2 || query.page_size !== 100) return;
				isDeleted = true;
				service.records.splice(3, 1);
			},
		});
		const ends = await send(runWith(service), [order(0, 'X')]);
		expect({ ends, truth }).toEqual({ ends, truth: [] });
	});

	it('a lost answer', async () => {
		let isDeleted = 0;
		const { service, truth } = lawful(earlier(3), {
			loses: (count) => (count === 1 ? 'after' : undefined),
			beforePost: () => undefined,
			before: ({ query = {}, method }) => {
				if (method !== 'GET') return;
				if (service.records.some(({ id }) => id === 'q1') && service.records.length === 4) {
					// Others queue a hundred requests behind it.
					service.records.unshift(
						...earlier(100).map((one, index) => ({
							...one,
							id: `w${index}`,
							inserted_at: `V${String(900 - index).padStart(6, '0')}`,
						})),
					);
				}
				// Each look begins with the first page. One of the others is deleted before the second is read.
				if (query.page !== 2 || query.page_size !== 100) return;
				isDeleted += 1;
				service.records.splice(3, 1);
				// And one is queued, before the next look.
				setImmediate(() =>
					service.records.unshift({
						...queuedInvoice(`n${isDeleted}`, {
							requestId: `n8n-OtheROtheROtheRo-${isDeleted}-n`,
							at: `W${isDeleted}`,
						}),
					}),
				);
			},
		});
		const ends = await send(
			runWith(service, {
				clock: { ...stillClock(), sleep: async () => await new Promise((r) => setTimeout(r, 5)) },
			}),
			[made(0)],
		);
		expect({ ends, truth: truth.length }).toEqual({ ends, truth: 1 });
	});
});

describe('a search that gives at most its newest 20 hits', () => {
	it('Retry after a crash', async () => {
		const { service, truth } = lawful(earlier(400), {
			search: (phrase, records) =>
				records.filter((record) => requestIdIn(record)?.includes(phrase)).slice(0, 20),
		});
		const writes = Array.from({ length: 30 }, (_, index) => made(index));
		await send(runWith(service), writes);
		expect(truth).toHaveLength(30);
		const retry = runWith(service, { execution: '2', isRetry: true });
		retry.writes = writes;
		beginTurn(retry, 0);
		await lookForRun(retry, CONNECTION);
		const ends = await send(retry, writes);
		expect({ ends, sent: truth.length }).toEqual({ ends, sent: 30 });
	});
});

describe('a service without identifiers that builds requests in words of its own', () => {
	const prebuilt = (item: number): Write => ({
		...made(item),
		request: {
			method: 'POST',
			path: '/connections/c1/invoices',
			query: { request_id: `${made(item).key}-0123abcd` },
			body: {
				customer_list_id: '80000002-1700000002',
				transaction_date: '2026-01-15',
				lines: [{ item_list_id: '80020001-1700000001', quantity: 2.5, rate: '150.00' }],
				ref_number: `R-${item}`,
			},
		},
	});
	const line = (inner: string) =>
		`<InvoiceLineAdd><ItemRef><ListID>80020001-1700000001</ListID></ItemRef>${inner}</InvoiceLineAdd>`;
	const add = (number: string, inner: string, customer = '80000002-1700000002', attributes = '') =>
		`<InvoiceAddRq${attributes}><InvoiceAdd><CustomerRef><ListID>${customer}</ListID></CustomerRef><TxnDate>2026-01-15</TxnDate><RefNumber>${number}</RefNumber>${line(inner)}</InvoiceAdd></InvoiceAddRq>`;
	const doc = (inner: string) =>
		`<?xml version="1.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${inner}</QBXMLMsgsRq></QBXML>`;
	const numberOf = ({ body }: ServiceCall) => String((body as { ref_number: string }).ref_number);

	it.each<[string, (call: ServiceCall) => string]>([
		['as sent', (call) => doc(add(numberOf(call), '<Quantity>2.5</Quantity><Rate>150.00</Rate>'))],
		[
			'an amount instead of a rate',
			(call) => doc(add(numberOf(call), '<Quantity>2.5</Quantity><Amount>375.00</Amount>')),
		],
		[
			'a query in front',
			(call) =>
				doc(`<HostQueryRq/>${add(numberOf(call), '<Quantity>2.5</Quantity><Rate>150.00</Rate>')}`),
		],
	])('%s: a lost answer', async (_what, xml) => {
		const { service, truth } = lawful([], {
			builds: (call) => ({ request_xml: xml(call) }),
			loses: (count) => (count === 2 ? 'after' : undefined),
		});
		const ends = await send(runWith(service), [prebuilt(0), prebuilt(1), prebuilt(2)]);
		expect({ ends, sent: truth.length }).toEqual({ ends, sent: 3 });
	});

	it('a query in front, and the identifier in the request: an order in two executions', async () => {
		const { service, truth } = lawful(earlier(5), {
			builds: (call) => ({
				request_xml: doc(
					`<HostQueryRq/>${add(numberOf(call), '', undefined, ` requestID="${String(call.query?.request_id)}"`)}`,
				),
			}),
		});
		const asOrder: Write = {
			...prebuilt(0),
			identity: 'order',
			identifier: 'invoice:A-1',
			request: { ...prebuilt(0).request, query: { request_id: 'invoice:A-1' } },
		};
		const ends = [
			...(await send(runWith(service), [asOrder])),
			...(await send(runWith(service, other), [asOrder])),
		];
		expect({ ends, truth }).toEqual({ ends, truth: ['invoice:A-1'] });
	});
});

describe('a search of answers, which repeat the identifier', () => {
	const inAnswers = (phrase: string, records: readonly QueuedRecord[]) =>
		records.filter(
			(record) => record.state === 'response_received' && requestIdIn(record)?.includes(phrase),
		);
	it.each(['waiting', 'retryable', 'sent', 'ticketed'])(
		'an order that is %s behind later ones that are done',
		async (state) => {
			const { service, truth } = lawful(earlier(400), { search: inAnswers });
			const x = queuedInvoice('x', { requestId: 'invoice:X', memo: 'X', at: 'T000350' });
			service.records.splice(50, 0, { ...x, state });
			await send(runWith(service), [order(0, 'X')]);
			expect(truth).toEqual([]);
		},
	);

	it('an order that waits behind a hundred others, with a desktop that takes the newest first', async () => {
		const { service, truth } = lawful(earlier(400), { search: inAnswers });
		const waiting = earlier(150).map((one) => ({
			...one,
			id: `w${one.id}`,
			state: 'waiting',
			response_xml: undefined,
		}));
		const x = queuedInvoice('x', { requestId: 'invoice:X', memo: 'X', at: 'T000000' });
		service.records.splice(50, 0, ...waiting, x);
		await send(runWith(service), [order(0, 'X')]);
		expect(truth).toEqual([]);
	});
});

describe('a service that refuses a key that it has taken before', () => {
	it('a lost answer, a list that is late, and the refusal of the second call', async () => {
		let posts = 0;
		const { service } = lawful(earlier(3), {
			queue: (_, all) => {
				posts += 1;
				if (posts > 1) throw answeredWith(422, 'invalid_request');
				hidden.push(
					queuedInvoice('q1', { requestId: `${made(0).key}-0123abcd`, memo: 'm0', at: 'U1' }),
				);
				void all;
				throw lost();
			},
			before: ({ method }) => {
				if (posts > 1 && method === 'GET') service.records.unshift(...hidden.splice(0));
			},
		});
		const hidden: QueuedRecord[] = [];
		const run = runWith(service);
		const [end] = await send(run, [made(0)]);
		// It is in the queue: either it is taken, or the error says that nobody knows.
		expect(end).toMatch(/^ok q1|unknown/);
	});
});
