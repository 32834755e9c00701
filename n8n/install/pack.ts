import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { repositoryFolder } from '../files';
import { runCommand } from '../processes/command';
import { takeFolderLock } from '../processes/folder-lock';

interface PackedFile {
	path: string;
}

interface PackedPackage {
	/** The `.tgz`. */
	tarball: string;
	/** Paths in the tarball. */
	files: string[];
}

async function takePacked(packed: string, folder: string): Promise<PackedPackage> {
	const tarball = join(folder, basename(packed));
	await copyFile(packed, tarball);
	const listed = await runCommand('tar', ['-tzf', tarball], { cwd: folder });
	const files = listed.trim().split('\n');
	return { tarball, files: files.map((path) => path.replace(/^package\//, '')) };
}

/** A package of this repository: where it is, what builds it, and what names one that is packed already. */
interface Packable {
	source: string;
	/** The words after `npm run build`. */
	build: readonly string[];
	variable: string;
}

/** The nodes: the package of this repository's own folder. */
const nodes: Packable = {
	source: repositoryFolder,
	build: [],
	variable: 'PACKAGE_TARBALL',
};

/** The local service. */
export const servicePackage: Packable = {
	source: join(repositoryFolder, 'packages', 'accounting-sync-service'),
	build: ['--', 'service'],
	variable: 'SERVICE_TARBALL',
};

/** A build clears the folder that another process may be packing this moment. */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
	const folder = join(repositoryFolder, '.cache');
	await mkdir(folder, { recursive: true });
	const lock = await takeFolderLock(folder, () => {});
	try {
		return await work();
	} finally {
		await lock.release();
	}
}

/**
 * Builds a package and packs it as it would be published. Where its variable in the environment names one that is packed
 * already, takes that: so the very file is tried that is published afterwards.
 * @param folder where the tarball is put
 * @param packable the nodes unless given
 */
export async function packPackage(
	folder: string,
	{ source, build, variable }: Packable = nodes,
): Promise<PackedPackage> {
	const packed = process.env[variable];
	if (packed) return await takePacked(packed, folder);
	const output = await oneAtATime(async () => {
		await runCommand('npm', ['run', 'build', ...build], { cwd: repositoryFolder });
		return await runCommand('npm', ['pack', '--json', '--pack-destination', folder], {
			cwd: source,
		});
	});
	const [{ filename, files }] = JSON.parse(output) as [{ filename: string; files: PackedFile[] }];
	return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}
