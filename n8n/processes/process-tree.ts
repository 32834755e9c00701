import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { endGroupWithThisProcess, signalGroup } from './process-group';

export interface ProcessTree {
	/** The program's process; undefined if it could not be started. */
	pid: number | undefined;
	/** Resolves with a sentence once the program has ended, however it ended. */
	ended: Promise<string>;
	/** The last lines it printed. */
	output(): string;
	/** Asks the program and everything it started to end; ends what has not after ten seconds. */
	stop(): Promise<void>;
	/** Ends the program and everything it started at once, without a chance to tidy up. */
	kill(): Promise<void>;
}

const KEPT_CHARACTERS = 20_000;
const PATIENCE_MILLISECONDS = 10_000;
const LOOK_EVERY_MILLISECONDS = 50;
const ASK_EVERY_MILLISECONDS = 100;

/** Starts a program in a process group of its own, which never outlives the running process. */
export function startProcessTree(
	program: string,
	args: string[],
	options: { cwd: string; env: NodeJS.ProcessEnv },
): ProcessTree {
	const child = spawn(program, args, {
		...options,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let kept = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			kept = (kept + text).slice(-KEPT_CHARACTERS);
		});
	}

	const stopWatching = endGroupWithThisProcess(child.pid);

	const ended = new Promise<string>((resolve) => {
		child.once('exit', (code, signal) => resolve(`ended with ${signal ?? `status ${code}`}`));
		child.once('error', ({ message }) => resolve(`could not be started: ${message}`));
	}).finally(stopWatching);

	const kill = async () => {
		signalGroup(child.pid, 'SIGKILL');
		await ended;
	};
	return {
		pid: child.pid,
		ended,
		output: () => kept,
		kill,
		stop: async () => {
			signalGroup(child.pid, 'SIGTERM');
			const deadline = Date.now() + PATIENCE_MILLISECONDS;
			while (signalGroup(child.pid, 0) && Date.now() < deadline)
				await delay(LOOK_EVERY_MILLISECONDS);
			await kill();
		},
	};
}

/**
 * Waits until a program says that it is ready; one that ends or is late is ended.
 * @param name What it is called in errors.
 * @param isReady Whether it takes calls.
 * @throws if it ends or is not ready in time; the error repeats what it printed
 */
export async function untilReady(
	name: string,
	tree: ProcessTree,
	isReady: () => Promise<boolean>,
	withinMilliseconds: number,
): Promise<void> {
	let ending: string | undefined;
	void tree.ended.then((sentence) => {
		ending = sentence;
	});
	const deadline = Date.now() + withinMilliseconds;
	while (!(await isReady())) {
		if (ending || Date.now() > deadline) {
			await tree.kill();
			const problem = ending ?? `is not ready after ${withinMilliseconds / 1000} seconds`;
			throw new Error(`${name} ${problem}:\n${tree.output()}`);
		}
		await delay(ASK_EVERY_MILLISECONDS);
	}
}
