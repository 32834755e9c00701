import { spawn } from 'node:child_process';

import { endGroupWithThisProcess, signalGroup } from '../../build/process-group';
import { until } from '../until';

export interface ProcessTree {
	/** The program's process; undefined if it could not be started. */
	pid: number | undefined;
	/** Resolves with a sentence once the program has ended, however it ended. */
	ended: Promise<string>;
	/** The last lines it printed. */
	output(): string;
	/**
	 * Waits until it has printed something; what it has printed until then.
	 * @throws if it ends before, or if a time was given in milliseconds and is up
	 */
	printed(pattern: RegExp, timeout?: number): Promise<string>;
	/** Asks the program and everything it started to end; ends what has not after ten seconds. */
	stop(): Promise<void>;
	/** Ends the program and everything it started at once, without a chance to tidy up. */
	kill(): Promise<void>;
}

const KEPT_CHARACTERS = 20_000;
const PATIENCE_MILLISECONDS = 10_000;
const LOOK_EVERY_MILLISECONDS = 50;

interface ProcessTreeOptions {
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** How many characters of what it prints are kept. */
	keeps?: number;
}

/** Starts a program in a process group of its own, which never outlives the running process. */
export function startProcessTree(
	program: string,
	args: string[],
	{ keeps = KEPT_CHARACTERS, ...options }: ProcessTreeOptions,
): ProcessTree {
	const child = spawn(program, args, {
		...options,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let kept = '';
	const looks = new Set<() => void>();
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			kept = (kept + text).slice(-keeps);
			for (const look of looks) look();
		});
	}

	const stopWatching = endGroupWithThisProcess(child.pid);

	const ended = new Promise<string>((resolve) => {
		child.once('exit', (code, signal) => resolve(`ended with ${signal ?? `status ${code}`}`));
		child.once('error', ({ message }) => resolve(`could not be started: ${message}`));
	}).finally(stopWatching);

	const closed = new Promise<void>((resolve) => {
		child.once('close', () => resolve()).once('error', () => resolve());
	});

	const kill = async () => {
		signalGroup(child.pid, 'SIGKILL');
		// What it has printed last may arrive after its end.
		await closed;
	};
	return {
		pid: child.pid,
		ended,
		output: () => kept,
		printed: async (pattern, timeout) =>
			await new Promise((resolve, reject) => {
				const giveUp = (why: string) => reject(new Error(`${program} ${why}:\n${kept}`));
				const look = () => {
					if (pattern.test(kept)) resolve(kept);
				};
				looks.add(look);
				look();
				void ended.then(giveUp);
				if (timeout !== undefined) {
					setTimeout(giveUp, timeout, `has not printed ${pattern}`).unref();
				}
			}),
		kill,
		stop: async () => {
			signalGroup(child.pid, 'SIGTERM');
			const isGone = until(
				() => signalGroup(child.pid, 0),
				(isThere) => !isThere,
				{
					timeout: PATIENCE_MILLISECONDS,
					every: LOOK_EVERY_MILLISECONDS,
				},
			);
			await isGone.catch(() => undefined);
			await kill();
		},
	};
}
