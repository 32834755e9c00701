import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../n8n/until';
import { answer } from '../../support/deliveries';
import { useScriptedServer } from '../support/scripted-server';
import { useMovableClock } from './support/movable-clock';
import { closeWorkflows, completedQuery, completedRequest } from './support/published-trigger';
import { startedSchedule } from './support/schedule';

const FIRST = '2026-03-01T08:00:00Z';
const clock = useMovableClock(FIRST);
const server = useScriptedServer();
const CONNECTION_ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

afterEach(async () => {
	await closeWorkflows();
	jest.restoreAllMocks();
});

const staticData = {
	'node:Accounting Sync Trigger': { registered: 'x', url: 'http://127.0.0.1:1/webhook/x/delivery' },
};

const started = async (
	form: IDataObject,
	more: { mode?: 'manual'; staticData?: IDataObject } = {},
) =>
	await startedSchedule({
		credentials: server.credentials,
		parameters: completedQuery(CONNECTION_ID, 'customer', { onlyChanges: false, ...form }),
		staticData,
		...more,
	});

const noRuns = { body: { data: [], page: 1, total_pages: 1 } };
const queued = { body: { data: {} } };

/** The starts of the runs that were queued, by their request identifiers. */
const starts = () =>
	server.received
		.flatMap(({ url }) => /request_id=n8n-[0-9a-f]+-([^&]+)/.exec(url)?.[1] ?? [])
		.map(decodeURIComponent);

test.each<[form: IDataObject, expression: string]>([
	[{}, '0 * * * * *'],
	[{ schedule: 'hours', every: 2 }, '0 * * * * *'],
	[{ schedule: 'minutes', every: 5 }, '0 * * * * *'],
	[{ schedule: 'cron', cronExpression: '0 8 * * 1-5' }, '0 8 * * 1-5'],
	[{ schedule: 'cron', cronExpression: ' 30 0 8 * * * ' }, '30 0 8 * * *'],
])('%j has n8n call at %s', async (form, expression) => {
	expect((await started(form)).expression).toBe(expression);
});

/** Answers to one run that is due: nothing is known of earlier ones, and it is queued. */
const goodRun = [noRuns, noRuns, queued] as const;

test('a cron expression is due at each of its ticks, even right after another run', async () => {
	server.answerWith(...goodRun, ...goodRun);
	const { tickUntil } = await started({ schedule: 'cron', cronExpression: '* 8 * * *' });
	await tickUntil(() => starts().length === 1);
	clock.at('2026-03-01T08:01:00Z');
	await tickUntil(() => starts().length === 2);
});

describe('two registrations that tick together mean one run', () => {
	const quiet = useScriptedServer({ withEmptyQueue: true });

	interface Registration {
		form?: IDataObject;
		stored?: IDataObject;
		/** When it ticks. */
		moment: string;
	}

	/** The request that a registration of a trigger queues when it ticks. */
	async function queuedBy({ form, stored = staticData, moment }: Registration) {
		const { credentials } = quiet;
		const parameters = completedQuery(CONNECTION_ID, 'customer', { onlyChanges: false, ...form });
		const { tick } = await startedSchedule({ credentials, parameters, staticData: stored });
		clock.at(moment);
		const arrival = untilQueued();
		tick();
		await arrival;
		const { url, headers } = quiet.received[quiet.received.length - 1];
		return { url, key: String(headers['idempotency-key']) };
	}

	// Without an ID, a run is not remembered: another process of n8n would not know it either.
	beforeEach(() => quiet.answerWith(queued));

	test.each<[form: IDataObject, second: string]>([
		[{ schedule: 'cron', cronExpression: '0 8 * * *' }, '2026-03-01T08:00:30Z'],
		[{ schedule: 'minutes', every: 5 }, '2026-03-01T08:00:30Z'],
		[{ schedule: 'cron', cronExpression: '* * 8 * * *' }, '2026-03-01T08:00:00.300Z'],
	])('%j', async (form, second) => {
		const run = await queuedBy({ form, moment: FIRST });
		expect(run.key).toMatch(/^n8n-\w+-2026-03-01T08:00:00\.000Z-0\w{3}$/);
		expect(await queuedBy({ form, moment: second })).toEqual(run);
	});

	test('but not if the pages of the other one go to another address', async () => {
		const run = await queuedBy({ moment: FIRST });
		const stored = structuredClone({
			'node:Accounting Sync Trigger': { registered: 'x', url: 'http://127.0.0.1:1/webhook/gone' },
		});
		expect((await queuedBy({ stored, moment: FIRST })).key).not.toBe(run.key);
	});

	test('a run does not start before the tick that it is named by', async () => {
		const run = await queuedBy({ moment: '2026-03-01T07:59:59.985Z' });
		expect(run.key).toContain('2026-03-01T08:00:00.000Z');
		expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(FIRST));
	});

	test('the next tick has its run, however long the service takes for the one before', async () => {
		const { credentials } = quiet;
		const form = { onlyChanges: false, schedule: 'minutes', every: 1 };
		const parameters = completedQuery(CONNECTION_ID, 'customer', form);
		const schedule = await startedSchedule({ credentials, parameters, staticData });
		const arrival = untilQueued();
		schedule.tick();
		await arrival;
		// The answer is still on its way.
		clock.at('2026-03-01T08:00:45Z');
		await schedule.tickUntil(() => {
			clock.at('2026-03-01T08:01:00Z');
			return quiet.received.length === 2;
		});
	});

	async function untilQueued() {
		const { length } = quiet.received;
		while (quiet.received.length === length) await quiet.nextRequest();
	}
});

test('an interval counts from the start of the last run, whoever started it', async () => {
	const { credentials } = server;
	const name = await nameOfRuns();
	const record = (start: string) => ({
		id: 'any',
		state: 'response_received',
		webhook_state: 'succeeded',
		request_json: { request: { attributes: { requestID: `${name}-${start}` } } },
		response_json: answer('CustomerQuery', { CustomerRet: [{ ListID: '1' }] }),
	});
	server.received.length = 0;
	clock.at('2026-03-01T10:00:00Z');
	server.answerWith(
		{ body: { data: [record('2026-03-01T09:30:00.000Z-abcd')], page: 1, total_pages: 1 } },
		{ body: { data: [record('2026-03-01T09:30:00.000Z-abcd')], page: 1, total_pages: 1 } },
		noRuns,
		noRuns,
		queued,
	);
	const parameters = completedQuery(CONNECTION_ID, 'customer', { onlyChanges: false });
	const { tick, tickUntil } = await startedSchedule({ credentials, parameters, staticData });
	tick();
	await until(
		async () => server.received.length,
		(count) => count === 2,
	);
	expect(starts()).toEqual([]);
	clock.at('2026-03-01T10:30:00Z');
	await tickUntil(() => starts().length > 0);
	expect(starts()).toEqual([expect.stringMatching(/^2026-03-01T10:30:0\d\.\d{3}Z-[0-9a-z]{4}$/)]);
});

/** What the runs of the question in these tests are called. */
async function nameOfRuns(): Promise<string> {
	server.answerWith(...goodRun);
	const { tickUntil } = await started({});
	await tickUntil(() => starts().length > 0);
	return /request_id=(n8n-[0-9a-f]+)-/.exec(server.received.at(-1)?.url ?? '')?.[1] ?? '';
}

test('a run that cannot be started is logged with the reason, and tried again at the next call', async () => {
	const refusal = { error: { code: 'not_found', message: 'No such connection.' } };
	server.answerWith({ status: 404, body: refusal });
	const schedule = await started({ schedule: 'cron', cronExpression: '0 8 * * *' });
	const line = await schedule.tickUntilLogged(/could not be started/);
	expect(line).toContain('No such connection.');
	expect(schedule.log).toMatchObject([{ level: 'error' }]);
	server.answerWith(...goodRun);
	await schedule.tickUntil(() => starts().length > 0);
});

test('nothing is asked for while the workflow is not registered', async () => {
	const schedule = await started({}, { staticData: {} });
	schedule.tick();
	schedule.tick();
	server.answerWith(...goodRun);
	const { tickUntil } = await started({});
	await tickUntil(() => starts().length > 0);
	expect(server.received).toHaveLength(3);
});

test('there is no schedule in test mode, nor for completed requests', async () => {
	expect((await started({}, { mode: 'manual' })).expression).toBeUndefined();
	const { credentials } = server;
	const parameters = completedRequest();
	expect(
		(await startedSchedule({ credentials, parameters, staticData })).expression,
	).toBeUndefined();
});
