import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { repositoryFolder } from '../../../n8n/files';
import { until } from '../../../n8n/until';
import { runTypescript } from '../../support/run-typescript';

interface MadeUpPart {
	name: string;
	programs: string[][];
	env?: Record<string, string>;
	hasTests?: boolean;
	minutes?: number;
}

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'accounting-sync-parts-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

/** Starts parts, as `npm run gate` does. */
function start(parts: MadeUpPart[], ...words: string[]) {
	const script = join(__dirname, 'support', 'run.ts');
	const child = spawn(
		process.execPath,
		[...runTypescript, script, JSON.stringify(parts), ...words],
		{ cwd: repositoryFolder },
	);
	const output: string[] = [];
	child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
	child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text));
	const ended = new Promise<{ status: number | null; said: string }>((resolve, reject) => {
		child.once('error', reject).once('close', (status) => {
			resolve({ status, said: stripVTControlCharacters(output.join('')) });
		});
	});
	return { child, ended };
}

const run = async (parts: MadeUpPart[], ...words: string[]) => await start(parts, ...words).ended;

/** A part with the tests of these files, with the second try that tests in a real n8n have. */
async function partWith(files: Record<string, string>): Promise<MadeUpPart> {
	const tests = await mkdtemp(join(folder, 'tests-'));
	const second = join(repositoryFolder, 'test', 'jest', 'second-try.js');
	const config = { rootDir: tests, setupFilesAfterEnv: [second], testMatch: ['**/*.test.js'] };
	for (const [name, text] of Object.entries(files)) await writeFile(join(tests, name), text);
	const jest = join(repositoryFolder, 'node_modules', '.bin', 'jest');
	return {
		name: 'made-up',
		programs: [[jest, '--config', JSON.stringify(config)]],
		hasTests: true,
	};
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

const node = (...codes: string[]): string[][] =>
	codes.map((code) => [process.execPath, '-e', code, '--']);
const lastLine = (said: string) => said.trimEnd().split('\n').at(-1);

it('counts the tests of parts, and each part without tests as one, and passes with what only a second try passed', async () => {
	const tests = await partWith({
		'a.test.js': `test('one', () => {}); test('two', () => {}); let tries = 0; test('late', () => { tries += 1; if (tries < 2) throw new Error('late'); }); xtest('three', () => {});`,
	});
	const { status, said } = await run([tests, { name: 'check', programs: node('') }]);
	expect(lastLine(said)).toBe('4 passed, 0 failed');
	expect(said).toMatch(/made-up\s*│\s*3\s*│\s*0\s*│\s*1\s*│\s*1/);
	expect(status).toBe(0);
});

it('passes on the words of whoever asks for a part of a part', async () => {
	const one = `test('one', () => {});`;
	const tests = await partWith({ 'a.test.js': one, 'b.test.js': one });
	const { said } = await run([tests], '/b.test');
	expect(lastLine(said)).toBe('1 passed, 0 failed');
	expect(said).toMatch(/PASS .*b\.test\.js/);
});

it('says which tests failed, and why, also those that pass only at a second try, and goes on with the next part', async () => {
	const tests = await partWith({
		'a.test.js': `
			const tries = { flaky: 0, bad: 0 };
			test('is flaky', () => { tries.flaky += 1; if (tries.flaky < 2) throw new Error('missed a key'); });
			test('comes after it', () => { expect(tries.flaky).toBe(2); });
			test('is bad', () => { tries.bad += 1; if (tries.bad < 3) throw new Error('written twice'); });
		`,
		'b.test.js': `require('./not-there');`,
		'c.test.js': `test('is good', () => {}); afterAll(() => { throw new Error('left open'); });`,
	});
	const { status, said } = await run([tests, { name: 'check', programs: node('') }]);
	const [, failed, unsteady] = said.split(/== failed\n|== passed only at the second try\n/);
	expect(failed).toMatch(/^made-up: .*a\.test\.js: is bad\n {4}Error: written twice\n/m);
	expect(failed).toMatch(/^made-up: .*b\.test\.js: could not be run\n(.*\n)*.*Cannot find module/m);
	expect(failed).toMatch(/^made-up: .*c\.test\.js: failed around its tests\n {4}.*left open/m);
	expect(unsteady).toMatch(/^unsteady: made-up: .*a\.test\.js: is flaky\n {4}Error: missed a key/);
	expect(unsteady.match(/^unsteady/gm)).toHaveLength(1);
	expect(lastLine(said)).toBe('4 passed, 3 failed');
	expect(status).toBe(1);
});

it.each([
	[
		'a step that fails, and does not begin the next',
		{ name: 'check', programs: node('process.exitCode = 3', 'console.log("a step too many")') },
		/^(?![^]*a step too many)[^]*check: failed \(status 3\)/,
	],
	[
		'a part that is killed',
		{ name: 'check', programs: node('process.kill(process.pid, "SIGKILL")') },
		/check: failed \(status 1\)/,
	],
	[
		'a part without its variables',
		{
			name: 'check',
			programs: node('process.exitCode = process.env.A_VARIABLE === "b" ? 4 : 5'),
			env: { A_VARIABLE: 'b' },
		},
		/check: failed \(status 4\)/,
	],
	[
		'results that can not be read',
		{
			name: 'tests',
			programs: node('require("fs").mkdirSync(process.env.RESULTS_FILE)'),
			hasTests: true,
		},
		/tests: EISDIR/,
	],
	[
		'a part that fails',
		{ name: 'check', programs: node('process.exitCode = 3') },
		/check: failed \(status 3\)/,
	],
	[
		'a part whose tests never began',
		{ name: 'tests', programs: node(''), hasTests: true },
		/before its tests had begun/,
	],
	[
		'a program that is not there',
		{ name: 'check', programs: [['no-such-program']] },
		/no-such-program/,
	],
])('fails with %s', async (_, part, reason) => {
	const { status, said } = await run([part, { name: 'other', programs: node('') }]);
	expect(said).toMatch(reason);
	expect(lastLine(said)).toBe('1 passed, 1 failed');
	expect(status).toBe(1);
});

it('ends a part that takes too long, and goes on', async () => {
	const hangs = 'setInterval(() => {}, 1000)';
	const { status, said } = await run([
		{ name: 'hanging', programs: node('', hangs, 'console.log("too much")'), minutes: 1 / 60 },
		{ name: 'other', programs: node('') },
	]);
	expect(said).toContain('hanging: was ended after');
	expect(said).not.toContain('too much');
	expect(lastLine(said)).toBe('1 passed, 1 failed');
	expect(status).toBe(1);
});

it.each([
	['SIGTERM', []],
	['SIGINT', []],
	['SIGTERM', ['2']],
] as const)('ends everything at %s (%j), and begins nothing new', async (signal, words) => {
	const file = join(folder, 'started');
	// Neither of the two ends by itself; the second does not listen.
	const deaf = `for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {}); require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`;
	const hangs = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}], { stdio: 'ignore' }); setInterval(() => {}, 1000)`;
	const { child, ended } = start(
		[
			{ name: 'hanging', programs: node(hangs) },
			{ name: 'other', programs: node(`console.log('the other has begun')`) },
		],
		...words,
	);
	const started = await until(
		async () => Number(await readFile(file, 'utf8').catch(() => '')),
		(pid) => pid > 0,
	);
	child.kill(signal);
	const { status, said } = await ended;
	expect(said).not.toContain('the other has begun');
	expect(said).toContain(`Stopped (${signal}).`);
	expect(said).not.toContain('passed each time');
	expect(status).toBe(1);
	await until(
		() => isAlive(started),
		(alive) => !alive,
	);
});

it('begins no further step of a part once the run is to end, also where the last one ended well', async () => {
	const file = join(folder, 'started');
	const endsWell = `process.on('SIGTERM', () => process.exit(0)); require('fs').writeFileSync(${JSON.stringify(file)}, ''); setInterval(() => {}, 1000)`;
	const { child, ended } = start([
		{ name: 'two-steps', programs: node(endsWell, `console.log('a step too many')`) },
	]);
	await until(
		() => existsSync(file),
		(isThere) => isThere,
	);
	child.kill('SIGTERM');
	const { status, said } = await ended;
	expect(said).not.toContain('a step too many');
	expect(said).toContain('two-steps: failed (status 130).');
	expect(status).toBe(1);
});

it('fails when jest ends early as if all were well', async () => {
	const tests = await partWith({
		'a.test.js': `test('one', () => {});`,
		'b.test.js': `test('two', () => process.exit(0));`,
	});
	const { status, said } = await run([tests], '--runInBand');
	expect(said).toContain('made-up: ended before all of its tests had run');
	expect(status).toBe(1);
});

describe('several runs with busy processors', () => {
	it('pass where every test passes each time', async () => {
		const tests = await partWith({ 'a.test.js': `test('one', () => {});` });
		// The limits of a part are those of an idle machine.
		const { status, said } = await run([{ ...tests, minutes: 1 / 6000 }], '2');
		expect(said).toContain('Run 2 of 2');
		expect(lastLine(said)).toBe('Every test passed each time.');
		expect(status).toBe(0);
	});

	it('keep each processor at work while the tests run', async () => {
		const tests = await partWith({
			'a.test.js': `
				const { execFileSync } = require('child_process');
				const { availableParallelism } = require('os');
				test('is not alone', () => {
					const processes = execFileSync('ps', ['-A', '-ww', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\\n');
					const children = processes.filter((line) => line.trim().startsWith(process.ppid + ' '));
					const loops = children.filter((line) => line.includes('for (;;);'));
					expect(loops).toHaveLength(availableParallelism());
				});
			`,
		});
		const { said } = await run([tests], '1');
		expect(lastLine(said)).toBe('Every test passed each time.');
	});

	it('name a test that did not always end the same', async () => {
		const seen = join(folder, 'seen');
		await mkdir(seen);
		const tests = await partWith({
			'a.test.js': `
				const { readdirSync, writeFileSync } = require('fs');
				test('one', () => {
					const before = readdirSync(${JSON.stringify(seen)}).length;
					writeFileSync(${JSON.stringify(seen)} + '/' + before, '');
					if (before === 1 || before === 2) throw new Error('lost a race');
				});
			`,
		});
		const { status, said } = await run([tests], '3');
		expect(said).toMatch(/a\.test\.js: one: 2 × passed, 1 × failed\n {4}Error: lost a race/);
		expect(status).toBe(1);
	});
});
