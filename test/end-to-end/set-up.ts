import { packPackage } from '../../n8n/install/pack';
import { Cleanup } from '../../n8n/processes/cleanup';
import { temporaryFolder } from '../../n8n/processes/temporary-folder';
import { offerSharedN8n } from './support/shared-n8n';

const cleanup = new Cleanup();

/** Packs the package once for all files. */
async function pack(): Promise<void> {
	const { tarball } = await packPackage(await temporaryFolder(cleanup, 'packed'));
	process.env.PACKAGE_TARBALL = tarball;
}

/** Has the package packed before the tests, and an n8n ready for the files that share one. */
export default async function setUp(): Promise<void> {
	await pack();
	await offerSharedN8n(cleanup);
}

/** Stops and removes that after the tests. */
export const tearDown = async (): Promise<void> => await cleanup.run();
