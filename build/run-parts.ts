import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Task } from './commands';
import {
	failuresOf,
	type PartResult,
	problemOf,
	readResults,
	sumOf,
	tableOf,
	unsteadyOf,
} from './results';
import { runTask, stopped, TIME_IS_UP } from './run-task';

/** A part of a run: its name and what it does. */
export type Part = readonly [name: string, task: Task];

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const secondsSince = (begun: number): number => (performance.now() - begun) / 1000;

/** Runs a task whose last step is jest, and reads what became of its tests. */
async function runTests(name: string, task: Task, words: readonly string[], limit?: number) {
	const folder = await mkdtemp(join(tmpdir(), 'accounting-sync-results-'));
	try {
		const file = join(folder, 'results');
		const reporters = ['default', join(__dirname, '..', 'test', 'jest', 'reporter.js')];
		// Last: jest would take a word after it for one more reporter.
		const options = reporters.map((reporter) => `--reporters=${reporter}`);
		const env = { RESULTS_FILE: file };
		const status = await runTask(task, [...words, ...options], { env, limit });
		const read = existsSync(file) ? readResults(await readFile(file, 'utf8')) : undefined;
		return { status, tests: read?.tests ?? [], problem: problemOf(name, status, read) };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function runWithoutTests(
	name: string,
	task: Task,
	words: readonly string[],
	limit?: number,
): Promise<{ status: number; problem?: string; tests?: undefined }> {
	const status = await runTask(task, words, { limit });
	return { status, problem: status === 0 ? undefined : `${name}: failed (status ${status}).` };
}

/** Runs a part. However it ends, that is in the result. */
async function runPart([name, task]: Part, words: readonly string[]): Promise<PartResult> {
	const { minutes, hasTests } = task;
	const begun = performance.now();
	const limit = minutes === undefined ? undefined : minutes * 60_000;
	const run = hasTests ? runTests : runWithoutTests;
	const { status, tests, problem } = await run(name, task, words, limit).catch(
		(error: unknown) => ({
			status: 1,
			tests: undefined,
			problem: `${name}: ${error instanceof Error ? error.message : String(error)}`,
		}),
	);
	return {
		part: name,
		tests,
		problem: status === TIME_IS_UP ? `${name}: was ended after ${minutes} minutes.` : problem,
		seconds: secondsSince(begun),
	};
}

/** Runs parts one after the other; one that fails does not stop the next. That a run was stopped is a problem of its own. */
export async function runParts(
	parts: readonly Part[],
	words: readonly string[] = [],
): Promise<PartResult[]> {
	const begun = performance.now();
	const results: PartResult[] = [];
	for (const part of parts) {
		if (stopped.by) break;
		say(`\n== ${part[0]}, after ${Math.floor(secondsSince(begun) / 60)} minutes`);
		results.push(await runPart(part, words));
	}
	if (!stopped.by) return results;
	return [...results, { part: 'the rest', problem: `Stopped (${stopped.by}).`, seconds: 0 }];
}

/**
 * Runs parts and says at the end what became of them: the failed tests, the unsteady ones, a table, and in the last line how many
 * tests passed and failed.
 * @returns the status: 0 only if something passed and nothing failed
 */
export async function runAndReport(
	parts: readonly Part[],
	words: readonly string[] = [],
): Promise<number> {
	const results = await runParts(parts, words);
	const { passed, failed } = sumOf(results);
	if (failed > 0) say(`\n== failed\n${failuresOf(results)}`);
	const unsteady = unsteadyOf(results);
	if (unsteady !== '') say(`\n== passed only at the second try\n${unsteady}`);
	say(`\n${tableOf(results)}`);
	say(`\n${passed} passed, ${failed} failed`);
	return passed > 0 && failed === 0 ? 0 : 1;
}
