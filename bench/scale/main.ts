import { writeSection } from '../write-section';
import { measureStack } from './measure';
import { reportScaling } from './report';

// npm run bench:scale: one process of n8n against six, on this machine, one after the other; the figures go into
// docs/scaling.md. On two processors it takes under ten minutes.

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
	const single = await measureStack('one process', say);
	const six = await measureStack('six processes', say);
	await writeSection('scaling', reportScaling({ single, six }));
}

void main().then(
	() => process.exit(),
	(error: unknown) => {
		say(String(error));
		process.exit(1);
	},
);
