import { ENCRYPTION_KEY_VARIABLE, EncryptionKeyError } from '../store/webhook-secrets';

const SHORTEST = 32;

/** How to get a key, for whoever has none. */
export const HOW_TO_GET_A_KEY = `Put a random text of at least ${SHORTEST} characters into the environment variable ${ENCRYPTION_KEY_VARIABLE}, such as what "openssl rand -base64 32" prints. Keep it, and start the service with it: without it, nobody can read the secrets again, and "application rekey" has to make new ones for all.`;

/**
 * The operator's key from the environment; undefined if there is none.
 * @throws EncryptionKeyError when it is too short
 */
export function encryptionKey(): string | undefined {
	const key = process.env[ENCRYPTION_KEY_VARIABLE]?.trim();
	if (key === undefined || key === '') return undefined;
	if (key.length < SHORTEST)
		throw new EncryptionKeyError(
			`The key in ${ENCRYPTION_KEY_VARIABLE} is too short. ${HOW_TO_GET_A_KEY}`,
		);
	return key;
}
