import { spawn } from 'node:child_process';

import { commands, type Task } from './commands';

// npm run test:all, check, generate, bench [-- NAME WORDS…]: does one of the tasks of `commands.ts`, or all that need no name.

/** Runs a program until it ends; gives its status. */
const runProgram = (words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
	new Promise((resolve, reject) => {
		const [name, ...rest] = words;
		const child = spawn(name, rest, { stdio: 'inherit', env });
		// It has much to end itself, and so is waited for. What comes from the keyboard reaches it without us.
		const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
		const ignore = (): void => undefined;
		process.on('SIGTERM', pass).on('SIGINT', ignore);
		child.once('error', reject).once('close', (status) => {
			process.off('SIGTERM', pass).off('SIGINT', ignore);
			resolve(status ?? 1);
		});
	});

/** Runs the steps of a task up to the first that fails; gives its status. */
async function runTask({ steps, env }: Task, words: readonly string[] = []): Promise<number> {
	for (const [index, step] of steps.entries()) {
		const isLast = index === steps.length - 1;
		const status = await runProgram(step(isLast ? words : []), { ...process.env, ...env });
		if (status !== 0) return status;
	}
	return 0;
}

async function main([command, name, ...words]: string[]): Promise<number> {
	const { tasks, all, sideBySide } = commands[command];
	if (name !== undefined && name in tasks) return await runTask(tasks[name], words);
	if (name !== undefined || all.length === 0) {
		const names = Object.keys(tasks).join(', ');
		process.stderr.write(`Name one of these, as in npm run ${command} -- NAME: ${names}\n`);
		return 1;
	}
	const failed: string[] = [];
	const run = async (one: string): Promise<void> => {
		if ((await runTask(tasks[one])) !== 0) failed.push(one);
	};
	if (sideBySide) await Promise.all(all.map(run));
	else for (const one of all) await run(one);
	if (failed.length > 0) process.stderr.write(`Failed: ${failed.join(', ')}\n`);
	return failed.length > 0 ? 1 : 0;
}

main(process.argv.slice(2)).then(
	(status) => {
		process.exitCode = status;
	},
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	},
);
