import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { commands } from '../../build/commands';
import { scripts } from '../../package.json';
import { longerPart, usualPart } from './support/run-together';

const tests = join(__dirname, '..');
const isTest = (file: string): boolean => file.endsWith('.test.ts');

const allFiles = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter(isTest).sort();

/** Which files a call of jest runs, by the folders and the pattern in its words. */
function runBy(words: readonly string[]): string[] {
	const after = words.slice(words.indexOf('--selectProjects') + 1);
	const end = after.findIndex((word) => word.startsWith('-'));
	const folders = end < 0 ? after : after.slice(0, end);
	const [pattern = ''] = words.flatMap((word) => word.split('--testPathPatterns=').slice(1));
	return allFiles.filter(
		(file) => folders.includes(file.split('/')[0]) && new RegExp(pattern).test(`test/${file}`),
	);
}

/** What the files of a folder run, which call this function. */
const runIn = (folder: string, name: string, part: typeof usualPart): string[] =>
	readdirSync(join(tests, folder))
		.filter(isTest)
		.flatMap((file) => [
			...readFileSync(join(tests, folder, file), 'utf8').matchAll(
				new RegExp(`^${name}\\('([\\w-]+)'(?:, (\\d+), (\\d+))?\\);$`, 'gm'),
			),
		])
		.flatMap(([, of, number = 1, parts = 1]) => part(of, Number(number), Number(parts)))
		.map((file) => relative(tests, file));

/** Runs on another database what others run as well. */
const AGAIN = 'postgres';

test('every test file is run by one command, once', () => {
	const onDatabase = allFiles.filter((file) => file.endsWith('.postgres.test.ts'));
	const { longer } = commands.gate.tasks;
	const byTasks = Object.entries({ ...commands['test:all'].tasks, longer })
		.filter(([name]) => name !== AGAIN)
		.map(([, { steps }]) => steps[steps.length - 1]([]))
		.filter(([program]) => program === 'jest')
		.flatMap(runBy);
	const byNpmTest = runBy(scripts.test.replaceAll('"', '').split(' '));
	const together = [
		...runIn('together', 'runTogether', usualPart),
		...runIn('longer', 'runLonger', longerPart),
	];
	expect([...together, ...byNpmTest, ...byTasks, ...onDatabase].sort()).toEqual(allFiles);
});

test('the gate has the files in a real n8n that it names', () => {
	const { steps } = commands.gate.tasks['end-to-end'];
	expect(runBy(steps[steps.length - 1]([]))).toEqual(
		['demo', 'first-invoice', 'operations', 'trigger-demo', 'waiting'].map(
			(name) => `end-to-end/${name}.test.ts`,
		),
	);
});
