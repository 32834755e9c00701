import { commands, type Task } from './commands';
import { type Part, runAndReport } from './run-parts';
import { runSteady } from './run-steady';
import { runTask } from './run-task';

// npm run gate, test:all, test:steady, check, generate, bench [-- NAME… WORDS…]: does one or more of the tasks of `commands.ts`,
// or all that need no name.

function complain(text: string): number {
	process.stderr.write(`${text}\n`);
	return 1;
}

const needsName = (command: string, names: readonly string[]): number =>
	complain(`Name one of these, as in npm run ${command} -- NAME: ${names.join(', ')}`);

/** The tasks that the words begin with, and the other words, which go to the last step of each. */
function split(
	tasks: Readonly<Record<string, Task>>,
	words: readonly string[],
): { parts: Part[]; rest: readonly string[] } {
	const end = words.findIndex((word) => !Object.hasOwn(tasks, word));
	const names = end === -1 ? words : words.slice(0, end);
	return { parts: names.map((name) => [name, tasks[name]]), rest: words.slice(names.length) };
}

/** npm run test:steady -- N [PART…] */
async function steady([times, ...names]: readonly string[]): Promise<number> {
	const tasks = { ...commands.gate.tasks, ...commands['test:all'].tasks };
	const all = [...commands.gate.all, ...commands['test:all'].all];
	const { parts, rest } = split(tasks, names.length > 0 ? names : [...new Set(all)]);
	const counted = parts.filter(([, { hasTests }]) => hasTests);
	const isWrong = rest.length > 0 || (names.length > 0 && counted.length < names.length);
	if (!/^[1-9]\d*$/.test(times ?? '') || isWrong) {
		const known = Object.keys(tasks).filter((name) => tasks[name].hasTests);
		return complain(`How often, and what? npm run test:steady -- N [PART…]: ${known.join(', ')}`);
	}
	return await runSteady(Number(times), counted);
}

async function runSideBySide(parts: readonly Part[]): Promise<number> {
	const statuses = await Promise.all(parts.map(async ([, task]) => await runTask(task)));
	const failed = parts.filter((_, index) => statuses[index] !== 0).map(([name]) => name);
	return failed.length > 0 ? complain(`Failed: ${failed.join(', ')}`) : 0;
}

async function main([command, ...words]: string[]): Promise<number> {
	if (command === 'test:steady') return await steady(words);
	const { tasks, all, runs } = commands[command];
	const { parts, rest } = split(tasks, words.length > 0 ? words : all);
	// A name that is mistyped is neither an option nor a path.
	const isMistyped = runs === 'counted' && rest.length > 0 && !/^-|[/.]/.test(rest[0]);
	if (parts.length === 0 || isMistyped) return needsName(command, Object.keys(tasks));
	if (runs === 'counted') return await runAndReport(parts, rest);
	if (runs === 'side by side' && words.length === 0) return await runSideBySide(parts);
	for (const [, task] of parts) {
		const status = await runTask(task, rest);
		if (status !== 0) return status;
	}
	return 0;
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
