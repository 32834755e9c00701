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

/**
 * Builds the package and packs it as it would be published. Where the environment's `PACKAGE_TARBALL` names one that is
 * packed already, takes that: so the very file is tried that is published afterwards.
 * @param folder where the tarball is put
 */
export async function packPackage(folder: string): Promise<PackedPackage> {
	const packed = process.env.PACKAGE_TARBALL;
	if (packed) return await takePacked(packed, folder);
	await runCommand('npm', ['run', 'build'], { cwd: repositoryFolder });
	const output = await runCommand('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: repositoryFolder,
	});
	const [{ filename, files }] = JSON.parse(output) as [{ filename: string; files: PackedFile[] }];
	return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}
