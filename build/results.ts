import { stripVTControlCharacters } from 'node:util';

import Table from 'cli-table3';

/** What became of a test, as test/jest/reporter.js notes it. */
export interface TestResult {
	/** Its file, from the root of the project. */
	file: string;
	/** Its name, after those of the blocks around it. */
	name: string;
	/** `passed`, `failed`, or one of jest's words for what did not run. */
	status: string;
	/** Why it failed. */
	error?: string;
	/** Why it failed at first, if it was tried a second time. */
	firstError?: string;
}

/** What became of a part of a run. */
export interface PartResult {
	part: string;
	/** None if it is no part with tests. */
	tests?: readonly TestResult[];
	/** What has failed and is no test, such as a build or the time, in words. */
	problem?: string;
	seconds: number;
}

/** Of a run's output only the end may be kept, some 20,000 characters: what failed and what was unsteady has to fit in there. */
const most = { explained: 6, named: 40, lines: 12, characters: 700, ofTitle: 160 };

const hasFailed = ({ status }: TestResult): boolean => status === 'failed';
const hasPassed = ({ status }: TestResult): boolean => status === 'passed';

/** Whether a test passed, but only when it was tried a second time. */
export const isUnsteady = (test: TestResult): boolean =>
	hasPassed(test) && test.firstError !== undefined;

/** How many tests passed, failed, did not run, and passed at the second try. What is no test counts as one. */
export function countsOf({ tests, problem }: PartResult) {
	const count = (isCounted: (test: TestResult) => boolean) =>
		(tests ?? []).filter(isCounted).length;
	const passed = tests ? count(hasPassed) : Number(problem === undefined);
	const failed = count(hasFailed) + Number(problem !== undefined);
	const skipped = (tests?.length ?? 0) - count(hasPassed) - count(hasFailed);
	return { passed, failed, skipped, unsteady: count(isUnsteady) };
}

/** The counts of several parts. */
export function sumOf(parts: readonly PartResult[]): { passed: number; failed: number } {
	const counts = parts.map(countsOf);
	return {
		passed: counts.reduce((sum, { passed }) => sum + passed, 0),
		failed: counts.reduce((sum, { failed }) => sum + failed, 0),
	};
}

/** What jest's reporter writes when all files have run. */
const ENDED = 'ended';

/**
 * Reads what the reporter has written, as far as it got.
 * @returns the tests, and whether jest came to its end: if not, there may be tests that nobody knows of
 */
export function readResults(text: string): { tests: TestResult[]; hasEnded: boolean } {
	// Behind the last line break is nothing, or a line that was cut off.
	const lines = text.split('\n').slice(0, -1);
	const tests = lines
		.filter((line) => line !== ENDED)
		.map((line) => JSON.parse(line) as TestResult);
	return { tests, hasEnded: lines.at(-1) === ENDED };
}

/**
 * What has gone wrong in a part that is no test, in words; nothing if nothing has.
 * @param status With which its command ended
 * @param read What its tests have come to; none if they never began
 */
export function problemOf(
	part: string,
	status: number,
	read: ReturnType<typeof readResults> | undefined,
): string | undefined {
	if (!read) return `${part}: failed before its tests had begun (status ${status}).`;
	if (!read.hasEnded) return `${part}: ended before all of its tests had run (status ${status}).`;
	if (status !== 0) {
		if (read.tests.some(hasFailed)) return undefined;
		return `${part}: failed (status ${status}), but none of its tests did.`;
	}
	return read.tests.some(hasPassed) ? undefined : `${part}: no test passed.`;
}

const shortened = (error = ''): string =>
	stripVTControlCharacters(error)
		.split('\n')
		.filter((line) => line.trim() !== '')
		.slice(0, most.lines)
		.join('\n')
		.slice(0, most.characters)
		.replace(/^/gm, '    ');

const titleOf = (part: string, { file, name }: TestResult): string =>
	`${part}: ${file}: ${name}`.slice(0, most.ofTitle);

/** Tests with the beginnings of their errors; of many, only the first are explained. */
function explained(tests: ReadonlyArray<{ title: string; error?: string }>): string[] {
	const left = tests.length - most.named;
	return [
		...tests.slice(0, most.explained).map(({ title, error }) => `${title}\n${shortened(error)}`),
		...tests.slice(most.explained, most.named).map(({ title }) => title),
		...(left > 0 ? [`and ${left} more`] : []),
	].map((text) => text.trimEnd());
}

/** Every failed test with its file and the beginning of its error. */
export function failuresOf(parts: readonly PartResult[]): string {
	const problems = parts.flatMap(({ problem }) => problem ?? []);
	const failed = parts.flatMap(({ part, tests = [] }) =>
		tests.filter(hasFailed).map((test) => ({ title: titleOf(part, test), error: test.error })),
	);
	return [...problems, ...explained(failed)].join('\n');
}

/** Every test that passed only at the second try, with the error of the first. */
export const unsteadyOf = (parts: readonly PartResult[]): string =>
	explained(
		parts.flatMap(({ part, tests = [] }) =>
			tests
				.filter(isUnsteady)
				.map((test) => ({ title: `unsteady: ${titleOf(part, test)}`, error: test.firstError })),
		),
	).join('\n');

/** A row for each part. */
export function tableOf(parts: readonly PartResult[]): string {
	const table = new Table({
		head: ['part', 'passed', 'failed', 'skipped', 'unsteady', 'minutes'],
		style: { head: [], border: [], compact: true },
	});
	for (const part of parts) {
		const { passed, failed, skipped, unsteady } = countsOf(part);
		table.push([part.part, passed, failed, skipped, unsteady, (part.seconds / 60).toFixed(1)]);
	}
	return table.toString();
}

/** A test that did not end the same in all runs of a part, or never passed. */
export interface Wavering {
	title: string;
	/** How often it came to what, such as `2 × passed, 1 × failed`. */
	outcomes: string;
	error?: string;
}

const outcomeOf = (test: TestResult): string =>
	isUnsteady(test) ? 'passed at the second try' : test.status;

const isGood = (test: TestResult): boolean => !hasFailed(test) && !isUnsteady(test);

/** The tests that did not end the same in all runs, failed, or needed a second try. */
export function waveringIn(runs: ReadonlyArray<readonly PartResult[]>): Wavering[] {
	// Several tests may have one name.
	const seen = new Map<string, TestResult[][]>();
	for (const [index, parts] of runs.entries()) {
		for (const { part, tests = [] } of parts) {
			for (const test of tests) {
				const key = `${part}: ${test.file}: ${test.name}`;
				const inRuns = seen.get(key) ?? runs.map(() => []);
				inRuns[index].push(test);
				seen.set(key, inRuns);
			}
		}
	}
	return [...seen].flatMap(([key, inRuns]) => {
		const tests = inRuns.flat();
		const each = inRuns.map((ofRun) => ofRun.map(outcomeOf).sort().join());
		if (new Set(each).size === 1 && tests.every(isGood)) return [];
		const inOne = Math.max(...inRuns.map(({ length }) => length));
		const missing = runs.length * inOne - tests.length;
		const all = [...tests.map(outcomeOf), ...Array.from({ length: missing }, () => 'not there')];
		const counted = [...new Set(all)].map(
			(outcome) => `${all.filter((one) => one === outcome).length} × ${outcome}`,
		);
		const { error, firstError } = tests.find((test) => !isGood(test)) ?? {};
		const title = key.slice(0, most.ofTitle);
		return [{ title, outcomes: counted.join(', '), error: error ?? firstError }];
	});
}

/** These tests in words, with their first errors. */
export const saidOf = (wavering: readonly Wavering[]): string =>
	explained(
		wavering.map(({ title, outcomes, error }) => ({ title: `${title}: ${outcomes}`, error })),
	).join('\n');
