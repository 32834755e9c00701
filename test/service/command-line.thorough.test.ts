import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { until } from '../../n8n/until';
import { apiClient } from './support/api-client';
import { cleanUp, run, startProcess, temporaryFolder } from './support/process';

describe('command line', () => {
	let folder: string;
	let database: string;
	beforeEach(async () => {
		folder = await temporaryFolder();
		database = path.join(folder, 'deep', 'data.sqlite');
	});
	afterEach(cleanUp);

	it.each(['SIGTERM', 'SIGINT'] as const)(
		'says where it is and stops cleanly on %s',
		async (signal) => {
			const service = await startProcess(['--api-key', 'my-own', '--database', database]);
			expect(service.welcome).toContain(
				`Accounting Sync Service at ${service.baseUrl}, data in ${database}\n`,
			);
			expect((await apiClient(service.baseUrl, 'my-own')('GET', '/connections')).status).toBe(200);
			const { code, output } = await service.end(signal);
			expect(code).toBe(0);
			expect(output).toBe(service.welcome);
			expect(output).not.toContain('my-own');
		},
	);

	it('makes an API key when none is given, and the same one for the same data, and says where it is', async () => {
		const keyOf = async ({ welcome }: { welcome: string }) =>
			(await readFile(/API Key +is in the file (\S+)/.exec(welcome)?.[1] ?? '', 'utf8')).trim();
		const first = await startProcess(['--database', database]);
		const key = await keyOf(first);
		const created = await apiClient(first.baseUrl, key)('POST', '/connections');
		expect(created.status).toBe(201);
		expect((await stat(`${database}.api-key`)).mode & 0o077).toBe(0);
		// Whatever is printed to no terminal ends up in a log, such as systemd's journal.
		const { output, log } = await first.end('SIGTERM');
		expect(`${output}${log}`).not.toContain(key);
		const second = await startProcess(['--database', database]);
		expect(await keyOf(second)).toBe(key);
		const { body } = await apiClient(second.baseUrl, key)('GET', '/connections');
		expect(body.data.map(({ id }) => id)).toEqual([created.body.data.id]);
	});

	it.each([
		['says so when others can reach it with a key that was made', ['--host', '0.0.0.0'], true],
		['needs no warning with a key of one’s own', ['--host', '0.0.0.0', '--api-key', 'key'], false],
		['listens on this machine alone unless told otherwise', [], false],
	])('%s', async (_case, words, isWarned) => {
		const service = await startProcess([...words, '--database', database]);
		const { log } = await service.end('SIGTERM');
		expect(log.includes('other machines can reach it')).toBe(isWarned);
		expect(log.includes('--api-key')).toBe(isWarned);
	});

	it('attaches simulated desktops only on request when it is told so', async () => {
		const words = ['--api-key', 'key', '--database', database, '--simulate', 'on-request'];
		const { baseUrl } = await startProcess(words);
		const { body } = await apiClient(baseUrl, 'key')('POST', '/connections');
		expect(body.data.type).toBe('standard');
		const page = await fetch(body.data.links.onboarding);
		expect(await page.text()).toContain('Connect a simulated desktop');
	});

	it('keeps its data in a file that it names when none is given', async () => {
		const { welcome, baseUrl } = await startProcess(['--api-key', 'key'], folder);
		await apiClient(baseUrl, 'key')('POST', '/connections');
		const file = /data in (\S+)/.exec(welcome)?.[1] ?? '';
		expect(file.startsWith(folder)).toBe(true);
		expect((await stat(file)).size).toBeGreaterThan(0);
	});

	it.each([
		[['--port', 'x'], '--port'],
		[['--api-key', 'with:colon'], 'colon'],
		[['--webhook-tries', '0,soon'], 'seconds'],
	])('refuses %j with a sentence', async (words, expected) => {
		const { code, log, output } = await run([...words, '--database', database]).ended;
		expect(code).toBe(1);
		expect(log).toContain(expected);
		expect(output).toBe('');
	});

	it('says which port is taken and ends with status 1', async () => {
		const other = createServer().listen(0, '127.0.0.1');
		await once(other, 'listening');
		const { port } = other.address() as AddressInfo;
		const { code, log } = await run(['--port', String(port), '--database', database]).ended;
		other.close();
		expect(code).toBe(1);
		expect(log).toContain(String(port));
	});

	it('leaves a database to the service that has it, until that ends in whatever way', async () => {
		const words = ['--api-key', 'key', '--database', database];
		const first = await startProcess(words);
		const { code, log } = await run([...words, '--port', '0']).ended;
		expect(code).toBe(1);
		expect(log).toBe(
			`Another service is working on ${database}. Stop it first, or give this one another file with --database.\n`,
		);
		expect((await apiClient(first.baseUrl, 'key')('GET', '/connections')).status).toBe(200);
		await first.end('SIGKILL');
		const next = await startProcess(words);
		expect((await apiClient(next.baseUrl, 'key')('GET', '/connections')).status).toBe(200);
	});

	it('makes a new database once, by programs that start at the same time', async () => {
		const programs = [1, 2, 3].map(() => run(['application', 'list', '--database', database]));
		for (const { code, log } of await Promise.all(programs.map(({ ended }) => ended)))
			expect({ code, log }).toEqual({ code: 0, log: '' });
	});

	it('has one simulated connection for each new application with --simulate', async () => {
		const words = ['--api-key', 'one', '--api-key', 'two', '--database', database, '--simulate'];
		const first = await startProcess(words);
		const listed = async (baseUrl: string, key: string) =>
			(await apiClient(baseUrl, key)('GET', '/connections')).body.data;
		const connections = await listed(first.baseUrl, 'one');
		expect(connections).toEqual([
			expect.objectContaining({ name: 'Simulated company', type: 'simulated' }),
		]);
		expect(await listed(first.baseUrl, 'two')).toHaveLength(1);
		await first.end('SIGTERM');
		const second = await startProcess(words);
		expect((await listed(second.baseUrl, 'one')).map(({ id }) => id)).toEqual([connections[0].id]);
	});

	it('runs a simulated desktop for every connection with --simulate', async () => {
		const words = ['--api-key', 'key', '--database', database, '--simulate'];
		const { baseUrl } = await startProcess(words);
		const api = apiClient(baseUrl, 'key');
		const { id, type } = (await api('POST', '/connections')).body.data;
		expect(type).toBe('simulated');
		const queued = (await api('GET', `/connections/${id}/customers`)).body.data;
		const record = await until(
			async () => (await api('GET', `/queued_requests/${queued.id}`)).body.data,
			({ state }) => state === 'response_received',
		);
		expect(record.response_xml).toContain('<CustomerRet>');
		const connection = (await api('GET', `/connections/${id}`)).body.data;
		expect(connection.company_file).not.toBeNull();
		expect(connection.name).not.toBe('');
	});
});
