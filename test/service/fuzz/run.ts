import Table from 'cli-table3';
import { Command } from 'commander';

import { fuzz } from './fuzz';

const MEBIBYTE = 1024 * 1024;

async function main(): Promise<void> {
	const { inputs, seed } = new Command('fuzz')
		.description(
			'Sends inputs that no well-behaved caller would send, and says how they were answered.',
		)
		.option('--inputs <number>', 'how many', Number, 20_000)
		.option('--seed <number>', 'what they are made from, to make the same ones again', Number)
		.parse()
		.opts<{ inputs: number; seed?: number }>();
	const { answers, heapGrowth, log } = await fuzz({ inputs, seed });
	const table = new Table({ head: ['Answer', 'Times'], style: { head: [], border: [] } });
	table.push(...Object.entries(answers).sort());
	process.stdout.write(
		`${table.toString()}\nThe heap grew by ${(heapGrowth / MEBIBYTE).toFixed(1)} MiB.\n${log}`,
	);
}

main().catch((error: unknown) => {
	process.stderr.write(
		`${error instanceof Error ? `${error.message}\n${String(error.cause ?? '')}` : String(error)}\n`,
	);
	process.exitCode = 1;
});
