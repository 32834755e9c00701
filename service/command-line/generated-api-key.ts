import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { OWNER_ONLY } from '../store/private-file';

/** Where the key is kept. */
export const keyFileOf = (database: string): string => `${database}.api-key`;

/**
 * The API key that the service generates when none is given. It is kept next to the database, so that the next start uses
 * the same application.
 */
export function generatedApiKey(database: string): string {
	const file = keyFileOf(database);
	if (existsSync(file)) return readFileSync(file, 'utf8').trim();
	const key = randomBytes(24).toString('base64url');
	writeFileSync(file, `${key}\n`, { mode: OWNER_ONLY });
	return key;
}
