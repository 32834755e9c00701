import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { freePorts } from '../../../n8n/processes/free-ports';
import { createRandom } from '../../../simulator/company/random';
import { startDesktop, type Desktop } from '../../../simulator/start';
import { eventually } from '../../service/support/eventually';
import {
	run,
	startProcess,
	temporaryFolder,
	type ServiceProcess,
} from '../../service/support/process';
import { receiver } from '../../service/support/receiver';
import { createLoad, type Accepted } from './load';

export interface KillOptions {
	readonly kills: number;
	/** The same seed kills after the same waits; what is under way then still differs from run to run. */
	readonly seed: number;
	readonly say?: (line: string) => void;
}

/** What became of everything, to be compared with what was promised. */
export interface Aftermath {
	readonly accepted: readonly Accepted[];
	/** The requests as the service has them in the end, by ID. */
	readonly ended: ReadonlyMap<string, { state: string; webhook_state: string; code?: string }>;
	/** How often an invoice with this reference number was written. */
	readonly written: ReadonlyMap<string, number>;
	/** The states that webhooks told of, by the request’s ID. */
	readonly told: ReadonlyMap<string, readonly string[]>;
}

const API_KEY = 'kill-test';
const CONNECTIONS = 3;
const LONGEST_LIFE_MILLISECONDS = 1500;
const FAILED_DELIVERY_PERCENT = 10;
const terminalStates = ['response_received', 'error', 'discarded'];

type Ended = Map<string, { state: string; webhook_state: string; code?: string }>;
type Load = ReturnType<typeof createLoad>;

/** Kills the service at random, also while it starts, and leaves one running. */
async function killAgainAndAgain(
	words: readonly string[],
	{ kills, seed, say = () => undefined }: KillOptions,
	{ load, desktops }: { readonly load: Load; readonly desktops: readonly Desktop[] },
	first: ServiceProcess,
): Promise<ServiceProcess> {
	const random = createRandom(seed);
	let service = first;
	for (let kill = 1; kill <= kills; kill += 1) {
		await delay(random.integer(1, LONGEST_LIFE_MILLISECONDS));
		await service.end('SIGKILL');
		if (random.chance(20)) {
			const starting = run(words);
			await delay(random.integer(1, LONGEST_LIFE_MILLISECONDS));
			starting.child.kill('SIGKILL');
			await starting.ended;
		}
		if (random.chance(30)) random.pick(desktops).faults.add({ fault: 'busy', times: 3 });
		service = await startProcess(words);
		say(`${kill} of ${kills} kills, ${load.accepted.length} requests accepted`);
	}
	return service;
}

/** Waits for every accepted request, and its delivery, to come to an end. */
async function endsOf(load: Load): Promise<Ended> {
	const ended: Ended = new Map();
	for (const { id } of load.accepted) {
		const { state, webhook_state, error } = await eventually(
			() => load.requestOf(id),
			(record) => terminalStates.includes(record.state) && record.webhook_state !== 'pending',
		);
		ended.set(id, { state, webhook_state, code: error?.code });
	}
	return ended;
}

function timesWritten(desktops: readonly Desktop[]): Map<string, number> {
	const written = new Map<string, number>();
	for (const { RefNumber } of desktops.flatMap(({ company }) => company.invoices))
		written.set(RefNumber, (written.get(RefNumber) ?? 0) + 1);
	return written;
}

/**
 * Kills the service again and again while requests come in, desktops work and webhooks go out, and lets everything come
 * to its end after the last kill. Desktops and receiver live on in this process.
 */
export async function runKills(options: KillOptions): Promise<Aftermath> {
	const [port] = await freePorts(1);
	const words = [
		...['--port', String(port), '--api-key', API_KEY],
		...['--database', path.join(await temporaryFolder(), 'service.sqlite')],
		...['--webhook-tries', `0,0.1,${Array.from({ length: 18 }, () => '0.5').join()}`],
	];
	const told = new Map<string, string[]>();
	const luck = createRandom(options.seed + 1);
	const hook = await receiver((response, { body }) => {
		const fails = luck.chance(FAILED_DELIVERY_PERCENT);
		if (!fails) told.set(body.id, [...(told.get(body.id) ?? []), body.state]);
		response.writeHead(fails ? 500 : 204).end();
	});
	const first = await startProcess(words);
	const load = createLoad({
		baseUrl: `http://127.0.0.1:${port}/api/v1`,
		apiKey: API_KEY,
		webhookUrl: hook.url,
		delivered: () => told.size,
	});
	const desktops: Desktop[] = [];
	try {
		for (let place = 0; place < CONNECTIONS; place += 1) {
			const { connectorFile, password, id } = await load.connect();
			desktops.push(startDesktop({ connectorFile, password, runEveryMilliseconds: 20 }));
			load.begin(id);
		}
		const last = await killAgainAndAgain(words, options, { load, desktops }, first);
		await load.end();
		const ended = await endsOf(load);
		await last.end('SIGTERM');
		return { accepted: load.accepted, ended, written: timesWritten(desktops), told };
	} finally {
		await Promise.all(desktops.map((desktop) => desktop.stop()));
		await load.end();
	}
}
