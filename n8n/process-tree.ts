import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ProcessTree {
	/** Resolves with a sentence once the program has ended, however it ended. */
	ended: Promise<string>;
	/** The last lines it printed. */
	output(): string;
	/** Asks the program to end and, if it has not in ten seconds, ends it and everything it started. */
	stop(): Promise<void>;
	/** Ends the program and everything it started at once, without a chance to tidy up. */
	kill(): Promise<void>;
}

const KEPT_CHARACTERS = 20_000;
const PATIENCE_MILLISECONDS = 10_000;

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

	const signalGroup = (signal: NodeJS.Signals) => {
		if (child.pid === undefined) return;
		try {
			process.kill(-child.pid, signal);
		} catch (error) {
			// Nobody is left in the group.
			if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
		}
	};
	const killGroup = () => signalGroup('SIGKILL');
	process.once('exit', killGroup);

	const ended = Promise.race([
		once(child, 'exit').then(([code, signal]) => `ended with ${signal ?? `status ${code}`}`),
		once(child, 'error').then(([error]) => `could not be started: ${(error as Error).message}`),
	]).finally(() => process.off('exit', killGroup));

	const kill = async () => {
		killGroup();
		await ended;
	};
	return {
		ended,
		output: () => kept,
		kill,
		stop: async () => {
			signalGroup('SIGTERM');
			const impatience = setTimeout(killGroup, PATIENCE_MILLISECONDS);
			await ended;
			clearTimeout(impatience);
			killGroup();
		},
	};
}
