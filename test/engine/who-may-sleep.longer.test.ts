import type {
	IDataObject,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
	IWorkflowSettings,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import {
	type GivenCredentials,
	type GivenNode,
	retry,
	runWorkflow,
	type WorkflowRun,
} from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, parametersFor } from './support/run-operation';
import { changeForm } from './support/updates';

const service = useServiceWithDesktops();
const proxied = useProxiedService(service);

let connectionId: string;

/** Stands in for a node of n8n that starts workflows: it passes on what came in. */
const startNode: INodeType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow',
		defaults: { name: 'Start' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [
			{ displayName: 'Respond', name: 'responseMode', type: 'string', default: 'onReceived' },
			{ displayName: 'Resume', name: 'resume', type: 'string', default: 'timeInterval' },
			{ displayName: 'Options', name: 'options', type: 'json', default: {} },
		],
	} satisfies INodeTypeDescription,
	async execute() {
		return await Promise.resolve([this.getInputData()]);
	},
};

interface Started {
	type?: string;
	parameters?: INodeParameters;
	mode?: WorkflowExecuteMode;
	settings?: IWorkflowSettings;
	endsAt?: number;
	form?: IDataObject;
	node?: Partial<GivenNode>;
	credentials?: GivenCredentials;
	/** Whether this n8n gives executions a secret, as those since 2.1 do. */
	hasSecret?: boolean;
}

async function run({
	type = 'n8n-nodes-base.webhook',
	parameters = {},
	mode = 'trigger',
	settings,
	endsAt,
	form,
	node,
	credentials = service.credentials,
	hasSecret = true,
}: Started): Promise<WorkflowRun> {
	const write = parametersFor('invoice.create', {
		connection: { ...byId(connectionId) },
		...smallInvoice,
		result: 'wait',
		...form,
	});
	return await runWorkflow({
		nodes: [
			{ type, name: 'Start', parameters },
			{ parameters: write, ...node },
		],
		nodeTypes: { [type]: startNode },
		credentials,
		active: true,
		mode,
		settings,
		endsAt,
		...(!hasSecret && { resumeToken: '' }),
	});
}

const hintsOf = ({ hints }: WorkflowRun) =>
	(hints['Accounting Sync'] ?? []).map(({ message }) => message).join('\n');

const CHAT = '@n8n/n8n-nodes-langchain.chatTrigger';
const FORM = 'n8n-nodes-base.formTrigger';
const WAITS_FOR_LAST_NODE = 'waits for the last node';

test.each<[what: string, started: Started, because: string]>([
	[
		'a webhook that answers with the last node',
		{ parameters: { responseMode: 'lastNode' } },
		WAITS_FOR_LAST_NODE,
	],
	[
		'the same, tried in the editor',
		{ parameters: { responseMode: 'lastNode' }, mode: 'manual' },
		WAITS_FOR_LAST_NODE,
	],
	[
		'a form that answers with the last node',
		{ type: FORM, parameters: { responseMode: 'lastNode' } },
		WAITS_FOR_LAST_NODE,
	],
	[
		'a webhook whose way to answer is an expression',
		{ parameters: { responseMode: '={{ $json.mode }}' } },
		WAITS_FOR_LAST_NODE,
	],
	['a chat', { type: CHAT }, WAITS_FOR_LAST_NODE],
	[
		'whoever has ended a Wait that answers with the last node',
		{ type: 'n8n-nodes-base.wait', parameters: { resume: 'webhook', responseMode: 'lastNode' } },
		WAITS_FOR_LAST_NODE,
	],
	[
		'a webhook that answers with a node, where n8n does not wait for that',
		{ parameters: { responseMode: 'responseNode' }, hasSecret: false },
		WAITS_FOR_LAST_NODE,
	],
	['another workflow', { type: 'n8n-nodes-base.start', mode: 'integrated' }, 'has called this one'],
	['a workflow that has to end soon', { settings: { executionTimeout: 200 } }, 'has a timeout'],
])('called by %s, the node keeps checking', async (_what, started, because) => {
	connectionId = await service.newConnection();
	const { error, items, ...checked } = await run(started);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(hintsOf({ items, ...checked })).toContain('kept checking');
	expect(hintsOf({ items, ...checked })).toContain(because);

	const form = { result: 'waitSuspended' };
	const refused = await run({ ...started, form });
	expect(refused.error?.message).toContain("This workflow can't sleep");
	expect(refused.error?.message).toContain(because);
	expect(await service.requestsOf(connectionId)).toHaveLength(1);
});

test.each<[what: string, started: Started]>([
	['a webhook that answers at once', {}],
	['a webhook that answers with a node', { parameters: { responseMode: 'responseNode' } }],
	['a form that answers at once', { type: FORM }],
	[
		'a chat that answers with nodes',
		{ type: CHAT, parameters: { options: { responseMode: 'responseNodes' } } },
	],
	[
		'a Wait that was over by the clock',
		{ type: 'n8n-nodes-base.wait', parameters: { responseMode: 'lastNode' } },
	],
	['a workflow that has to end later', { settings: { executionTimeout: 3_600 } }],
	['a workflow without a timeout', { settings: { executionTimeout: -1 } }],
])('called by %s, it sleeps', async (_what, started) => {
	connectionId = await service.newConnectionTurnedOff();
	const asleep = await run(started);
	expect(asleep.status).toBe('waiting');
});

test('the time of Keep Checking runs out once, however often n8n tries', async () => {
	connectionId = await service.newConnectionTurnedOff();
	const now = Date.now.bind(Date);
	let looks = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + looks * 2 * 60_000);
	proxied.meddle(async ({ method, path }) => {
		looks += method === 'GET' && /queued_requests[/?]/.test(path) ? 1 : 0;
		return await Promise.resolve(undefined);
	});
	const looksIn = async (maxTries: number) => {
		looks = 0;
		const form = { result: 'waitPolling', options: { waitLimit: 1 } };
		const node = { retryOnFail: maxTries > 1, maxTries, waitBetweenTries: 0 };
		const { error } = await run({ form, node, credentials: proxied.credentials });
		expect(error?.message).toMatch(/^Still waiting/);
		return looks;
	};
	const [once, twice, thrice] = [await looksIn(1), await looksIn(2), await looksIn(3)];
	expect([twice - once, thrice - twice]).toEqual([1, 1]);
	jest.restoreAllMocks();
});

test('of two timeouts, the earlier one counts', async () => {
	connectionId = await service.newConnection();
	for (const [settings, endsAt] of [
		[{ executionTimeout: 200 }, Date.now() + 3_600_000],
		[{ executionTimeout: 3_600 }, Date.now() + 200_000],
	] as const) {
		expect(hintsOf(await run({ settings, endsAt }))).toContain('within minutes');
	}
});

describe.each<[whose: string, inSeconds: (seconds: number) => Partial<Started>]>([
	['the workflow', (seconds) => ({ settings: { executionTimeout: seconds } })],
	['n8n', (seconds) => ({ endsAt: Date.now() + seconds * 1000 })],
])('a timeout of %s', (_whose, inSeconds) => {
	const minute = 60_000;

	test('ends the sleep two minutes before', async () => {
		connectionId = await service.newConnectionTurnedOff();
		const begun = Date.now();
		const asleep = await run(inSeconds(20 * 60));
		expect(asleep.status).toBe('waiting');
		const { accountingSyncRun: kept } = asleep.executionData.executionData?.contextData[
			'node:Accounting Sync'
		] as { accountingSyncRun: { sleep: { deadline: number } } };
		const minutes = Math.round((kept.sleep.deadline - begun) / minute);
		expect(minutes).toBe(18);
		expect(hintsOf(asleep)).toContain('It waits until');
	});

	test('ends the checking before, in an error that Retry understands', async () => {
		connectionId = await service.newConnectionTurnedOff();
		const checked = await run({ ...inSeconds(8), form: { result: 'waitPolling' } });
		expect(checked.error?.message).toMatch(/^Still waiting after \d seconds/);
		expect(checked.error).toMatchObject({
			description: expect.stringMatching(/^The workflow has a timeout/) as string,
		});
		expect(await service.requestsOf(connectionId)).toHaveLength(1);
	});

	test('counts from the beginning of a Retry, for which nobody waits', async () => {
		connectionId = await service.newConnectionTurnedOff();
		const failed = await run({
			...inSeconds(8),
			parameters: { responseMode: 'lastNode' },
			form: { result: 'waitPolling' },
		});
		expect(failed.error?.message).toMatch(/^Still waiting/);
		changeForm(failed, { result: 'wait' });
		expect((await retry(failed)).status).toBe('waiting');
	});

	test('changes nothing of what would have ended before', async () => {
		connectionId = await service.newConnection();
		const { error, ...checked } = await run({
			...inSeconds(3_600),
			form: { result: 'waitPolling' },
		});
		expect(error).toBeUndefined();
		expect(hintsOf(checked)).not.toContain('only until');
	});
});
