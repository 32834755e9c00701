import type { IDataObject } from 'n8n-workflow';

import { callTool, startWorkflow, WorkflowHost, type WorkflowRun } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { useHostedOperations } from './support/host-operation';
import { credentialsFor } from './support/local-service';
import { useProxiedService } from './support/proxied-service';
import { queueingOperations } from './support/queueing-operations';
import { byId, parametersFor, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const service = useServiceWithDesktops();
const server = useScriptedServer({ withEmptyQueue: true });
const proxied = useProxiedService(service);
const hosted = useHostedOperations();

const customers = (connectionId: string, more: IDataObject = {}): IDataObject => ({
	connection: { ...byId(connectionId) },
	filters: { nameContains: 'müller' },
	...more,
});
const hintsOf = ({ hints }: WorkflowRun) =>
	hints['Accounting Sync'].map(({ message }) => message).join('\n');
const ANY_CONNECTION = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

describe('what is done where the user chooses nothing', () => {
	test.each(queueingOperations)('%s %j', async (operation, form) => {
		const connectionId = await service.newConnectionTurnedOff();
		const { start } = await hosted(service, operation, {
			connection: { ...byId(connectionId) },
			...form,
			result: undefined,
		});
		const run = await start();
		expect(run.status).toBe(operation === 'queuedRequest.create' ? 'success' : 'waiting');
		const [{ webhook_url: url }] = await service.requestsOf(connectionId);
		expect(url).toBeFalsy();
		const nudges = await service.nudgesOf(connectionId);
		expect(nudges).toHaveLength(operation === 'queuedRequest.create' ? 0 : 1);
	});
});

describe('Wait', () => {
	test('suspends where the service can reach n8n, and says so', async () => {
		const connectionId = await service.newConnectionTurnedOff();
		const { host, start } = await hosted(
			service,
			'customer.query',
			customers(connectionId, { result: 'wait' }),
		);
		const asleep = await start();
		expect(asleep.status).toBe('waiting');
		await service.turnOn(connectionId);
		expect(hintsOf(await host.resumedRun())).toMatch(
			/^Waited for the desktop from \w{3} .*\. The workflow slept and resumed automatically\.$/,
		);
	});

	test('asleep, says on the node what it waits for, in the time of the workflow', async () => {
		const [one, other] = [
			await service.newConnectionTurnedOff(),
			await service.newConnectionTurnedOff(),
		];
		const { start } = await hosted(
			service,
			'customer.query',
			customers('={{ $json.connectionId }}', { result: 'wait' }),
		);
		const asleep = await start([one, other, one].map((connectionId) => ({ connectionId })));
		expect(hintsOf(asleep)).toMatch(
			/^3 requests to 2 companies have been waiting for the desktop since \w{3} \d+, \d\d:\d\d E[SD]T\. Last sync: (Rock Castle Construction, not set up yet(; )?){2}\. This workflow sleeps and resumes automatically\. It waits until \w{3} \d+, \d\d:\d\d E[SD]T\.$/,
		);
	});

	test.each([
		['does not answer', { status: 500, body: '' }],
		['gives other things', { status: 200, body: '{"data":[{"id":7},"?",null]}' }],
	])('asleep, though the list of connections %s', async (_what, { status, body }) => {
		const connectionId = await service.newConnectionTurnedOff();
		proxied.meddle(({ path }) =>
			Promise.resolve(
				path.endsWith('/connections')
					? {
							status,
							headers: { 'content-type': 'application/json' },
							body: Buffer.from(body),
						}
					: undefined,
			),
		);
		const { start } = await hosted(
			proxied,
			'customer.query',
			customers(connectionId, { result: 'wait' }),
		);
		const asleep = await start();
		expect(asleep.status).toBe('waiting');
		expect(hintsOf(asleep)).toMatch(
			/^1 request has been waiting for the desktop since .*\. This workflow sleeps and resumes automatically\. It waits until .*\.$/,
		);
	});

	test('suspends where the user has set a Webhook URL, which stays as it is', async () => {
		const connectionId = await service.newConnectionTurnedOff();
		const { host, start } = await hosted(
			service,
			'customer.query',
			customers(connectionId, { result: 'wait', options: { webhookUrl: '={{ $json.url }}' } }),
		);
		const own = ['http://127.0.0.1:1/own', 'http://127.0.0.1:1/other'];
		expect((await start(own.map((url) => ({ url })))).status).toBe('waiting');
		await service.turnOn(connectionId);
		expect((await host.resumedRun()).items).toHaveLength(4);
		const urls = (await service.requestsOf(connectionId)).map(({ webhook_url: url }) => url);
		expect(urls.map(String).sort()).toEqual(own.toSorted());
	});

	test.each([
		['v0', 0, 'sleeps'],
		[
			'v0',
			1,
			'kept checking for the answer instead of sleeping: the node leads to the second input',
		],
		['v1', 1, 'sleeps'],
	])(
		'in the order of execution %s, before input %i of a node: it %s',
		async (executionOrder, input, how) => {
			const sleeps = how === 'sleeps';
			// A desktop that is off answers nobody before the workflow sleeps.
			const connectionId = await (sleeps
				? service.newConnectionTurnedOff()
				: service.newConnection());
			const host = await WorkflowHost.open({
				nodes: [
					{
						name: 'Sync',
						parameters: parametersFor(
							'customer.query',
							customers(connectionId, { result: 'wait' }),
						),
					},
					{ name: 'Next', parameters: { resource: 'connection', operation: 'getAll' } },
				],
				connections: {
					Source: { main: [[{ node: 'Sync', type: 'main', index: 0 }]] },
					Sync: { main: [[{ node: 'Next', type: 'main', index: input }]] },
				},
				credentials: service.credentials,
				settings: { executionOrder: executionOrder as 'v1' },
			});
			const run = await host.start([{ json: {} }]).finished;
			await host.close();
			expect(run.status).toBe(sleeps ? 'waiting' : 'success');
			const hints = run.hints.Sync.map(({ message }) => message);
			expect(hints).toEqual([expect.stringContaining(how)]);
		},
	);
});

describe('where the execution can not be suspended', () => {
	const elsewhere = { credentials: credentialsFor('https://sync.example.com/api/v1') };

	test('Wait (Sleep Until Done): n8n has an address on this computer, the service is elsewhere', async () => {
		const run = await runOperation(elsewhere, 'customer.query', {
			...customers(ANY_CONNECTION),
			result: 'waitSuspended',
		});
		expect(run.error).toMatchObject({
			message: expect.stringMatching(
				/^This workflow can't sleep: the service can't reach n8n at http:\/\/127\.0\.0\.1:\d+, which is an address on this computer\.$/,
			),
			description: 'Choose Wait (Keep Checking) or Return the Queued Request under Result.',
		});
	});

	test('the tool of an agent: Wait (Sleep Until Done) says what to choose, and nothing is sent', async () => {
		const { run } = await callTool({
			parameters: parametersFor('customer.query', {
				...customers(ANY_CONNECTION),
				result: 'waitSuspended',
			}),
			toolArguments: {},
			credentials: server.credentials,
		});
		expect(run.error?.message).toMatch(
			/This workflow can't sleep: a tool of an AI agent has to answer at once/,
		);
		expect(run.error?.message).toContain('Choose Wait (Keep Checking)');
		expect(server.received).toEqual([]);
	});

	test('the tool of an agent: Wait polls', async () => {
		const connectionId = await service.newConnection();
		const { response, run } = await callTool({
			parameters: parametersFor('customer.query', {
				...customers(connectionId),
				result: 'wait',
			}),
			toolArguments: {},
			credentials: service.credentials,
		});
		expect(run.error).toBeUndefined();
		expect(JSON.stringify(response)).toContain('Müller Bäckerei');
		const [{ webhook_url: url }] = await service.requestsOf(connectionId);
		expect(url).toBeFalsy();
	});
});

test('a Result that the form does not have', async () => {
	const run = await runOperation(server, 'customer.query', {
		...customers(ANY_CONNECTION),
		result: 'soon',
	});
	expect(run.error?.message).toBe('Result can\'t be "soon".');
	expect(server.received).toEqual([]);
});

describe('Return the Queued Request', () => {
	const asked = { result: 'queuedRequest', returnAll: true };

	test('goes on at once, though nobody has answered', async () => {
		const connectionId = await service.newConnectionTurnedOff();
		const started = await startWorkflow({
			nodes: [{ parameters: parametersFor('customer.query', customers(connectionId, asked)) }],
			credentials: service.credentials,
		});
		const run = await started.finished;
		const [{ id }] = await service.requestsOf(connectionId);
		expect(run.items).toMatchObject([{ json: { id, state: 'waiting' }, pairedItem: { item: 0 } }]);
	});

	const hintFor = async (connectionId: string) =>
		hintsOf(await runOperation(proxied, 'customer.query', customers(connectionId, asked)));
	/** Has the service say when the connector was last there. */
	const lastConnected = (connectionId: string, at: string | null) =>
		proxied.meddle(({ path }) => {
			const body = JSON.stringify({ data: [{ id: connectionId, last_connected_at: at }] });
			const headers = { 'content-type': 'application/json' };
			const isList = path.endsWith('/connections');
			return Promise.resolve(
				isList ? { status: 200, headers, body: Buffer.from(body) } : undefined,
			);
		});

	test('a connection that has never connected: a hint says what the request waits for', async () => {
		const connectionId = await service.newConnectionTurnedOff();
		expect(await hintFor(connectionId)).toBe(
			"The request is queued and waits for the next sync of the desktop. Rock Castle Construction hasn't been set up yet: the customer has yet to finish the setup.",
		);
	});

	test('a connection that has not connected for a day: the hint says since when', async () => {
		const connectionId = await service.newConnectionTurnedOff();
		lastConnected(connectionId, '2020-01-15T12:34:56.000Z');
		expect(await hintFor(connectionId)).toBe(
			'The request is queued and waits for the next sync of the desktop. Last sync: Jan 15, 2020, 07:34 EST.',
		);
	});

	test.each<[what: string, at: () => string]>([
		['now', () => new Date().toISOString()],
		['23 hours ago', () => new Date(Date.now() - 23 * 3_600_000).toISOString()],
	])('a connection that connected %s: no hint', async (_what, at) => {
		const connectionId = await service.newConnectionTurnedOff();
		lastConnected(connectionId, at());
		expect(await hintFor(connectionId)).toBe('');
	});

	test.each([500, 404])(
		'the connections can not be asked for (%i): no hint, and no error',
		async (status) => {
			const connectionId = await service.newConnectionTurnedOff();
			proxied.meddle(({ path }) =>
				Promise.resolve(
					path.endsWith('/connections')
						? { status, headers: {}, body: Buffer.alloc(0) }
						: undefined,
				),
			);
			expect(await hintFor(connectionId)).toBe('');
			expect(await service.requestsOf(connectionId)).toHaveLength(1);
		},
	);
});
