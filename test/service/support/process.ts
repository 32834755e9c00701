import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

import { runTypescript } from '../../support/run-typescript';

const ROOT = path.resolve(__dirname, '../../..');

export interface ServiceProcess {
	/** What it printed on standard output until it was ready. */
	readonly welcome: string;
	readonly baseUrl: string;
	/** Where its metrics are, if they are served. */
	readonly metricsUrl: string;
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

const limited = (kibibytes: number, program: readonly string[]): string[] => [
	...['bash', '-c', `ulimit -f ${kibibytes}; exec "$@"`, 'bash'],
	...program,
];

/**
 * Starts `service/main.ts` as the program it is.
 * @param largestFile no file that it writes may have more KiB, as if the disk were full
 */
export function run(
	words: readonly string[],
	folder = ROOT,
	environment: NodeJS.ProcessEnv = {},
	largestFile?: number,
) {
	const program = [process.execPath, ...runTypescript, path.join(ROOT, 'service/main.ts')];
	const [command, ...rest] = largestFile === undefined ? program : limited(largestFile, program);
	const child = spawn(command, [...rest, ...words], {
		cwd: folder,
		env: { ...process.env, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
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

/**
 * What a service prints until it is ready.
 * @throws if it ends before that
 */
export async function welcomeOf(
	output: Readable,
	ended: Promise<{ log: string }>,
): Promise<string> {
	const complete = new Promise<string>((resolve) => {
		let text = '';
		output.on('data', (chunk) => {
			text += chunk;
			if (text.includes('Press Ctrl+C')) resolve(text);
		});
	});
	const failed = ended.then(({ log }) => {
		throw new Error(`The service ended before it was ready: ${log}`);
	});
	return await Promise.race([complete, failed]);
}

/** Starts the service on a free port and waits until it says that it is ready. */
export async function startProcess(
	words: readonly string[],
	folder?: string,
	environment?: NodeJS.ProcessEnv,
	largestFile?: number,
): Promise<ServiceProcess> {
	const { child, ended } = run(['--port', '0', ...words], folder, environment, largestFile);
	const welcome = await welcomeOf(child.stdout, ended);
	return {
		welcome,
		baseUrl: /http:\S+\/api\/v1/.exec(welcome)?.[0] ?? '',
		metricsUrl: /http:\S+\/metrics/.exec(welcome)?.[0] ?? '',
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
