import type { IDataObject } from 'n8n-workflow';

import type { QueuedRequest } from '../../../n8n/clients/service';
import { createDesktopHost } from '../../../simulator/host';
import type { WorkflowHost } from '../harness';
import { useLocalService } from '../support/local-service';
import { byId, runOperation } from '../support/run-operation';
import { caughtLog } from './support/caught-log';
import { type DeskByHand, deskByHand } from './support/desk-by-hand';
import { FIRST, hourlyTrigger, SECOND, THIRD } from './support/hourly-trigger';
import { useMovableClock } from './support/movable-clock';
import { changedRecords, closeWorkflows, publishedTrigger } from './support/published-trigger';
import { changedSince, shortlyBefore, untilDelivered, untilRuns } from './support/runs';

const clock = useMovableClock(FIRST);
const service = useLocalService({ webhookTries: [0] });
const company = useLocalService({ webhookTries: [0], desktops: createDesktopHost() });

let desk: DeskByHand;
beforeEach(async () => {
	desk = await deskByHand(service);
});
afterEach(async () => {
	await closeWorkflows();
	jest.restoreAllMocks();
});

const activated = async (parameters: IDataObject, to = service) =>
	await hourlyTrigger(to, parameters);

const changed = (resource: string, form: IDataObject = {}) =>
	changedRecords(desk.id, resource, form);

interface Sketch {
	id: string;
	modified: string;
	created?: string;
	sequence?: number;
	more?: string;
}

const invoice = ({ id, modified, created = modified, sequence = 1, more = '' }: Sketch): string =>
	`<InvoiceRet><TxnID>${id}</TxnID><TimeCreated>${created}</TimeCreated><TimeModified>${modified}</TimeModified>` +
	`<EditSequence>${sequence}</EditSequence>${more}</InvoiceRet>`;

const idsOf = async (host: WorkflowHost): Promise<unknown[]> =>
	(await host.nextRun()).items.map(({ json }) => json.TxnID);

/** The request element of a run, without the identifier. */
const requestOf = ({ request_xml: xml }: QueuedRequest): string =>
	(/<QBXMLMsgsRq[^>]*>(.*)<\/QBXMLMsgsRq>/.exec(xml)?.[1] ?? '').replace(
		/ requestID="n8n-[^"]*"/,
		'',
	);

describe('invoices, whose endpoint can not ask for changes', () => {
	test('come in pages at first, then in one answer that holds all that has changed, and each once', async () => {
		const form = { queryOptions: { maximumResults: 1 } };
		const { host, schedule } = await activated(changed('invoice', form));
		await desk.session(
			{ remaining: 1, records: invoice({ id: '1-1', modified: '2026-03-01T07:50:00Z' }) },
			{ remaining: 0, records: invoice({ id: '2-1', modified: '2026-03-01T07:50:00Z' }) },
		);
		await untilDelivered(service, desk.id);
		expect([...(await idsOf(host)), ...(await idsOf(host))]).toEqual(['1-1', '2-1']);

		clock.at(SECOND);
		schedule.tick();
		const [first, second] = await untilRuns(service, desk.id, 2);
		expect(requestOf(first)).toBe(
			'<InvoiceQueryRq iterator="Start"><MaxReturned>1</MaxReturned></InvoiceQueryRq>',
		);
		expect(requestOf(second)).toBe(
			`<InvoiceQueryRq><ModifiedDateRangeFilter><FromModifiedDate>${changedSince(second)}</FromModifiedDate></ModifiedDateRangeFilter></InvoiceQueryRq>`,
		);
		expect(changedSince(second)).toContain(shortlyBefore(first));
		await desk.session({
			records:
				invoice({ id: '1-1', modified: '2026-03-01T07:50:00Z' }) +
				invoice({ id: '2-1', modified: '2026-03-01T08:30:00Z', sequence: 2 }) +
				invoice({ id: '3-1', modified: '2026-03-01T08:40:00Z' }),
		});
		await untilDelivered(service, desk.id);
		// What comes again because of the overlap has been handed over.
		const { items } = await host.nextRun();
		expect(items.map(({ json }) => json.TxnID)).toEqual(['2-1', '3-1']);
		expect(items[0].json.delivery).toMatchObject({
			recordType: 'Invoice',
			isLastPage: true,
			changedSince: expect.stringContaining(shortlyBefore(first)),
		});

		clock.at(THIRD);
		schedule.tick();
		const runs = await untilRuns(service, desk.id, 3);
		expect(changedSince(runs[2])).toContain(shortlyBefore(runs[1]));
	});

	test('begin at Include Changes Since in one answer', async () => {
		await activated(changed('invoice', { firstRunFrom: '2026-02-01T00:00:00' }));
		const [run] = await untilRuns(service, desk.id, 1);
		expect(requestOf(run)).toContain('<InvoiceQueryRq><ModifiedDateRangeFilter>');
		expect(changedSince(run)).toContain('2026-01-31T23:00:00');
	});

	test('begin when the workflow is published, by default, and go on from there if the first run fails', async () => {
		const form = { beginWith: undefined };
		const { host, schedule } = await activated(changed('invoice', form));
		const [run] = await untilRuns(service, desk.id, 1);
		expect(changedSince(run)).toContain(shortlyBefore(run));
		await desk.session({ statusCode: 3000, severity: 'Error' });
		await untilDelivered(service, desk.id);
		const [failed] = (await host.nextRun()).items;
		expect(failed.json.delivery).toMatchObject({ state: 'error' });

		clock.at(SECOND);
		schedule.tick();
		const [first, second] = await untilRuns(service, desk.id, 2);
		expect(changedSince(second)).toBe(changedSince(first));
		await desk.session({ records: invoice({ id: '1-1', modified: '2026-03-01T08:10:00Z' }) });
		await untilDelivered(service, desk.id);
		expect(await idsOf(host)).toEqual(['1-1']);
	});

	test('begin with everything if that is chosen', async () => {
		await activated(changed('invoice', { beginWith: 'everything' }));
		const [run] = await untilRuns(service, desk.id, 1);
		expect(changedSince(run)).toBeUndefined();
	});

	test.each([
		['a date that is missing', { beginWith: 'date' }, 'Include Changes Since is missing.'],
		[
			'a filter that an expression leaves empty',
			{ filters: { memoContains: '={{ $workflow.misspelt }}' } },
			'Memo Contains: the expression gave nothing.',
		],
	])('are not asked for with %s', async (_what, form, message) => {
		const parameters = changed('invoice', form);
		const host = await publishedTrigger({ credentials: service.credentials, parameters });
		await expect(host.activate()).rejects.toThrow(message);
		expect(await service.requestsOf(desk.id)).toEqual([]);
	});

	test.each<[what: string, answer: Parameters<DeskByHand['session']>[0]]>([
		['was refused', { statusCode: 3000, severity: 'Error' }],
		['was lost', 'lost'],
	])('are asked for again if a run %s', async (_what, answer) => {
		const form = { firstRunFrom: '2026-02-01T00:00:00Z' };
		const { schedule } = await activated(changed('invoice', form));
		await desk.session({ records: invoice({ id: '1-1', modified: FIRST }) });
		await untilDelivered(service, desk.id);
		clock.at(SECOND);
		schedule.tick();
		await untilRuns(service, desk.id, 2);
		await desk.session(answer);
		await untilDelivered(service, desk.id);
		clock.at(THIRD);
		schedule.tick();
		const [first, second, third] = await untilRuns(service, desk.id, 3);
		expect(changedSince(third)).toBe(changedSince(second));
		expect(changedSince(third)).toContain(shortlyBefore(first));
	});

	test('are not asked for while a run is underway', async () => {
		const { schedule } = await activated(changed('invoice', { firstRunFrom: FIRST }));
		clock.at(SECOND);
		await schedule.tickUntilLogged(/no new run, because the one of .* is still underway/);
		expect(await service.requestsOf(desk.id)).toHaveLength(1);
	});

	test('come through filters that are matched here, with the fields that these need, and show the chosen ones', async () => {
		const form = {
			firstRunFrom: FIRST,
			filters: {
				poNumber: 'A-7',
				transactionDateFrom: '2026-02-01',
				customerListId: byId('80000001-1'),
			},
			queryOptions: { fields: ['RefNumber'], maximumResults: 5 },
		};
		const { host } = await activated(changed('invoice', form));
		const [run] = await untilRuns(service, desk.id, 1);
		const included = ['RefNumber', 'TxnID', 'EditSequence', 'TimeModified', 'TxnDate', 'PONumber'];
		expect(requestOf(run)).toBe(
			`<InvoiceQueryRq><ModifiedDateRangeFilter><FromModifiedDate>${changedSince(run)}</FromModifiedDate></ModifiedDateRangeFilter>` +
				'<EntityFilter><ListID>80000001-1</ListID></EntityFilter>' +
				`${included.map((name) => `<IncludeRetElement>${name}</IncludeRetElement>`).join('')}</InvoiceQueryRq>`,
		);
		const more = (number: number, date: string, order: string) =>
			`<TxnDate>${date}</TxnDate><RefNumber>${number}</RefNumber><PONumber>${order}</PONumber>`;
		await desk.session({
			records:
				invoice({ id: '1-1', modified: FIRST, more: more(1, '2026-02-01', 'a-7') }) +
				invoice({ id: '2-1', modified: FIRST, more: more(2, '2026-01-31', 'A-7') }) +
				invoice({ id: '3-1', modified: FIRST, more: more(3, '2026-02-01', 'B-7') }),
		});
		await untilDelivered(service, desk.id);
		const { items } = await host.nextRun();
		expect(items.map(({ json }) => ({ ...json, delivery: undefined }))).toEqual([
			{ RefNumber: '1', TimeCreated: FIRST, delivery: undefined },
		]);
	});

	test('start nothing if none comes through the filters, and the run is complete', async () => {
		const form = { firstRunFrom: FIRST, filters: { memoContains: 'rush' } };
		const { schedule } = await activated(changed('invoice', form));
		const log = caughtLog();
		await desk.session({ records: invoice({ id: '1-1', modified: FIRST }) });
		await untilDelivered(service, desk.id);
		expect(log.join()).toContain('Nothing that has changed is asked for.');
		clock.at(SECOND);
		schedule.tick();
		const [first, second] = await untilRuns(service, desk.id, 2);
		expect(changedSince(second)).toContain(shortlyBefore(first));
	});
});

test('a resource whose endpoint can ask for changes is asked there', async () => {
	const form = { filters: { activeStatus: 'All' } };
	const { schedule } = await activated(changed('vendor', form));
	await desk.session({ remaining: 0 });
	await untilDelivered(service, desk.id);
	clock.at(SECOND);
	schedule.tick();
	const [first, second] = await untilRuns(service, desk.id, 2);
	expect(requestOf(second)).toContain('<VendorQueryRq iterator="Start">');
	expect(changedSince(first)).toBeUndefined();
	expect(changedSince(second)).toContain(shortlyBefore(first));
});

test('an answer without pages is never cut', async () => {
	await activated(changed('customer', { queryOptions: { maximumResults: 2 } }));
	const [run] = await untilRuns(service, desk.id, 1);
	expect(requestOf(run)).toBe(
		'<CustomerQueryRq><ActiveStatus>All</ActiveStatus></CustomerQueryRq>',
	);
});

describe('Only New', () => {
	test('starts for what was created since the last run, and for that once', async () => {
		const form = { firstRunFrom: '2026-03-01T07:00:00Z', onlyNew: true };
		const { host, schedule } = await activated(changed('invoice', form));
		await desk.session({
			records:
				invoice({ id: '1-1', created: '2026-03-01T06:59:59Z', modified: '2026-03-01T07:30:00Z' }) +
				invoice({ id: '2-1', created: '2026-03-01T07:50:00Z', modified: '2026-03-01T07:55:00Z' }),
		});
		await untilDelivered(service, desk.id);
		expect(await idsOf(host)).toEqual(['2-1']);

		clock.at(SECOND);
		schedule.tick();
		await untilRuns(service, desk.id, 2);
		await desk.session({
			records:
				// Created within the overlap, handed over before, and changed since.
				invoice({
					id: '2-1',
					created: '2026-03-01T07:50:00Z',
					modified: '2026-03-01T08:30:00Z',
					sequence: 2,
				}) +
				invoice({ id: '1-1', created: '2026-03-01T06:59:59Z', modified: '2026-03-01T08:30:00Z' }) +
				invoice({ id: '3-1', created: '2026-03-01T03:20:00-05:00', modified: SECOND }),
		});
		await untilDelivered(service, desk.id);
		expect(await idsOf(host)).toEqual(['3-1']);
	});

	test('asks for the time of creation if fields are chosen, and does not show it', async () => {
		const form = {
			firstRunFrom: FIRST,
			onlyNew: true,
			queryOptions: { fields: ['RefNumber'] },
		};
		const { host } = await activated(changed('invoice', form));
		const [run] = await untilRuns(service, desk.id, 1);
		expect(requestOf(run)).toContain('<IncludeRetElement>TimeCreated</IncludeRetElement>');
		await desk.session({
			records: invoice({ id: '1-1', modified: FIRST, more: '<RefNumber>7</RefNumber>' }),
		});
		await untilDelivered(service, desk.id);
		const { items } = await host.nextRun();
		expect(Object.keys(items[0].json)).toEqual(['RefNumber', 'delivery']);
	});
});

test.each<[what: string, resource: string, form: IDataObject, message: RegExp]>([
	[
		'filters that the accounting application does not take together',
		'customer',
		{ filters: { nameContains: 'A', nameFrom: 'B', email: 'a@example.com' } },
		/Name Contains and Name \w+ exclude each other/,
	],
	[
		'a filter that excludes changes',
		'item',
		{ filters: { name: 'Consulting' } },
		/Name can't be used together with another filter/,
	],
	['a resource that does not exist', 'unicorn', {}, /There is no resource "unicorn"/],
])('activation refuses %s, and queues nothing', async (_what, resource, form, message) => {
	const { credentials } = service;
	const host = await publishedTrigger({ credentials, parameters: changed(resource, form) });
	await expect(host.activate()).rejects.toThrow(message);
	expect(await service.requestsOf(desk.id)).toEqual([]);
});

test('an invoice that is written in the simulated company starts the workflow once', async () => {
	const connectionId = await company.newConnection();
	const form = { firstRunFrom: FIRST };
	const parameters = changedRecords(connectionId, 'invoice', form);
	const { host, schedule } = await activated(parameters, company);
	await untilDelivered(company, connectionId);

	clock.at(SECOND);
	const customers = await runOperation(company, 'customer.query', {
		connection: byId(connectionId),
		result: 'wait',
		limit: 1,
	});
	const items = await runOperation(company, 'item.query', {
		connection: byId(connectionId),
		result: 'wait',
		limit: 1,
	});
	const written = await runOperation(company, 'invoice.create', {
		connection: byId(connectionId),
		customerListId: byId(String(customers.items[0].json.ListID)),
		transactionDate: '2026-03-01',
		lines: { line: [{ itemListId: byId(String(items.items[0].json.ListID)), quantity: 1 }] },
		result: 'wait',
	});
	clock.at(THIRD);
	schedule.tick();
	const run = await host.nextRun();
	expect(run.items.map(({ json }) => json.TxnID)).toEqual([written.items[0].json.TxnID]);
});
