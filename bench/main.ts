import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Cleanup } from '../n8n/cleanup';
import { repositoryFolder } from '../n8n/files';
import { measure } from './measure';
import { full, quick } from './plan';
import { report } from './report';
import { startSetting } from './setting';

// npm run bench: a quick look, printed. npm run bench -- --full: the whole, written into docs/performance.md.

const page = join(repositoryFolder, 'docs', 'performance.md');
const LATENCIES = [0, 50];

/** Puts the report between the page's two marks. */
async function writeIntoPage(text: string): Promise<void> {
	const [begin, end] = ['<!-- measured -->', '<!-- /measured -->'];
	const before = await readFile(page, 'utf8');
	const [head] = before.split(begin);
	const [, tail] = before.split(end);
	await writeFile(page, `${head}${begin}\n\n${text}\n\n${end}${tail}`);
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } });
	const plan = values.full ? full : quick;
	const cleanup = new Cleanup();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => void cleanup.run().finally(() => process.exit(1)));
	}
	try {
		const setting = await startSetting(cleanup, LATENCIES);
		const measured = await measure(setting, plan, (line) => process.stderr.write(`${line}\n`));
		const text = report(measured, plan);
		process.stdout.write(`${text}\n`);
		if (values.full) await writeIntoPage(text);
	} finally {
		await cleanup.run();
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
	process.exitCode = 1;
});
