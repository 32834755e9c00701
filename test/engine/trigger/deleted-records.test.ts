import type { IDataObject } from 'n8n-workflow';

import { useLocalService } from '../support/local-service';
import { caughtLog } from './support/caught-log';
import { type DeskByHand, deskByHand } from './support/desk-by-hand';
import { useMovableClock } from './support/movable-clock';
import {
	closeWorkflows,
	deletedRecords,
	publishedTrigger,
	storedStaticData,
} from './support/published-trigger';
import { shortlyBefore, untilDelivered, untilRuns } from './support/runs';
import { startedSchedule } from './support/schedule';

const FIRST = '2026-03-01T08:00:00Z';
const SECOND = '2026-03-01T09:00:00Z';
const THIRD = '2026-03-01T10:00:00Z';
const AFTER_100_DAYS = '2026-06-09T08:00:00Z';

const clock = useMovableClock(FIRST);
const service = useLocalService({ webhookTries: [0] });

let desk: DeskByHand;
beforeEach(async () => {
	desk = await deskByHand(service);
});
afterEach(async () => {
	await closeWorkflows();
	jest.restoreAllMocks();
});

async function activated(form: IDataObject = {}) {
	const { credentials } = service;
	const parameters = deletedRecords(desk.id, {
		schedule: 'cron',
		cronExpression: '0 * * * *',
		splitIntoItems: true,
		...form,
	});
	const host = await publishedTrigger({ credentials, parameters });
	await host.activate();
	const staticData = storedStaticData(host);
	return { host, schedule: await startedSchedule({ credentials, parameters, staticData }) };
}

const customer = (id: string, deleted: string) =>
	`<ListDeletedRet><ListDelType>Customer</ListDelType><ListID>${id}</ListID><TimeCreated>2025-01-01T00:00:00Z</TimeCreated>` +
	`<TimeDeleted>${deleted}</TimeDeleted><FullName>Gone ${id}</FullName></ListDeletedRet>`;

const bill = (id: string, deleted: string) =>
	`<TxnDeletedRet><TxnDelType>Bill</TxnDelType><TxnID>${id}</TxnID><TimeCreated>2025-01-01T00:00:00Z</TimeCreated>` +
	`<TimeDeleted>${deleted}</TimeDeleted></TxnDeletedRet>`;

/** From when a request asks for deletions. */
const deletedSince = (xml: string): string[] =>
	[...xml.matchAll(/<FromDeletedDate>(.*?)<\/FromDeletedDate>/g)].map(([, from]) => from);

const typesIn = (xml: string): string[] =>
	[...xml.matchAll(/<(?:List|Txn)DelType>(.*?)</g)].map(([, type]) => type);

test('everything that was deleted is asked for in one document, and then what was deleted since', async () => {
	const { host, schedule } = await activated();
	await desk.session({
		records: {
			ListDeletedQuery: customer('80000001-1', '2026-03-01T07:50:00Z'),
			TxnDeletedQuery: bill('1-1', '2026-03-01T07:50:00Z'),
		},
	});
	await untilDelivered(service, desk.id);
	const { items } = await host.nextRun();
	expect(
		items.map(({ json: { ListDelType, TxnDelType, ListID, TxnID } }) => [
			ListDelType ?? TxnDelType,
			ListID ?? TxnID,
		]),
	).toEqual([
		['Customer', '80000001-1'],
		['Bill', '1-1'],
	]);
	expect(items[0].json).toMatchObject({
		FullName: 'Gone 80000001-1',
		delivery: { recordType: 'ListDeleted', changedSince: null, isLastPage: true },
	});

	clock.at(SECOND);
	schedule.tick();
	const [first, second] = await untilRuns(service, desk.id, 2);
	expect(deletedSince(first.request_xml)).toEqual([]);
	expect(typesIn(first.request_xml)).toHaveLength(63);
	expect(deletedSince(second.request_xml)).toEqual(
		Array(2).fill(expect.stringContaining(shortlyBefore(first))),
	);
	// The overlap brings them again. A record is deleted only once, whatever it says of the time.
	await desk.session({
		records: {
			ListDeletedQuery:
				customer('80000001-1', '2026-03-01T07:55:00Z') + customer('80000002-1', SECOND),
			TxnDeletedQuery: bill('1-1', '2026-03-01T07:50:00Z'),
		},
	});
	await untilDelivered(service, desk.id);
	expect((await host.nextRun()).items.map(({ json }) => json.ListID)).toEqual(['80000002-1']);
});

test.each<[types: string[], requests: string[]]>([
	[['Customer', 'Vendor'], ['ListDeletedQueryRq']],
	[['Invoice'], ['TxnDeletedQueryRq']],
	[
		['Customer', 'Invoice'],
		['ListDeletedQueryRq', 'TxnDeletedQueryRq'],
	],
])('of the kinds %j alone: %j', async (deletedTypes, requests) => {
	await activated({ deletedTypes, firstRunFrom: '2026-02-01T00:00:00' });
	const [{ request_xml: xml }] = await untilRuns(service, desk.id, 1);
	expect(typesIn(xml)).toEqual(deletedTypes);
	expect([...xml.matchAll(/<(\w+Rq) requestID/g)].map(([, name]) => name)).toEqual(requests);
	expect(deletedSince(xml)).toEqual(
		requests.map(() => expect.stringContaining('2026-01-31T23:00:00')),
	);
});

test('a kind that does not exist is refused, and nothing is queued', async () => {
	await expect(activated({ deletedTypes: ['Unicorn'] })).rejects.toThrow(
		/Record Types can't be "Unicorn"/,
	);
	expect(await service.requestsOf(desk.id)).toEqual([]);
});

test('a run that found nothing starts nothing, and is complete', async () => {
	const { schedule } = await activated();
	const log = caughtLog();
	await desk.session({ statusCode: 1 });
	await untilDelivered(service, desk.id);
	expect(log.join()).toContain('Nothing has changed.');
	clock.at(SECOND);
	schedule.tick();
	const [first, second] = await untilRuns(service, desk.id, 2);
	expect(deletedSince(second.request_xml)[0]).toContain(shortlyBefore(first));
});

test('a run that was refused is made up for', async () => {
	const { schedule } = await activated();
	await desk.session({ statusCode: 3000, severity: 'Error' });
	await untilDelivered(service, desk.id);
	clock.at(SECOND);
	schedule.tick();
	const [, second] = await untilRuns(service, desk.id, 2);
	expect(deletedSince(second.request_xml)).toEqual([]);
});

test('after more than 90 days the log and an item say that deletions may be missing', async () => {
	const { host, schedule } = await activated();
	await desk.session({ statusCode: 1 });
	await untilDelivered(service, desk.id);
	clock.at(AFTER_100_DAYS);
	schedule.tick();
	await untilRuns(service, desk.id, 2);
	expect(schedule.log).toContainEqual({
		level: 'error',
		message: expect.stringContaining('Deletions may be missing.'),
	});
	await desk.session({ statusCode: 1 });
	await untilDelivered(service, desk.id);
	const { items } = await host.nextRun();
	expect(items).toEqual([
		expect.objectContaining({
			json: {
				delivery: expect.objectContaining({
					state: 'completed',
					warning: expect.stringMatching(/Deletions may be missing\..*for only 90 days/),
				}),
			},
		}),
	]);
});

test('a page that comes twice starts the workflow once', async () => {
	const { host, schedule } = await activated({ splitIntoItems: false });
	await desk.session({
		records: { ListDeletedQuery: customer('80000001-1', FIRST) },
	});
	await untilDelivered(service, desk.id);
	expect((await host.nextRun()).items[0].json).toMatchObject({
		changedSince: null,
		records: [{ ListID: '80000001-1' }],
	});
	clock.at(SECOND);
	schedule.tick();
	await untilRuns(service, desk.id, 2);
	await desk.session({ records: { ListDeletedQuery: customer('80000001-1', FIRST) } });
	const log = caughtLog();
	await untilDelivered(service, desk.id);
	clock.at(THIRD);
	schedule.tick();
	const runs = await untilRuns(service, desk.id, 3);
	expect(deletedSince(runs[2].request_xml)[0]).toContain(shortlyBefore(runs[1]));
	expect(log).toBeDefined();
});
