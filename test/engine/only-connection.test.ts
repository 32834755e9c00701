import type { IDataObject } from 'n8n-workflow';

import {
	callTool,
	retry,
	retryAfterCrash,
	runWorkflow,
	searchList,
	type WorkflowRun,
} from './harness';
import { useLocalService } from './support/local-service';
import { useShortPauses } from './support/pauses';
import { queues, useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { parametersFor, runOperation } from './support/run-operation';
import {
	closeWorkflows,
	publishedTrigger,
	storedStaticData,
} from './trigger/support/published-trigger';

useShortPauses();

const service = useLocalService();
const proxied = useProxiedService(service);

async function deleteAll(): Promise<void> {
	const all = await service.call<Array<{ id: string }>>('GET', '/connections');
	for (const { id } of all) await service.call('DELETE', `/connections/${id}`);
}

beforeEach(deleteAll);
afterEach(closeWorkflows);

const empty = { __rl: true, mode: 'list', value: '' };

const create = async (more: IDataObject = {}, run: IDataObject = {}): Promise<WorkflowRun> =>
	await runWorkflow({
		nodes: [{ parameters: parametersFor('invoice.create', { ...smallInvoice, ...more }) }],
		credentials: proxied.credentials,
		items: [{ json: {} }],
		...run,
	});

const writesTo = async (connection: string) => (await service.requestsOf(connection)).length;

const REFUSED = /^Choose a Connection: /;

describe('Connection left empty', () => {
	test.each([undefined, empty])('is the only one: %j', async (connection) => {
		const only = await service.newConnection();
		const run = await create({ connection });
		expect(run.error).toBeUndefined();
		expect(await writesTo(only)).toBe(1);
	});

	test('is asked for once for all items', async () => {
		const only = await service.newConnection();
		await create({}, { items: [{ json: {} }, { json: {} }, { json: {} }] });
		expect(await writesTo(only)).toBe(3);
		const firstWrite = proxied.calls.findIndex((call) => call.startsWith('POST'));
		const before = proxied.calls.slice(0, firstWrite);
		expect(before.filter((call) => call === 'GET /connections')).toHaveLength(1);
	});

	test('is refused before anything is sent if there are several, which are named', async () => {
		const both = [await service.newConnection('North'), await service.newConnection('South')];
		const { error } = await create();
		expect(error).toMatchObject({
			message: 'Choose a Connection: there is more than one.',
			description: expect.stringMatching(/"North".*"South"|"South".*"North"/),
		});
		expect(await Promise.all(both.map(writesTo))).toEqual([0, 0]);
	});

	test('is refused if there is none', async () => {
		expect((await create()).error?.message).toBe('There is no connection yet.');
	});

	test.each(['={{ $json.company }}', { __rl: true, mode: 'id', value: '={{ $json.company }}' }])(
		'is something else than an expression that gives nothing: %j',
		async (connection) => {
			const only = await service.newConnection();
			expect((await create({ connection })).error?.message).toContain(
				'Connection: the expression gave nothing.',
			);
			expect(await writesTo(only)).toBe(0);
		},
	);

	test('goes for reads, and for a tool', async () => {
		const only = await service.newConnection();
		await runOperation(service, 'customer.query', {});
		await runOperation(service, 'queuedRequest.getAll', {});
		expect(await writesTo(only)).toBe(1);
		const tool = {
			parameters: parametersFor('customer.query', {}),
			credentials: service.credentials,
			toolArguments: {},
		};
		await callTool(tool);
		expect(await writesTo(only)).toBe(2);
	});

	test.each(['connection.delete', 'connection.setPassword', 'connection.get'])(
		'is no connection to work on: %s',
		async (operation) => {
			await service.newConnection();
			const run = runOperation(service, operation as 'connection.get', {});
			await expect(run).rejects.toThrow('has issues');
			expect(await service.call('GET', '/connections')).toHaveLength(1);
		},
	);

	test('shows the lists of the only one, and says so if there are several', async () => {
		await service.newConnection();
		const open = async () =>
			await searchList({
				method: 'searchQueuedRequests',
				parameters: parametersFor('queuedRequest.get', {}),
				credentials: service.credentials,
			});
		expect((await open()).results).toEqual([]);
		await service.newConnection();
		await expect(open()).rejects.toThrow(REFUSED);
	});
});

describe('another only connection', () => {
	test('is refused in a later execution, until somebody chooses it', async () => {
		await service.newConnection('Before');
		const { staticData } = await create({}, { mode: 'trigger' });
		await deleteAll();
		const other = await service.newConnection('After');
		const { error } = await create({}, { mode: 'trigger', staticData });
		expect(error?.message).toMatch(/^Choose a Connection: the only one is not the one/);
		expect(await writesTo(other)).toBe(0);
	});

	/** Ends the run at its second request, which the service refuses. */
	async function failAtSecond() {
		let number = 0;
		proxied.meddle((call) =>
			Promise.resolve(
				queues(call) && ++number === 2
					? {
							status: 422,
							headers: { 'content-type': 'application/json' },
							body: Buffer.from('{"error":{"code":"invalid_request","message":"Not now."}}'),
						}
					: undefined,
			),
		);
		const run = await create({}, { mode: 'trigger', items: [{ json: {} }, { json: {} }] });
		expect(run.error?.description).toContain('Not now.');
		proxied.meddle(() => Promise.resolve(undefined));
		return run;
	}

	test('is never written to by a Retry, whose execution has used one', async () => {
		await service.newConnection('Before');
		const failed = await failAtSecond();
		await deleteAll();
		const other = await service.newConnection('After');
		const again = await retry(failed);
		expect(again.error).toBeDefined();
		expect(await writesTo(other)).toBe(0);
	});

	test('does not keep a Retry from going on where it was', async () => {
		const one = await service.newConnection('One');
		const failed = await failAtSecond();
		await service.newConnection('Two');
		const again = await retry(failed);
		expect(again.error).toBeUndefined();
		expect(await writesTo(one)).toBe(2);
	});

	test('may be meant by nobody after a crash that left no trace', async () => {
		const only = await service.newConnection();
		const crashed = await failAtSecond();
		crashed.staticData = {};
		crashed.prepared.workflow.staticData = {};
		const again = await retryAfterCrash(crashed, [{ json: {} }, { json: {} }]);
		expect(again.error?.message).toMatch(/it is not known which one the repeated execution/);
		expect(await writesTo(only)).toBe(1);
	});
});

describe('the trigger', () => {
	const activated = async (staticData?: IDataObject) => {
		const host = await publishedTrigger({
			credentials: service.credentials,
			parameters: { triggerOn: 'completedQuery', queriedResource: 'vendor' },
			staticData,
		});
		await host.activate();
		return host;
	};

	test('asks the only connection', async () => {
		const only = await service.newConnection();
		await activated();
		expect(await writesTo(only)).toBe(1);
	});

	test('is not activated with several', async () => {
		await service.newConnection();
		await service.newConnection();
		await expect(activated()).rejects.toThrow(REFUSED);
	});

	test('is not activated with another one than before', async () => {
		await service.newConnection();
		const before = storedStaticData(await activated());
		await closeWorkflows();
		await deleteAll();
		await service.newConnection();
		await expect(activated(before)).rejects.toThrow(REFUSED);
	});
});
