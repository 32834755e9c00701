import type { IDataObject } from 'n8n-workflow';

import { type LocalService, useLocalService } from '../support/local-service';
import { type Answered, type DeskByHand, deskByHand } from './support/desk-by-hand';
import { useMovableClock } from './support/movable-clock';
import {
	changedRecords,
	closeWorkflows,
	completedQuery,
	publishedTrigger,
	storedStaticData,
	withSecret,
} from './support/published-trigger';
import { changedSince, shortlyBefore, startOf, untilDelivered, untilRuns } from './support/runs';
import { startedSchedule } from './support/schedule';

const FIRST = '2026-03-01T08:00:00Z';
const SECOND = '2026-03-01T09:00:00Z';
const THIRD = '2026-03-01T10:00:00Z';

/** The minute, as the seconds go by. */
const about = (moment: string) => new RegExp(`^${moment.slice(0, 17)}\\d\\d\\.\\d{3}Z$`);

const clock = useMovableClock(FIRST);
const service = useLocalService({ webhookTries: [0] });
const patientService = useLocalService({ webhookTries: [0, 3600] });

let desk: DeskByHand;
afterEach(async () => {
	await closeWorkflows();
	jest.restoreAllMocks();
});

const vendors = (form: IDataObject = {}) => completedQuery(desk.id, 'vendor', form);

/** An activated trigger with its schedule, every hour unless the form says otherwise. */
async function activated(
	{ credentials }: Pick<LocalService, 'credentials'>,
	parameters: IDataObject,
	{
		staticData,
		mode = 'activate',
	}: { staticData?: IDataObject; mode?: 'init' | 'update' | 'activate' } = {},
) {
	const host = await publishedTrigger({ credentials, parameters, staticData });
	await host.activate(mode);
	const schedule = await startedSchedule({
		credentials,
		parameters,
		staticData: storedStaticData(host),
	});
	return { host, schedule };
}

const twoPages: Answered[] = [{ remaining: 1 }, { remaining: 0 }];

/** A first run of two pages that came through whole. */
async function firstRun(target = service, form: IDataObject = {}) {
	desk = await deskByHand(target);
	const trigger = await activated(target, vendors(form));
	await desk.session(...twoPages);
	await untilDelivered(target, desk.id);
	return trigger;
}

test('the first run takes everything, each later one what has changed since the start of the last', async () => {
	const { schedule } = await firstRun();
	clock.at(SECOND);
	schedule.tick();
	await untilRuns(service, desk.id, 2);
	await desk.session({ statusCode: 1 });
	await untilDelivered(service, desk.id);
	clock.at(THIRD);
	schedule.tick();
	const runs = await untilRuns(service, desk.id, 3);
	expect(runs.map(changedSince)).toEqual([
		undefined,
		expect.stringContaining(shortlyBefore(runs[0])),
		expect.stringContaining(shortlyBefore(runs[1])),
	]);
	expect(runs.map(startOf)).toEqual(
		[FIRST, SECOND, THIRD].map((at) => expect.stringMatching(about(at))),
	);
});

test('the first run may begin at a moment, in the time zone of the workflow', async () => {
	desk = await deskByHand(service);
	await activated(service, vendors({ firstRunFrom: '2026-02-01T00:00:00' }));
	const [run] = await untilRuns(service, desk.id, 1);
	expect(changedSince(run)).toContain('2026-01-31T23:00:00');
});

describe('a trigger that begins when it is published never asks for everything', () => {
	const lost = (staticData: IDataObject): IDataObject => {
		const kept = staticData['node:Accounting Sync Trigger'] as IDataObject;
		return { 'node:Accounting Sync Trigger': { registered: kept.registered, url: kept.url } };
	};

	test.each([true, false])('although n8n has lost when that was (runs: %s)', async (hasRuns) => {
		desk = await deskByHand(service);
		const parameters = changedRecords(desk.id, 'vendor', { beginWith: 'now' });
		const { credentials } = service;
		const { host } = await activated(service, parameters);
		const [first] = await untilRuns(service, desk.id, 1);
		await desk.session({ statusCode: 3000, severity: 'Error' });
		await untilDelivered(service, desk.id);
		const staticData = lost(storedStaticData(host));
		if (!hasRuns) await service.call('DELETE', `/queued_requests/${first.id}`);
		const schedule = await startedSchedule({ credentials, parameters, staticData });
		clock.at(SECOND);
		schedule.tick();
		const runs = await untilRuns(service, desk.id, hasRuns ? 2 : 1);
		const since = changedSince(runs[runs.length - 1]);
		if (hasRuns) expect(since).toContain(shortlyBefore(first));
		else expect(since).toContain('2026-03-01T07:');
		expect(schedule.log.map(({ message }) => message).join()).not.toContain('starts over');
	});
});

test('a resource without a modification filter is asked for whole each time', async () => {
	desk = await deskByHand(service);
	const form = completedQuery(desk.id, 'invoice', { onlyChanges: true });
	const { schedule } = await activated(service, form);
	await desk.session({ remaining: 0 });
	await untilDelivered(service, desk.id);
	clock.at(SECOND);
	schedule.tick();
	const runs = await untilRuns(service, desk.id, 2);
	expect(runs.map(changedSince)).toEqual([undefined, undefined]);
});

test('with Only Changes turned off every run takes everything', async () => {
	const { schedule } = await firstRun(service, { onlyChanges: false });
	clock.at(SECOND);
	schedule.tick();
	const runs = await untilRuns(service, desk.id, 2);
	expect(runs.map(changedSince)).toEqual([undefined, undefined]);
});

describe('a run that did not come through whole is made up for by the next:', () => {
	const failed: Answered = { statusCode: 3000, severity: 'Error' };
	test.each<[what: string, answers: Array<Answered | 'lost'>]>([
		['an error on its first page', [failed]],
		['an error on its second page', [{ remaining: 1 }, failed]],
		['a session that ended with its first page under way', ['lost']],
		['a session that ended between its pages', [{ remaining: 1 }, 'lost']],
	])('%s', async (_what, answers) => {
		const { schedule } = await firstRun();
		clock.at(SECOND);
		schedule.tick();
		await untilRuns(service, desk.id, 2);
		await desk.session(...answers);
		await untilDelivered(service, desk.id);
		clock.at(THIRD);
		schedule.tick();
		const [first, second, third] = await untilRuns(service, desk.id, 3);
		expect(changedSince(third)).toBe(changedSince(second));
		expect(changedSince(third)).toContain(shortlyBefore(first));
	});

	test('the very first run', async () => {
		desk = await deskByHand(service);
		const { schedule } = await activated(service, vendors());
		await desk.session({ remaining: 1 }, 'lost');
		await untilDelivered(service, desk.id);
		clock.at(SECOND);
		schedule.tick();
		const runs = await untilRuns(service, desk.id, 2);
		expect(runs.map(changedSince)).toEqual([undefined, undefined]);
	});

	test('pages that could not be delivered', async () => {
		const { host, schedule } = await firstRun();
		const staticData = storedStaticData(host);
		// The service signs nothing: with a secret in the credential, n8n refuses what it delivers.
		const credentials = withSecret(service.credentials, 'unknown to the service');
		const refusing = await publishedTrigger({ credentials, parameters: vendors(), staticData });
		await refusing.activate('update');
		clock.at(SECOND);
		const signed = await startedSchedule({
			credentials,
			parameters: vendors(),
			staticData: storedStaticData(refusing),
		});
		signed.tick();
		await untilRuns(service, desk.id, 2);
		await desk.session(...twoPages);
		const records = await untilDelivered(service, desk.id);
		expect(records.map(({ webhook_state: state }) => state)).toEqual([
			'succeeded',
			'succeeded',
			'failed',
			'failed',
		]);
		clock.at(THIRD);
		schedule.tick();
		const [first, , third] = await untilRuns(service, desk.id, 3);
		expect(changedSince(third)).toContain(shortlyBefore(first));
	});

	test('several in a row', async () => {
		const { schedule } = await firstRun();
		for (const [index, moment] of [SECOND, THIRD, '2026-03-01T11:00:00Z'].entries()) {
			clock.at(moment);
			schedule.tick();
			const runs = await untilRuns(service, desk.id, index + 2);
			expect(changedSince(runs[index + 1])).toContain(shortlyBefore(runs[0]));
			await desk.session(failed);
			await untilDelivered(service, desk.id);
		}
	});
});

describe('a run that is due while the last one is underway is left out, and the log says so:', () => {
	const leftOut = /no new run, because the one of 2026-03-01T08:00:\d\d\.\d+Z is still underway/;

	test('not answered yet', async () => {
		desk = await deskByHand(service);
		const { schedule } = await activated(service, vendors());
		clock.at(SECOND);
		await schedule.tickUntilLogged(leftOut);
		expect(await service.requestsOf(desk.id)).toHaveLength(1);
		await desk.session(...twoPages);
		await untilDelivered(service, desk.id);
		clock.at(THIRD);
		schedule.tick();
		const runs = await untilRuns(service, desk.id, 2);
		expect(changedSince(runs[1])).toContain(shortlyBefore(runs[0]));
	});

	test('answered, but not delivered yet', async () => {
		desk = await deskByHand(patientService);
		const credentials = withSecret(patientService.credentials, 'unknown to the service');
		const { schedule } = await activated({ credentials }, vendors());
		await desk.session({ remaining: 0 });
		clock.at(SECOND);
		await schedule.tickUntilLogged(leftOut);
		expect(await patientService.requestsOf(desk.id)).toHaveLength(1);
	});
});
