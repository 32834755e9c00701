import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { N8nClient } from '../../../n8n/clients/n8n';
import { ServiceClient } from '../../../n8n/clients/service';
import { ensureInstalled } from '../../../n8n/install/install';
import { packPackage } from '../../../n8n/install/pack';
import { Cleanup } from '../../../n8n/processes/cleanup';
import { temporaryFolder } from '../../../n8n/processes/temporary-folder';
import { owner, type RunningN8n } from '../../../n8n/stack/n8n-process';
import { type ServiceSettings, startStackService } from '../../../n8n/stack/service';
import { startSingle } from '../../../n8n/stack/single';
import type { Stack } from '../../../n8n/stack/start';

/**
 * One n8n for all files that neither stop it, nor need settings of their own, nor are about the person who set it up. The
 * files run in processes of their own, so jest's first process has it, and hands out a place in it to each file that asks.
 * Each file is a user of its own there: with credentials and workflows that no other file sees.
 */

/** Where a test file asks for its place. */
const ADDRESS_VARIABLE = 'SHARED_N8N';

/** More than there are files. All are invited at once, since n8n takes ten calls for it in five minutes. */
const PLACES = 30;

/** What a user needs to become one. */
interface Place {
	/** n8n's address. */
	address: string;
	email: string;
	/** Of the invitation. */
	token: string;
}

async function startWithPlaces(cleanup: Cleanup): Promise<Place[]> {
	const folder = await temporaryFolder(cleanup, 'shared-n8n');
	const { tarball } = await packPackage(folder);
	const { address, client } = await startSingle({}, tarball, folder, cleanup);
	const invitations = Array.from({ length: PLACES }, (_, index) => ({
		email: `user-${index}@accounting-sync.example`,
		role: 'global:member',
	}));
	const invited = await client.call<Array<{ user: { email: string; inviteAcceptUrl: string } }>>(
		'POST',
		'/invitations',
		invitations,
	);
	return invited.map(({ user: { email, inviteAcceptUrl } }) => ({
		address,
		email,
		token: new URL(inviteAcceptUrl).searchParams.get('token') ?? '',
	}));
}

/** Has an n8n started once a file asks for a place in it. */
export async function offerSharedN8n(cleanup: Cleanup): Promise<void> {
	await ensureInstalled((line) => void process.stderr.write(`${line}\n`));
	let places: Promise<Place[]> | undefined;
	const server = createServer((_request, response) => {
		places ??= startWithPlaces(cleanup);
		places.then(
			(left) => response.end(JSON.stringify(left.shift())),
			(error: unknown) => response.writeHead(500).end(String(error)),
		);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	cleanup.add(() => server.close());
	process.env[ADDRESS_VARIABLE] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function takePlace(): Promise<Place> {
	const response = await fetch(String(process.env[ADDRESS_VARIABLE]));
	const text = await response.text();
	if (!response.ok) throw new Error(`The n8n for all files could not be started: ${text}`);
	return JSON.parse(text) as Place;
}

/** Becomes a user of the shared n8n, until the end of the test file. */
async function becomeUser(cleanup: Cleanup): Promise<RunningN8n> {
	const { address, email, token } = await takePlace();
	const password = `A1-${randomBytes(12).toString('hex')}`;
	const client = new N8nClient(address);
	const { id } = await client.call<{ id: string }>('POST', '/invitations/accept', {
		token,
		password,
		firstName: 'Test',
		lastName: 'File',
	});
	cleanup.add(async () => {
		// With the user go the workflows, which would otherwise go on calling a service that is gone. n8n keeps a user whose
		// workflow is published.
		const published = encodeURIComponent(JSON.stringify({ active: true }));
		const workflows = await client.call<Array<{ id: string }>>(
			'GET',
			`/workflows?filter=${published}`,
		);
		for (const workflow of workflows) await client.deactivate(workflow);
		const asOwner = new N8nClient(address);
		await asOwner.logInAsOwner(owner);
		await asOwner.call('DELETE', `/users/${id}`);
	});
	return { address, client, owner: { email, password } };
}

/** What a file has of its own: a user of the shared n8n, and a service with a credential for it. */
export type PlaceInStack = Pick<
	Stack<RunningN8n>,
	'n8n' | 'service' | 'desktops' | 'credential' | 'createCredential'
>;

/** Has a user and a service ready for the tests around. What is returned is empty until then. */
export function usePlaceInSharedN8n(settings: ServiceSettings = {}): PlaceInStack {
	const stack = {} as PlaceInStack;
	const cleanup = new Cleanup();
	beforeAll(async () => {
		const n8n = await becomeUser(cleanup);
		const folder = await temporaryFolder(cleanup, 'service');
		const { baseUrl, apiKey, desktops } = await startStackService(settings, folder, cleanup);
		const usual = { baseUrl, apiKey, webhookSecret: settings.webhookSecret ?? '' };
		const createCredential = async (fields: Partial<typeof usual>) =>
			await n8n.client.createCredential('Accounting Sync', 'accountingSyncApi', {
				...usual,
				...fields,
			});
		const service = new ServiceClient(baseUrl, apiKey);
		const credential = await createCredential({});
		Object.assign(stack, { n8n, service, desktops, credential, createCredential });
	});
	afterAll(async () => await cleanup.run());
	return stack;
}
