import { writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { signalGroup } from '../../build/process-group';

// Two installs at once would pull the packages from under each other, and so would two builds. The file names the process
// that is at work and the process group in which npm works for it, which may outlive it.
const LOCK_NAME = '.in-use';
const LOOK_EVERY_MILLISECONDS = 1000;

interface Holder {
	process: number;
	group?: number;
}

export interface FolderLock {
	/** Says in which process group the work is done. */
	worksIn(group: number): void;
	release(): Promise<void>;
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Who holds the lock and lives; a lock without such a holder is of no use to anybody and is removed. */
async function livingHolder(lockFile: string): Promise<Holder | undefined> {
	const text = await readFile(lockFile, 'utf8').catch(() => undefined);
	if (text === undefined) return undefined;
	// An empty one is being written this moment.
	const holder: Holder = text === '' ? { process: 0 } : (JSON.parse(text) as Holder);
	if (isAlive(holder.process) || signalGroup(holder.group, 0)) return holder;
	await rm(lockFile, { force: true });
	return undefined;
}

async function tryToTake(lockFile: string): Promise<boolean> {
	try {
		await writeFile(lockFile, JSON.stringify({ process: process.pid }), { flag: 'wx' });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

/** Takes a folder's lock as soon as nobody else is at work there; `onWait` is called once if that takes a while. */
export async function takeFolderLock(folder: string, onWait: () => void): Promise<FolderLock> {
	const lockFile = join(folder, LOCK_NAME);
	let waiting = false;
	while (!(await tryToTake(lockFile))) {
		if ((await livingHolder(lockFile)) === undefined) continue;
		if (!waiting) onWait();
		waiting = true;
		await delay(LOOK_EVERY_MILLISECONDS);
	}
	return {
		worksIn: (group) => {
			const holder: Holder = { process: process.pid, group };
			writeFileSync(lockFile, JSON.stringify(holder));
		},
		release: async () => await rm(lockFile, { force: true }),
	};
}
