import { packPackage } from '../../n8n/install/pack';
import { Cleanup } from '../../n8n/processes/cleanup';
import { temporaryFolder } from '../../n8n/processes/temporary-folder';

const cleanup = new Cleanup();

/** Packs the package before the tests, once for all files: two builds side by side would clear the same folder. */
export default async function pack(): Promise<void> {
	const { tarball } = await packPackage(await temporaryFolder(cleanup, 'packed'));
	process.env.PACKAGE_TARBALL = tarball;
}

/** Removes it after the tests. */
export const removePacked = async (): Promise<void> => await cleanup.run();
