import { standingsIn } from '../../../../queue/reader/readRemovals';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { CONNECTION, queuedInvoice } from '../support/records';
import { servedQueue } from '../support/served-queue';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

/** The request that has added the invoice 1-1, ten minutes in. */
const added = queuedInvoice('added', { is: 'written', at: at(10) });

const voidingXml = (id: string): string =>
	`<QBXML><QBXMLMsgsRs><TxnVoidRs statusCode="0" statusSeverity="Info" statusMessage="OK"><TxnVoidType>Invoice</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRs></QBXMLMsgsRs></QBXML>`;
const voiding = (minute: number, id = '1-1'): QueuedRecord => ({
	...queuedInvoice(`void ${id}`, {
		element: 'TxnVoidRq',
		defaults: { TxnVoidType: 'Invoice', TxnID: id },
		at: at(minute),
	}),
	state: 'response_received',
	response_xml: voidingXml(id),
});

/** Additions of others, from one minute to the next, newest first. */
const others = (from: number, count: number): QueuedRecord[] =>
	Array.from({ length: count }, (_, index) =>
		queuedInvoice(`o${from + count - index}`, { memo: 'other', at: at(from + count - index) }),
	);

const inText = (phrase: string, records: readonly QueuedRecord[]) =>
	records.filter((one) => JSON.stringify(one).includes(phrase));

async function standing(
	records: readonly QueuedRecord[],
	behaviour: Parameters<typeof servedQueue>[1] = {},
	request = added,
) {
	const service = servedQueue(records, { search: inText, ...behaviour });
	const standingOf = standingsIn(service, CONNECTION);
	return { service, standingOf, is: await standingOf(request) };
}

const there = { is: 'there' };
const removed = { is: 'removed', by: 'void 1-1' };
const unclear = {
	is: 'unclear',
	because: 'its queue can be neither searched nor read back so far',
};
const isDeaf = { search: () => [] };
const hidesRequests = {
	listed: ({ id, state, inserted_at: when }: QueuedRecord) => ({ id, state, inserted_at: when }),
};

it('knows that a request without an addition has nothing to lose, without a call', async () => {
	const { service, is } = await standing([added], {}, queuedInvoice('r1'));
	expect(is).toEqual(there);
	expect(service.calls).toEqual([]);
});

describe('a short queue', () => {
	it('is read once', async () => {
		const { service, standingOf, is } = await standing([voiding(20), voiding(15, '2-2'), added]);
		expect(is).toEqual(removed);
		expect(service.calls).toHaveLength(1);
		expect(await standingOf(added)).toEqual(removed);
		expect(service.calls).toHaveLength(1);
	});

	it('has what was not removed', async () => {
		expect((await standing([voiding(20, '2-2'), added])).is).toEqual(there);
	});

	it('has a removal in a document with others, and one that can’t be read', async () => {
		const xmlOf = (request: string) => ({
			...voiding(20),
			request_json: undefined,
			request_xml: `<QBXML><QBXMLMsgsRq>${request}`,
		});
		const both =
			'<HostQueryRq/><TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>1-1</TxnID></TxnVoidRq></QBXMLMsgsRq></QBXML>';
		expect((await standing([xmlOf(both), added])).is).toEqual(removed);
		expect((await standing([xmlOf('<TxnVoidRq><TxnVoid'), added])).is).toEqual(removed);
	});

	it('is read for the answer of a removal', async () => {
		const listed = (record: QueuedRecord) => ({ ...record, response_xml: undefined });
		expect((await standing([voiding(20), added], { listed })).is).toEqual(removed);
	});
});

describe('a queue with more than a hundred requests since', () => {
	const records = [...others(400, 150), voiding(300), ...others(100, 150), added, ...others(0, 5)];

	it('is read once if the addition is among the newest', async () => {
		const queue = [voiding(900), ...others(400, 50), added, ...others(0, 60)];
		for (const request of [added, { ...added, id: 'ADDED' }]) {
			const { service, is } = await standing(queue, {}, request);
			expect(is).toEqual(removed);
			expect(service.calls).toHaveLength(1);
		}
	});

	it('is searched through all that the search finds', async () => {
		const many = Array.from({ length: 120 }, (_, index) => voiding(320 + index, `9-${index}`));
		const mention = queuedInvoice('mention', { memo: 'TxnVoidRq', at: at(800) });
		const queue = [...others(850, 150), mention, ...many, ...others(100, 150), voiding(90), added];
		const { service, is } = await standing(queue);
		expect(is).toEqual(removed);
		expect(service.calls.at(-1)?.query?.search_phrase).toBe('AddRq');
	});

	it('is searched, as far back as the search finds additions', async () => {
		const { service, is } = await standing(records);
		expect(is).toEqual(removed);
		const phrases = service.calls.flatMap(({ query }) => query?.search_phrase ?? []);
		expect(phrases).toEqual(['ListDelRq', 'TxnDelRq', 'TxnVoidRq', 'AddRq']);
		expect(service.calls.at(-1)?.query).toMatchObject({ sort_direction: 'asc', page_size: 1 });
	});

	it('is read where the search reaches less far', async () => {
		const newest = (phrase: string, all: readonly QueuedRecord[]) =>
			inText(phrase, all.slice(0, 200));
		expect((await standing(records, { search: newest })).is).toEqual(removed);
		expect((await standing(records, isDeaf)).is).toEqual(removed);
		const without = records.filter(({ id }) => id !== 'void 1-1');
		expect((await standing(without, isDeaf)).is).toEqual(there);
		expect((await standing(without, { search: newest })).is).toEqual(there);
	});

	it('is read where the search may reach no further than to what came at the same moment', async () => {
		const same = queuedInvoice('same', { is: 'written', at: at(10) });
		const reached = [...others(400, 150), same];
		const search = (phrase: string) => inText(phrase, reached);
		expect((await standing([...reached, voiding(10), added], { search })).is).toEqual(removed);
	});

	it('is read where the search may give only its first hits', async () => {
		const more = Array.from({ length: 12 }, (_, index) => voiding(320 + index, `9-${index}`));
		const queue = [...others(400, 150), ...more, ...records.slice(150)];
		const atMost = (count: number) => (phrase: string, all: readonly QueuedRecord[]) =>
			inText(phrase, all).slice(0, phrase === 'AddRq' ? undefined : count);
		const cut = await standing(queue, { search: atMost(12) });
		expect(cut.is).toEqual(removed);
		expect(cut.service.calls.at(-1)?.query?.search_phrase).toBeUndefined();
		const whole = await standing(queue, { search: atMost(20) });
		expect(whole.is).toEqual(removed);
		expect(whole.service.calls.at(-1)?.query?.search_phrase).toBe('AddRq');
	});

	it('is not searched further where a search filters nothing', async () => {
		const { service, is } = await standing(records, { search: (_, all) => [...all] });
		expect(is).toEqual(removed);
		const phrases = service.calls.flatMap(({ query }) => query?.search_phrase ?? []);
		expect(phrases).not.toContain('AddRq');
	});

	it('is unclear where it can’t be read so far', async () => {
		const many = others(1_000, 5_050);
		expect((await standing([...many, added, ...others(0, 5)], isDeaf)).is).toEqual(unclear);
		const fewer = [...others(400, 199), added];
		expect((await standing(fewer, { ...isDeaf, ...hidesRequests })).is).toEqual(there);
		const all = (_: string, found: readonly QueuedRecord[]) => [...found];
		const found = [...others(400, 250), added];
		expect((await standing(found, { search: all, ...hidesRequests })).is).toEqual(unclear);
		const hidden = [...others(400, 200), added];
		expect((await standing(hidden, { ...isDeaf, ...hidesRequests })).is).toEqual(unclear);
	});
});
