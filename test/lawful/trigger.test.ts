import type { IDataObject } from 'n8n-workflow';

import type { WorkflowHost } from '../engine/harness';
import { credentialsFor } from '../engine/support/local-service';
import { useShortPauses } from '../engine/support/pauses';
import {
	changedRecords,
	closeWorkflows,
	completedQuery,
	publishedTrigger,
	storedStaticData,
} from '../engine/trigger/support/published-trigger';
import { startedSchedule } from '../engine/trigger/support/schedule';
import { type LawfulService, type Reading, startLawfulService, textAt } from './service';
import { readingsFor, sampleFor } from './support/concerns';

useShortPauses();

const triggerReadings = readingsFor('requests', 'answers', 'pages', 'deliveries');

let service: LawfulService;
afterEach(async () => {
	await closeWorkflows();
	await service.close();
	jest.restoreAllMocks();
});

const vendors = (connectionId: string): IDataObject =>
	completedQuery(connectionId, 'vendor', {
		filters: { activeStatus: 'All' },
		splitIntoItems: true,
		schedule: 'cron',
		cronExpression: '0 8 * * *',
	});

/** Changed invoices, which are asked for in qbXML: each run is one answer. */
const changedInvoices = (connectionId: string): IDataObject => ({
	...changedRecords(connectionId, 'invoice', { firstRunFrom: '2000-01-01T00:00:00Z' }),
	splitIntoItems: true,
	schedule: 'cron',
	cronExpression: '0 8 * * *',
});

/** A trigger of changed vendors whose first run is queued; the desktop does what it is told. */
async function opened(reading: Partial<Reading>, form = vendors) {
	service = await startLawfulService({ secondTries: 1, ...reading });
	service.desktop.turnOff();
	const connectionId = service.newConnection();
	const credentials = credentialsFor(service.baseUrl, service.apiKey);
	const parameters = form(connectionId);
	const host = await publishedTrigger({ credentials, parameters });
	await host.activate();
	return { host, connectionId, credentials, parameters };
}

/** Carries out what waits, and what comes of it until nothing is delivered any more. */
async function carriedOut() {
	await service.desktop.run();
	await service.settled();
	await service.deliverAgain(1);
	await service.settled();
}

let started = 0;
beforeEach(() => {
	started = 0;
});

/** The records that have come out of the workflow since the last time, by their IDs. */
async function idsOut(host: WorkflowHost): Promise<string[]> {
	const ids: string[] = [];
	const taken = service.deliveries.filter(({ answer }) => answer?.includes('The page was taken'));
	for (; started < taken.length; started++) {
		const { items } = await host.nextRun();
		ids.push(...items.map(({ json }) => String(json.ListID ?? json.TxnID)));
	}
	return ids.sort();
}

const idsIn = (connectionId: string, kind: 'Vendor' | 'Invoice'): string[] =>
	service
		.company(connectionId)
		.records(kind)
		.map((record) => String(textAt(record, 'ListID') ?? textAt(record, 'TxnID')))
		.sort();
const vendorIds = (connectionId: string): string[] => idsIn(connectionId, 'Vendor');

/** Readings with which some page's answer can't be read in any way that the interface has. */
const unreadable = new Set([
	'lists show neither request nor answer',
	'lists show only id and state',
	'lists show only id and state, and the search finds nothing',
	'lists hold only the first page of a request',
	'a completed record has no answer',
	'a completed record has an empty answer',
	'response_json is a flat list of records, and there is no XML',
	'response_json has no attributes, and there is no XML',
	'only the newest three completed records are kept',
]);

/** Readings with which a run can't be shown to be whole: the next one takes everything. */
const unproven = new Set(['pages do not say how many records remain']);

test.each(
	sampleFor(
		'readable',
		triggerReadings.filter(([name]) => !unreadable.has(name)),
	),
)('with %s, everything comes out once, and then what has changed', async (name, reading) => {
	const { host, connectionId, credentials, parameters } = await opened(reading);
	await carriedOut();
	expect(await idsOut(host)).toEqual(vendorIds(connectionId));

	const changed = service.company(connectionId).change('Vendor', 7, { Name: 'Another Name' });
	const staticData = storedStaticData(host);
	const schedule = await startedSchedule({ credentials, parameters, staticData });
	const queries = () => service.calls.filter(({ path }) => path.includes('/vendors?'));
	await schedule.tickUntil(() => queries().length === 2);
	await carriedOut();
	const startsOver = unproven.has(name);
	expect(await idsOut(host)).toEqual(startsOver ? vendorIds(connectionId) : [changed]);
	expect(service.deliveries.filter(({ status }) => status !== 200)).toEqual([]);
	expect(queries()[1].path.includes('modified_after')).toBe(!startsOver);
	if (startsOver) {
		expect(schedule.log).toContainEqual({
			level: 'warn',
			message: expect.stringContaining('This one starts over'),
		});
	}
});

test.each(
	sampleFor(
		'readable in one answer',
		triggerReadings.filter(([name]) => !unreadable.has(name)),
	),
)('with %s, changed invoices come out once, and then what has changed', async (_name, reading) => {
	const { host, connectionId, credentials, parameters } = await opened(reading, changedInvoices);
	await carriedOut();
	expect(await idsOut(host)).toEqual(idsIn(connectionId, 'Invoice'));

	const changed = service.company(connectionId).change('Invoice', 1, { Memo: 'Another memo' });
	const staticData = storedStaticData(host);
	const schedule = await startedSchedule({ credentials, parameters, staticData });
	const runs = () => service.calls.filter(({ method }) => method === 'POST');
	await schedule.tickUntil(() => runs().length === 2);
	await carriedOut();
	expect(await idsOut(host)).toEqual([changed]);
	expect(service.deliveries.filter(({ status }) => status !== 200)).toEqual([]);
	expect(schedule.log.filter(({ level }) => level !== 'info')).toEqual([]);
});

test.each(triggerReadings.filter(([name]) => unreadable.has(name)))(
	'with %s, what comes out comes once, and the service is told of the rest',
	async (_name, reading) => {
		const { host, connectionId } = await opened({ ...reading, deliveryOrder: 'all at once' });
		await carriedOut();
		const ids = await idsOut(host);
		const all = vendorIds(connectionId);
		expect(all).toEqual(expect.arrayContaining(ids));
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.length).toBeLessThan(all.length);
		const refused = service.deliveries.filter(({ status }) => status === 503);
		expect(refused.length).toBeGreaterThan(0);
		for (const { answer } of refused) expect(answer).toContain('could not be read');
	},
);
