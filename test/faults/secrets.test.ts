import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { INode } from 'n8n-workflow';

import type { CredentialReference } from '../../n8n/clients/n8n';
import { latest } from '../../n8n/files';
import { runCommand } from '../../n8n/processes/command';
import type { SingleN8n } from '../../n8n/stack/single';
import { startStack } from '../../n8n/stack/start';
import { until } from '../../n8n/until';
import { urlToken } from '../../nodes/shared/transport/urlToken';
import { unusedAddress } from '../engine/support/unused-address';
import { type Office, openOffice } from '../support/office';
import { importTrigger, TRIGGER_ID } from '../support/trigger-workflow';
import { useStack } from '../support/use-stack';
import {
	afterNode,
	byId,
	chainOf,
	createInvoice,
	itemsNode,
	ordersOf,
	START,
	syncNode,
} from '../support/workflows';
import { filesWith, formsOf } from './support/search-files';

const KEY = 'application-key-5b1f0c77d2e94a';
const OTHER_KEY = 'rejected-key-90aa6e1f3c4d58';
const SECRET = 'webhook-secret-e3d05f6b7a8821';
const CONTROL = 'Name-to-be-found-31c9';

const stack = useStack(
	async () =>
		await startStack({
			n8n: {
				env: {
					N8N_LOG_LEVEL: 'debug',
					N8N_LOG_OUTPUT: 'console,file',
					N8N_LOG_FILE_LOCATION: 'n8n.log',
				},
			},
			service: {
				ownProcess: { env: { ACCOUNTING_SYNC_LOG: 'debug' } },
				apiKey: KEY,
				webhookSecret: SECRET,
				webhookTries: [0, 1, 1, 1, 1, 1],
			},
			credentialName: CONTROL,
		}),
);
let n8n: SingleN8n;
let office: Office;
let unsigned: CredentialReference;
const tokens: string[] = [];

beforeAll(async () => {
	({ n8n } = stack);
	office = await openOffice(stack.service, 'Secrets');
	stack.beforeStop(office.turnOff);
	unsigned = await credential({});
});

const credential = async (fields: { baseUrl?: string; apiKey?: string; webhookSecret?: string }) =>
	await stack.createCredential({ webhookSecret: '', ...fields });

/** Runs an operation with a credential, and once more with n8n's Retry when it has failed. */
async function run(used: CredentialReference, parameters: object, node: Partial<INode> = {}) {
	const { client } = n8n;
	const workflow = await client.importWorkflow(
		chainOf(
			CONTROL,
			itemsNode(ordersOf(2, 'S')),
			syncNode(parameters as INode['parameters'], node),
			afterNode('note', "''"),
		),
		[used],
	);
	const execution = await client.runWorkflow(workflow, START);
	if (execution.status === 'error')
		await client.call('POST', `/executions/${execution.id}/retry`, { loadWorkflow: false });
	return execution;
}

/** Credentials with which nothing works, and why. */
const wrong: ReadonlyArray<[why: string, data: () => Promise<object> | object]> = [
	['nothing listens', async () => ({ baseUrl: await unusedAddress() })],
	['the key is refused', () => ({ apiKey: OTHER_KEY })],
	['the key is in the path', () => ({ baseUrl: `${stack.service.baseUrl}/${KEY}` })],
	['the key is a user name', () => ({ baseUrl: stack.service.baseUrl.replace('//', `//${KEY}@`) })],
	['the key is in the query', () => ({ baseUrl: `${stack.service.baseUrl}?key=${KEY}` })],
	['the key is the address', () => ({ baseUrl: KEY })],
	['the key is the host', () => ({ baseUrl: `http://${KEY}.example/api/v1` })],
];

const asked = { resource: 'connection', operation: 'getAll' };
const written = () => createInvoice(office.connectionId, { result: 'queuedRequest' });

test.each(wrong)('an execution ends in an error that shows no secret: %s', async (_why, data) => {
	const used = await credential(await data());
	for (const parameters of [asked, written()]) {
		const stopped = await run(used, parameters, {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 0,
		});
		expect(stopped.status).toBe('error');
		const going = await run(used, parameters, { onError: 'continueRegularOutput' });
		expect(JSON.stringify([stopped, going])).not.toMatch(new RegExp([KEY, OTHER_KEY].join('|')));
	}
	expect(await n8n.client.testCredential(used)).toMatchObject({ status: 'Error' });
});

test('an invoice is written, and two triggers take what completes', async () => {
	const { client } = n8n;
	const signed = await credential({ webhookSecret: SECRET });
	await office.turnOn();
	for (const used of [unsigned, signed]) {
		expect(await client.testCredential(used)).toMatchObject({ status: 'OK' });
		expect((await run(used, createInvoice(office.connectionId))).status).toBe('success');
		const workflow = await importTrigger(n8n, used, CONTROL, {
			triggerOn: 'completedQuery',
			connection: byId(office.connectionId),
			queriedResource: 'customer',
			onlyChanges: false,
			options: { includeRequest: true, includeResponse: true },
		});
		tokens.push(urlToken(KEY, workflow.id, TRIGGER_ID));
		await client.activate(workflow);
		await office.turnOn();
		const [execution] = await until(
			async () => await client.executions(workflow.id),
			([first]) => first?.status === 'success',
		);
		expect(execution.status).toBe('success');
		const refused = await fetch(`${workflow.url}?trigger_token=wrong`, {
			method: 'POST',
			body: '{}',
		});
		expect(refused.status).toBe(401);
	}
	expect(
		(
			await run(unsigned, {
				resource: 'queuedRequest',
				operation: 'getAll',
				connection: byId(office.connectionId),
				options: { includeResponses: true },
			})
		).status,
	).toBe('success');
});

test('what is left behind has no secret in it but where it belongs', async () => {
	await office.turnOff();
	const printed = n8n.output();
	await n8n.stop();
	const service = stack.serviceProcess();
	await service.stop();
	const { userFolder } = n8n;
	const [token] = tokens;
	const named: ReadonlyArray<[name: string, secret: string]> = [
		['the API key', KEY],
		['the key that was refused', OTHER_KEY],
		['the webhook secret', SECRET],
		["the URL's token", token],
		['the token of a URL that needs none', tokens[1]],
	];
	const found: Record<string, string[]> = {};
	for (const [name, secret] of named) {
		const forms = formsOf(secret);
		const places = [
			...(await filesWith(userFolder, forms)).map((file) => `n8n: ${file}`),
			...(await filesWith(service.folder, forms)).map((file) => `service: ${file}`),
			...(forms.some((form) => printed.includes(form)) ? ['what n8n printed'] : []),
			...(forms.some((form) => service.output().includes(form)) ? ["the service's log"] : []),
		];
		if (places.length > 0) found[name] = places;
	}
	// The service has to call that URL.
	expect(found).toEqual({ "the URL's token": ['service: service.sqlite'] });

	// What was searched is what was written, and the key is in it: encrypted.
	expect(await filesWith(userFolder, [CONTROL])).toEqual(
		expect.arrayContaining(['database.sqlite', 'n8n.log']),
	);
	expect(service.output()).toContain('queued_requests');
	const exported = path.join(userFolder, 'exported.json');
	await runCommand(
		latest.nodeBinary,
		[latest.n8nProgram, 'export:credentials', '--all', '--decrypted', `--output=${exported}`],
		{ cwd: userFolder, env: { PATH: process.env.PATH, N8N_USER_FOLDER: userFolder } },
	);
	const decrypted = await readFile(exported, 'utf8');
	for (const secret of [KEY, OTHER_KEY, SECRET]) expect(decrypted).toContain(secret);
});
