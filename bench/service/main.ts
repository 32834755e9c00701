import { stat } from 'node:fs/promises';
import path from 'node:path';

import { type Connection, ServiceClient } from '../../n8n/clients/service';
import { Cleanup } from '../../n8n/processes/cleanup';
import { temporaryFolder } from '../../n8n/processes/temporary-folder';
import { startService } from '../../service/server/start-service';
import { openStore } from '../../service/store/database';
import { circumstances } from '../support/circumstances';
import { median } from '../support/statistics';
import { table } from '../support/tables';
import { writeSection } from '../write-section';
import { fillQueue } from './fill-queue';

// npm run bench -- service: how long lists, filters and searches take, with 10,000 and 100,000 requests on one connection.
// It writes its section of docs/performance-service.md.

const sizes = [10_000, 100_000];
const RUNS = 21;
const API_KEY = 'bench';

const cases: ReadonlyArray<readonly [string, Record<string, string>]> = [
	['newest', {}],
	['last page', { sort_direction: 'asc', page: '{last}' }],
	['state=discarded (none)', { state: 'discarded' }],
	['search a reference number', { search_phrase: 'r-777<' }],
	['search “invoiceadd” (all)', { search_phrase: 'invoiceadd' }],
	['search two characters', { search_phrase: 'ü,' }],
];

/** The median of some calls, in milliseconds, the answer’s body included. */
async function measure(client: ServiceClient, path: string): Promise<number> {
	const times: number[] = [];
	for (let run = 0; run < RUNS; run += 1) {
		const started = performance.now();
		await client.text('GET', path);
		times.push(performance.now() - started);
	}
	return median(times);
}

interface Measured {
	readonly milliseconds: readonly number[];
	readonly megabytes: number;
	/** Milliseconds for one request, on average. */
	readonly toStore: number;
}

async function measureAt(database: string, from: number, to: number): Promise<Measured> {
	const service = await startService({ apiKeys: [API_KEY], database, log: false });
	const client = new ServiceClient(service.baseUrl, API_KEY);
	const known: Array<Connection | undefined> = await client.connections();
	const { id } = known[0] ?? (await client.createConnection());
	const store = await openStore(database);
	const started = performance.now();
	await fillQueue(store, id, { from, to });
	const toStore = (performance.now() - started) / (to - from);
	await store.destroy();

	const list = `/connections/${id}/queued_requests`;
	const milliseconds: number[] = [];
	for (const [, query] of cases) {
		const filled = new URLSearchParams();
		for (const [name, value] of Object.entries(query))
			filled.set(name, value.replace('{last}', String(to / 20)));
		milliseconds.push(await measure(client, `${list}?${filled.toString()}`));
	}
	await service.close();
	return { milliseconds, megabytes: (await stat(database)).size / 1e6, toStore };
}

function report(measured: readonly Measured[]): string {
	const rowOf = (name: string, figure: (measured: Measured) => string) => [
		name,
		...measured.map(figure),
	];
	return [
		circumstances('queue'),
		table(
			[`median of ${RUNS}, ms`, ...sizes.map((size) => size.toLocaleString('en'))],
			[
				...cases.map(([name], place) =>
					rowOf(name, ({ milliseconds }) => milliseconds[place].toFixed(1)),
				),
				rowOf('storing a request with its answer', ({ toStore }) => toStore.toFixed(2)),
				rowOf('size of the file, MB', ({ megabytes }) => megabytes.toFixed(0)),
			],
		),
	].join('\n\n');
}

async function main(): Promise<void> {
	const cleanup = new Cleanup();
	try {
		const folder = await temporaryFolder(cleanup, 'bench');
		const database = path.join(folder, 'service.sqlite');
		const measured: Measured[] = [];
		for (const [place, size] of sizes.entries())
			measured.push(await measureAt(database, sizes[place - 1] ?? 0, size));
		const text = report(measured);
		await writeSection('queue', text);
		process.stdout.write(`${text}\n`);
	} finally {
		await cleanup.run();
	}
}

void main();
