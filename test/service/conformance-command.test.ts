import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDesktopHost } from '../../simulator/host';
import { guaranteesTable, type Found } from '../conformance/support/guarantees';
import {
	brokenState,
	changedService,
	everythingOtherwise,
	type Changes,
} from '../conformance/support/otherwise';
import type { Checked } from '../conformance/support/report';
import { cleanUp, temporaryFolder } from './support/process';
import { API_KEY, service, stopServices } from './support/service';

const ROOT = path.resolve(__dirname, '../..');
const PROGRAM = path.join(ROOT, 'test/conformance/run.ts');
const A_WHOLE_RUN_MILLISECONDS = 240_000;

/** Runs the command of the conformance suite. */
const run = (...words: string[]) =>
	promisify(execFile)(process.execPath, ['--import', require.resolve('tsx'), PROGRAM, ...words], {
		cwd: ROOT,
		maxBuffer: 64 * 1024 * 1024,
	});

const closing: { close(): void }[] = [];

/** Runs it against a service that decides otherwise than the local one. */
async function runAgainst(changes: Changes, ...words: string[]) {
	const changed = await changedService((await service()).baseUrl, changes);
	closing.push(changed);
	return run('--base-url', changed.baseUrl, '--api-key', API_KEY, ...words);
}

interface Report {
	readonly statements: readonly Checked[];
	readonly readings: readonly Found[];
}

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

	it(
		'fails no service that decides otherwise where the interface is silent',
		async () => {
			const json = path.join(await temporaryFolder(), 'report.json');
			const { stdout } = await runAgainst(everythingOtherwise, '--json', json);
			const { statements, readings }: Report = JSON.parse(await readFile(json, 'utf8'));
			expect(statements.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
			expect(stdout).not.toContain('FAILED');
			const otherwise = statements.filter(({ outcome }) => outcome === 'otherwise');
			expect(otherwise.every(({ kind }) => kind === 'decided')).toBe(true);
			expect(otherwise.map(({ statement }) => statement)).toEqual(
				expect.arrayContaining([
					'GET …/customers answers 202',
					'an empty list is one page',
					'both forms of the response are present, the XML word by word',
					'the payload of a completed request has its response, and error is null',
				]),
			);
			const found = Object.fromEntries(readings.map(({ topic, reading }) => [topic, reading]));
			expect(found).toMatchObject({
				identifier: 'their records do not show it',
				search: 'no request shows the identifier that it would have to find',
				listRequest: 'they do not',
				listAnswer: 'they do not',
				idempotencyKey: expect.stringContaining('queued again'),
				responseJson: 'another one, or none, with response_xml beside it',
				answerIdentifier: 'it does not',
				refusal: 'the request is in state error, with an error object',
				pages: 'page is a number from 1',
				delivery: 'the ID with some facts, but not the answer',
				deliveredPages: 'they do not',
				secondTries: 'there are some',
				signature: 'not in the header that the trigger expects',
			});
		},
		A_WHOLE_RUN_MILLISECONDS,
	);

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

describe('the table of guarantees', () => {
	it('is a table in Markdown with a row for each reading', () => {
		const [head, line, ...rows] = guaranteesTable().split('\n');
		expect([head.split('|').length, line]).toEqual([5, '|---|---|---|']);
		expect(rows.length).toBeGreaterThan(30);
		for (const row of rows) expect(row).toMatch(/^\| [^|]* \| [^|]+ \| [^|]+ \|$/);
	});
});
