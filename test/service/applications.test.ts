import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';

import { until } from '../../n8n/until';
import { runApplicationCommand } from '../../service/command-line/application';
import { ENCRYPTION_KEY_VARIABLE } from '../../service/store/webhook-secrets';
import { newDatabase, onPostgres } from '../support/databases';
import { apiClient } from './support/api-client';
import { cleanUp, temporaryFolder } from './support/process';
import { receiver, stopReceivers } from './support/receiver';
import { API_KEY, service, stopServices, type TestService } from './support/service';

const OPERATORS_KEY = 'of-the-operator-at-least-32-characters-long';
const OTHER_OPERATORS_KEY = 'of-another-operator-at-least-32-characters';

let folder: string;
let database: string;
beforeEach(async () => {
	folder = await temporaryFolder();
	database = onPostgres() ? await newDatabase() : path.join(folder, 'data.sqlite');
	process.env[ENCRYPTION_KEY_VARIABLE] = OPERATORS_KEY;
});
afterEach(async () => {
	jest.restoreAllMocks();
	delete process.env[ENCRYPTION_KEY_VARIABLE];
	await stopServices();
	stopReceivers();
	await cleanUp();
});

const run = (...words: string[]): Promise<void> =>
	runApplicationCommand({ name: 'service', defaults: { database } }, [
		'node',
		'service',
		'application',
		...words,
	]);

async function printedBy(work: () => Promise<unknown>): Promise<string> {
	let printed = '';
	const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
		printed += String(text);
		return true;
	});
	try {
		await work();
	} finally {
		write.mockRestore();
	}
	return printed;
}

/** What the command prints. */
const application = (...words: string[]): Promise<string> => printedBy(() => run(...words));

const keyIn = (printed: string): string => /API Key +(\S+)/.exec(printed)?.[1] ?? '';
const secretIn = (printed: string): string => /Webhook Secret +(\S+)/.exec(printed)?.[1] ?? '';

const started = (options: Parameters<typeof service>[0] = {}) =>
	service({ database, encryptionKey: OPERATORS_KEY, ...options });

const statusWith = async ({ baseUrl }: TestService, key: string): Promise<number> =>
	(await apiClient(baseUrl, key)('GET', '/connections')).status;

/** Has a query of the application with this key answered, with a webhook. */
async function complete(running: TestService, key: string, webhook_url: string): Promise<string> {
	const connection = await running.connect({}, apiClient(running.baseUrl, key));
	const queued = await connection.call('GET', '/customers', { query: { webhook_url } });
	await connection.answerWith();
	return queued.body.data.id;
}

/** The secrets among these that have signed a webhook. */
function signers(header: unknown, raw: string, secrets: Record<string, string>): string[] {
	const [time, ...codes] = String(header).split(',');
	const signed = (secret: string) =>
		`v1=${createHmac('sha256', secret)
			.update(`${time.slice('t='.length)}.${raw}`)
			.digest('hex')}`;
	return Object.entries(secrets).flatMap(([name, secret]) =>
		codes.includes(signed(secret)) ? name : [],
	);
}

/** The attempt with which a delivery has failed for good. */
async function firstAttempt({ baseUrl }: TestService, key: string, id: string) {
	const api = apiClient(baseUrl, key);
	const record = await until(
		async () => (await api('GET', `/queued_requests/${id}`)).body.data,
		({ webhook_state }) => webhook_state !== 'pending',
	);
	expect(record.webhook_state).toBe('failed');
	return record.webhook_attempts[0];
}

describe('the command for applications', () => {
	it('creates one whose key a running service takes at once, with nothing of the others', async () => {
		const running = await started();
		const key = keyIn(await application('create', 'Office'));
		expect(key).toHaveLength(43);
		await running.api('POST', '/connections');
		const { body, status } = await apiClient(running.baseUrl, key)('GET', '/connections');
		expect([status, body.data]).toEqual([200, []]);
	});

	it('lists applications with their keys and connections', async () => {
		const running = await started({ apiKeys: [API_KEY] });
		const key = keyIn(await application('create', ' Office '));
		await apiClient(running.baseUrl, key)('POST', '/connections');
		await application('rotate-key', 'Office');
		const [heading, given, office] = (await application('list')).split('\n');
		expect(heading).toMatch(/^name +ID +keys +connections +created$/);
		expect(given).toMatch(/^\(made for --api-key\) +\S{36} +1 +0 /);
		expect(office).toMatch(/^Office +\S{36} +2 +1 /);
	});

	it('keeps the key before valid for a while, or ends it at once', async () => {
		const running = await started();
		const first = keyIn(await application('create', 'Office'));
		const second = keyIn(await application('rotate-key', 'Office', '--overlap', '1'));
		expect(await statusWith(running, first)).toBe(200);
		expect(await statusWith(running, second)).toBe(200);
		const third = keyIn(await application('rotate-key', 'Office', '--overlap', '0'));
		expect(await statusWith(running, first)).toBe(401);
		expect(await statusWith(running, second)).toBe(401);
		expect(await statusWith(running, third)).toBe(200);
	});

	it('ends every key when it revokes them, and gives a new one afterwards', async () => {
		const running = await started();
		const first = keyIn(await application('create', 'Office'));
		const second = keyIn(await application('rotate-key', 'Office'));
		await application('revoke', 'Office');
		expect(await statusWith(running, first)).toBe(401);
		expect(await statusWith(running, second)).toBe(401);
		const third = keyIn(await application('rotate-key', 'Office'));
		expect(await statusWith(running, third)).toBe(200);
		expect(await statusWith(running, first)).toBe(401);
	});

	it.each([
		['a name that is taken', ['create', 'Office'], 'There is already an application'],
		['a name that nobody has', ['rotate-key', 'Nobody'], 'There is no application "Nobody"'],
		['an ID that nobody has', ['revoke', 'c9d4'], 'There is no application "c9d4"'],
	])('refuses %s', async (_case, words, message) => {
		await application('create', 'Office');
		await expect(application(...words)).rejects.toThrow(message);
	});

	it.each([
		['no key in the environment', '', 'openssl rand'],
		['a key that is too short', 'short', 'too short'],
		['another key than before', OTHER_OPERATORS_KEY, 'is not the one'],
	])('makes no secret with %s', async (_case, key, message) => {
		await application('create', 'First');
		process.env[ENCRYPTION_KEY_VARIABLE] = key;
		await expect(application('create', 'Second')).rejects.toThrow(message);
		expect(await application('list')).not.toContain('Second');
	});
});

describe('a service with issued keys', () => {
	it('makes no key of its own, even if all are revoked', async () => {
		const makeApiKey = jest.fn(() => 'made');
		await application('create', 'Office');
		await application('revoke', 'Office');
		const running = await started({ apiKeys: [], makeApiKey });
		expect(makeApiKey).not.toHaveBeenCalled();
		expect(await statusWith(running, 'made')).toBe(401);
	});

	it('takes a key of another start’s command line no more', async () => {
		const before = await started({ apiKeys: ['of-the-first-start'] });
		expect(await statusWith(before, 'of-the-first-start')).toBe(200);
		await before.stop();
		const now = await started({ apiKeys: ['of-the-second-start'] });
		expect(await statusWith(now, 'of-the-first-start')).toBe(401);
	});

	it('signs webhooks with the secrets of their application, while it rotates with both', async () => {
		const running = await started({ webhookSecrets: ['given'] });
		const { url, received } = await receiver();
		const created = await application('create', 'Office');
		const key = keyIn(created);
		const secrets = { given: 'given', first: secretIn(created), second: '', third: '' };

		await complete(running, key, url);
		secrets.second = secretIn(await application('rotate-secret', 'Office', '--overlap', '1'));
		await complete(running, key, url);
		secrets.third = secretIn(await application('rotate-secret', 'Office', '--overlap', '0'));
		await complete(running, key, url);
		await complete(running, API_KEY, url);

		const delivered = await received(4);
		expect(
			delivered.map(({ headers, raw }) => signers(headers['x-qube-signature'], raw, secrets)),
		).toEqual([['first'], ['first', 'second'], ['third'], ['given']]);
	});

	it('signs the webhook of a connection that is deleted before it is delivered', async () => {
		const running = await started({ webhookTries: [0, 1] });
		let announce = (): void => undefined;
		const refused = new Promise<void>((resolve) => (announce = resolve));
		let tries = 0;
		const { url, received } = await receiver((response) => {
			response.writeHead(++tries === 1 ? 500 : 200).end();
			announce();
		});
		const created = await application('create', 'Office');
		await complete(running, keyIn(created), url);
		await refused;
		const api = apiClient(running.baseUrl, keyIn(created));
		const [{ id }] = (await api('GET', '/connections')).body.data;
		expect((await api('DELETE', `/connections/${id}`)).status).toBe(204);
		const [, { headers, raw }] = await received(2);
		const own = { own: secretIn(created) };
		expect(signers(headers['x-qube-signature'], raw, own)).toEqual(['own']);
	});

	it.each([
		['without the key to their secrets', undefined],
		['with another key', OTHER_OPERATORS_KEY],
	])('does not start %s', async (_case, encryptionKey) => {
		await application('create', 'Office');
		await expect(started({ encryptionKey })).rejects.toThrow(
			new RegExp(`${ENCRYPTION_KEY_VARIABLE}.*application rekey`),
		);
	});

	it('gets new secrets after its key was lost, and only then', async () => {
		await application('create', 'Office');
		await expect(application('rekey')).rejects.toThrow('nothing was changed');
		process.env[ENCRYPTION_KEY_VARIABLE] = OTHER_OPERATORS_KEY;
		// Only one of several people who do it at once gets secrets, and they count.
		const people = Array.from({ length: 6 });
		const secret = secretIn(
			await printedBy(async () => {
				const outcomes = await Promise.allSettled(people.map(() => run('rekey')));
				expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
			}),
		);
		const running = await started({ encryptionKey: OTHER_OPERATORS_KEY });
		const { url, received } = await receiver();
		await complete(running, keyIn(await application('rotate-key', 'Office')), url);
		const [{ headers, raw }] = await received(1);
		expect(signers(headers['x-qube-signature'], raw, { secret })).toEqual(['secret']);
	});

	it('says what to do in an attempt that it could not sign with the key that it was started with', async () => {
		await application('create', 'Office');
		const running = await started({ webhookTries: [0] });
		process.env[ENCRYPTION_KEY_VARIABLE] = OTHER_OPERATORS_KEY;
		await application('rekey');
		const { url, deliveries } = await receiver();
		const key = keyIn(await application('rotate-key', 'Office'));
		const id = await complete(running, key, url);
		const { response } = await firstAttempt(running, key, id);
		expect(response).toMatch(/not the one .*application rekey/);
		expect(deliveries).toEqual([]);
	});

	it('never delivers unsigned what it can’t sign', async () => {
		const running = await started({ encryptionKey: undefined, webhookTries: [0] });
		const { url, deliveries } = await receiver();
		const key = keyIn(await application('create', 'Office'));
		const id = await complete(running, key, url);
		const { response } = await firstAttempt(running, key, id);
		expect(response).toContain(ENCRYPTION_KEY_VARIABLE);
		expect(deliveries).toEqual([]);
	});

	if (!onPostgres()) {
		it('stores neither key nor secret in a form in which they could be read', async () => {
			const printed = await application('create', 'Office');
			// In one go, and without the index of the log: a database that is closed goes on to merge its files and remove some.
			const files = readdirSync(folder).filter((file) => !file.endsWith('-shm'));
			const stored = files.map((file) => readFileSync(path.join(folder, file)));
			expect(stored.some((bytes) => bytes.includes('Office'))).toBe(true);
			expect(stored.some((bytes) => bytes.includes(keyIn(printed)))).toBe(false);
			expect(stored.some((bytes) => bytes.includes(secretIn(printed)))).toBe(false);
			expect(await application('list')).not.toContain(keyIn(printed));
		});

		it('is in files that only their owner can read, whatever folder they are in', async () => {
			await started();
			for (const file of [database, `${database}.lock`, `${database}-wal`])
				expect((await stat(file)).mode & 0o077).toBe(0);
		});
	}
});
