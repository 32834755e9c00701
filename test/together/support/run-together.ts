import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const tests = join(__dirname, '..', '..');

/**
 * The test files of a folder that share a sandbox with others. `*.thorough.test.ts` take too long, and what `*.apart.test.ts`
 * change or look at belongs to the whole process.
 */
const filesOf = (folder: string): string[] =>
	readdirSync(join(tests, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => /(?<!\.apart|\.postgres|\.thorough)\.test\.ts$/.test(file))
		.map((file) => join(tests, folder, file))
		.sort();

/** One of so many parts of these files, each as long as the others. */
export const partOf = (folder: string, part: number, parts: number): string[] =>
	filesOf(folder).filter((_file, index) => index % parts === part - 1);

/**
 * Runs the test files of a folder in one sandbox, where n8n's engine and the libraries are loaded once for all of them. A file
 * that is added to the folder is among them.
 */
export function runTogether(folder: string, part = 1, parts = 1): void {
	for (const file of partOf(folder, part, parts)) {
		describe(relative(tests, file), () => {
			afterAll(() => {
				jest.restoreAllMocks();
				jest.useRealTimers();
			});
			jest.requireActual(file);
		});
	}
}
