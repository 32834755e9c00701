import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { signalGroup } from '../../build/process-group';
import { latest, repositoryFolder } from '../../n8n/files';
import { packPackage, servicePackage } from '../../n8n/install/pack';
import { Cleanup } from '../../n8n/processes/cleanup';
import { runCommand } from '../../n8n/processes/command';
import { temporaryFolder } from '../../n8n/processes/temporary-folder';
import { until } from '../../n8n/until';
import nodes from '../../package.json';
import manifest from '../../packages/accounting-sync-service/package.json';
import { apiClient } from '../service/support/api-client';
import { welcomeOf } from '../service/support/process';

const cleanup = new Cleanup();

let files: string[];
/** Where npm has installed the packed package, and nothing else. */
let installed: string;
/** A folder with the only programs that there are on the path: Node, npm, npx and a shell; no compiler. */
let programs: string;

const read = (path: string) => readFileSync(join(installed, 'node_modules', path), 'utf8');

/** Where a program of this machine is. */
async function find(program: string): Promise<string> {
	const where = await runCommand('sh', ['-c', `command -v ${program}`], { cwd: tmpdir() });
	return where.trim();
}

async function programsWith(node: string, folder: string): Promise<string> {
	mkdirSync(folder);
	symlinkSync(node, join(folder, 'node'));
	for (const program of ['npm', 'npx', 'sh']) {
		symlinkSync(await find(program), join(folder, program));
	}
	return folder;
}

beforeAll(async () => {
	const folder = await temporaryFolder(cleanup, 'service-package');
	const packed = await packPackage(folder, servicePackage);
	files = packed.files.sort();
	programs = await programsWith(process.execPath, join(folder, 'programs'));
	installed = join(folder, 'installed');
	mkdirSync(installed);
	await runCommand('npm', ['install', packed.tarball, '--no-audit', '--no-fund'], {
		cwd: installed,
		env: { ...process.env, PATH: programs },
	});
});

afterAll(async () => await cleanup.run());

describe('the package of the service', () => {
	it('contains the program, the assets of the pages and the licences', () => {
		const assets = readdirSync(join(repositoryFolder, 'service/pages/assets'));
		expect(files).toEqual(
			[
				'README.md',
				'package.json',
				'dist/LICENSES.txt',
				'dist/answer-worker.js',
				'dist/main.js',
				'dist/start.js',
				...assets.map((name) => `dist/assets/${name}`),
			].sort(),
		);
	});

	it('has the version of the nodes, wants the same Node and brings the tested drivers', () => {
		const { libsql, pg } = nodes.devDependencies;
		const { version, engines } = nodes;
		expect(manifest).toMatchObject({ version, engines, dependencies: { libsql, pg } });
		expect(Object.keys(manifest.dependencies)).toEqual(['libsql', 'pg']);
	});

	it('brings the licence of each package that is bundled', () => {
		const licences = read('accounting-sync-service/dist/LICENSES.txt');
		expect(licences).toContain(readFileSync(join(repositoryFolder, 'LICENSE'), 'utf8').trim());
		for (const name of ['commander', 'fastify', 'kysely', 'pino', 'soap']) {
			expect(licences).toMatch(new RegExp(`^${name} [\\d.]+ \\(MIT\\)$`, 'm'));
		}
	});

	it('says nothing of the machine it was built on', () => {
		const program = read('accounting-sync-service/dist/main.js');
		for (const folder of [repositoryFolder, homedir(), tmpdir()]) {
			expect(program.includes(`${folder}/`)).toBe(false);
		}
	});

	it('compiles nothing: no package that comes with it has a script for its installation', () => {
		const { packages } = JSON.parse(read('.package-lock.json')) as {
			packages: Record<string, { hasInstallScript?: boolean }>;
		};
		expect(Object.keys(packages)).toContain('node_modules/accounting-sync-service');
		for (const [path, { hasInstallScript }] of Object.entries(packages)) {
			const hasRecipe = existsSync(join(installed, path, 'binding.gyp'));
			expect({ path, hasInstallScript, hasRecipe }).toEqual({ path, hasRecipe: false });
		}
	});
});

/** The Node that the tests run on, and the newer one that n8n brings where it is installed. */
const nodesToTry = [
	[process.version, process.execPath],
	...(existsSync(latest.nodeBinary) ? [["n8n's", latest.nodeBinary]] : []),
];

describe.each(nodesToTry)('npx accounting-sync-service, on Node %s', (_version, node) => {
	let home: string;
	let service: ChildProcess;
	let ended: Promise<{ log: string }>;
	let welcome: string;
	let api: ReturnType<typeof apiClient>;

	const said = (pattern: RegExp) => pattern.exec(welcome)?.[1] ?? '';

	beforeAll(async () => {
		home = await temporaryFolder(cleanup, 'home');
		const path = await programsWith(node, join(home, 'programs'));
		service = spawn(
			join(path, 'npx'),
			['--no-install', 'accounting-sync-service', '--simulate', '--port', '0'],
			{ cwd: installed, env: { HOME: home, PATH: path }, detached: true },
		);
		const { pid } = service;
		cleanup.add(() => signalGroup(pid, 'SIGKILL'));
		let log = '';
		service.stderr?.on('data', (chunk) => (log += chunk));
		ended = once(service, 'close').then(() => ({ log }));
		welcome = await welcomeOf(service.stdout!, ended);
		const key = readFileSync(said(/API Key +is in the file (\S+)/), 'utf8').trim();
		api = apiClient(said(/Base URL +(\S+)/), key);
	});

	it('keeps its data in the home folder of whoever starts it, for them alone, and says so', () => {
		const database = said(/data in (\S+)/);
		expect(dirname(database)).toBe(join(home, '.accounting-sync'));
		expect(existsSync(database)).toBe(true);
		// Nobody else can look into it.
		expect(statSync(dirname(database)).mode & 0o077).toBe(0);
	});

	it('has a connection whose simulated desktop answers a query', async () => {
		const [connection] = (await api('GET', '/connections')).body.data;
		expect(connection).toMatchObject({ name: 'Simulated company', type: 'simulated' });
		const queued = (await api('GET', `/connections/${connection.id}/customers`)).body.data;
		const answered = await until(
			async () => (await api('GET', `/queued_requests/${queued.id}`)).body.data,
			({ state }) => state === 'response_received',
		);
		expect(answered.response_xml).toContain('<CustomerRet>');
	});

	it('serves its pages with their style', async () => {
		const { origin } = new URL(said(/Base URL +(\S+)/));
		const [connection] = (await api('GET', '/connections')).body.data;
		const page = await (await fetch(connection.links.onboarding)).text();
		const [, style] = /href="([^"]+\.css)"/.exec(page) ?? [];
		expect((await fetch(new URL(String(style), origin))).status).toBe(200);
	});

	it('ends with Ctrl+C, and has logged nothing as long as all is well', async () => {
		signalGroup(service.pid, 'SIGINT');
		// npx itself ends by the signal; that its output is closed means that the service has ended too.
		expect(await ended).toEqual({ log: '' });
	});
});

describe('on a Node that is too old', () => {
	it.each(['accounting-sync-service/dist/start.js', '../n8n/demo/require-node.js'])(
		'%s says so, and loads nothing else',
		async (path) => {
			const folder = path.startsWith('..') ? repositoryFolder : installed;
			const program = `
				Object.defineProperty(process.versions, 'node', { value: '20.18.3' });
				require(${JSON.stringify(join(folder, 'node_modules', path))});
				process.stdout.write('loaded');
			`;
			const started = runCommand(process.execPath, ['--eval', program], { cwd: folder });
			await expect(started).rejects.toThrow(
				/ended with status 1:\nThis needs Node\.js 20\.19 or newer, and this is 20\.18\.3\..*try again\.$/,
			);
		},
	);
});

describe('its other commands', () => {
	it.each(['desktop', 'faults'])('has %s', async (command) => {
		const program = join(installed, 'node_modules/.bin/accounting-sync-service');
		const help = await runCommand(program, [command, '--help'], { cwd: installed });
		expect(help).toMatch(/^Usage: /);
	});
});
