import { setTimeout as delay } from 'node:timers/promises';

import { ServiceClient, terminalStates } from '../../../n8n/clients/service';
import { Cleanup } from '../../../n8n/processes/cleanup';
import type { Server } from '../../../n8n/processes/server';
import { temporaryFolder } from '../../../n8n/processes/temporary-folder';
import { startServiceProcess } from '../../../n8n/stack/service';
import { startSeveralServices } from '../../../n8n/stack/several-services';
import { until } from '../../../n8n/until';
import { createRandom } from '../../../simulator/company/random';
import { type Desktop, startDesktop } from '../../../simulator/start';
import { receiver } from '../../service/support/receiver';
import { type Accepted, createLoad } from './load';

interface KillOptions {
	readonly kills: number;
	/** The same seed kills after the same waits; what is under way then still differs from run to run. */
	readonly seed: number;
	/** How many processes of the service share a PostgreSQL database, which is killed as well; one alone uses SQLite. */
	readonly processes: number;
	readonly say?: (line: string) => void;
}

/** A service under load. */
interface Ground {
	readonly baseUrl: string;
	/** What is killed, one at a time; what has a `pid` is also frozen. */
	readonly victims: ReadonlyArray<Pick<Server, 'kill' | 'restart'> & Partial<Pick<Server, 'pid'>>>;
}

/** What became of everything, to be compared with what was promised. */
export interface Aftermath {
	readonly accepted: readonly Accepted[];
	/** The requests as the service has them in the end, by ID. */
	readonly ended: ReadonlyMap<string, { state: string; webhook_state: string; code?: string }>;
	/** How often an invoice with this reference number was written. */
	readonly written: ReadonlyMap<string, number>;
	/** How many calls of the application got no answer. */
	readonly broken: number;
	/** The states that webhooks told of, by the request’s ID. */
	readonly told: ReadonlyMap<string, readonly string[]>;
}

const API_KEY = 'kill-test';
const CONNECTIONS = 3;
const LONGEST_LIFE_MILLISECONDS = 1500;
/** Long enough for others to take over what a frozen process was at, which it does not know when it goes on. */
const LONGEST_FREEZE_MILLISECONDS = 5000;
const FAILED_DELIVERY_PERCENT = 10;
const webhookTries = [0, 0.1, ...Array<number>(18).fill(0.5)];

/**
 * How long a session lives whose connector has got no answer, if nobody knows that its call was lost: the process was killed
 * before it had read the call.
 */
const SESSION_SECONDS = 15;
const TAKE_OVER_SECONDS = 2;

type Ended = Map<string, { state: string; webhook_state: string; code?: string }>;
type Load = ReturnType<typeof createLoad>;

/** PostgreSQL does not start again before the last of its processes has noticed that the first was killed. */
const restartedPatiently = (postgres: Server): Pick<Server, 'kill' | 'restart'> => ({
	kill: postgres.kill,
	restart: async () =>
		void (await until(
			async () => (await Promise.allSettled([postgres.restart()]))[0],
			({ status }) => status === 'fulfilled',
		)),
});

async function startGround(
	{ processes }: KillOptions,
	folder: string,
	cleanup: Cleanup,
): Promise<Ground> {
	const settings = {
		webhookTries,
		sessionTimeoutSeconds: SESSION_SECONDS,
		takeOverSeconds: TAKE_OVER_SECONDS,
		// The application asks for thousands of requests again and again, as no real one does.
		callsPerSecond: 0,
	};
	if (processes > 1) {
		const several = await startSeveralServices(settings, API_KEY, processes, cleanup);
		const { baseUrl, postgres } = several;
		return { baseUrl, victims: [...several.processes, restartedPatiently(postgres)] };
	}
	const { baseUrl, process } = await startServiceProcess(settings, API_KEY, folder);
	cleanup.add(process.stop);
	return { baseUrl, victims: [process] };
}

/** Stops a process in the middle of whatever it does, and lets it go on as if no time had passed. */
async function freeze(pid: number, milliseconds: number): Promise<void> {
	process.kill(pid, 'SIGSTOP');
	await delay(milliseconds);
	process.kill(pid, 'SIGCONT');
}

/** Kills or freezes one after another at random, also while it starts, and leaves all of them running. */
async function killAgainAndAgain(
	{ victims }: Ground,
	{ kills, seed, say = () => undefined }: KillOptions,
	{ load, desktops }: { readonly load: Load; readonly desktops: readonly Desktop[] },
): Promise<void> {
	const random = createRandom(seed);
	for (let kill = 1; kill <= kills; kill += 1) {
		await delay(random.integer(1, LONGEST_LIFE_MILLISECONDS));
		const victim = random.pick(victims);
		const pid = victim.pid?.();
		if (pid !== undefined && random.chance(30))
			await freeze(pid, random.integer(1, LONGEST_FREEZE_MILLISECONDS));
		await delay(random.integer(1, LONGEST_LIFE_MILLISECONDS));
		await victim.kill();
		if (random.chance(20)) {
			const starting = Promise.allSettled([victim.restart()]);
			await delay(random.integer(1, LONGEST_LIFE_MILLISECONDS));
			await victim.kill();
			await starting;
		}
		if (random.chance(30)) random.pick(desktops).faults.add({ fault: 'busy', times: 3 });
		await victim.restart();
		say(
			`${kill} of ${kills} kills (of ${victims.indexOf(victim) + 1}), ${load.accepted.length} requests accepted`,
		);
	}
}

/** Waits for every accepted request, and its delivery, to come to an end. */
async function endsOf(load: Load): Promise<Ended> {
	const ended: Ended = new Map();
	for (const { id } of load.accepted) {
		const { state, webhook_state, error } = await until(
			() => load.requestOf(id),
			(record) => terminalStates.includes(record.state) && record.webhook_state !== 'pending',
			{ timeout: 4 * 60_000, every: 20 },
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
	const told = new Map<string, string[]>();
	const luck = createRandom(options.seed + 1);
	const hook = await receiver((response, { body }) => {
		const fails = luck.chance(FAILED_DELIVERY_PERCENT);
		if (!fails) told.set(body.id, [...(told.get(body.id) ?? []), body.state]);
		response.writeHead(fails ? 500 : 204).end();
	});
	const cleanup = new Cleanup();
	try {
		const folder = await temporaryFolder(cleanup, 'kills');
		const ground = await startGround(options, folder, cleanup);
		const service = new ServiceClient(ground.baseUrl, API_KEY);
		const load = createLoad({
			service,
			webhookUrl: hook.url,
			delivered: () => told.size,
			mayBeAway: options.processes > 1,
		});
		cleanup.add(load.end);
		const desktops: Desktop[] = [];
		for (let place = 0; place < CONNECTIONS; place += 1) {
			const { id } = await service.createConnection();
			const setup = await service.setUpConnector(id);
			const desktop = startDesktop({ ...setup, runEveryMilliseconds: 20 });
			cleanup.add(desktop.stop);
			desktops.push(desktop);
			load.begin(id);
		}
		await killAgainAndAgain(ground, options, { load, desktops });
		await load.end();
		const ended = await endsOf(load);
		return {
			accepted: load.accepted,
			broken: load.broken(),
			ended,
			written: timesWritten(desktops),
			told,
		};
	} finally {
		await cleanup.run();
	}
}
