import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { latest } from '../../../../n8n/files';
import { ensureInstalled } from '../../../../n8n/install/install';
import { type Machine, machineWith } from '../../../../n8n/install/machine';
import { missingRequirements } from '../../../../n8n/install/requirements';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'accounting-sync-requirements-'));
});

afterEach(async () => {
	await rm(folder, { recursive: true, force: true });
});

/** A Linux machine that has room, and no compiler. */
const machine = (changes: Partial<Machine> = {}): Machine =>
	machineWith({
		platform: 'linux',
		arch: 'x64',
		glibc: '2.34',
		freeBytes: async () => 50e9,
		...changes,
	});

const missing = async (changes?: Partial<Machine>) =>
	await missingRequirements(folder, machine(changes));

it('nothing but room is needed on Linux and macOS', async () => {
	expect(await missing()).toEqual([]);
	expect(await missing({ arch: 'arm64', glibc: '3.1' })).toEqual([]);
	expect(await missing({ platform: 'darwin', glibc: undefined })).toEqual([]);
	expect(await missing({ freeBytes: async () => 1.24e9 })).toEqual([
		`Missing: disk space. ${folder} needs 3.0 GB; 1.2 GB are free.`,
	]);
	expect(await machineWith().freeBytes(folder)).toBeGreaterThan(0);
});

it.each([
	[{ platform: 'win32' }, 'wsl --install'],
	[{ glibc: undefined }, 'Alpine'],
	[{ glibc: '2.33' }, 'glibc 2.34 or newer, such as Debian 12 or Ubuntu 22.04; this one has 2.33.'],
	[{ arch: 'ppc64' }, 'this is ppc64'],
] as const)('nothing else is asked for where n8n can’t run: %j', async (changes, sentence) => {
	const room = { freeBytes: async () => 0 };
	expect(await missing({ ...room, ...changes })).toEqual([expect.stringContaining(sentence)]);
});

it('nothing is downloaded on a machine that lacks something, and the error says what', async () => {
	const modulesFolder = join(folder, 'node_modules');
	const installation = { ...latest, folder, modulesFolder };
	const reported: string[] = [];
	const full = machine({ freeBytes: async () => 0 });
	await expect(ensureInstalled((line) => reported.push(line), installation, full)).rejects.toThrow(
		/^n8n [\d.]+ can't be installed here yet; nothing has been downloaded\.\n- Missing: disk space[^]*npx accounting-sync-service --simulate$/,
	);
	expect(reported).toEqual([]);
	expect(await readdir(folder)).toEqual([]);
});
