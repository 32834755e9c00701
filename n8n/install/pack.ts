import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runCommand } from '../processes/command';
import { repositoryFolder } from '../files';

interface PackedFile {
	path: string;
}

export interface PackedPackage {
	/** The `.tgz`, in a temporary folder of its own. */
	tarball: string;
	/** That folder; whoever packs removes it. */
	folder: string;
	/** Paths in the tarball. */
	files: string[];
}

const newFolder = async () => await mkdtemp(join(tmpdir(), 'accounting-sync-package-'));

async function takePacked(packed: string): Promise<PackedPackage> {
	const folder = await newFolder();
	const tarball = join(folder, basename(packed));
	await copyFile(packed, tarball);
	const listed = await runCommand('tar', ['-tzf', tarball], { cwd: folder });
	const files = listed.trim().split('\n');
	return { tarball, folder, files: files.map((path) => path.replace(/^package\//, '')) };
}

/**
 * Builds the package and packs it as it would be published. Where the environment's `PACKAGE_TARBALL` names one that is
 * packed already, takes that: so the very file is tried that is published afterwards.
 */
export async function packPackage(): Promise<PackedPackage> {
	const packed = process.env.PACKAGE_TARBALL;
	if (packed) return await takePacked(packed);
	await runCommand('npm', ['run', 'build'], { cwd: repositoryFolder });
	const folder = await newFolder();
	const output = await runCommand('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: repositoryFolder,
	});
	const [{ filename, files }] = JSON.parse(output) as [{ filename: string; files: PackedFile[] }];
	return { tarball: join(folder, filename), folder, files: files.map(({ path }) => path) };
}
