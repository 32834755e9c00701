import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Installation } from '../files';
import { takeFolderLock } from '../processes/folder-lock';
import { freePorts } from '../processes/free-ports';
import { startN8nProcess } from './n8n-process';

/** Lies with the packages, so that it goes when another n8n is installed. */
const folderIn = ({ modulesFolder }: Installation) => join(modulesFolder, '.after-first-start');

/** Starts an n8n once, with nothing in it, and keeps what it leaves in its user folder. */
async function keepFirstStart(installation: Installation, kept: string): Promise<void> {
	const userFolder = `${kept}.unfinished`;
	// Of somebody who was interrupted.
	await rm(userFolder, { recursive: true, force: true });
	await mkdir(userFolder);
	const [port] = await freePorts(1);
	const n8n = await startN8nProcess({ installation, command: 'start', port, userFolder });
	await n8n.stop();
	// The editor's files, which n8n writes anew at every start.
	await rm(join(userFolder, '.cache'), { recursive: true, force: true });
	await rename(userFolder, kept);
}

/**
 * Fills a user folder with what n8n leaves there at its first start: a database with all its tables, which take n8n
 * longer than the rest of the start. The first call for an installation starts it once; the others copy what that has left.
 */
export async function fillUserFolder(
	installation: Installation,
	userFolder: string,
): Promise<void> {
	const kept = folderIn(installation);
	if (!existsSync(kept)) {
		const lock = await takeFolderLock(installation.modulesFolder, () => {});
		try {
			if (!existsSync(kept)) await keepFirstStart(installation, kept);
		} finally {
			await lock.release();
		}
	}
	await cp(kept, userFolder, { recursive: true });
}
