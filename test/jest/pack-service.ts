import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { repositoryFolder } from '../../n8n/files';
import { packPackage, servicePackage } from '../../n8n/install/pack';

/** Packs the service before the tests, once for all files. */
export default async function packService(): Promise<void> {
	const folder = join(repositoryFolder, '.cache', 'packed');
	await mkdir(folder, { recursive: true });
	const { tarball } = await packPackage(folder, servicePackage);
	process.env[servicePackage.variable] = tarball;
}
