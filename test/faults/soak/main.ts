import Table from 'cli-table3';
import { Command, InvalidArgumentError } from 'commander';

import { runSoak, type Soak } from './run-soak';

// npm run test:all -- soak [--minutes 30]: an office works with n8n and the service, and nothing may grow.

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function minutesFrom(text: string): number {
	const minutes = Number(text);
	if (!(minutes > 0)) throw new InvalidArgumentError('It must be a number above 0.');
	return minutes;
}

function table(head: string[], rows: string[][]): string {
	const made = new Table({ head, style: { head: [], border: [] } });
	made.push(...rows);
	return made.toString();
}

const shown = (amount: number): string => (Number.isFinite(amount) ? amount.toFixed(1) : '–');

function report({ watched, samples, verdicts, done }: Soak): void {
	const rows = samples.map(([at, amounts]) => [(at / 1000).toFixed(0), ...amounts.map(shown)]);
	say(table(['seconds', ...watched.map(({ measure }) => `${measure.name} ${measure.unit}`)], rows));
	for (const [name, times] of Object.entries(done)) say(`${times} times: ${name}`);
	say(
		table(
			['after the warm-up', 'usually', 'grew by', 'may grow by', 'may reach', 'verdict'],
			verdicts.map(({ measure: { name, unit, mayGrow, mayReach }, usual, growth, isFine }) => [
				`${name} ${unit}`.trim(),
				shown(usual),
				shown(growth),
				mayGrow === undefined ? '' : String(mayGrow),
				mayReach === undefined ? '' : String(mayReach),
				isFine ? 'fine' : 'grows',
			]),
		),
	);
}

async function main(): Promise<void> {
	const { minutes } = new Command('soak')
		.description('Has an office work with n8n and the service, and says whether anything grows.')
		.option('--minutes <number>', 'for how long', minutesFrom, 30)
		.parse()
		.opts<{ minutes: number }>();
	const soak = await runSoak(minutes, say);
	report(soak);
	const growing = soak.verdicts.filter(({ isFine }) => !isFine);
	say(growing.length === 0 ? 'Nothing grows.' : `${growing.length} of these grow.`);
	process.exitCode = growing.length === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
	process.exitCode = 1;
});
