import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { createDesktopHost } from '../../simulator/host';
import { guaranteesList } from '../conformance/support/guarantees';
import { brokenState, changedService, type Changes } from '../conformance/support/otherwise';
import { runTypescript } from '../support/run-typescript';
import { cleanUp } from './support/process';
import { API_KEY, service, stopServices } from './support/service';

const ROOT = path.resolve(__dirname, '../..');
const PROGRAM = path.join(ROOT, 'test/conformance/run.ts');

/** Runs the command of the conformance suite. */
const run = (...words: string[]) =>
	promisify(execFile)(process.execPath, [...runTypescript, PROGRAM, ...words], {
		cwd: ROOT,
		maxBuffer: 64 * 1024 * 1024,
	});

const closing: { close(): void }[] = [];

/** Runs it against a service that makes other choices than the local one. */
async function runAgainst(changes: Changes, ...words: string[]) {
	const changed = await changedService((await service()).baseUrl, changes);
	closing.push(changed);
	return run('--base-url', changed.baseUrl, '--api-key', API_KEY, ...words);
}

// Each one runs the suite in a process of its own.
jest.setTimeout(600_000);

describe('the conformance suite, pointed at a service', () => {
	afterAll(async () => {
		for (const each of closing) each.close();
		await stopServices();
		await cleanUp();
	});

	it('prints a table, and says of what it does not ask why', async () => {
		const { baseUrl } = await service({ desktops: createDesktopHost() });
		const words = ['--base-url', `${baseUrl}/`, '--api-key', API_KEY, '--section', '6'];
		const { stdout } = await run(...words);
		expect(stdout).toMatch(/6 Events\s*│\s*0 │\s*0 │\s*3 │\s*0 │\s*0 │\s*17 │/);
		expect(stdout).toContain('this service runs a simulated desktop for every connection');
		expect(stdout).toContain('What this means for the nodes');
		expect(stdout).toContain('page is a number from 1');
	});

	it('fails a service that breaks a sentence of the interface', async () => {
		await expect(runAgainst(brokenState, '--section', '3')).rejects.toMatchObject({
			code: 1,
			stdout: expect.stringContaining(
				'FAILED 3 States and transitions: a newly queued request is waiting, its webhook not applicable',
			),
		});
	});

	it('says of a service with other settings what was seen, and does not fail', async () => {
		const { baseUrl } = await service({ webhookTries: [0] });
		const words = ['--base-url', baseUrl, '--api-key', API_KEY, '--section', '6'];
		const { stdout } = await run(...words);
		expect(stdout).toMatch(
			/otherwise 6 Events: 2\. a delivery that was not accepted is tried again.*\n {2}seen: .*failed/,
		);
		expect(stdout).toContain('none was seen while the suite watched');
	});

	it('says in a sentence that a key is not accepted', async () => {
		const { baseUrl } = await service();
		await expect(run('--base-url', baseUrl, '--api-key', 'wrong')).rejects.toMatchObject({
			code: 1,
			stderr: `${baseUrl} does not accept the API key.\n`,
		});
	});
});

describe('the list of guarantees', () => {
	it('has entries in Markdown under each question', () => {
		const questions = guaranteesList().split(/\n\n(?=\*\*)/);
		expect(questions.length).toBeGreaterThan(10);
		for (const question of questions) {
			expect(question).toMatch(
				/^\*\*[^*\n]+\*\*\n(?:\n- \*[^*\n]+:\* [^\n]+)(?:\n- \*[^*\n]+:\* [^\n]+)*$/,
			);
		}
	});
});
