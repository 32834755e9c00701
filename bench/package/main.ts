import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { latest } from '../../n8n/files';
import { ensureInstalled } from '../../n8n/install/install';
import { packPackage } from '../../n8n/install/pack';
import { Cleanup } from '../../n8n/processes/cleanup';
import { runCommand } from '../../n8n/processes/command';
import { temporaryFolder } from '../../n8n/processes/temporary-folder';
import { writeSection } from '../write-section';
import type { InstalledPackage } from './installed';
import { install } from './installed';
import type { LoadTime, MeasuredPackage } from './report';
import { reportPackages } from './report';

// npm run bench -- package: measures the package beside others and writes its section of docs/performance-package.md.

/** Well-known packages of a service's nodes, as the registry has them. */
const others = [
	['n8n-nodes-evolution-api', '1.0.4'],
	['n8n-nodes-mcp', '0.1.37'],
	['@mendable/n8n-nodes-firecrawl', '2.1.2'],
	['@devlikeapro/n8n-nodes-chatwoot', '1.0.2'],
];

/** A package of one node that does nothing. */
async function writeTinyPackage(folder: string): Promise<string> {
	const tiny = join(folder, 'tiny');
	await mkdir(tiny);
	const manifest = { name: 'n8n-nodes-tiny', version: '1.0.0', n8n: { nodes: ['Tiny.node.js'] } };
	await writeFile(join(tiny, 'package.json'), JSON.stringify(manifest));
	await writeFile(
		join(tiny, 'Tiny.node.js'),
		`const { NodeConnectionTypes } = require('n8n-workflow');
		exports.Tiny = class {
			description = { name: 'tiny', displayName: 'Tiny', version: 1, group: [], defaults: { name: 'Tiny' },
				description: '', inputs: [NodeConnectionTypes.Main], outputs: [NodeConnectionTypes.Main], properties: [] };
		};`,
	);
	return tiny;
}

async function load(before: string, { folder }: InstalledPackage): Promise<LoadTime> {
	const program = join(__dirname, 'load.js');
	// n8n lets the nodes it loads find its own modules in the same way. pnpm puts those beside n8n itself.
	const n8n = await realpath(join(latest.modulesFolder, 'n8n'));
	const env = { ...process.env, NODE_PATH: join(n8n, '..') };
	const output = await runCommand(latest.nodeBinary, [program, before, folder], {
		cwd: folder,
		env,
	});
	return JSON.parse(output) as LoadTime;
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { rounds: { type: 'string', default: '21' } } });
	await ensureInstalled((line) => process.stderr.write(`${line}\n`));
	const cleanup = new Cleanup();
	try {
		const folder = await temporaryFolder(cleanup, 'packages');
		const own = await packPackage(folder);
		const tiny = await writeTinyPackage(folder);
		const sources = [
			['n8n-nodes-accounting-sync', own.tarball],
			...others.map(([name, version]) => [name, `${name}@${version}`]),
		];
		const measured: MeasuredPackage[] = [];
		for (const [index, [name, source]] of sources.entries()) {
			const installed = await install(join(folder, String(index)), name, source);
			// The first time comes from the disk.
			await load(tiny, installed);
			measured.push({ ...installed, loads: [] });
		}
		for (let round = 0; round < Number(values.rounds); round++) {
			for (const each of measured) each.loads.push(await load(tiny, each));
		}
		const text = reportPackages(measured);
		await writeSection('package', text);
		process.stdout.write(`${text}\n`);
	} finally {
		await cleanup.run();
	}
}

void main();
