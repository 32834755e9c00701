import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { repositoryFolder } from '../files';
import { runCommand } from '../processes/command';

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
	build: string;
	variable: string;
}

/** The nodes: the package of this repository's own folder. */
const nodes: Packable = {
	source: repositoryFolder,
	build: 'build',
	variable: 'PACKAGE_TARBALL',
};

/** The local service. */
export const servicePackage: Packable = {
	source: join(repositoryFolder, 'packages', 'accounting-sync-service'),
	build: 'build:service',
	variable: 'SERVICE_TARBALL',
};

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
	await runCommand('npm', ['run', build], { cwd: repositoryFolder });
	const output = await runCommand('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: source,
	});
	const [{ filename, files }] = JSON.parse(output) as [{ filename: string; files: PackedFile[] }];
	return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}
