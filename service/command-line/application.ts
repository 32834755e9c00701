import { randomBytes } from 'node:crypto';

import { Command, InvalidArgumentError, Option } from 'commander';

import {
	addKey,
	allApplications,
	type Application,
	applicationNamed,
	createApplication,
} from '../store/applications';
import { inTransaction, openStore, type Store, type StoreOrTransaction } from '../store/database';
import { endAll } from '../store/validity';
import {
	addWebhookSecret,
	checkEncryption,
	type Encryption,
	EncryptionKeyError,
	encryptionWith,
	replaceLostSecrets,
} from '../store/webhook-secrets';
import { databaseAt } from './database';
import { encryptionKey, HOW_TO_GET_A_KEY } from './encryption-key';
import { databaseOption, type Program } from './options';

/** The word on the command line. */
export const APPLICATION_COMMAND = 'application';

const USUAL_OVERLAP_HOURS = 24;

const HOUR_MILLISECONDS = 3_600_000;

const warn = (message: string): void => void process.stderr.write(`${message}\n`);

const randomSecret = (): string => randomBytes(32).toString('base64url');

const inHours = (hours: number): string =>
	new Date(Date.now() + hours * HOUR_MILLISECONDS).toISOString();

function hours(text: string): number {
	if (!/^\d{1,4}(\.\d{1,3})?$/.test(text))
		throw new InvalidArgumentError('It must be a number of hours, such as 24.');
	return Number(text);
}

function applicationName(text: string): string {
	const name = text.trim();
	if (name === '') throw new InvalidArgumentError('A name is not empty.');
	return name;
}

async function requiredEncryption(store: Store): Promise<Encryption> {
	const key = encryptionKey();
	if (key === undefined)
		throw new EncryptionKeyError(`Webhook secrets are stored encrypted. ${HOW_TO_GET_A_KEY}`);
	const encryption = encryptionWith(key);
	await checkEncryption(store, encryption);
	return encryption;
}

const ONCE = 'This is shown once and stored only in a form from which it can’t be read.';

const until = (overlap: number): string =>
	overlap === 0
		? 'The one before is no longer valid.'
		: `The one before stays valid for ${overlap} hours.`;

async function create(store: Store, name: string): Promise<string> {
	const encryption = await requiredEncryption(store);
	const [key, secret] = [randomSecret(), randomSecret()];
	const id = await store.transaction().execute(async (transaction) => {
		const created = await createApplication(transaction, name);
		await addKey(transaction, created, key);
		await addWebhookSecret(transaction, created, secret, encryption);
		return created;
	});
	return [
		`Application "${name}" (${id})`,
		'',
		'Enter this in the credential of the Accounting Sync node in n8n:',
		`  API Key          ${key}`,
		`  Webhook Secret   ${secret}`,
		'',
		'Both are shown this once. The key is stored as a hash, the secret encrypted.',
	].join('\n');
}

const rowOf = ({ id, name, keys, connections, inserted_at }: Application): string[] => [
	name ?? '(made for --api-key)',
	id,
	String(keys),
	String(connections),
	inserted_at.slice(0, 10),
];

async function list(store: Store): Promise<string> {
	const applications = await allApplications(store);
	const rows = [['name', 'ID', 'keys', 'connections', 'created'], ...applications.map(rowOf)];
	const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
	const lineOf = (row: readonly string[]) =>
		row.map((cell, column) => cell.padEnd(widths[column])).join('  ');
	return rows.map((row) => lineOf(row).trimEnd()).join('\n');
}

const forApplication = <Result>(
	store: Store,
	nameOrId: string,
	change: (transaction: StoreOrTransaction, id: string) => Promise<Result>,
): Promise<Result> =>
	inTransaction(store, async (transaction) =>
		change(transaction, await applicationNamed(transaction, nameOrId)),
	);

async function rotateKey(store: Store, nameOrId: string, overlap: number): Promise<string> {
	const key = randomSecret();
	await forApplication(store, nameOrId, async (transaction, id) => {
		await endAll(transaction, 'api_keys', id, inHours(overlap));
		await addKey(transaction, id, key);
	});
	return [`  API Key   ${key}`, '', ONCE, until(overlap)].join('\n');
}

async function rotateSecret(store: Store, nameOrId: string, overlap: number): Promise<string> {
	const encryption = await requiredEncryption(store);
	const secret = randomSecret();
	await forApplication(store, nameOrId, async (transaction, id) => {
		await endAll(transaction, 'webhook_secrets', id, inHours(overlap));
		await addWebhookSecret(transaction, id, secret, encryption);
	});
	const signing =
		overlap === 0
			? 'Webhooks are signed with it alone from now on.'
			: `For ${overlap} hours, webhooks are signed with it and with the one before.`;
	return [`  Webhook Secret   ${secret}`, '', 'It is shown this once.', signing].join('\n');
}

/** For whoever has lost the encryption key: what was encrypted with it can't be read again, so it is replaced. */
async function rekey(store: Store): Promise<string> {
	const key = encryptionKey();
	if (key === undefined) throw new EncryptionKeyError(HOW_TO_GET_A_KEY);
	const encryption = encryptionWith(key);
	const replaced = await inTransaction(store, (transaction) =>
		replaceLostSecrets(transaction, encryption, randomSecret),
	);
	if (!replaced)
		throw new Error(
			'The secrets can be read with this key, so nothing was changed. "rotate-secret" replaces one of them.',
		);
	const applications = await allApplications(store);
	return [
		...replaced.map(({ applicationId, secret }) => {
			const name = applications.find(({ id }) => id === applicationId)?.name ?? applicationId;
			return `  ${name}   Webhook Secret   ${secret}`;
		}),
		'',
		'They are shown this once. Enter each in the credential in n8n; until then, n8n refuses deliveries, and they are tried again. Restart the service with this key.',
	].join('\n');
}

async function revoke(store: Store, nameOrId: string): Promise<string> {
	await forApplication(store, nameOrId, async (transaction, id) => {
		await endAll(transaction, 'api_keys', id, inHours(0));
	});
	return `No key of "${nameOrId}" is valid any more. Its connections and requests are still there, and "rotate-key" gives it a new key.`;
}

/**
 * Creates applications, lists them, and replaces or revokes their keys and webhook secrets, while a service works on the same
 * data or not.
 * @param words the whole command line
 * @throws Error with a sentence for the operator
 */
export async function runApplicationCommand(
	program: Program,
	words: readonly string[],
): Promise<void> {
	const command = new Command(`${program.name} ${APPLICATION_COMMAND}`).description(
		'The applications that may call the service: each has keys, webhook secrets and connections of its own.',
	);
	const overlap = () =>
		new Option('--overlap <hours>', 'how long the one before stays valid')
			.default(USUAL_OVERLAP_HOURS)
			.argParser(hours);

	async function carryOut(
		options: { database: string },
		action: (store: Store) => Promise<string>,
	): Promise<void> {
		const store = await openStore(databaseAt(options.database), warn);
		try {
			process.stdout.write(`${await action(store)}\n`);
		} finally {
			await store.destroy();
		}
	}

	command
		.command('create')
		.description('create an application, and print its key and its webhook secret')
		.argument('<name>', 'what it is called here', applicationName)
		.addOption(databaseOption(program))
		.action((named: string, options) => carryOut(options, (store) => create(store, named)));
	command
		.command('list')
		.description('list the applications')
		.addOption(databaseOption(program))
		.action((options) => carryOut(options, list));
	command
		.command('rotate-key')
		.description('print a new key for an application')
		.argument('<application>', 'its name or ID')
		.addOption(overlap())
		.addOption(databaseOption(program))
		.action((named: string, options) =>
			carryOut(options, (store) => rotateKey(store, named, options.overlap)),
		);
	command
		.command('rotate-secret')
		.description('print a new webhook secret for an application')
		.argument('<application>', 'its name or ID')
		.addOption(overlap())
		.addOption(databaseOption(program))
		.action((named: string, options) =>
			carryOut(options, (store) => rotateSecret(store, named, options.overlap)),
		);
	command
		.command('rekey')
		.description('after the encryption key was lost: give all applications new webhook secrets')
		.addOption(databaseOption(program))
		.action((options) => carryOut(options, rekey));
	command
		.command('revoke')
		.description('end all keys of an application')
		.argument('<application>', 'its name or ID')
		.addOption(databaseOption(program))
		.action((named: string, options) => carryOut(options, (store) => revoke(store, named)));
	await command.parseAsync([...words.slice(0, 2), ...words.slice(3)]);
}
