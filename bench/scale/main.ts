import { writeSection } from '../write-section';
import { measureScale } from './measure';
import { reportScaling } from './report';

// npm run bench -- scale: n8n in queue mode with ever fewer processes, each with the same share of a core; the figures go
// into docs/scaling.md. As root on Linux. On two idle processors it takes under eight minutes.

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
	await writeSection('scaling', reportScaling(await measureScale(say)));
}

void main().then(
	() => process.exit(),
	(error: unknown) => {
		say(String(error));
		process.exit(1);
	},
);
