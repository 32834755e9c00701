import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cleanup } from '../n8n/processes/cleanup';
import { repositoryFolder } from '../n8n/files';
import { ensureInstalled } from '../n8n/install/install';
import { packPackage } from '../n8n/install/pack';
import { measureSetting } from './scale/measure';
import { startSix, startSingle } from './scale/settings';
import { withFigures } from './scale/report';

// npm run bench:scale: one process of n8n against six, on this machine, one after the other; the figures go into
// docs/scaling.md. On two processors it takes under ten minutes.

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
	const cleanup = new Cleanup();
	try {
		await ensureInstalled(say);
		const { tarball, folder } = await packPackage();
		cleanup.add(async () => await rm(folder, { recursive: true, force: true }));
		const single = await measureSetting(async () => await startSingle(tarball), say);
		const six = await measureSetting(async () => await startSix(tarball), say);
		const page = join(repositoryFolder, 'docs', 'scaling.md');
		await writeFile(page, withFigures(await readFile(page, 'utf8'), { single, six }));
	} finally {
		await cleanup.run();
	}
}

void main().then(
	() => process.exit(),
	(error: unknown) => {
		say(String(error));
		process.exit(1);
	},
);
