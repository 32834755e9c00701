import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { windowsOf } from '../../../quickbooks/queries/windows';
import { pageSize } from '../../support/page-size';
import { useServiceWithDesktops } from '../support/desktops';
import { useHostedOperations } from '../support/host-operation';
import { byId, runOperation } from '../support/run-operation';

const service = useServiceWithDesktops();
const hosted = useHostedOperations();

const DAY = 24 * 60 * 60_000;
const textOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

test('every day of a range is in exactly one window, in order', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 0, max: 40_000 }),
			fc.integer({ min: 0, max: 380 }),
			fc.constantFrom('day', 'week', 'month', 'quarter', 'year'),
			(first, length, unit) => {
				const windows = windowsOf(textOf(first), textOf(first + length), unit);
				const days = windows.flatMap(([from, to]) => {
					const [start, end] = [Date.parse(from) / DAY, Date.parse(to) / DAY];
					return Array.from({ length: end - start + 1 }, (_, index) => textOf(start + index));
				});
				expect(days).toEqual(
					Array.from({ length: length + 1 }, (_, index) => textOf(first + index)),
				);
			},
		),
	);
});

test.each<[from: unknown, to: unknown, unit: unknown, message: string]>([
	[undefined, '2026-01-31', 'month', 'needs Transaction Date From and Transaction Date To'],
	['2026-02-01', '2026-01-31', 'month', 'is later than'],
	['1990-01-01', '2026-01-31', 'day', 'more than 400 requests'],
	['2026-01-01', '2026-01-31', 'decade', "can't be"],
])('from %s to %s by %s is refused', (from, to, unit, message) => {
	expect(() => windowsOf(from, to, unit)).toThrow(message);
});

const range = { transactionDateFrom: '2025-01-01', transactionDateTo: '2026-12-31' };

const query = async (
	connectionId: string,
	options: IDataObject,
	filters: IDataObject = {},
	limited: IDataObject = { returnAll: true },
) =>
	await runOperation(service, 'invoice.query', {
		connection: { ...byId(connectionId) },
		filters: { ...range, ...filters },
		options,
		...limited,
		result: 'waitPolling',
	});

/** How many requests were queued. The pages of one have its ID. */
const requestsOf = async (connectionId: string) =>
	new Set((await service.requestsOf(connectionId)).map(({ id }) => id)).size;

const idsOf = ({ items }: { items: Array<{ json: IDataObject }> }) =>
	items.map(({ json }) => String(json.TxnID));

describe.each([
	['at the endpoint', {}],
	['in qbXML', { totalFrom: '1.00' }],
])('a query in windows, %s', (_way, filters) => {
	test('gives what the query gives at once, each record once', async () => {
		const connectionId = await service.newConnection();
		const whole = await query(connectionId, {}, filters);
		expect(whole.error).toBeUndefined();
		expect(whole.items.length).toBeGreaterThan(5);
		const inWindows = await query(connectionId, { askInWindows: 'month' }, filters);
		expect(inWindows.error).toBeUndefined();
		expect(idsOf(inWindows).sort()).toEqual(idsOf(whole).sort());
		expect(await requestsOf(connectionId)).toBe(1 + 24);
		expect(new Set(inWindows.items.map(({ pairedItem }) => JSON.stringify(pairedItem)))).toEqual(
			new Set(['{"item":0}']),
		);
	});

	test('gives no more than Limit, and says that there are more', async () => {
		const connectionId = await service.newConnection();
		const windows = { askInWindows: 'quarter' };
		const some = await query(connectionId, windows, filters, { limit: 3 });
		expect(some.items).toHaveLength(3);
		expect(JSON.stringify(some.hints)).toContain('Only the first 3 invoices are here');
	});
});

test('in windows that come in pages, no record is left out', async () => {
	const connectionId = await service.newConnection();
	const whole = await query(connectionId, {});
	const iterated = await query(connectionId, { askInWindows: 'year', ...pageSize(40) });
	expect(iterated.error).toBeUndefined();
	expect(whole.items.length).toBeGreaterThan(40);
	expect(idsOf(iterated).sort()).toEqual(idsOf(whole).sort());
});

test('windows with a Custom Request ID are told apart by it, and found again', async () => {
	const connectionId = await service.newConnection();
	const options = {
		askInWindows: 'year',
		customRequestId: 'mine',
		ifAlreadyQueued: 'returnExisting',
	};
	const first = await query(connectionId, options);
	const again = await query(connectionId, options);
	expect(idsOf(again)).toEqual(idsOf(first));
	expect(await requestsOf(connectionId)).toBe(2);
});

test('if one window fails, the item fails: a part would look like the whole', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(
		service,
		'invoice.query',
		{
			connection: { ...byId(connectionId) },
			filters: range,
			options: { askInWindows: 'year' },
			result: 'waitSuspended',
		},
		{ onError: 'continueRegularOutput' },
	);
	expect((await start()).status).toBe('waiting');
	const [, second] = await service.requestsOf(connectionId);
	await service.call('DELETE', `/queued_requests/${second.id}?force=true`);
	await service.turnOn(connectionId);
	const run = await host.resumedRun();
	const message = expect.stringContaining(second.id) as string;
	expect(run.items).toMatchObject([{ json: { error: message } }]);
});
