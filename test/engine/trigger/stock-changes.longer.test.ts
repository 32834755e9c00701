import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../n8n/until';
import type { Company } from '../../../simulator/company/types';
import { createDesktopHost } from '../../../simulator/host';
import { useLocalService } from '../support/local-service';
import { byId, runOperation } from '../support/run-operation';
import { caughtLog } from './support/caught-log';
import { type DeskByHand, deskByHand } from './support/desk-by-hand';
import { FIRST, hourlyTrigger, SECOND, THIRD } from './support/hourly-trigger';
import { useMovableClock } from './support/movable-clock';
import { changedRecords, closeWorkflows } from './support/published-trigger';
import { changedSince, runsOn, shortlyBefore, untilDelivered, untilRuns } from './support/runs';

const clock = useMovableClock(FIRST);
const desktops = createDesktopHost();
const simulated = useLocalService({ webhookTries: [0], desktops });
const service = useLocalService({ webhookTries: [0] });
afterEach(async () => {
	await closeWorkflows();
	jest.restoreAllMocks();
});

/** A trigger for changed items. */
const activated = async (to: typeof service, connectionId: string, form: IDataObject = {}) =>
	await hourlyTrigger(to, changedRecords(connectionId, 'item', { beginWith: 'now', ...form }));

const QUERIES = 3;

const window = (company: Company) => company.items.filter(({ Name }) => Name === 'Window')[0];

describe.each<[what: string, contrary: Company['contrary']]>([
	['the query for all items finds nothing that has moved', []],
	['the query for all items finds what has moved, too', ['stock-in-the-query-of-all-items']],
	['only inventory items are found', ['stock-of-assemblies-moves-in-silence']],
])('in a company file where %s', (_what, contrary) => {
	test('an item comes once for each quantity on hand, with its old TimeModified', async () => {
		const id = await simulated.newConnection();
		const { company } = desktops.desktop(id);
		company.contrary = contrary;
		const before = { ...window(company) };
		const { host, schedule } = await activated(simulated, id);
		await untilDelivered(simulated, id);

		const ask = async (request: string) => {
			const { error } = await runOperation(simulated, 'queuedRequest.create', {
				connection: byId(id),
				requestFormat: 'xml',
				requestXml: `<?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
				result: 'waitPolling',
			});
			expect(error).toBeUndefined();
		};
		/** Buys windows, or gives some back. */
		const move = async (kind: 'Bill' | 'VendorCredit', quantity: number) =>
			await ask(
				`<${kind}AddRq><${kind}Add><VendorRef><ListID>${company.vendors[0].ListID}</ListID></VendorRef>` +
					`<ItemLineAdd><ItemRef><ListID>${before.ListID}</ListID></ItemRef><Quantity>${quantity}</Quantity></ItemLineAdd></${kind}Add></${kind}AddRq>`,
			);
		/** A run of all queries at a moment, until it has been delivered. */
		const runAt = async (moment: string) => {
			clock.at(moment);
			const { length } = await runsOn(simulated, id);
			schedule.tick();
			await untilRuns(simulated, id, length + QUERIES);
			await untilDelivered(simulated, id);
		};
		const handed = async () =>
			(await host.nextRun()).items.map(({ json }) => [
				json.Name,
				Number(json.QuantityOnHand),
				json.TimeModified,
			]);
		const had = Number(before.QuantityOnHand);

		clock.at('2026-03-01T08:30:00Z');
		await move('Bill', 2);
		await runAt(SECOND);
		expect(await handed()).toEqual([['Window', had + 2, before.TimeModified]]);

		// The overlap brings it again, and it is back to what it was before that.
		clock.at('2026-03-01T09:30:00Z');
		await move('VendorCredit', 2);
		await runAt(THIRD);
		expect(await handed()).toEqual([['Window', had, before.TimeModified]]);
		await runAt('2026-03-01T11:00:00Z');

		// A change of the item itself comes once, although two queries find it.
		clock.at('2026-03-01T11:30:00Z');
		await ask(
			`<ItemInventoryModRq><ItemInventoryMod><ListID>${before.ListID}</ListID><EditSequence>${window(company).EditSequence}</EditSequence><SalesDesc>Clear</SalesDesc></ItemInventoryMod></ItemInventoryModRq>`,
		);
		await runAt('2026-03-01T12:00:00Z');
		expect(await handed()).toEqual([['Window', had, window(company).TimeModified]]);
		await runAt('2026-03-01T13:00:00Z');

		await move('Bill', 7);
		await runAt('2026-03-01T14:00:00Z');
		expect(await handed()).toEqual([['Window', had + 7, window(company).TimeModified]]);
	});
});

function item(quantity: number, { isReversed = false } = {}): string {
	const elements = [
		'<ListID>80000001-1</ListID>',
		'<TimeModified>2026-01-05T08:00:00Z</TimeModified>',
		'<EditSequence>1</EditSequence>',
		'<Name>Window</Name>',
		`<QuantityOnHand>${quantity}</QuantityOnHand>`,
	];
	return `<ItemInventoryRet>${(isReversed ? elements.reverse() : elements).join('')}</ItemInventoryRet>`;
}

describe('with a desktop that answers in its own way', () => {
	let desk: DeskByHand;
	beforeEach(async () => {
		desk = await deskByHand(service);
	});

	const nothing = { statusCode: 1 };
	const kinds = async () =>
		(await runsOn(service, desk.id)).map(
			({ request_xml: xml }) => /<(Item\w*)QueryRq/.exec(xml)?.[1],
		);
	const quantities = async (host: Awaited<ReturnType<typeof activated>>['host']) =>
		(await host.nextRun()).items.map(({ json }) => json.QuantityOnHand);

	test('stock is asked for since the workflow was published, and everything else as chosen', async () => {
		await activated(service, desk.id, { beginWith: 'everything' });
		const [items, ...stock] = await untilRuns(service, desk.id, QUERIES);
		expect(await kinds()).toEqual(['Item', 'ItemInventory', 'ItemInventoryAssembly']);
		expect(changedSince(items)).toBeUndefined();
		for (const run of stock) expect(changedSince(run)).toContain(shortlyBefore(run));
	});

	test.each<[what: string, form: IDataObject]>([
		['without Stock Changes', { stockChanges: false }],
		['with Only New', { onlyNew: true }],
		['with fields that show none', { queryOptions: { fields: ['FullName'] } }],
	])('%s nobody asks for stock', async (_what, form) => {
		await activated(service, desk.id, form);
		await untilRuns(service, desk.id, 1);
		expect(await kinds()).toEqual(['Item']);
	});

	test('chosen fields that show stock are asked for in each query, and those beyond them are not shown', async () => {
		const form = { queryOptions: { otherFields: ['QuantityOnHand'] } };
		const { host } = await activated(service, desk.id, form);
		const runs = await untilRuns(service, desk.id, QUERIES);
		for (const { request_xml: xml } of runs) {
			for (const name of ['QuantityOnHand', 'ListID', 'EditSequence', 'TimeModified']) {
				expect(xml).toContain(`<IncludeRetElement>${name}</IncludeRetElement>`);
			}
		}
		await desk.session({ remaining: 0 }, { records: item(4) }, nothing);
		const { items } = await host.nextRun();
		expect(items.map(({ json }) => ({ ...json, delivery: undefined }))).toEqual([
			{ Name: 'Window', QuantityOnHand: '4', delivery: undefined },
		]);
	});

	test('what two queries show comes once, in whatever order the elements stand', async () => {
		const { host } = await activated(service, desk.id);
		await untilRuns(service, desk.id, QUERIES);
		const log = caughtLog();
		await desk.session(
			{ remaining: 0, records: item(4) },
			{ records: item(4, { isReversed: true }) + item(4) },
			nothing,
		);
		await untilDelivered(service, desk.id);
		expect(await quantities(host)).toEqual(['4']);
		expect(log.join()).toContain('These records were handed over before.');
	});

	test('what is found late, or not at all, is asked for again from where the last complete run began', async () => {
		const { host, schedule } = await activated(service, desk.id);
		const [, first] = await untilRuns(service, desk.id, QUERIES);
		await desk.session({ remaining: 0 });
		await until(
			async () => await service.requestsOf(desk.id),
			(records) => records.some(({ webhook_state: state }) => state !== 'pending'),
		);
		// The queries for stock are still waiting: they start nothing new, the other one does.
		clock.at(SECOND);
		schedule.tick();
		await untilRuns(service, desk.id, QUERIES + 1);
		expect(await kinds()).toEqual(['Item', 'ItemInventory', 'ItemInventoryAssembly', 'Item']);
		await desk.session({ statusCode: 3175, severity: 'Error' }, nothing, { remaining: 0 });
		await untilDelivered(service, desk.id);
		expect((await host.nextRun()).items[0].json.delivery).toMatchObject({ state: 'error' });

		clock.at(THIRD);
		schedule.tick();
		const runs = await untilRuns(service, desk.id, 2 * QUERIES + 1);
		const again = runs
			.filter(({ request_xml: xml }) => xml.includes('<ItemInventoryQueryRq'))
			.at(-1);
		expect(again && changedSince(again)).toBe(changedSince(first));
		await desk.session({ remaining: 0 }, { records: item(3) }, nothing);
		await untilDelivered(service, desk.id);
		expect(await quantities(host)).toEqual(['3']);
	});

	test('what is so again after something else was handed over comes again', async () => {
		const { host, schedule } = await activated(service, desk.id);
		await untilRuns(service, desk.id, QUERIES);
		await desk.session({ remaining: 0, records: item(6) }, { records: item(4) }, nothing);
		await untilDelivered(service, desk.id);
		expect([await quantities(host), await quantities(host)].flat()).toEqual(['6', '4']);
		clock.at(SECOND);
		schedule.tick();
		await untilRuns(service, desk.id, 2 * QUERIES);
		// It was sold and came back in the meantime.
		const log = caughtLog();
		await desk.session({ remaining: 0, records: item(6) }, { records: item(6) }, nothing);
		await untilDelivered(service, desk.id);
		expect(await quantities(host)).toEqual(['6']);
		expect(log.join()).toContain('These records were handed over before.');
	});

	test('a QuickBooks without stock starts nothing, and its other refusals do', async () => {
		const { host } = await activated(service, desk.id);
		await untilRuns(service, desk.id, QUERIES);
		const log = caughtLog();
		await desk.session(
			{ remaining: 0 },
			{ statusCode: 3250, severity: 'Error' },
			{ statusCode: 3260, severity: 'Error' },
		);
		await untilDelivered(service, desk.id);
		const [{ json }] = (await host.nextRun()).items;
		expect(json.delivery).toMatchObject({ state: 'error', error: { code: '3260' } });
		expect(log.join()).toContain('This QuickBooks keeps no stock of such items.');
	});
});
