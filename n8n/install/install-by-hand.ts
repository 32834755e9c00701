import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runCommand } from '../processes/command';

/** n8n brings the peer dependency itself. */
const withoutPeers = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];

/** Installs a tarball in a folder of its own, as n8n does. */
export async function installTarball(folder: string, tarball: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await writeFile(
		join(folder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true }),
	);
	await runCommand('npm', ['install', tarball, ...withoutPeers], { cwd: folder });
}

/** Where an n8n with this folder for its user looks for nodes that were installed by hand. */
export const nodesFolder = (userFolder: string): string => join(userFolder, '.n8n', 'nodes');

/** Installs the package as n8n's documentation says for an install by hand. */
export async function installByHand(userFolder: string, tarball: string): Promise<void> {
	await installTarball(nodesFolder(userFolder), tarball);
}
