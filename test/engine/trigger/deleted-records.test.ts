import type { IDataObject } from 'n8n-workflow';

import type { QueuedRequest } from '../../../n8n/clients/service';
import { useLocalService } from '../support/local-service';
import { caughtLog } from './support/caught-log';
import { type Answered, type DeskByHand, deskByHand } from './support/desk-by-hand';
import { FIRST, hourlyTrigger, SECOND, THIRD } from './support/hourly-trigger';
import { useMovableClock } from './support/movable-clock';
import { closeWorkflows, deletedRecords } from './support/published-trigger';
import { shortlyBefore, untilDelivered, untilRuns } from './support/runs';
import type { Schedule } from './support/schedule';

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

const activated = async (form: IDataObject = {}) =>
	await hourlyTrigger(service, deletedRecords(desk.id, form));

const customer = (id: string, deleted: string) =>
	`<ListDeletedRet><ListDelType>Customer</ListDelType><ListID>${id}</ListID><TimeCreated>2025-01-01T00:00:00Z</TimeCreated>` +
	`<TimeDeleted>${deleted}</TimeDeleted><FullName>Gone ${id}</FullName></ListDeletedRet>`;

const bill = (id: string, deleted: string) =>
	`<TxnDeletedRet><TxnDelType>Bill</TxnDelType><TxnID>${id}</TxnID><TimeCreated>2025-01-01T00:00:00Z</TimeCreated>` +
	`<TimeDeleted>${deleted}</TimeDeleted></TxnDeletedRet>`;

/** From when on a request asks for deletions. */
const deletedSince = ({ request_xml: xml }: QueuedRequest): string | undefined =>
	/<FromDeletedDate>(.*?)<\/FromDeletedDate>/.exec(xml)?.[1];

const typesIn = ({ request_xml: xml }: QueuedRequest): string[] =>
	[...xml.matchAll(/<(?:List|Txn)DelType>(.*?)</g)].map(([, type]) => type);

const namesOf = (runs: QueuedRequest[]): string[] =>
	runs.map(({ request_xml: xml }) => /<(\w+)Rq requestID/.exec(xml)?.[1] ?? '');

const nothing: Answered = { statusCode: 1 };

/** Waits until the next round of runs has been queued, one for lists and one for transactions, and gives it. */
async function nextRound(schedule: Schedule, moment: string, before: number) {
	clock.at(moment);
	schedule.tick();
	return (await untilRuns(service, desk.id, before + 2)).slice(before);
}

/** Ends a round with the answers for lists and for transactions, whichever was queued first. */
async function answered(round: QueuedRequest[], lists: Answered, transactions: Answered) {
	const answers = namesOf(round).map((name) => (name.startsWith('List') ? lists : transactions));
	await desk.session(...answers);
	await untilDelivered(service, desk.id);
}

test('what was deleted of lists and of transactions is asked for by itself, and then what was deleted since', async () => {
	const { host, schedule } = await activated();
	const first = await untilRuns(service, desk.id, 2);
	expect(namesOf(first)).toEqual(['ListDeletedQuery', 'TxnDeletedQuery']);
	expect(first.map(deletedSince)).toEqual([undefined, undefined]);
	expect(first.map((run) => typesIn(run).length)).toEqual([38, 25]);
	await answered(
		first,
		{ records: customer('80000001-1', '2026-03-01T07:50:00Z') },
		{ records: bill('1-1', '2026-03-01T07:50:00Z') },
	);
	const items = [...(await host.nextRun()).items, ...(await host.nextRun()).items];
	expect(items.map(({ json }) => json)).toEqual([
		expect.objectContaining({
			ListDelType: 'Customer',
			ListID: '80000001-1',
			FullName: 'Gone 80000001-1',
			delivery: expect.objectContaining({
				recordType: 'ListDeleted',
				changedSince: null,
				isLastPage: true,
			}),
		}),
		expect.objectContaining({ TxnDelType: 'Bill', TxnID: '1-1' }),
	]);

	const second = await nextRound(schedule, SECOND, 2);
	expect(second.map(deletedSince)).toEqual(
		Array(2).fill(expect.stringContaining(shortlyBefore(first[0]))),
	);
	// The overlap brings them again. A record is deleted only once, whatever it says of the time.
	await answered(
		second,
		{ records: customer('80000001-1', '2026-03-01T07:55:00Z') + customer('80000002-1', SECOND) },
		{ records: bill('1-1', '2026-03-01T07:50:00Z') },
	);
	expect((await host.nextRun()).items.map(({ json }) => json.ListID)).toEqual(['80000002-1']);

	const third = await nextRound(schedule, THIRD, 4);
	expect(third.map(deletedSince)).toEqual(
		Array(2).fill(expect.stringContaining(shortlyBefore(second[0]))),
	);
});

test.each<[types: string[], queries: string[]]>([
	[['Customer', 'Vendor'], ['ListDeletedQuery']],
	[['Invoice'], ['TxnDeletedQuery']],
	[
		['Invoice', 'Customer'],
		['ListDeletedQuery', 'TxnDeletedQuery'],
	],
])('of the kinds %j alone: %j', async (deletedTypes, queries) => {
	await activated({ deletedTypes, firstRunFrom: '2026-02-01T00:00:00' });
	const runs = await untilRuns(service, desk.id, queries.length);
	expect(runs.flatMap(typesIn).sort()).toEqual([...deletedTypes].sort());
	expect(namesOf(runs)).toEqual(queries);
	expect(runs.map(deletedSince)).toEqual(
		queries.map(() => expect.stringContaining('2026-01-31T23:00:00')),
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
	const first = await untilRuns(service, desk.id, 2);
	await answered(first, nothing, nothing);
	expect(log.join()).toContain('Nothing has changed.');
	const second = await nextRound(schedule, SECOND, 2);
	expect(second.map(deletedSince)).toEqual(
		Array(2).fill(expect.stringContaining(shortlyBefore(first[0]))),
	);
});

test('a run that was refused is made up for, and the other goes on', async () => {
	const { schedule } = await activated();
	await answered(
		await untilRuns(service, desk.id, 2),
		{ statusCode: 3000, severity: 'Error' },
		nothing,
	);
	const second = await nextRound(schedule, SECOND, 2);
	const sinceOf = new Map(
		second.map((run, index) => [namesOf(second)[index], deletedSince(run)] as const),
	);
	expect(sinceOf.get('ListDeletedQuery')).toBeUndefined();
	expect(sinceOf.get('TxnDeletedQuery')).toBeDefined();
});

test('after more than 90 days the log and an item say that deletions may be missing', async () => {
	const { host, schedule } = await activated({ deletedTypes: ['Customer'] });
	await desk.session(nothing);
	await untilDelivered(service, desk.id);
	clock.at(AFTER_100_DAYS);
	schedule.tick();
	await untilRuns(service, desk.id, 2);
	expect(schedule.log).toContainEqual({
		level: 'error',
		message: expect.stringContaining('Deletions may be missing.'),
	});
	await desk.session(nothing);
	await untilDelivered(service, desk.id);
	const { items } = await host.nextRun();
	expect(items).toHaveLength(1);
	expect(items[0].json.delivery).toMatchObject({
		state: 'completed',
		warning: expect.stringMatching(/Deletions may be missing\..*for only 90 days/),
	});
});
