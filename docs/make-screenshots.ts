import { spawnSync } from 'node:child_process';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { repositoryFolder } from '../n8n/files';
import { Cleanup } from '../n8n/processes/cleanup';
import { temporaryFolder } from '../n8n/processes/temporary-folder';

// npm run generate:screenshots: makes the pictures of README and docs anew, by the end-to-end tests of the editor and of
// the service's pages.

const folder = join(repositoryFolder, 'docs', 'screenshots');

/** The pictures that pages show, beside one for each workflow; the test takes more. */
const shown = [
	'any-request',
	'connection-desktop',
	'create-invoice',
	'customers',
	'onboarding-desktop-password',
	'onboarding-phone-connected',
	'overview-desktop',
	'request-undelivered-desktop',
	'trigger',
	'trigger-executions',
];

const isShown = (file: string): boolean =>
	shown.includes(file.replace(/\.png$/, '')) || file.startsWith('recipe-');

async function main(): Promise<void> {
	const cleanup = new Cleanup();
	const taken = await temporaryFolder(cleanup, 'screenshots');
	try {
		const { status } = spawnSync(
			'npm',
			['run', 'test:end-to-end', '--', '/(any-request|editor|pages).test.ts'],
			{
				cwd: repositoryFolder,
				stdio: 'inherit',
				env: { ...process.env, SCREENSHOTS_FOLDER: taken },
			},
		);
		if (status !== 0) throw new Error('The pictures were not all taken; none is replaced.');
		for (const file of (await readdir(taken)).filter(isShown)) {
			await copyFile(join(taken, file), join(folder, file));
			process.stdout.write(`docs/screenshots/${file}\n`);
		}
	} finally {
		await cleanup.run();
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
