import { TriggerContext, WebhookContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { type LawfulService, type Reading, startLawfulService } from '../../lawful/service';
import type { WorkflowHost } from '../harness';
import { credentialsFor } from '../support/local-service';
import {
	closeWorkflows,
	completedQuery,
	publishedTrigger,
	storedStaticData,
} from './support/published-trigger';
import { startedSchedule } from './support/schedule';

let service: LawfulService;
let connectionId: string;
afterEach(async () => {
	await closeWorkflows();
	await service.close();
	jest.restoreAllMocks();
});

const parametersOf = (form: IDataObject = {}): IDataObject =>
	completedQuery(connectionId, 'vendor', {
		filters: { activeStatus: 'All' },
		splitIntoItems: true,
		schedule: 'cron',
		cronExpression: '0 8 * * *',
		...form,
	});
const credentials = () => credentialsFor(service.baseUrl, service.apiKey);

async function open(reading: Partial<Reading> = {}) {
	service = await startLawfulService(reading);
	service.desktop.turnOff();
	connectionId = service.newConnection();
}

async function activated(form?: IDataObject, staticData?: IDataObject): Promise<WorkflowHost> {
	const host = await publishedTrigger({
		credentials: credentials(),
		parameters: parametersOf(form),
		staticData,
	});
	await host.activate(staticData ? 'init' : 'activate');
	return host;
}

const scheduled = async (
	host: WorkflowHost,
	staticData = storedStaticData(host),
	form?: IDataObject,
) =>
	await startedSchedule({
		credentials: credentials(),
		parameters: parametersOf(form),
		staticData,
	});

async function carriedOut() {
	await service.desktop.run();
	await service.settled();
}

const NOBODY = encodeURIComponent('http://127.0.0.1:9/nobody');

/** Queues a request whose delivery fails. */
async function queueUndeliverable(): Promise<void> {
	const { ok } = await fetch(
		`${service.baseUrl}/connections/${connectionId}/customers?webhook_url=${NOBODY}`,
		{ headers: { authorization: `Basic ${Buffer.from(`${service.apiKey}:`).toString('base64')}` } },
	);
	expect(ok).toBe(true);
}

const queries = (): URLSearchParams[] =>
	service.calls
		.filter(({ path }) => path.includes('/vendors?'))
		.map(({ path }) => new URL(path, 'http://service').searchParams);

/** From when on the runs have asked for changes. */
const asked = () => queries().map((query) => query.get('modified_after'));

/** The start of a run, by its request identifier. */
const startOf = (query: URLSearchParams): number =>
	Date.parse(/-(\d{4}-.*Z)-/.exec(query.get('request_id') ?? '')?.[1] ?? '');

/** What a restart leaves: the URL of the webhook, but nothing of the runs; and nothing in memory. */
function forgetful(host: WorkflowHost): IDataObject {
	jest.resetModules();
	const [[name, { registered, url }]] = Object.entries(storedStaticData(host)) as Array<
		[string, IDataObject]
	>;
	return { [name]: { registered, url } };
}

describe('after a restart that has forgotten everything, the runs are found', () => {
	test.each<[where: string, reading: Partial<Reading>]>([
		['by the search', {}],
		['in the list', { searchLooks: 'nowhere' }],
		['in the list, by the URL', { searchLooks: 'nowhere', identifier: 'nowhere' }],
		['one by one', { searchLooks: 'nowhere', listShows: 'no webhook_url', identifier: 'nowhere' }],
		[
			'by the ID alone, one by one',
			{ searchLooks: 'at the id', listShows: 'no webhook_url', requestShown: 'not at all' },
		],
	])('%s', async (_where, reading) => {
		await open(reading);
		const host = await activated();
		await carriedOut();
		const schedule = await scheduled(host, forgetful(host));
		await schedule.tickUntil(() => queries().length === 2);
		expect(asked()).toEqual([null, expect.any(String)]);
	});
});

test.each<[where: string, reading: Partial<Reading>]>([
	['by the search', {}],
	['in the list, by the URL', { searchLooks: 'nowhere', identifier: 'nowhere' }],
	['one by one', { searchLooks: 'nowhere', listShows: 'no webhook_url', identifier: 'nowhere' }],
])('so are runs in qbXML, %s', async (_where, reading) => {
	await open(reading);
	const form = {
		triggerOn: 'changedRecord',
		queriedResource: 'invoice',
		filters: {},
		beginWith: 'date',
		firstRunFrom: '2000-01-01T00:00:00Z',
	};
	const asked = () =>
		service.calls
			.filter(({ method }) => method === 'POST')
			.map(({ body }) => {
				const { request_xml: xml } = body as { request_xml: string };
				return /<FromModifiedDate>(.*?)</.exec(xml)?.[1] ?? '';
			});
	const host = await activated(form);
	await carriedOut();
	expect((await host.nextRun()).items.length).toBeGreaterThan(1);
	const schedule = await scheduled(host, forgetful(host), form);
	await schedule.tickUntil(() => asked().length === 2);
	expect(asked()[0]).toContain('2000-01-01');
	expect(Date.parse(asked()[1])).toBeGreaterThan(Date.now() - 80 * 60_000);
	await carriedOut();
	expect(service.deliveries.at(-1)).toMatchObject({
		status: 200,
		answer: expect.stringContaining('Nothing has changed.'),
	});
});

test('a run whose record is gone is not underway, and is made up for', async () => {
	await open();
	const host = await activated();
	service.removeRequest(service.records(connectionId)[0].id);
	const schedule = await scheduled(host);
	await schedule.tickUntil(() => queries().length === 2);
	expect(asked()).toEqual([null, null]);
	expect(schedule.log).toContainEqual({
		level: 'warn',
		message: expect.stringContaining('This one starts over'),
	});
});

test.each<[where: string, reading: Partial<Reading>]>([
	['in the records of its pages', { listShows: 'no webhook_state' }],
	['in the list of failed deliveries, behind the first hundred', { webhookStateShown: false }],
])('a run that was not delivered is found %s', async (_where, reading) => {
	await open(reading);
	const host = await activated();
	const staticData = storedStaticData(host);
	await host.close();
	await carriedOut();
	for (let number = 0; number < 120; number++) await queueUndeliverable();
	await carriedOut();
	const schedule = await scheduled(host, staticData);
	await schedule.tickUntil(() => queries().length === 2);
	expect(asked()).toEqual([null, null]);
});

test('n8n at another address goes on after the last run that was complete at the one before', async () => {
	await open();
	const host = await activated();
	await carriedOut();
	jest.spyOn(TriggerContext.prototype, 'getInstanceBaseUrl').mockReturnValue('http://staging/');
	const schedule = await scheduled(host);
	await schedule.tickUntil(() => queries().length === 2);
	const [first, second] = asked();
	expect(first).toBeNull();
	const overlap = startOf(queries()[0]) - Date.parse(String(second));
	expect(Math.floor(overlap / 60_000)).toBe(75);
});

test('what this n8n asks is its own, whatever address its process knows itself by', async () => {
	await open();
	const host = await activated();
	jest.spyOn(WebhookContext.prototype, 'getInstanceBaseUrl').mockReturnValue('http://webhooks/');
	await carriedOut();
	expect(service.deliveries.map(({ status }) => status)).toEqual(Array(5).fill(200));
	expect((await host.nextRun()).items).toHaveLength(5);
});

describe('the overlap', () => {
	const minute = 60_000;
	const windows = async (form: IDataObject) => {
		await open();
		const host = await activated(form);
		await carriedOut();
		const schedule = await scheduled(host, undefined, form);
		await schedule.tickUntil(() => queries().length === 2);
		const [first, second] = queries();
		return startOf(first) - Date.parse(String(second.get('modified_after')));
	};

	test.each<[minutes: number, options: IDataObject]>([
		[75, {}],
		[0, { overlap: 0 }],
		[120, { overlap: 120 }],
	])('of %i minutes lies before the start of the last run', async (minutes, options) => {
		const lies = await windows({ options });
		expect(Math.abs(lies - minutes * minute)).toBeLessThan(1000);
	});

	test('is refused where it is none', async () => {
		await open();
		await expect(activated({ options: { overlap: -1 } })).rejects.toThrow(/Overlap \(Minutes\)/);
		expect(queries()).toEqual([]);
	});

	test('that brings records again hands over none of them again, but what has changed since', async () => {
		await open();
		const company = service.company(connectionId);
		const [first, second] = [company.change('Vendor', 1), company.change('Vendor', 2)];
		const host = await activated();
		await carriedOut();
		for (let page = 0; page < 5; page++) await host.nextRun();
		const schedule = await scheduled(host);
		await schedule.tickUntil(() => queries().length === 2);
		await carriedOut();
		// Both come again; neither starts anything.
		expect(service.deliveries.at(-1)).toMatchObject({
			status: 200,
			answer: expect.stringContaining('handed over before'),
		});
		company.change('Vendor', 2, { Name: 'Another Name' });
		// Two ticks within a minute are one.
		const { now } = Date;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
		await schedule.tickUntil(() => queries().length === 3);
		await carriedOut();
		const { items } = await host.nextRun();
		expect(items.map(({ json }) => json.ListID)).toEqual([second]);
		expect(first).not.toBe(second);
	});

	test('with fields chosen asks for what tells a change, and shows the chosen ones alone', async () => {
		await open();
		const company = service.company(connectionId);
		company.change('Vendor', 1);
		const form = { queryOptions: { fields: ['FullName', 'Name'] } };
		const host = await activated(form);
		expect(queries()[0].getAll('include[]')).toEqual([
			'FullName',
			'Name',
			'ListID',
			'EditSequence',
			'TimeModified',
		]);
		await carriedOut();
		for (let page = 0; page < 5; page++) {
			for (const { json } of (await host.nextRun()).items) {
				expect(Object.keys(json).sort()).toEqual(['FullName', 'Name', 'delivery']);
			}
		}
		const schedule = await scheduled(host, undefined, form);
		await schedule.tickUntil(() => queries().length === 2);
		await carriedOut();
		expect(service.deliveries.at(-1)?.answer).toContain('handed over before');
	});
});
