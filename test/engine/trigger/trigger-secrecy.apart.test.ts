import '../support/verbose-log';

import { urlToken } from '../../../nodes/shared/transport/urlToken';
import { createDesktopHost } from '../../../simulator/host';
import { delivery, post, postSigned, SECRET } from '../../support/deliveries';
import type { WorkflowRun } from '../harness';
import { API_KEY, credentialsFor, useLocalService } from '../support/local-service';
import { byId, runOperation } from '../support/run-operation';
import {
	closeWorkflows,
	completedQuery,
	completedRequest,
	publishedTrigger,
	storedStaticData,
	withSecret,
} from './support/published-trigger';
import { startedSchedule } from './support/schedule';

const service = useLocalService({ desktops: createDesktopHost() });
const TOKEN = urlToken(API_KEY, 'engine-test', 'node-0');
const secrets = [API_KEY, Buffer.from(`${API_KEY}:`).toString('base64'), SECRET, TOKEN];

interface TextStream {
	write(text: string): boolean;
}
/** Where a log may go: the process's own streams, and those of the console that Jest puts in the place of Node's. */
const streams = new Set<TextStream>([
	process.stdout,
	process.stderr,
	...['_stdout', '_stderr'].map((name) => Reflect.get(console, name) as TextStream),
]);

const logged: string[] = [];
beforeEach(() => {
	logged.length = 0;
	const note = (...parts: unknown[]) => {
		logged.push(parts.map((part) => everything(part)).join(' '));
		return true;
	};
	for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
		jest.spyOn(console, method).mockImplementation(note);
	}
	for (const stream of streams) jest.spyOn(stream, 'write').mockImplementation(note);
});
afterEach(async () => {
	await closeWorkflows();
	jest.restoreAllMocks();
});

/** Everything a value holds as text, what JSON leaves out of errors included. */
function everything(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	return Reflect.ownKeys(value)
		.map((key) => `${String(key)}: ${everything(Reflect.get(value, key), seen)}`)
		.join('\n');
}

function expectNoSecret(...values: unknown[]) {
	for (const text of [...values.map((value) => everything(value)), ...logged]) {
		for (const secret of secrets) expect(text).not.toContain(secret);
	}
}

const ofRun = ({ items, outputs, error, executionData, staticData }: WorkflowRun) =>
	[items, outputs, error, executionData, staticData].map((part) => everything(part));

test('what is looked through would show them', () => {
	for (const secret of secrets) {
		expect(() => expectNoSecret({ deep: new Error('', { cause: { secret } }) })).toThrow();
	}
	process.stdout.write(TOKEN);
	expect(() => expectNoSecret()).toThrow();
});

test.each(['a secret in the URL', 'signed deliveries'])(
	'a page shows no secret, with %s',
	async (how) => {
		const { credentials } = service;
		const isSigned = how === 'signed deliveries';
		const host = await publishedTrigger({
			credentials: isSigned ? withSecret(credentials, SECRET) : credentials,
			parameters: completedRequest({ options: { includeResponse: true } }),
		});
		await host.activate();
		const { status } = isSigned
			? await postSigned(host.webhookUrl(), delivery())
			: await post(`${host.webhookUrl()}?trigger_token=${TOKEN}`, delivery());
		expect(status).toBe(200);
		expectNoSecret(ofRun(await host.nextRun()), storedStaticData(host));
		expect(logged.join('')).toContain('Running node');
	},
);

test("the request's own record has a URL, but not its secret", async () => {
	const host = await publishedTrigger({
		credentials: service.credentials,
		parameters: completedQuery(await service.newConnection(), 'salesTaxCode', {
			options: { includeRequest: true },
		}),
	});
	await host.activate();
	const run = await host.nextRun();
	expect(run.items[0].json).toMatchObject({
		request: { webhook_url: expect.stringContaining(host.webhookUrl()) },
	});
	expectNoSecret(ofRun(run), storedStaticData(host));
});

test('the action node shows none of the requests that complete to a trigger', async () => {
	const connectionId = await service.newConnection();
	const webhook_url = `https://n8n.example/webhook/x?a=b&trigger_token=${TOKEN}&c=d`;
	const query = new URLSearchParams({ webhook_url });
	const path = `/connections/${connectionId}/customers?${query.toString()}`;
	const { id } = await service.call<{ id: string }>('GET', path);
	for (const [operation, form] of [
		['queuedRequest.get', { queuedRequest: { ...byId(id) } }],
		['queuedRequest.getAll', { connection: { ...byId(connectionId) } }],
		[
			'customer.query',
			{ connection: { ...byId(connectionId) }, options: { webhookUrl: webhook_url } },
		],
	] as const) {
		const { items } = await runOperation(service, operation, form);
		expect(items[0].json.webhook_url).toBe('https://n8n.example/webhook/x?a=b&trigger_token=…&c=d');
		expect(everything(items)).not.toContain(TOKEN);
	}
});

test('refused deliveries and failed activations show no secret', async () => {
	const nowhere = withSecret(credentialsFor('http://127.0.0.1:1/api/v1'), SECRET);
	const parameters = completedQuery('3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b', 'vendor');
	for (const credentials of [nowhere, service.credentials]) {
		const host = await publishedTrigger({ credentials, parameters });
		const error: unknown = await host.activate().then(
			() => undefined,
			(reason: unknown) => reason,
		);
		expect(error).toBeInstanceOf(Error);
		const { status, text } = await post(`${host.webhookUrl()}?trigger_token=wrong`, delivery());
		expect(status).toBe(401);
		expectNoSecret(error, text, storedStaticData(host));
	}
});

test('neither does a schedule that fails', async () => {
	const schedule = await startedSchedule({
		credentials: service.credentials,
		parameters: completedQuery('3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b', 'vendor'),
		staticData: { 'node:Accounting Sync Trigger': { url: 'http://127.0.0.1:1/webhook/x' } },
	});
	const line = await schedule.tickUntilLogged(/could not be started/);
	expectNoSecret(line);
});
