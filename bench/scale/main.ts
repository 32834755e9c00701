import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repositoryFolder } from '../../n8n/files';
import { drawCharts } from '../charts';
import { measureStack } from './measure';
import { withFigures } from './report';

// npm run bench:scale: one process of n8n against six, on this machine, one after the other; the figures go into
// docs/scaling.md. On two processors it takes under ten minutes.

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
	const single = await measureStack('one process', say);
	const six = await measureStack('six processes', say);
	const page = join(repositoryFolder, 'docs', 'scaling.md');
	await writeFile(page, withFigures(await readFile(page, 'utf8'), { single, six }));
	await drawCharts('scaling.md');
}

void main().then(
	() => process.exit(),
	(error: unknown) => {
		say(String(error));
		process.exit(1);
	},
);
