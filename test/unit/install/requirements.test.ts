import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { latest } from '../../../n8n/files';
import { ensureInstalled } from '../../../n8n/install/install';
import { type Machine, machineWith } from '../../../n8n/install/machine';
import { missingRequirements } from '../../../n8n/install/requirements';

const DRIVER = '5.1.7';

let folder: string;
/** The only folder on the path; empty unless a test puts programs there. */
let programs: string;
/** Stands in for the hosts of ready binaries and of Node's headers. */
let host: Server;
let asked: string[];
let offered: RegExp | undefined;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'accounting-sync-requirements-'));
	programs = join(folder, 'programs');
	await mkdir(programs);
	asked = [];
	offered = undefined;
	host = createServer(({ method, url = '' }, response) => {
		asked.push(`${method} ${url}`);
		response.writeHead(offered?.test(url) ? 200 : 404).end();
	}).listen(0, '127.0.0.1');
	await once(host, 'listening');
});

afterEach(async () => {
	host.close();
	await rm(folder, { recursive: true, force: true });
});

/** A Linux machine that has nothing but what a test gives it. */
function machine(changes: Partial<Machine> = {}): Machine {
	const { port } = host.address() as AddressInfo;
	return machineWith({
		platform: 'linux',
		arch: 'x64',
		hasMusl: false,
		isRoot: false,
		env: {
			PATH: programs,
			npm_config_sqlite3_binary_host_mirror: `http://127.0.0.1:${port}`,
			npm_config_nodedir: '/usr',
		},
		freeBytes: async () => 50e9,
		...changes,
	});
}

/** Programs that do nothing, and succeed at it. */
async function installPrograms(...names: string[]): Promise<void> {
	for (const name of names) {
		await writeFile(join(programs, name), '#!/bin/sh\n');
		await chmod(join(programs, name), 0o755);
	}
}

const missing = async (changes?: Partial<Machine>) =>
	await missingRequirements({ folder, driver: DRIVER }, machine(changes));

describe('n8n’s database driver', () => {
	it('needs no compiler where a ready binary can be had', async () => {
		offered = /sqlite3-v5\.1\.7-napi-v6-linux-x64\.tar\.gz$/;
		expect(await missing()).toEqual([]);
		expect(asked).toEqual(['GET /v5.1.7/sqlite3-v5.1.7-napi-v6-linux-x64.tar.gz']);
	});

	it('needs all that compiles it where none can be had', async () => {
		expect(await missing()).toEqual([
			expect.stringMatching(
				/^Missing: Python 3, make and a C\+\+ compiler\. .*compiled.*\n.*your system/,
			),
		]);
	});

	it('needs it where the host can’t be reached', async () => {
		const env = { PATH: programs, npm_config_sqlite3_binary_host: 'http://127.0.0.1:9' };
		const [first] = await missing({ env, canDownload: machineWith({ env }).canDownload });
		expect(first).toContain('http://127.0.0.1:9');
	});

	it.each([
		['apt-get', 'sudo apt-get install python3 make g++'],
		['dnf', 'sudo dnf install python3 make gcc-c++'],
		['zypper', 'sudo zypper install python3 make gcc-c++'],
		['pacman', 'sudo pacman -S python make gcc'],
	])('is installed with %s where that is there', async (program, command) => {
		await installPrograms(program);
		expect((await missing())[0]).toContain(`\n  Install them with: ${command}`);
		expect((await missing({ isRoot: true }))[0]).toContain(`with: ${command.replace('sudo ', '')}`);
	});

	it('names only what is missing', async () => {
		await installPrograms('python3', 'g++');
		expect((await missing())[0]).toMatch(/^Missing: make\./);
		await installPrograms('make');
		expect(await missing()).toEqual([]);
	});

	it('takes a program that fails for one that is not there', async () => {
		await installPrograms('python3', 'make', 'g++');
		await writeFile(join(programs, 'python3'), '#!/bin/sh\nexit 127\n');
		expect((await missing())[0]).toMatch(/^Missing: Python 3\./);
	});

	it('is compiled on a Mac with Apple’s tools, whose names are there without them', async () => {
		await installPrograms('python3', 'make', 'c++');
		expect((await missing({ platform: 'darwin' }))[0]).toMatch(
			/^Missing: Apple's command line developer tools\.[^]*: xcode-select --install$/,
		);
		await installPrograms('xcode-select');
		expect(await missing({ platform: 'darwin' })).toEqual([]);
	});

	it('needs Node’s headers, from this machine or from the web', async () => {
		await installPrograms('python3', 'make', 'g++');
		const { env } = machine();
		const address = String(env.npm_config_sqlite3_binary_host_mirror);
		const withoutHeaders = { ...env, npm_config_nodedir: undefined, npm_config_disturl: address };
		const needs = { env: withoutHeaders, nodePrefix: folder };
		expect(await missing(needs)).toEqual([expect.stringContaining('headers of Node.js')]);
		offered = /headers/;
		expect(await missing(needs)).toEqual([]);
	});
});

describe('the machine', () => {
	it('needs room', async () => {
		offered = /sqlite3/;
		expect(await missing({ freeBytes: async () => 1.24e9 })).toEqual([
			`Missing: disk space. ${folder} needs 3.0 GB; 1.2 GB are free.`,
		]);
		expect(await machineWith().freeBytes(folder)).toBeGreaterThan(0);
	});

	it.each([
		[{ platform: 'win32' }, 'wsl --install'],
		[{ hasMusl: true }, 'Alpine'],
	] as const)('is asked for nothing else where n8n can’t run: %j', async (changes, sentence) => {
		expect(await missing(changes)).toEqual([expect.stringContaining(sentence)]);
		expect(asked).toEqual([]);
	});
});

it('nothing is downloaded on a machine that lacks something, and the error says what', async () => {
	const lockFile = join(folder, 'package-lock.json');
	await cp(latest.lockFile, lockFile);
	const modulesFolder = join(folder, 'node_modules');
	const installation = { ...latest, folder, lockFile, modulesFolder };
	const reported: string[] = [];
	await expect(
		ensureInstalled((line) => reported.push(line), installation, machine()),
	).rejects.toThrow(
		/^n8n [\d.]+ can't be installed here yet; nothing has been downloaded\.\n- Missing: Python 3, [^]*npx accounting-sync-service --simulate$/,
	);
	expect(reported).toEqual([]);
	expect(await readdir(folder)).toEqual(['package-lock.json', 'programs']);
});
