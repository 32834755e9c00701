import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { type Installation, latest, repositoryFolder } from '../files';
import { runCommand } from '../processes/command';
import type { FolderLock } from '../processes/folder-lock';
import { takeFolderLock } from '../processes/folder-lock';
import { type Machine, machineWith } from './machine';
import { missingRequirements } from './requirements';

/** Receives one line of text at a time, without a line break. */
export type Report = (line: string) => void;

const PROGRESS_EVERY_MILLISECONDS = 10_000;

interface LockedPackage {
	version: string;
	/** The platforms it is made for; absent for packages that run everywhere. */
	os?: string[];
	cpu?: string[];
}

interface Lock {
	packages: Record<string, LockedPackage>;
}

/** What the lock file asks for. */
interface Wanted {
	/** Folders of the packages that fit this machine, relative to the installation's. */
	paths: string[];
	/** n8n's version. */
	version: string;
	hash: string;
}

/** Says, by its content, from which lock file the packages beside it were installed. */
const markerIn = ({ modulesFolder }: Installation) => join(modulesFolder, '.installed-from-lock');

async function readLock({ lockFile }: Installation): Promise<Wanted> {
	const text = await readFile(lockFile, 'utf8');
	const { packages } = JSON.parse(text) as Lock;
	const forThisMachine = Object.entries(packages).filter(
		([path, { os, cpu }]) =>
			path !== '' &&
			(os ?? [process.platform]).includes(process.platform) &&
			(cpu ?? [process.arch]).includes(process.arch),
	);
	return {
		paths: forThisMachine.map(([path]) => path),
		version: packages['node_modules/n8n'].version,
		hash: createHash('sha256').update(text).digest('hex'),
	};
}

async function isCurrent(installation: Installation, hash: string): Promise<boolean> {
	const markerFile = markerIn(installation);
	if (!existsSync(markerFile)) return false;
	return (await readFile(markerFile, 'utf8')).trim() === hash;
}

/** @throws an error that says what the machine lacks, and that n8n can be left out */
async function requireMachine(
	{ folder }: Installation,
	{ version }: Wanted,
	machine: Machine,
): Promise<void> {
	const missing = await missingRequirements(folder, machine);
	if (missing.length === 0) return;
	throw new Error(
		[
			`n8n ${version} can't be installed here yet; nothing has been downloaded.`,
			...missing.map((one) => `- ${one}`),
			'With an n8n of your own you need none of this: npx accounting-sync-service --simulate',
		].join('\n'),
	);
}

function elapsed(since: number): string {
	const seconds = Math.round((Date.now() - since) / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Installs everything anew, whatever is there already. */
async function install(
	installation: Installation,
	{ paths, version, hash }: Wanted,
	lock: FolderLock,
	report: Report,
) {
	const { folder, modulesFolder, nodeBinary } = installation;
	const markerFile = markerIn(installation);
	report(
		`Installing n8n ${version} into ${relative(repositoryFolder, modulesFolder)}: ${paths.length} packages, about 2.2 GB, takes 2 to 3 minutes. Only the first time.`,
	);
	await rm(markerFile, { force: true });
	const begun = Date.now();
	const countPackages = () => {
		const present = paths.filter((path) => existsSync(join(folder, path, 'package.json')));
		return `${present.length} of ${paths.length} packages`;
	};
	let doing = countPackages;
	const progress = setInterval(
		() => report(`  ${elapsed(begun)}  ${doing()}`),
		PROGRESS_EVERY_MILLISECONDS,
	);
	const where = { cwd: folder, onStart: lock.worksIn };
	try {
		await runCommand('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit'], where);
		doing = () => 'all packages there, fetching the Node.js that n8n needs';
		report(`  ${elapsed(begun)}  ${doing()}`);
		// The one package whose install script is needed.
		await runCommand('npm', ['rebuild', 'node', '--ignore-scripts=false'], where);
		await runCommand(nodeBinary, ['-e', "require('sqlite3')"], where);
	} catch (error) {
		throw new Error('n8n could not be installed. It needs access to the npm registry.', {
			cause: error,
		});
	} finally {
		clearInterval(progress);
	}
	await writeFile(markerFile, `${hash}\n`);
	report(`  ${elapsed(begun)}  n8n ${version} is installed`);
}

/**
 * Installs an n8n with its lock file, unless exactly that is installed already. An install that was interrupted
 * leaves no marker behind and is done again from the start; one that is at work is waited for.
 * @throws before anything is downloaded, if the machine lacks what the install needs
 */
export async function ensureInstalled(
	report: Report,
	installation: Installation = latest,
	machine: Machine = machineWith(),
): Promise<void> {
	const wanted = await readLock(installation);
	if (await isCurrent(installation, wanted.hash)) return;
	const lock = await takeFolderLock(installation.folder, () =>
		report('Another install of n8n is at work; waiting for it'),
	);
	try {
		if (!(await isCurrent(installation, wanted.hash))) {
			await requireMachine(installation, wanted, machine);
			await install(installation, wanted, lock, report);
		}
	} finally {
		await lock.release();
	}
}
