import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

import type { Task } from './commands';
import { endGroupWithThisProcess, signalGroup } from './process-group';

/** The programs of the packages first, as npm has it: without npm in between, a signal reaches this process. */
const PATH = [join(__dirname, '..', 'node_modules', '.bin'), process.env.PATH].join(delimiter);

/** What a program is ended with when its time is up, as `timeout` has it. */
export const TIME_IS_UP = 124;

/** What a program that can't be started ends with, as in a shell. */
const NOT_FOUND = 127;

/** What a task ends with whose next step was not begun because the run is to end. */
const STOPPED = 130;

/** How long a program may take to end what it has started, in milliseconds, before it is killed. */
const TO_TIDY_UP = 30_000;

/** Set once somebody wants the run to end: then nothing new is begun. */
export const stopped = { by: undefined as NodeJS.Signals | undefined };

interface Surroundings {
	env?: NodeJS.ProcessEnv;
	/** How long it may take, in milliseconds; as long as it likes if not given. */
	limit?: number;
	/** How long it may take to end once it is told to, in milliseconds. */
	toTidyUp?: number;
}

/**
 * Runs a program until it ends, or until its time is up. It has a process group, so that what it has started ends with it.
 * @returns its status; that of a program that a signal ended is 1
 */
const runProgram = (
	[name, ...words]: readonly string[],
	{ env = process.env, limit, toTidyUp = TO_TIDY_UP }: Surroundings,
): Promise<number> =>
	new Promise((resolve) => {
		const child = spawn(name, words, { stdio: 'inherit', env, detached: true });
		const stopWatching = endGroupWithThisProcess(child.pid);
		let isLate = false;
		let killing: NodeJS.Timeout | undefined;
		const end = (signal: NodeJS.Signals): void => {
			signalGroup(child.pid, signal);
			killing ??= setTimeout(() => signalGroup(child.pid, 'SIGKILL'), toTidyUp);
		};
		const stop = (signal: NodeJS.Signals): void => {
			stopped.by = signal;
			end(signal);
		};
		const late = (): void => {
			isLate = true;
			end('SIGTERM');
		};
		const timer = limit === undefined ? undefined : setTimeout(late, limit);
		process.on('SIGTERM', stop).on('SIGINT', stop);
		const tidyUp = (): void => {
			clearTimeout(timer);
			clearTimeout(killing);
			process.off('SIGTERM', stop).off('SIGINT', stop);
			stopWatching();
		};
		child
			.once('error', (error) => {
				tidyUp();
				process.stderr.write(`${name} could not be started: ${error.message}\n`);
				resolve(NOT_FOUND);
			})
			.once('close', (status) => {
				// What it has left behind would be in the way of the next one.
				signalGroup(child.pid, 'SIGKILL');
				tidyUp();
				resolve(isLate ? TIME_IS_UP : (status ?? 1));
			});
	});

/** Runs the steps of a task, up to the first that fails; `words` go to the last one. Returns its status. */
export async function runTask(
	{ steps, env }: Task,
	words: readonly string[] = [],
	surroundings: Surroundings = {},
): Promise<number> {
	const begun = Date.now();
	for (const [index, step] of steps.entries()) {
		// A step may end well in spite of the signal.
		if (stopped.by) return STOPPED;
		const isLast = index === steps.length - 1;
		const { limit } = surroundings;
		const status = await runProgram(step(isLast ? words : []), {
			...surroundings,
			env: { ...process.env, PATH, ...env, ...surroundings.env },
			limit: limit === undefined ? undefined : Math.max(1, limit - (Date.now() - begun)),
		});
		if (status !== 0) return status;
	}
	return 0;
}
