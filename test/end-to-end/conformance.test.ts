import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { Cleanup } from '../../n8n/processes/cleanup';
import { runCommand } from '../../n8n/processes/command';
import { startSeveralServices } from '../../n8n/stack/several-services';
import type { Found } from '../conformance/support/guarantees';
import {
	changedService,
	type Changes,
	everythingOtherwise,
} from '../conformance/support/otherwise';
import type { Checked } from '../conformance/support/report';
import { cleanUp, temporaryFolder } from '../service/support/process';
import { API_KEY, service, stopServices } from '../service/support/service';

const ROOT = path.resolve(__dirname, '../..');
const PROGRAM = path.join(ROOT, 'test/conformance/run.ts');
const SECRET = 'a secret of the suite';

/** Runs the command of the conformance suite; what it prints. */
const run = async (...words: string[]) =>
	await runCommand(process.execPath, ['--import', require.resolve('tsx'), PROGRAM, ...words], {
		cwd: ROOT,
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

describe('the conformance suite, all of it', () => {
	it('fails nothing where each call may reach another of three processes', async () => {
		const cleanup = new Cleanup();
		try {
			const { baseUrl } = await startSeveralServices(
				{ webhookSecret: SECRET, webhookTries: [0, 0.05, 0.05] },
				API_KEY,
				3,
				cleanup,
			);
			const words = ['--base-url', baseUrl, '--api-key', API_KEY, '--webhook-secret', SECRET];
			const json = path.join(await temporaryFolder(), 'report.json');
			await run(...words, '--json', json);
			const { statements }: Report = JSON.parse(await readFile(json, 'utf8'));
			expect(statements.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
			const kept = statements.filter(({ outcome }) => outcome === 'passed');
			expect(kept.length).toBeGreaterThan(100);
		} finally {
			await cleanup.run();
		}
	});

	afterAll(async () => {
		for (const each of closing) each.close();
		await stopServices();
		await cleanUp();
	});

	it('fails no service that decides otherwise where the interface is silent', async () => {
		const json = path.join(await temporaryFolder(), 'report.json');
		const printed = await runAgainst(everythingOtherwise, '--json', json);
		const { statements, readings }: Report = JSON.parse(await readFile(json, 'utf8'));
		expect(statements.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
		expect(printed).not.toContain('FAILED');
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
	});
});
