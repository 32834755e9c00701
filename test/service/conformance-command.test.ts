import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDesktopHost } from '../../simulator/host';
import { API_KEY, service, stopServices } from './support/service';

const ROOT = path.resolve(__dirname, '../..');
const PROGRAM = path.join(ROOT, 'test/conformance/run.ts');

/** Runs the command of the conformance suite. */
const run = (...words: string[]) =>
	promisify(execFile)(process.execPath, ['--import', require.resolve('tsx'), PROGRAM, ...words], {
		cwd: ROOT,
	});

describe('the conformance suite, pointed at a service', () => {
	afterAll(stopServices);

	it('prints a table, and says of what it cannot check why', async () => {
		const { baseUrl } = await service({ desktops: createDesktopHost() });
		const words = ['--base-url', `${baseUrl}/`, '--api-key', API_KEY, '--section', '6'];
		const { stdout } = await run(...words);
		expect(stdout).toMatch(/6 Events\s*│\s*18 │\s*0 │\s*0 │\s*18 │/);
		expect(stdout).toContain('this service runs a simulated desktop for every connection');
	});

	it('fails when a statement does not hold', async () => {
		const { baseUrl } = await service({ webhookTries: [0] });
		const words = ['--base-url', baseUrl, '--api-key', API_KEY, '--section', '6'];
		await expect(run(...words)).rejects.toMatchObject({
			code: 1,
			stdout: expect.stringContaining('FAILED 6 Events: 2. each try is recorded'),
		});
	});

	it('says in a sentence that a key is not accepted', async () => {
		const { baseUrl } = await service();
		await expect(run('--base-url', baseUrl, '--api-key', 'wrong')).rejects.toMatchObject({
			code: 1,
			stderr: `${baseUrl} does not accept the API key.\n`,
		});
	});
});
