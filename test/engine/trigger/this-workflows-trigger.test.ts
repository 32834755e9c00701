import type { IDataObject } from 'n8n-workflow';

import { createDesktopHost } from '../../../simulator/host';
import { SECRET } from '../../support/deliveries';
import type { GivenNode } from '../harness';
import { searchList } from '../harness';
import { SOURCE_NAME } from '../harness/source-node';
import { OTHER_API_KEY, useLocalService } from '../support/local-service';
import { byId } from '../support/run-operation';
import {
	closeWorkflows,
	completedQuery,
	completedRequest,
	publish,
	withSecret,
} from './support/published-trigger';

const service = useLocalService({ desktops: createDesktopHost(), webhookSecrets: [SECRET] });
afterEach(closeWorkflows);

const own = { __rl: true, mode: 'list', value: 'thisWorkflowsTrigger' };
const ACTION = 'Queue';

const trigger = (name = 'Completed', parameters: IDataObject = completedRequest()): GivenNode => ({
	type: 'accountingSyncTrigger',
	name,
	parameters: { splitIntoItems: false, simplify: false, ...parameters } as GivenNode['parameters'],
});

const customers = (connectionId: string, webhookUrl: unknown = own): GivenNode => ({
	name: ACTION,
	parameters: {
		resource: 'customer',
		operation: 'query',
		result: 'queuedRequest',
		connection: { ...byId(connectionId) },
		filters: { nameContains: 'müller bäckerei' },
		options: { webhookUrl: webhookUrl as string },
	},
});

/** A workflow whose source leads to the action node, and whose triggers stand apart. */
const open = async (
	action: GivenNode,
	triggers: GivenNode[],
	{ credentials = service.credentials, staticData = {} as IDataObject } = {},
) =>
	await publish({
		staticData,
		nodes: [...triggers, action],
		connections: { [SOURCE_NAME]: { main: [[{ node: ACTION, type: 'main', index: 0 }]] } },
		credentials,
	});

test.each<[how: string, webhookSecret: string, staticData: IDataObject]>([
	['signed deliveries', SECRET, {}],
	['a secret in the URL', '', {}],
	['that of a scheduled one which was pasted again', '', { 'node:Completed': { nodeId: 'first' } }],
])(
	'the request completes to the trigger of its own workflow, with %s',
	async (_how, webhookSecret, staticData) => {
		const credentials = withSecret(service.credentials, webhookSecret);
		const action = customers(await service.newConnection());
		const host = await open(action, [trigger()], { credentials, staticData });
		await host.activate();
		const { status } = await host.start([{ json: {} }]).finished;
		expect(status).toBe('success');
		const queueing = await host.nextRun();
		const [{ json: request }] = queueing.outputs[ACTION][0];
		const { outputs } = await host.nextRun();
		expect(outputs.Completed[0]).toMatchObject([
			{
				json: {
					id: request.id,
					state: 'completed',
					records: [{ FullName: 'Müller Bäckerei' }, { FullName: 'Müller Bäckerei:Ofen-Umbau' }],
				},
			},
		]);
	},
);

test('an expression may give the choice, and a raw request takes it too', async () => {
	const connectionId = await service.newConnection();
	const action = customers(connectionId);
	action.parameters = {
		resource: 'queuedRequest',
		operation: 'create',
		connection: { ...byId(connectionId) },
		requestFormat: 'xml',
		requestXml:
			'<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CompanyQueryRq/></QBXMLMsgsRq></QBXML>',
		options: { webhookUrl: "={{ 'thisWorkflowsTrigger' }}" },
	};
	const host = await open(action, [trigger()]);
	await host.activate();
	expect((await host.start([{ json: {} }]).finished).error).toBeUndefined();
	await host.nextRun();
	const { outputs } = await host.nextRun();
	expect(outputs.Completed[0]).toMatchObject([{ json: { recordType: 'Company' } }]);
});

describe('is refused before anything is queued', () => {
	const refused = async (triggers: GivenNode[], { activate = true } = {}) => {
		const connectionId = await service.newConnection();
		const host = await open(customers(connectionId), triggers);
		if (activate) await host.activate();
		const { status, error } = await host.start([{ json: {} }]).finished;
		expect(status).toBe('error');
		const queued = await service.requestsOf(connectionId);
		expect(queued.filter(({ request_xml: xml }) => xml.includes('müller'))).toEqual([]);
		return error;
	};
	const none = /has no active trigger for completed requests/;

	test('when the trigger is not active', async () => {
		const error = await refused([trigger()], { activate: false });
		expect(error?.message).toMatch(none);
		expect(error).toMatchObject({ description: expect.stringContaining('activate the workflow') });
	});

	test('when the only trigger asks questions of its own', async () => {
		const connectionId = await service.newConnection();
		const asking = trigger('Asking', completedQuery(connectionId, 'vendor'));
		expect((await refused([asking]))?.message).toMatch(none);
	});

	test('when there are several, by name', async () => {
		const error = await refused([trigger('One'), trigger('Two')]);
		expect(error?.message).toMatch(/has several: One, Two/);
	});

	test('when it was deactivated', async () => {
		const host = await open(customers(await service.newConnection()), [trigger()]);
		await host.activate();
		await host.deactivate();
		const { error } = await host.start([{ json: {} }]).finished;
		expect(error?.message).toMatch(none);
	});

	test('when it uses another credential', async () => {
		const action = customers(await service.newConnection());
		const host = await open(action, [trigger()]);
		await host.activate();
		const staticData = JSON.parse(JSON.stringify(host.staticData)) as IDataObject;
		const other = await publish({
			nodes: [trigger(), action],
			connections: { [SOURCE_NAME]: { main: [[{ node: ACTION, type: 'main', index: 0 }]] } },
			credentials: {
				accountingSyncApi: { ...service.credentials.accountingSyncApi, apiKey: OTHER_API_KEY },
			},
			staticData,
		});
		const { error } = await other.start([{ json: {} }]).finished;
		expect(error?.message).toMatch(/Completed uses another credential/);
	});
});

test("the list of the field offers This Workflow's Trigger", async () => {
	const { results } = await searchList({
		method: 'searchWebhookUrls',
		parameters: {},
		credentials: service.credentials,
	});
	expect(results).toMatchObject([
		{ name: "This Workflow's Trigger", value: 'thisWorkflowsTrigger' },
	]);
});
