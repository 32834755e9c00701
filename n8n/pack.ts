import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command';
import { repositoryFolder } from './files';

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

/** Builds the package and packs it as it would be published. */
export async function packPackage(): Promise<PackedPackage> {
	await runCommand('npm', ['run', 'build'], { cwd: repositoryFolder });
	const folder = await mkdtemp(join(tmpdir(), 'accounting-sync-package-'));
	const output = await runCommand('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: repositoryFolder,
	});
	const [{ filename, files }] = JSON.parse(output) as [{ filename: string; files: PackedFile[] }];
	return { tarball: join(folder, filename), folder, files: files.map(({ path }) => path) };
}
