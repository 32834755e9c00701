import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { parse } from 'yaml';

import { type Installation, latest, repositoryFolder, versionsIn } from '../files';
import { runCommand } from '../processes/command';
import type { FolderLock } from '../processes/folder-lock';
import { takeFolderLock } from '../processes/folder-lock';
import { type Machine, machineWith } from './machine';
import { installWithPnpm } from './pnpm';
import { missingRequirements } from './requirements';

/** Receives one line of text at a time, without a line break. */
export type Report = (line: string) => void;

/** Whether this machine can load the one package that is not JavaScript, n8n's database driver. */
const LOAD_DRIVER =
	"require('node:module').createRequire(require.resolve('n8n/package.json'))('sqlite3')";

/** The only C library that n8n's Node is made for. */
const GLIBC = 'glibc';

const PROGRESS_EVERY_MILLISECONDS = 5000;

interface LockedPackage {
	/** The machines it is made for; each absent for packages that run everywhere. */
	os?: string[];
	cpu?: string[];
	libc?: string[];
}

interface Lock {
	packages: Record<string, LockedPackage>;
}

/** What is to be installed. */
interface Wanted {
	/** n8n's version. */
	version: string;
	/** The lock file. */
	lock: string;
	hash: string;
}

/** Says, by its content, from which lock file the packages beside it were installed. */
const markerIn = ({ modulesFolder }: Installation) => join(modulesFolder, '.installed-from-lock');

async function readWanted(installation: Installation): Promise<Wanted> {
	const { n8n: version } = await versionsIn(installation);
	const lock = await readFile(installation.lockFile, 'utf8');
	return { version, lock, hash: createHash('sha256').update(lock).digest('hex') };
}

/** How many of the packages fit this machine, but for the few that are installed more than once. */
function countPackages(lock: string): number {
	const { packages } = parse(lock) as Lock;
	return Object.values(packages).filter(
		({ os = [process.platform], cpu = [process.arch], libc = [GLIBC] }) =>
			os.includes(process.platform) && cpu.includes(process.arch) && libc.includes(GLIBC),
	).length;
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

function asTime(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How far an install is. The time that is left is said after a tenth of the packages: the first come slowly. */
export function progressLine(elapsed: number, there: number, all: number): string {
	const left =
		there < all / 10 || there === all
			? ''
			: `, about ${asTime((elapsed / there) * (all - there))} to go`;
	return `  ${asTime(elapsed)}  ${there} of ${all} packages${left}`;
}

async function install(
	installation: Installation,
	{ lock, version, hash }: Wanted,
	folderLock: FolderLock,
	report: Report,
) {
	const { folder, modulesFolder, nodeBinary } = installation;
	const all = countPackages(lock);
	const where = relative(repositoryFolder, modulesFolder);
	const isInterrupted =
		!existsSync(markerIn(installation)) && existsSync(join(modulesFolder, '.pnpm-store'));
	// What is there of another lock file, or of somebody else, would stay.
	if (!isInterrupted) await rm(modulesFolder, { recursive: true, force: true });
	report(
		isInterrupted
			? `Going on with the install of n8n ${version} into ${where}: ${all} packages, of which those that are there are not downloaded again`
			: `Installing n8n ${version} into ${where}, only this once: ${all} packages, 0.4 GB to download, 2 GB on disk, half a minute to a minute`,
	);
	const begun = Date.now();
	let there = 0;
	const progress = setInterval(
		() => report(progressLine(Date.now() - begun, there, all)),
		PROGRESS_EVERY_MILLISECONDS,
	);
	try {
		await installWithPnpm({
			folder,
			onStart: folderLock.worksIn,
			onPackages: (packages) => (there = Math.min(packages, all)),
		});
		await runCommand(nodeBinary, ['-e', LOAD_DRIVER], { cwd: folder });
	} catch (error) {
		throw new Error('n8n could not be installed. It needs access to the npm registry.', {
			cause: error,
		});
	} finally {
		clearInterval(progress);
	}
	await writeFile(markerIn(installation), `${hash}\n`);
	report(`  ${asTime(Date.now() - begun)}  n8n ${version} is installed`);
}

/**
 * Installs an n8n with its lock file, unless exactly that is installed already. An install that was interrupted
 * leaves no marker behind and goes on where it was; one that is at work is waited for.
 * @throws before anything is downloaded, if the machine lacks what the install needs
 */
export async function ensureInstalled(
	report: Report,
	installation: Installation = latest,
	machine: Machine = machineWith(),
): Promise<void> {
	const wanted = await readWanted(installation);
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
