import { spawnSync } from 'node:child_process';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { repositoryFolder } from '../n8n/files';
import { Cleanup } from '../n8n/processes/cleanup';
import { temporaryFolder } from '../n8n/processes/temporary-folder';
import { shownScreenshots } from './pages';

// npm run generate -- screenshots: makes the pictures of the pages anew, with the end-to-end tests that take them.

const folder = join(repositoryFolder, 'docs', 'screenshots');

async function main(): Promise<void> {
	const cleanup = new Cleanup();
	const taken = await temporaryFolder(cleanup, 'screenshots');
	try {
		const { status } = spawnSync(
			'npm',
			['run', 'test:all', '--', 'end-to-end', '/(any-request|editor|first-invoice|pages).test.ts'],
			{
				cwd: repositoryFolder,
				stdio: 'inherit',
				env: { ...process.env, SCREENSHOTS_FOLDER: taken },
			},
		);
		if (status !== 0) throw new Error('The pictures were not all taken; none is replaced.');
		const pictures = await readdir(taken);
		const shown = shownScreenshots();
		const missing = shown.filter((file) => !pictures.includes(file));
		if (missing.length > 0) throw new Error(`No test has taken ${missing.join(', ')}.`);
		for (const file of shown) {
			await copyFile(join(taken, file), join(folder, file));
			process.stdout.write(`docs/screenshots/${file}\n`);
		}
	} finally {
		await cleanup.run();
	}
}

void main();
