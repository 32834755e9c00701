import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { installations, repositoryFolder, versionsIn } from '../n8n/files';
import { Cleanup } from '../n8n/processes/cleanup';
import { runCommand } from '../n8n/processes/command';
import { temporaryFolder } from '../n8n/processes/temporary-folder';
import type { TriedN8n, VersionsRun } from './compatibility-page';
import { compatibilityPage, withCompatibility } from './compatibility-page';

/** Tries every n8n; what jest reports. Tests that fail are part of it, not an error. */
async function tryAll(): Promise<VersionsRun> {
	const cleanup = new Cleanup();
	const folder = await temporaryFolder(cleanup, 'versions');
	const file = join(folder, 'run.json');
	const versions = ['run', 'test:all', '--', 'versions'];
	try {
		const failure = await runCommand('npm', [...versions, '--json', '--outputFile', file], {
			cwd: repositoryFolder,
		}).then(
			() => undefined,
			(error: unknown) => error,
		);
		const written = await readFile(file, 'utf8').catch(() => undefined);
		if (written === undefined) throw failure;
		return JSON.parse(written) as VersionsRun;
	} finally {
		await cleanup.run();
	}
}

async function main(): Promise<void> {
	process.stdout.write(
		'Trying every n8n; the first time each is installed, which takes minutes.\n',
	);
	const run = await tryAll();
	const tried = await Promise.all(
		Object.entries(installations).map(async ([name, installation]): Promise<TriedN8n> => ({
			name: `n8n ${name}`,
			...(await versionsIn(installation)),
		})),
	);
	const readmeFile = join(repositoryFolder, 'README.md');
	const readme = await readFile(readmeFile, 'utf8');
	await writeFile(join(__dirname, 'compatibility.md'), compatibilityPage(run, tried));
	await writeFile(readmeFile, withCompatibility(readme, run, tried));
	process.stdout.write('docs/compatibility.md and the table of the README are made anew.\n');
}

void main();
