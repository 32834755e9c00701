import { sameWritesSince } from '../../../../queue/reader/sameWrites';
import { replacementIdentifier } from '../../../../queue/requests/identifiers';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { CONNECTION, queuedInvoice } from '../support/records';
import { servedQueue } from '../support/served-queue';

const GUID = '{12345678-1234-1234-1234-123456789abc}';

const invoice = (id: string, more: Parameters<typeof queuedInvoice>[1] = {}) =>
	queuedInvoice(id, { guid: GUID, at: `T${id}`, ...more });
const change = (id: string, more: Parameters<typeof queuedInvoice>[1] = {}) =>
	queuedInvoice(id, {
		element: 'InvoiceModRq',
		defaults: { TxnID: '1-1', EditSequence: '5' },
		at: `T${id}`,
		...more,
	});
const other = (id: string) => queuedInvoice(id, { memo: 'other', at: `T${id}` });

const inText = (phrase: string, records: readonly QueuedRecord[]) =>
	records.filter((one) => JSON.stringify(one).includes(phrase));

async function since(
	request: QueuedRecord,
	wanted: { action: string; id?: string },
	records: readonly QueuedRecord[],
	behaviour: Parameters<typeof servedQueue>[1] = {},
) {
	const service = servedQueue(records, { search: inText, ...behaviour });
	const same = await sameWritesSince(service, CONNECTION, request, wanted);
	return { service, same: 'because' in same ? same : same.map(({ id }) => id) };
}

const add = { action: 'add' };
const modify = { action: 'modify', id: '1-1' };
const isDeaf = { search: () => [] };

describe('the additions of a record', () => {
	it('are told by its GUID', async () => {
		const records = [invoice('4', { memo: 'again' }), other('3'), invoice('2'), invoice('1')];
		const { service, same } = await since(invoice('2'), add, records);
		expect(same).toEqual(['4']);
		const asked = service.calls.map(({ query }) => query?.search_phrase ?? query?.state);
		expect(new Set(asked)).toEqual(
			new Set([GUID, 'ticketed', 'sent', 'retryable', 'error', 'discarded', 'response_received']),
		);
	});

	it('are read in the queue’s order where the search does not find the request itself', async () => {
		const records = [invoice('4'), other('3'), invoice('2'), invoice('1')];
		expect((await since(invoice('2'), add, records, isDeaf)).same).toEqual(['4']);
		const newestOnly = (phrase: string, all: readonly QueuedRecord[]) =>
			inText(phrase, all).slice(0, 1);
		const more = [invoice('5'), ...records];
		expect((await since(invoice('2'), add, more, { search: newestOnly })).same).toEqual(['5', '4']);
	});

	it('are read in the queue’s order where the search shows a part of the request itself', async () => {
		const part = { request: { name: 'InvoiceAddRq', children: [{ name: 'InvoiceAdd' }] } };
		const listed = (record: QueuedRecord) =>
			record.id === '2' ? { ...record, request_json: part } : record;
		const records = [invoice('4'), other('3'), invoice('2'), invoice('1')];
		expect((await since(invoice('2'), add, records, { listed })).same).toEqual(['4']);
	});

	it('are only searched for if it is the newest', async () => {
		const { service, same } = await since(invoice('2'), add, [invoice('2'), invoice('1')]);
		expect(same).toEqual([]);
		expect(service.calls.every(({ query }) => query?.search_phrase ?? query?.state)).toBe(true);
	});

	it.each([
		['the search', {}],
		['reading', isDeaf],
	])(
		'are not those that it has replaced, found by %s where no times are shown',
		async (_how, by) => {
			const timeless = (id: string, replaces?: string, is: 'unknown' | 'written' = 'unknown') => {
				const requestId = replaces && `${replacementIdentifier(CONNECTION, replaces)}-0badcafe`;
				return { ...invoice(id, { is, requestId }), inserted_at: undefined };
			};
			const [first, second, third] = [timeless('1'), timeless('2', '1'), timeless('3', '2')];
			const chain = [third, first, second];
			const sameAs = async (own: QueuedRecord) => (await since(own, add, chain, by)).same;
			expect(await sameAs(first)).toEqual(['3']);
			expect(await sameAs(second)).toEqual(['3']);
			expect(await sameAs(third)).toEqual([]);
			const carriedOut = timeless('1', undefined, 'written');
			expect((await since(third, add, [third, carriedOut, second], by)).same).toEqual(['1']);
		},
	);

	it('can’t be told without a GUID', async () => {
		const { service, same } = await since(other('2'), add, [other('3'), other('2')]);
		expect(same).toStrictEqual([]);
		expect(service.calls).toEqual([]);
	});

	it('are unclear if something later does not show what it asks for', async () => {
		const hidden = queuedInvoice('3', { isHidden: true });
		const { same } = await since(invoice('2'), add, [hidden, invoice('2')], isDeaf);
		expect(same).toEqual({
			is: 'unclear',
			because: 'the request 3 does not show what it asks for',
		});
		const carriedOut = invoice('4', { is: 'written' });
		expect(
			(await since(invoice('2'), add, [carriedOut, hidden, invoice('2')], isDeaf)).same,
		).toEqual(['4']);
	});

	it('are unclear if too much has come since', async () => {
		const tooMuch = {
			is: 'unclear',
			because: 'too much has been queued since then to tell whether it was queued again',
		};
		const many = (count: number) => Array.from({ length: count }, (_, index) => other(`x${index}`));
		expect((await since(invoice('2'), add, [...many(5_000), invoice('2')], isDeaf)).same).toEqual(
			tooMuch,
		);
		const listed = (record: QueuedRecord) => ({ ...record, request_json: undefined });
		expect(
			(await since(invoice('2'), add, [...many(200), invoice('2')], { ...isDeaf, listed })).same,
		).toEqual([]);
		expect(
			(await since(invoice('2'), add, [...many(201), invoice('2')], { ...isDeaf, listed })).same,
		).toEqual(tooMuch);
	});
});

describe('the changes of a record', () => {
	it('are told by their words, which name the edit sequence', async () => {
		const records = [
			change('5', { defaults: { TxnID: '1-1', EditSequence: '6' } }),
			change('4'),
			change('3', { memo: 'another' }),
			change('2'),
		];
		const { service, same } = await since(change('2'), modify, records);
		expect(same).toEqual(['4']);
		expect(service.calls[0].query).toMatchObject({ search_phrase: '1-1' });
	});

	it('can’t be told where the service shows a part of them', async () => {
		const request = {
			...change('2'),
			request_json: { request: { name: 'InvoiceModRq', children: [{ name: 'InvoiceMod' }] } },
		};
		expect((await since(request, modify, [change('4'), request])).same).toEqual({
			is: 'unclear',
			because: 'the request 2 does not show all that it asks for',
		});
	});

	it('without an ID are looked for by reading', async () => {
		expect(
			(await since(change('2'), { action: 'modify' }, [change('4'), change('2')], isDeaf)).same,
		).toEqual(['4']);
	});
});

it.each([
	['the search', {}],
	['reading', isDeaf],
])(
	'what was queued again is told by %s where the list shows a part of each request',
	async (_how, by) => {
		const part = { request: { name: 'InvoiceAddRq', children: [{ name: 'InvoiceAdd' }] } };
		const listed = (record: QueuedRecord) => ({ ...record, request_json: part });
		const records = [invoice('4'), other('3'), invoice('2')];
		expect((await since(invoice('2'), add, records, { ...by, listed })).same).not.toEqual([]);
	},
);
