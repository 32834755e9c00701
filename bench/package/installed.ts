import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { installTarball } from '../../n8n/install/install-by-hand';
import { runCommand } from '../../n8n/processes/command';

export interface InstalledPackage {
	/** Name and version, as npm takes them. */
	label: string;
	folder: string;
	/** The tarball, in bytes. */
	packed: number;
	/** With the packages that it brings, in bytes. */
	withDependencies: number;
}

async function sizeOf(folder: string): Promise<number> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const sizes = await Promise.all(
		files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Installs a package in a folder of its own, as n8n does: without the peer dependencies, which n8n brings itself.
 * @param source What npm packs: `name@version`, or the path of a tarball.
 */
export async function install(
	folder: string,
	name: string,
	source: string,
): Promise<InstalledPackage> {
	const packedFolder = join(folder, 'packed');
	await mkdir(packedFolder, { recursive: true });
	const pack = ['pack', source, '--silent', '--ignore-scripts'];
	await runCommand('npm', [...pack, '--pack-destination', packedFolder], { cwd: folder });
	const [tarball] = await readdir(packedFolder);
	await installTarball(folder, join(packedFolder, tarball));
	const modules = join(folder, 'node_modules');
	return {
		label: tarball.replace(/\.tgz$/, ''),
		folder: join(modules, name),
		packed: (await stat(join(packedFolder, tarball))).size,
		withDependencies: await sizeOf(modules),
	};
}
