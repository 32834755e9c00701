import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Cleanup } from './cleanup';

/** Makes an empty folder for temporary files, which is removed in the end. */
export async function temporaryFolder(cleanup: Cleanup, name: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), `accounting-sync-${name}-`));
	cleanup.add(async () => await rm(folder, { recursive: true, force: true }));
	return folder;
}
