import { Command, Option } from 'commander';

import { Cleanup } from '../n8n/processes/cleanup';
import { measureCalls } from './calls/measure';
import { reportCalls } from './calls/report';
import { measureComparison } from './compare/measure';
import { reportComparison } from './compare/report';
import { measureDeliveries } from './deliveries/measure';
import { reportDeliveries } from './deliveries/report';
import { full, type Plan, quick } from './support/plan';
import { type InSetting, startSetting } from './support/setting';
import { writeSection } from './write-section';

// npm run bench -- nodes: a quick look, printed. npm run bench -- nodes --full: the whole, written into docs/performance.md.

const latencies = [0, 50];

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Each part of the page, in its order; `inSetting` starts n8n and the service. */
const parts = {
	compare: async () => reportComparison(await measureComparison(say)),
	deliveries: async (plan: Plan, inSetting: InSetting) =>
		reportDeliveries(await measureDeliveries(inSetting, plan, say), plan),
	calls: async (plan: Plan, inSetting: InSetting) =>
		await inSetting('usual', async (setting) =>
			reportCalls(await measureCalls(setting, plan, say), plan),
		),
} as const;

type Part = keyof typeof parts;

const names = Object.keys(parts) as Part[];

async function run(wanted: readonly Part[], isFull: boolean): Promise<void> {
	const plan = isFull ? full : quick;
	let cleanup = new Cleanup();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => void cleanup.run().finally(() => process.exit(1)));
	}
	const inSetting: InSetting = async (setup, work) => {
		cleanup = new Cleanup();
		try {
			return await work(await startSetting(cleanup, latencies, setup));
		} finally {
			await cleanup.run();
		}
	};
	for (const part of wanted) {
		const text = await parts[part](plan, inSetting);
		process.stdout.write(`${text}\n\n`);
		if (isFull) await writeSection(part, text);
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
