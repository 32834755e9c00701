import { parseArgs } from 'node:util';

import { stopReceivers } from '../../service/support/receiver';
import { brokenPromises, summaryOf } from './judge';
import { runKills } from './run-kills';

// npm run test:all -- kill [--kills 100 --seed 1 --processes 3]: kills the service at random under load, and says what was lost.
// With several processes, it kills one of them at a time, or the PostgreSQL that they share. It freezes some for seconds before.

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			kills: { type: 'string', default: '100' },
			seed: { type: 'string', default: '1' },
			processes: { type: 'string', default: '1' },
		},
	});
	try {
		const kills = Number(values.kills);
		const aftermath = await runKills({
			kills,
			seed: Number(values.seed),
			processes: Number(values.processes),
			say,
		});
		say(summaryOf(aftermath));
		const broken = brokenPromises(aftermath);
		broken.forEach(say);
		say(broken.length === 0 ? 'Every promise was kept.' : `${broken.length} promises were broken.`);
		process.exitCode = broken.length === 0 ? 0 : 1;
	} finally {
		stopReceivers();
	}
}

void main();
