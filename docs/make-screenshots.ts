import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryFolder } from '../n8n/files';

// npm run generate:screenshots: makes the pictures of README and docs anew, by the end-to-end test of the editor.

const folder = join(repositoryFolder, 'docs', 'screenshots');

/** The pictures that pages show, beside one for each workflow; the test takes more. */
const shown = ['create-invoice', 'customers', 'trigger', 'trigger-executions'];

const isShown = (file: string): boolean =>
	shown.includes(file.replace(/\.png$/, '')) || file.startsWith('recipe-');

async function main(): Promise<void> {
	const taken = await mkdtemp(join(tmpdir(), 'accounting-sync-screenshots-'));
	try {
		const { status } = spawnSync('npm', ['run', 'test:end-to-end', '--', '/editor.test.ts'], {
			cwd: repositoryFolder,
			stdio: 'inherit',
			env: { ...process.env, SCREENSHOTS_FOLDER: taken },
		});
		if (status !== 0) throw new Error('The pictures were not all taken; none is replaced.');
		for (const file of (await readdir(taken)).filter(isShown)) {
			await copyFile(join(taken, file), join(folder, file));
			process.stdout.write(`docs/screenshots/${file}\n`);
		}
	} finally {
		await rm(taken, { recursive: true });
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
