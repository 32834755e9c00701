import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { Cleanup } from '../n8n/processes/cleanup';
import { repositoryFolder } from '../n8n/files';
import { measureAnswers } from './answers/measure';
import { reportAnswers } from './answers/report';
import { measureCalls } from './calls/measure';
import { reportCalls } from './calls/report';
import { measureDeliveries } from './deliveries/measure';
import { reportDeliveries } from './deliveries/report';
import type { Plan } from './plan';
import { full, quick } from './plan';
import type { Setting, Setup } from './setting';
import { startSetting } from './setting';

// npm run bench: a quick look, printed. npm run bench -- --full: the whole, written into docs/performance.md.

const page = join(repositoryFolder, 'docs', 'performance.md');
const latencies = [0, 50];

const say = (line: string): void => void process.stderr.write(`${line}\n`);

type Start = (setup: Setup) => Promise<Setting>;

/** Each part of the page, in its order; `start` starts n8n and the service. */
const parts = {
	answers: async () => reportAnswers(await measureAnswers()),
	deliveries: async (plan: Plan, start: Start) =>
		reportDeliveries(await measureDeliveries(start, plan, say), plan),
	calls: async (plan: Plan, start: Start) =>
		reportCalls(await measureCalls(await start('usual'), plan, say), plan),
} as const;

type Part = keyof typeof parts;

const names = Object.keys(parts) as Part[];

/** Puts a part's report between its two marks. */
async function writeIntoPage(part: Part, text: string): Promise<void> {
	const [begin, end] = [`<!-- measured: ${part} -->`, `<!-- /measured: ${part} -->`];
	const before = await readFile(page, 'utf8');
	const [head] = before.split(begin);
	const [, tail] = before.split(end);
	if (tail === undefined) throw new Error(`docs/performance.md has no ${begin} … ${end}.`);
	await writeFile(page, `${head}${begin}\n\n${text}\n\n${end}${tail}`);
}

async function run(wanted: readonly Part[], isFull: boolean): Promise<void> {
	const plan = isFull ? full : quick;
	const cleanup = new Cleanup();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => void cleanup.run().finally(() => process.exit(1)));
	}
	const start: Start = async (setup) => await startSetting(cleanup, latencies, setup);
	try {
		for (const part of wanted) {
			const text = await parts[part](plan, start);
			process.stdout.write(`${text}\n\n`);
			if (isFull) await writeIntoPage(part, text);
			await cleanup.run();
		}
	} finally {
		await cleanup.run();
	}
}

const command = new Command('bench')
	.description("Measures the nodes beside n8n's own, in a real n8n.")
	.option('--full', 'measure everything often, and write it into docs/performance.md', false)
	.addOption(new Option('--only <part>', 'one part alone').choices(names))
	.action(async ({ only, full: isFull }: { only?: Part; full: boolean }) => {
		await run(only ? [only] : names, isFull);
	});

command.parseAsync().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
	process.exitCode = 1;
});
