import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { endGroupWithThisProcess } from '../../build/process-group';

interface CommandOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Told the process group in which the program and everything it starts run. */
	onStart?: (group: number) => void;
	/** Told each line that it prints, as output or as errors. */
	onLine?: (line: string) => void;
}

/** How much of a failed command's output its error repeats. */
const REPEATED_LINES = 30;

/**
 * Runs a program to its end without showing what it prints, and returns its standard output. The program does not
 * outlive the running process.
 * @throws an error that repeats the end of what it printed if it can't be started or exits with a status other than 0
 */
export async function runCommand(
	program: string,
	args: string[],
	{ cwd, env = process.env, onStart, onLine }: CommandOptions,
): Promise<string> {
	return await new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			cwd,
			env,
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const stopWatching = endGroupWithThisProcess(child.pid);
		if (child.pid !== undefined) onStart?.(child.pid);
		const output: string[] = [];
		const everything: string[] = [];
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			output.push(text);
			everything.push(text);
		});
		if (onLine) {
			for (const input of [child.stdout, child.stderr]) createInterface(input).on('line', onLine);
		}
		child.stderr.setEncoding('utf8').on('data', (text: string) => everything.push(text));
		child.on('error', (cause) =>
			reject(new Error(`${program} could not be started: ${cause.message}`, { cause })),
		);
		child.on('close', (code, signal) => {
			stopWatching();
			if (code === 0) return resolve(output.join(''));
			const end = everything.join('').trimEnd().split('\n').slice(-REPEATED_LINES).join('\n');
			reject(
				new Error(`${program} ${args.join(' ')} ended with ${signal ?? `status ${code}`}:\n${end}`),
			);
		});
	});
}
