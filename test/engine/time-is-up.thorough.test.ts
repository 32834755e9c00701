import type { IDataObject } from 'n8n-workflow';

import { until } from '../../n8n/until';
import { callTool, type GivenNode, resumeWhenTimeIsUp, type WorkflowRun } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { useHostedOperations } from './support/host-operation';
import { useProxiedService } from './support/proxied-service';
import { byId, type OperationName, parametersFor, runOperation } from './support/run-operation';

const service = useServiceWithDesktops();
const proxied = useProxiedService(service);
const hosted = useHostedOperations();
const minutes = (count: number) => ({ waitLimit: count });

afterEach(() => {
	jest.restoreAllMocks();
});

const realNow = Date.now.bind(Date);

/** Puts the clock forward at once. */
function putClockForward(milliseconds: number) {
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + milliseconds);
}

/** Puts the clock forward once a look at the requests has shown a state, so that nobody has to wait for the limit. */
function letTimePass(milliseconds: number, until: string) {
	let isLater = false;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + (isLater ? milliseconds : 0));
	proxied.meddle(async ({ method, path, forward }) => {
		if (method !== 'GET' || !path.includes('queued_requests')) return undefined;
		const answer = await forward();
		isLater ||= answer.body.includes(until);
		return answer;
	});
}

const form = (result: string, options: IDataObject): IDataObject => ({
	connection: { ...byId('={{ $json.connectionId }}') },
	filters: { nameContains: `={{ $json.name ?? 'e' }}` },
	result,
	options,
});

/** Runs until the time is up, by polling or asleep. */
async function untilTimeIsUp(
	result: string,
	items: IDataObject[],
	options: IDataObject,
	{
		onError,
		until = 'waiting',
		operation = 'customer.query',
	}: { onError?: GivenNode['onError']; until?: string; operation?: OperationName } = {},
): Promise<WorkflowRun> {
	const filledIn =
		operation === 'customer.query'
			? form(result, options)
			: {
					...form(result, options),
					...(operation === 'customer.create' && { name: '={{ $json.name }}' }),
					listId: { __rl: true, mode: 'name', value: 'Ann' },
					additionalFields: { phone: '1' },
				};
	if (result === 'waitPolling') {
		letTimePass(2 * 3_600_000, `"state":"${until}"`);
		return await runOperation(proxied, operation, filledIn, { items, onError });
	}
	const { start } = await hosted(service, operation, filledIn, { onError });
	const asleep = await start(items);
	expect(asleep.status).toBe('waiting');
	putClockForward(25 * 3_600_000);
	return await resumeWhenTimeIsUp(asleep);
}

const NEVER_CONNECTED =
	"Rock Castle Construction hasn't been set up yet: the customer has yet to finish the setup.";

describe.each(['waitPolling', 'waitSuspended'])('%s', (result) => {
	test('as an error: it says how long, when the connector was there, and that the request stays', async () => {
		const connectionId = await service.newConnectionTurnedOff();
		const run = await untilTimeIsUp(result, [{ connectionId }], minutes(60));
		const [{ id, state }] = await service.requestsOf(connectionId);
		expect(state).toBe('waiting');
		expect(run.status).toBe('error');
		expect(run.error).toMatchObject({
			message: `Still waiting after 60 minutes. ${NEVER_CONNECTED}`,
			description: expect.stringContaining(`do not queue it again`),
		});
		expect(run.error?.description).toContain(id);
	});

	test('as an error: it says which others are queued', async () => {
		const connectionId = await service.newConnectionTurnedOff();
		const operation = 'customer.create';
		const items = ['A', 'B', 'C'].map((name) => ({ connectionId, name }));
		const { error } = await untilTimeIsUp(result, items, minutes(60), { operation });
		expect(error?.description).toContain('Items 2 and 3 (counted from 1) have been queued');
	});

	test('as data: each request that waits, with the sentence', async () => {
		const connectionId = await service.newConnectionTurnedOff();
		const run = await untilTimeIsUp(result, [{ connectionId }, { connectionId }], {
			...minutes(60),
			whenTimeIsUp: 'data',
		});
		expect(run.status).toBe('success');
		const ids = (await service.requestsOf(connectionId)).map(({ id }) => id).sort();
		expect(run.items.map(({ json }) => json.id).sort()).toEqual(ids);
		for (const [item, { json, pairedItem }] of run.items.entries()) {
			expect(pairedItem).toEqual({ item });
			expect(json).toMatchObject({
				still_waiting: true,
				message: `Still waiting after 60 minutes. ${NEVER_CONNECTED}`,
				connection_id: connectionId,
			});
		}
	});

	test('what reads before it writes says that its write is not queued, and does not promise it', async () => {
		const reads = 'An item that has only read so far has not queued its change: Retry sends it.';
		for (const whenTimeIsUp of ['data', 'error']) {
			const connectionId = await service.newConnectionTurnedOff();
			const options = { ...minutes(60), whenTimeIsUp };
			const operation = 'customer.update';
			const run = await untilTimeIsUp(result, [{ connectionId }], options, { operation });
			const { message, description } = run.error ?? {};
			expect(message ?? run.items[0].json.message).toContain(reads);
			expect(description ?? 'Retry').not.toContain('will still be carried out');
			expect(description ?? 'Retry').toContain('Retry');
			jest.restoreAllMocks();
		}
	});

	describe('what is complete has its result, what is not its error', () => {
		const oneCustomer = "O'Hara";
		const items = async (): Promise<[IDataObject, IDataObject]> => [
			{ connectionId: await service.newConnection(), name: oneCustomer },
			{ connectionId: await service.newConnectionTurnedOff(), name: oneCustomer },
		];
		const until = 'response_received';
		const message = `Still waiting after 60 minutes. ${NEVER_CONNECTED}`;

		test('On Error stopWorkflow', async () => {
			const run = await untilTimeIsUp(result, await items(), minutes(60), { until });
			expect(run.error).toMatchObject({ message, context: { itemIndex: 1 } });
		});

		test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
			'On Error %s',
			async (onError) => {
				const asking = await items();
				const run = await untilTimeIsUp(result, asking, minutes(60), { onError, until });
				expect(run.error).toBeUndefined();
				const [good, failed = []] = run.outputs['Accounting Sync'];
				const customer = expect.objectContaining({ FullName: expect.stringContaining('Hara') });
				const isApart = onError === 'continueErrorOutput';
				const error = { error: message, [isApart ? 'message' : 'description']: expect.any(String) };
				expect([...good, ...failed].map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
					[customer, { item: 0 }],
					[isApart ? { ...asking[1], ...error } : error, { item: 1 }],
				]);
			},
		);
	});
});

test('asleep, each request that is complete has its records, however many', async () => {
	const on = await service.newConnection();
	const off = await service.newConnectionTurnedOff();
	const run = await untilTimeIsUp(
		'waitSuspended',
		[
			{ connectionId: on, name: 'müller' },
			{ connectionId: on, name: 'nobody is called this' },
			{ connectionId: off, name: 'müller' },
		],
		{ ...minutes(60), whenTimeIsUp: 'data' },
	);
	expect(run.items).toMatchObject([
		{ json: { FullName: expect.any(String) }, pairedItem: { item: 0 } },
		{ json: { FullName: expect.any(String) }, pairedItem: { item: 0 } },
		{ json: { still_waiting: true }, pairedItem: { item: 2 } },
	]);
});

test('what completes during the sleep has its result, though nothing woke the execution', async () => {
	const [late, off] = [
		await service.newConnectionTurnedOff(),
		await service.newConnectionTurnedOff(),
	];
	const { start } = await hosted(
		service,
		'customer.query',
		form('waitSuspended', { ...minutes(60), whenTimeIsUp: 'data' }),
	);
	const asleep = await start([
		{ connectionId: late, name: "O'Hara" },
		{ connectionId: off, name: "O'Hara" },
	]);
	await service.turnOn(late);
	await until(
		async () => await service.requestsOf(late),
		([{ state }]) => state === 'response_received',
	);
	putClockForward(25 * 3_600_000);
	const run = await resumeWhenTimeIsUp(asleep);
	expect(run.items).toMatchObject([
		{ json: { FullName: expect.stringContaining('Hara') }, pairedItem: { item: 0 } },
		{ json: { still_waiting: true }, pairedItem: { item: 1 } },
	]);
});

test('a connection that has been there: the sentence says when', async () => {
	const connectionId = await service.newConnection();
	await runOperation(service, 'customer.query', {
		connection: { ...byId(connectionId) },
		result: 'waitPolling',
	});
	await service.turnOff(connectionId);
	const run = await untilTimeIsUp('waitSuspended', [{ connectionId }], minutes(1));
	expect(run.error?.message).toMatch(
		/^Still waiting after 1 minute\. Last sync of Rock Castle Construction: \w{3} \d+, \d\d:\d\d E[SD]T\.$/,
	);
});

test('unless said, a sleep ends after 24 hours and polling after 5 minutes', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const asleep = await untilTimeIsUp('waitSuspended', [{ connectionId }], {});
	expect(asleep.error?.message).toMatch(/^Still waiting after 24 hours\./);
	const polled = await untilTimeIsUp('waitPolling', [{ connectionId }], {});
	expect(polled.error?.message).toMatch(/^Still waiting after 5 minutes\./);
});

test('a sleep looks from time to time, and ends when the user said', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const options = minutes(90);
	const { start } = await hosted(service, 'customer.query', form('waitSuspended', options));
	const before = Date.now();
	let run = await start([{ connectionId }]);
	const looks: number[] = [];
	while (run.status === 'waiting') {
		const minute = Math.round((Number(run.waitTill) - before) / 60_000);
		looks.push(minute);
		jest.restoreAllMocks();
		putClockForward(minute * 60_000 + 5_000);
		run = await resumeWhenTimeIsUp(run);
	}
	expect(looks).toEqual([1, 3, 8, 18, 33, 63, 90]);
	expect(run.error?.message).toMatch(/^Still waiting after 90 minutes\./);
	expect((await service.requestsOf(connectionId)).length).toBe(1);
	expect((await service.nudgesOf(connectionId)).length).toBe(1);
});

test.each([0, -5, 'long'])('Wait At Most can not be %j', async (waitLimit) => {
	const connectionId = await service.newConnectionTurnedOff();
	const run = await runOperation(service, 'customer.query', form('waitPolling', { waitLimit }), {
		items: [{ connectionId }],
	});
	expect(run.error?.message).toMatch(/^Wait At Most \(Minutes\) must be/);
	expect(await service.requestsOf(connectionId)).toEqual([]);
});

test.each(['error', 'data'])(
	'an agent that asks again when the time was up waits for the same request: %s',
	async (whenTimeIsUp) => {
		const connectionId = await service.newConnectionTurnedOff();
		const soonUp = () => {
			letTimePass(2 * 3_600_000, '"state":"waiting"');
		};
		soonUp();
		const { run, response } = await callTool({
			parameters: parametersFor('customer.query', {
				connection: { ...byId(connectionId) },
				filters: { nameContains: 'müller' },
				result: 'waitPolling',
				options: { ...minutes(60), whenTimeIsUp },
			}),
			toolArguments: {},
			credentials: proxied.credentials,
			thenAgain: [
				soonUp,
				async () => {
					jest.restoreAllMocks();
					await service.turnOn(connectionId);
					await until(
						async () => await service.requestsOf(connectionId),
						(requests) => requests.every(({ state }) => state === 'response_received'),
					);
				},
			],
		});
		expect(run.error).toBeUndefined();
		expect(JSON.stringify(response)).toContain('Müller Bäckerei');
		expect(await service.requestsOf(connectionId)).toHaveLength(1);
	},
);
