import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const tests = join(__dirname, '..', '..');

/** What runs in `npm test`: `*.longer.test.ts` run in the gate, `*.thorough.test.ts` take too long for that as well. */
const USUAL = /(?<!\.apart|\.postgres|\.longer|\.thorough)\.test\.ts$/;

const LONGER = /\.longer\.test\.ts$/;

/**
 * The test files of a folder that share a sandbox with others. What `*.apart.test.ts` change or look at belongs to the whole
 * process.
 */
const filesOf = (folder: string, names: RegExp): string[] =>
	readdirSync(join(tests, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => names.test(file))
		.map((file) => join(tests, folder, file))
		.sort();

/** One of so many parts of these files, each as long as the others. */
const partOf = (files: readonly string[], part: number, parts: number): string[] =>
	files.filter((_file, index) => index % parts === part - 1);

/** What `runTogether` runs. */
export const usualPart = (folder: string, part = 1, parts = 1): string[] =>
	partOf(filesOf(folder, USUAL), part, parts);

/** What `runLonger` runs. */
export const longerPart = (folder: string, part = 1, parts = 1): string[] =>
	partOf(filesOf(folder, LONGER), part, parts);

function run(files: readonly string[]): void {
	for (const file of files) {
		describe(relative(tests, file), () => {
			afterAll(() => {
				jest.restoreAllMocks();
				jest.useRealTimers();
			});
			jest.requireActual(file);
		});
	}
}

/**
 * Runs the test files of a folder in one sandbox, where n8n's engine and the libraries are loaded once for all of them. A file
 * that is added to the folder is among them.
 */
export function runTogether(folder: string, part?: number, parts?: number): void {
	run(usualPart(folder, part, parts));
}

/** Runs those that take longer in the same way. */
export function runLonger(folder: string, part?: number, parts?: number): void {
	run(longerPart(folder, part, parts));
}
