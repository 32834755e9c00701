import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

import type { StoreOrTransaction } from './database';
import { dialectOf } from './dialects';
import { isValidAt } from './validity';

/** Encrypts what the store must be able to read again. */
export interface Encryption {
	/** @param context what the text belongs to; it can't be decrypted as something else's */
	encrypt(text: string, context: string): string;
	/** @throws Error when the text was encrypted with another key, for something else, or was changed */
	decrypt(encrypted: string, context: string): string;
}

/** The environment variable that holds the operator's key. */
export const ENCRYPTION_KEY_VARIABLE = 'ACCOUNTING_SYNC_ENCRYPTION_KEY';

/** The operator's key is missing, or not the one that secrets were encrypted with. */
export class EncryptionKeyError extends Error {}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param key the operator's key: any text that is long and random */
export function encryptionWith(key: string): Encryption {
	const secret = createHash('sha256').update(key).digest();
	return {
		encrypt(text, context) {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv(ALGORITHM, secret, nonce).setAAD(Buffer.from(context));
			const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
			return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
		},
		decrypt(encrypted, context) {
			const bytes = Buffer.from(encrypted, 'base64');
			const nonce = bytes.subarray(0, NONCE_BYTES);
			const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
			const decipher = createDecipheriv(ALGORITHM, secret, nonce, { authTagLength: TAG_BYTES })
				.setAAD(Buffer.from(context))
				.setAuthTag(tag);
			return Buffer.concat([
				decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
				decipher.final(),
			]).toString('utf8');
		},
	};
}

const now = (): string => new Date().toISOString();

/** Has webhooks of an application signed with a secret, until it is replaced. */
export async function addWebhookSecret(
	store: StoreOrTransaction,
	application_id: string,
	secret: string,
	encryption: Encryption,
): Promise<void> {
	await store
		.insertInto('webhook_secrets')
		.values({
			application_id,
			encrypted_secret: encryption.encrypt(secret, application_id),
			inserted_at: now(),
		})
		.execute();
}

/**
 * Replaces all secrets of all applications that have some, for whoever has lost the key of the old ones. Call it in a transaction.
 * @param makeSecret makes one
 * @returns the new ones, by application; undefined if nothing was changed, because the key is not lost
 */
export async function replaceLostSecrets(
	store: StoreOrTransaction,
	encryption: Encryption,
	makeSecret: () => string,
): Promise<Array<{ readonly applicationId: string; readonly secret: string }> | undefined> {
	// Who comes second waits here, and then finds that the secrets can be read.
	await store
		.selectFrom('webhook_secrets')
		.select('sequence')
		.$call(dialectOf(store).locked)
		.execute();
	const isLost = await checkEncryption(store, encryption).then(
		() => false,
		() => true,
	);
	if (!isLost) return undefined;
	const owners = await store
		.selectFrom('webhook_secrets')
		.select('application_id')
		.distinct()
		.execute();
	await store.deleteFrom('webhook_secrets').execute();
	const replaced = owners.map(({ application_id }) => ({
		applicationId: application_id,
		secret: makeSecret(),
	}));
	for (const { applicationId, secret } of replaced)
		await addWebhookSecret(store, applicationId, secret, encryption);
	return replaced;
}

function decrypted(secret: string, applicationId: string, encryption: Encryption): string {
	try {
		return encryption.decrypt(secret, applicationId);
	} catch {
		throw new EncryptionKeyError(
			`The key in ${ENCRYPTION_KEY_VARIABLE} is not the one that the applications’ webhook secrets were made with. If that is lost, "application rekey" makes new secrets with this one.`,
		);
	}
}

/** The encrypted secrets that sign an application's webhooks now, oldest first. */
async function encryptedSecretsOf(
	store: StoreOrTransaction,
	application_id: string,
): Promise<string[]> {
	const rows = await store
		.selectFrom('webhook_secrets')
		.select('encrypted_secret')
		.where('application_id', '=', application_id)
		.where(isValidAt(now()))
		.orderBy('sequence')
		.execute();
	return rows.map(({ encrypted_secret }) => encrypted_secret);
}

/**
 * The secrets that sign an application's webhooks now, oldest first; none if it has none of its own.
 * @throws Error when it has some and they can't be decrypted: a webhook without its signature would be refused
 */
export async function webhookSecretsOf(
	store: StoreOrTransaction,
	application_id: string,
	encryption: Encryption | undefined,
): Promise<string[]> {
	const encrypted = await encryptedSecretsOf(store, application_id);
	if (encrypted.length === 0) return [];
	if (!encryption) throw new EncryptionKeyError(`There is no key in ${ENCRYPTION_KEY_VARIABLE}.`);
	return encrypted.map((secret) => decrypted(secret, application_id, encryption));
}

/**
 * The secrets in use that can't be decrypted.
 * @returns how many, and what the applications are called that have them
 */
export async function unreadableSecrets(
	store: StoreOrTransaction,
	encryption: Encryption | undefined,
): Promise<{ readonly owners: readonly string[]; readonly secrets: number }> {
	const rows = await store
		.selectFrom('webhook_secrets')
		.innerJoin('applications', 'applications.id', 'webhook_secrets.application_id')
		.select(['application_id', 'encrypted_secret', 'name'])
		.where(isValidAt(now()))
		.execute();
	const unreadable = rows.filter(({ encrypted_secret, application_id }) => {
		try {
			encryption?.decrypt(encrypted_secret, application_id);
			return encryption === undefined;
		} catch {
			return true;
		}
	});
	const owners = unreadable.map(({ name, application_id }) => name ?? application_id);
	return { owners: [...new Set(owners)], secrets: unreadable.length };
}

/**
 * Makes sure that the applications' secrets can be decrypted.
 * @throws EncryptionKeyError when there are some, and no key or a different one
 */
export async function checkEncryption(
	store: StoreOrTransaction,
	encryption: Encryption | undefined,
): Promise<void> {
	const newest = await store
		.selectFrom('webhook_secrets')
		.select(['application_id', 'encrypted_secret'])
		.orderBy('sequence', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (!newest) return;
	if (!encryption)
		throw new EncryptionKeyError(
			`Applications have webhook secrets of their own. Put the key that they were made with into ${ENCRYPTION_KEY_VARIABLE}. If that is lost, put another one there: "application rekey" makes new secrets with it.`,
		);
	decrypted(newest.encrypted_secret, newest.application_id, encryption);
}
