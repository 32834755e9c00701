import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { commands } from '../../../build/commands';
import { repositoryFolder } from '../../../n8n/files';
import { runTypescript } from '../../support/run-typescript';
import { seed } from '../../support/seed';

/** What `npm run COMMAND -- WORDS` comes to. */
function run(...words: string[]) {
	const args = [...runTypescript, join(repositoryFolder, 'build', 'main.ts'), ...words];
	const { status, stderr, stdout } = spawnSync(process.execPath, args, {
		cwd: repositoryFolder,
		encoding: 'utf8',
	});
	return { status, said: stderr, begun: stdout };
}

it.each([
	['a name that is not there', ['gate', 'tets']],
	['a name that every object has', ['gate', 'constructor']],
	['a second name that is not there', ['test:all', 'thorough', 'postgress']],
	['nothing where there is no usual part', ['bench']],
	['no number', ['test:steady', 'thorough']],
	['a number and no tests', ['test:steady', '2', 'check']],
	['a number, and tests beside something else', ['test:steady', '2', 'thorough', 'check']],
	['a number and a name that is not there', ['test:steady', '2', 'thorogh']],
])('says which names there are when it is given %s, and begins nothing', (_, words) => {
	const { status, said, begun } = run(...words);
	expect(said).toMatch(/npm run .*: (test|thorough|nodes), /);
	expect(begun).toBe('');
	expect(status).toBe(1);
});

it('gives the words behind a name to jest, in place of the paths of the part', () => {
	const { steps } = commands.gate.tasks['end-to-end'];
	const wordsOf = (...words: string[]) => steps[steps.length - 1](words).slice(0, 3);
	expect(wordsOf('--reporters=default')[2]).toMatch(/^--testPathPatterns=/);
	expect(wordsOf('/demo', '--bail')).toEqual(['jest', '/demo', '--bail']);
});

describe('the gate', () => {
	const { all, tasks } = commands.gate;

	it('has all its parts, each with a limit, and counts the tests of all that have some', () => {
		expect(Object.keys(tasks)).toEqual(all);
		expect(all).toEqual(['test', 'longer', 'check', 'package', 'postgres', 'lawful', 'end-to-end']);
		for (const name of all) {
			expect(tasks[name].minutes).toBeLessThan(15);
			expect(tasks[name].hasTests ?? false).toBe(name !== 'check');
		}
	});

	it('draws the same at random each time', () => {
		expect(String(seed)).toBe(process.env.TEST_SEED ?? '1');
	});
});
