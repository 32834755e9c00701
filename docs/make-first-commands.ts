import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repositoryFolder } from '../n8n/files';
import { Cleanup } from '../n8n/processes/cleanup';
import { runCommand } from '../n8n/processes/command';
import { temporaryFolder } from '../n8n/processes/temporary-folder';
import { firstCommands, withRun } from './first-commands';

// Runs the README's first commands in a fresh clone of what is committed, and copies what they print into it.

async function run(program: string, words: readonly string[], cwd: string): Promise<string> {
	const lines: string[] = [];
	const onLine = (line: string) => {
		process.stdout.write(`${line}\n`);
		lines.push(line);
	};
	await runCommand(program, [...words], { cwd, onLine });
	return lines.join('\n');
}

async function main(): Promise<void> {
	const cleanup = new Cleanup();
	try {
		const clone = await temporaryFolder(cleanup, 'first-commands');
		await run('git', ['clone', '--quiet', repositoryFolder, '.'], clone);
		await run('npm', ['ci'], clone);
		const page = join(repositoryFolder, 'README.md');
		for (const command of firstCommands) {
			const output = await run('npm', command.words, clone);
			await writeFile(page, withRun(await readFile(page, 'utf8'), command, output));
		}
	} finally {
		await cleanup.run();
	}
}

void main();
