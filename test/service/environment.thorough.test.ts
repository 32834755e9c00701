import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { prepareEnvironment } from '../../service/command-line/environment';
import { apiClient } from './support/api-client';
import { cleanUp, run, startProcess, temporaryFolder } from './support/process';

describe('the environment', () => {
	let folder: string;
	let database: string;
	beforeEach(async () => {
		folder = await temporaryFolder();
		database = path.join(folder, 'data.sqlite');
	});
	afterEach(cleanUp);

	it('gives options, secrets from files, and several keys on lines', async () => {
		const keys = path.join(folder, 'keys');
		await writeFile(keys, 'first-key\nsecond-key\n');
		const { welcome, baseUrl } = await startProcess([], folder, {
			ACCOUNTING_SYNC_DATABASE: database,
			ACCOUNTING_SYNC_API_KEY_FILE: keys,
			ACCOUNTING_SYNC_LOG: '',
		});
		expect(welcome).toContain(`data in ${database}\n`);
		for (const key of ['first-key', 'second-key'])
			expect((await apiClient(baseUrl, key)('GET', '/connections')).status).toBe(200);
	});

	it('comes after the command line', async () => {
		const { welcome } = await startProcess(['--api-key', 'key', '--database', database], folder, {
			ACCOUNTING_SYNC_DATABASE: path.join(folder, 'other.sqlite'),
		});
		expect(welcome).toContain(`data in ${database}\n`);
	});

	it('gives the database to the other commands too', async () => {
		await mkdir(path.join(folder, 'deep'));
		const deep = path.join(folder, 'deep', 'data.sqlite');
		const { code } = await run(['application', 'list'], folder, {
			ACCOUNTING_SYNC_DATABASE: deep,
		}).ended;
		expect(code).toBe(0);
		expect((await readFile(deep)).subarray(0, 15).toString()).toBe('SQLite format 3');
	});

	it.each([
		[{ ACCOUNTING_SYNC_PORT: 'x' }, "'ACCOUNTING_SYNC_PORT' is invalid. It must be a whole number"],
		[{ ACCOUNTING_SYNC_LOG: 'all' }, 'ACCOUNTING_SYNC_LOG'],
		[{ ACCOUNTING_SYNC_API_KEY_FILE: '/nowhere/key' }, 'ACCOUNTING_SYNC_API_KEY_FILE names'],
	])('with a mistake ends the program with a sentence: %j', async (variables, expected) => {
		const { code, log, output } = await run(['--database', database], folder, variables).ended;
		expect(code).toBe(1);
		expect(log).toContain(expected);
		expect(log).not.toContain('    at ');
		expect(output).toBe('');
	});

	it('is named by the help for each option', async () => {
		const { output } = await run(['--help']).ended;
		const options = [...output.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option]) => option);
		const variables = [...output.replace(/\s+/g, ' ').matchAll(/env: (\w+)/g)].map(
			([, variable]) => variable,
		);
		expect(options.length).toBeGreaterThan(10);
		expect(variables).toEqual(
			options.map(
				(option) => `ACCOUNTING_SYNC_${option.slice(2).replaceAll('-', '_').toUpperCase()}`,
			),
		);
	});

	it('does not take a value twice, nor an empty file', async () => {
		const empty = path.join(folder, 'empty');
		await writeFile(empty, '\n');
		expect(() =>
			prepareEnvironment({ ACCOUNTING_SYNC_API_KEY: 'a', ACCOUNTING_SYNC_API_KEY_FILE: empty }),
		).toThrow('Both ACCOUNTING_SYNC_API_KEY and ACCOUNTING_SYNC_API_KEY_FILE are set.');
		expect(() => prepareEnvironment({ ACCOUNTING_SYNC_API_KEY_FILE: empty })).toThrow('is empty');
	});

	it('leaves the variables of others alone', () => {
		const others = { OTHER_FILE: '/nowhere', OTHER: '' };
		const environment = { ...others, ACCOUNTING_SYNC_HOST: '' };
		prepareEnvironment(environment);
		expect(environment).toEqual(others);
	});
});
