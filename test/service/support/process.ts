import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { runTypescript } from '../../support/run-typescript';

const ROOT = path.resolve(__dirname, '../../..');

export interface ServiceProcess {
	/** What it printed on standard output until it was ready: one line. */
	readonly readyLine: string;
	readonly baseUrl: string;
	/** Sends a signal and waits for the end. */
	end(signal: NodeJS.Signals): Promise<{ code: number | null; output: string; log: string }>;
}

const running = new Set<ChildProcess>();
const folders: string[] = [];

/** A folder of its own for a test, which `cleanUp` removes. */
export async function temporaryFolder(): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'service-'));
	folders.push(folder);
	return folder;
}

/** Starts `service/main.ts` as the program it is. */
export function run(words: readonly string[], folder = ROOT) {
	const child = spawn(
		process.execPath,
		[...runTypescript, path.join(ROOT, 'service/main.ts'), ...words],
		{ cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
	);
	running.add(child);
	const written = { output: '', log: '' };
	child.stdout.on('data', (chunk) => (written.output += chunk));
	child.stderr.on('data', (chunk) => (written.log += chunk));
	const ended = once(child, 'close').then(([code]) => {
		running.delete(child);
		return { code: code as number | null, ...written };
	});
	return { child, ended };
}

/** Starts the service on a free port and waits until it says that it is ready. */
export async function startProcess(
	words: readonly string[],
	folder?: string,
): Promise<ServiceProcess> {
	const { child, ended } = run(['--port', '0', ...words], folder);
	const lines = createInterface({ input: child.stdout });
	const readyLine = await Promise.race([
		once(lines, 'line').then(([line]) => String(line)),
		ended.then(({ log }) => {
			throw new Error(`The service ended before it was ready: ${log}`);
		}),
	]);
	return {
		readyLine,
		baseUrl: /http:\S+\/api\/v1/.exec(readyLine)?.[0] ?? '',
		end(signal) {
			child.kill(signal);
			return ended;
		},
	};
}

/** Ends every process that a test has left running, and removes its folders. */
export async function cleanUp(): Promise<void> {
	await Promise.all(
		[...running].map(async (child) => {
			child.kill('SIGKILL');
			await once(child, 'close');
		}),
	);
	await Promise.all(
		folders.splice(0).map(async (folder) => await rm(folder, { recursive: true, force: true })),
	);
}
