import { join } from 'node:path';

import { repositoryFolder } from '../files';
import { runCommand } from '../processes/command';

/** What is read of an event that pnpm reports. */
interface PnpmEvent {
	name: string;
	level: string;
	status?: string;
	message?: string;
}

interface PnpmInstall {
	folder: string;
	/** Told the process group in which pnpm works. */
	onStart: (group: number) => void;
	/** Told after each package how many are there. */
	onPackages: (there: number) => void;
}

const program = join(repositoryFolder, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs');

const args = [
	'install',
	'--frozen-lockfile',
	// n8n needs none of them.
	'--ignore-scripts',
	// The lock file says what each package is made of. To ask the registry about each once more takes as long as the install.
	'--trust-lockfile',
	// With the packages, so that whoever deletes these deletes everything. What was downloaded before an interruption is in it.
	'--store-dir=node_modules/.pnpm-store',
	'--config.fetch-retries=5',
	'--reporter=ndjson',
];

/** The event in a line. Node may print warnings between the events, which are none. */
function eventIn(line: string): Partial<PnpmEvent> {
	try {
		return (JSON.parse(line) as PnpmEvent | null) ?? {};
	} catch {
		return {};
	}
}

/**
 * Installs what a folder's `pnpm-lock.yaml` names. Of an install that was interrupted, it downloads only what is missing.
 * pnpm and not npm, because it takes a fifth of the time.
 * @throws an error with what pnpm says is wrong
 */
export async function installWithPnpm({ folder, onStart, onPackages }: PnpmInstall): Promise<void> {
	let there = 0;
	const errors: string[] = [];
	const onLine = (line: string) => {
		const { name, level, status, message } = eventIn(line);
		if (name === 'pnpm:progress' && status === 'imported') onPackages(++there);
		if (level === 'error' && message !== undefined) errors.push(message);
	};
	try {
		await runCommand(process.execPath, [program, ...args], { cwd: folder, onStart, onLine });
	} catch (error) {
		throw errors.length > 0 ? new Error(errors.join('\n'), { cause: error }) : error;
	}
}
