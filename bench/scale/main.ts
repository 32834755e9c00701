import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repositoryFolder } from '../../n8n/files';
import { drawCharts } from '../charts';
import { measureScale } from './measure';
import { withFigures } from './report';

// npm run bench:scale: n8n in queue mode with ever fewer processes, each with the same share of a core; the figures go
// into docs/scaling.md. As root on Linux. On two idle processors it takes under eight minutes.

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
	const figures = await measureScale(say);
	const page = join(repositoryFolder, 'docs', 'scaling.md');
	await writeFile(page, withFigures(await readFile(page, 'utf8'), figures));
	await drawCharts('scaling.md');
}

void main().then(
	() => process.exit(),
	(error: unknown) => {
		say(String(error));
		process.exit(1);
	},
);
