import { createHash } from 'node:crypto';
import {
	chmod,
	copyFile,
	readdir,
	readFile,
	rm,
	stat,
	unlink,
	utimes,
	writeFile,
} from 'node:fs/promises';
import path from 'node:path';

import { examined, settled } from './support/examined';
import { cleanUp, run, temporaryFolder } from './support/process';
import { service, stopServices, type TestService } from './support/service';

describe('the doctor of an SQLite file', () => {
	let folder: string;
	let database: string;
	let running: TestService;

	beforeEach(async () => {
		folder = await temporaryFolder();
		database = path.join(folder, 'service.sqlite');
		running = await service({ database });
		await settled(running);
	});
	afterEach(async () => {
		await stopServices();
		await cleanUp();
	});

	/** Every file of the folder as it is, but some. */
	async function files(but = /^$/): Promise<Record<string, string>> {
		const names = (await readdir(folder)).sort().filter((name) => !but.test(name));
		const entries = names.map(async (name) => {
			const file = path.join(folder, name);
			const { mtimeMs, mode, size } = await stat(file);
			const hash = createHash('sha256')
				.update(await readFile(file))
				.digest('hex');
			return [name, `${mtimeMs} ${mode} ${size} ${hash}`] as const;
		});
		return Object.fromEntries(await Promise.all(entries));
	}

	it('touches no file, after a stop and after a crash', async () => {
		await running.connect();
		await running.stop();
		const stopped = await files();
		await examined(database);
		expect(await files()).toEqual(stopped);
		// As a copy lies there, with nothing beside it. Which connection closes last says whether these were there.
		for (const end of ['-wal', '-shm']) await rm(`${database}${end}`, { force: true });
		const alone = await files();
		await examined(database);
		expect(await files()).toEqual(alone);
		// As a process that was killed leaves it. SQLite keeps the map of the changes, which is no data, in the third file.
		await writeFile(`${database}-wal`, '', { mode: 0o600 });
		const killed = await files(/-shm$/);
		await examined(database);
		expect(await files(/-shm$/)).toEqual(killed);
	});

	it('reads what a service has written a moment ago', async () => {
		await running.connect({ name: 'Harbor' });
		const { of } = await examined(database, { onboardingHours: 0 });
		expect(of('connectors')).toEqual([expect.stringMatching(/Harbor/)]);
	});

	it('makes no database and no folder', async () => {
		const missing = path.join(folder, 'none', 'service.sqlite');
		const { of } = await examined(missing);
		expect(of('database')).toEqual([`wrong: There is no database at ${missing}.`]);
		expect(of('disk')).toEqual([expect.stringMatching(/^not_checked: /)]);
		expect(await readdir(folder)).not.toContain('none');
	});

	it.each([
		['', 'an empty file', /it has no tables/],
		['This is no database. '.repeat(100), 'a text', /can’t be read/],
	])('takes %j for no database of a service', async (content, _what, message) => {
		const file = path.join(folder, 'other.sqlite');
		await writeFile(file, content, { mode: 0o600 });
		const { of } = await examined(file);
		expect(of('database')).toEqual([expect.stringMatching(message)]);
		expect(of('keys')).toEqual([expect.stringMatching(/^not_checked: /)]);
		expect(await readFile(file, 'utf8')).toBe(content);
	});

	it('names the files that others can read', async () => {
		await chmod(database, 0o644);
		await chmod(`${database}.last-use`, 0o640);
		const { report, of } = await examined(database);
		expect(of('database')).toEqual([
			`wrong: Others on this machine may read or change ${database}, ${database}.last-use.`,
		]);
		expect(JSON.stringify(report)).toContain(`chmod 600 ${database} ${database}.last-use`);
	});

	it('knows an earlier copy that was put in the place of the file', async () => {
		await running.stop();
		await copyFile(database, `${database}.copy`);
		running = await service({ database });
		await settled(running);
		await running.stop();
		await copyFile(`${database}.copy`, database);
		expect((await examined(database)).of('database')).toEqual([
			expect.stringMatching(/^wrong: This database is older than/),
		]);
	});

	it('knows a copy without what a service remembers of it', async () => {
		await running.stop();
		await unlink(`${database}.last-use`);
		expect((await examined(database)).of('database')).toEqual([
			expect.stringMatching(/^wrong: This database is older than/),
		]);
	});

	it('does not take a killed service for a living one', async () => {
		await stopServices();
		const { child, ended } = run(['--port', '0', '--database', database]);
		await new Promise((resolve) => child.stdout.once('data', resolve));
		child.kill('SIGKILL');
		await ended;
		await utimes(`${database}.last-use`, new Date(), new Date(Date.now() - 31_000));
		expect((await examined(database)).of('service')).toEqual([
			'wrong: No service is running on this database.',
		]);
	});

	it('says what can’t be looked at, and where no folder is', async () => {
		const { of } = await examined(path.join(database, 'service.sqlite'));
		expect(of('database')).toEqual([expect.stringMatching(/^not_checked: .*ENOTDIR/)]);
	});

	it.each([
		'postgres://office:geheim@127.0.0.1:9/books',
		'postgres://office:ge#heim@127.0.0.1/books',
	])('never shows the password of a database on PostgreSQL: %#', async (address) => {
		const { report, of } = await examined(address);
		expect(of('database')).toEqual([expect.stringMatching(/^wrong: /)]);
		expect(JSON.stringify(report)).not.toContain('heim');
	});

	it('is a command, whose status says whether all is well', async () => {
		const local = ['--port', new URL(running.origin).port, '--database', database];
		const environment = {
			ACCOUNTING_SYNC_API_KEY: 'first-application',
			ACCOUNTING_SYNC_WEBHOOK_SECRET: 'x',
		};
		const well = await run(['doctor', '--json', ...local], folder, environment).ended;
		expect(JSON.parse(well.output)).toMatchObject({ ok: true });
		expect(well).toMatchObject({ code: 0, log: '' });
		await chmod(database, 0o644);
		const bad = await run(['doctor', ...local], folder, environment).ended;
		expect(bad.code).toBe(1);
		expect(bad.output).toMatch(/^database +WRONG +Others on this machine/);
		expect(bad.output).toContain('→ chmod 600');
		expect(bad.output).toMatch(
			/1 thing is wrong\. 6 things were not checked; the reasons are above\.\n$/,
		);
	});
});
