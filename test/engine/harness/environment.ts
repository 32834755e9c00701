import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads its settings from the environment the moment it is first used, and writes an encryption key into
// its user folder. This file therefore stands first among the imports of `index.ts`.
const userFolder = mkdtempSync(join(tmpdir(), 'accounting-sync-engine-'));

process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_LOG_LEVEL ??= 'silent';

function removeFolder() {
	rmSync(userFolder, { recursive: true, force: true });
}

// The harness serves programs too, which have no test that ends.
if (typeof afterAll === 'function') afterAll(removeFolder);
else process.once('exit', removeFolder);
