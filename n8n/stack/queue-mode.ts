import { randomBytes } from 'node:crypto';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { N8nClient } from '../clients/n8n';
import { installByHand, nodesFolder } from '../install/install-by-hand';
import type { Cleanup } from '../processes/cleanup';
import { freePorts } from '../processes/free-ports';
import type { Server } from '../processes/server';
import { sideBySide } from '../processes/side-by-side';
import { temporaryFolder } from '../processes/temporary-folder';
import { startBalancer } from './balancer';
import { type N8nSettings, owner, type RunningN8n, startN8nProcess } from './n8n-process';
import { DATABASE_USER, type RunningPostgres, startPostgres } from './postgres';
import { type RunningRedis, startRedis } from './redis';

/** How many processes an n8n has beside its main process. */
export interface ProcessCounts {
	webhookProcessors: number;
	workers: number;
}

/** An n8n of several processes, with its Redis and its PostgreSQL. Webhooks are called at its load balancer. */
export interface QueueModeN8n extends RunningN8n {
	/** The main process, with the editor: `http://127.0.0.1:PORT`. */
	mainAddress: string;
	/** Each webhook processor's own address. */
	webhookAddresses: string[];
	main: Server;
	webhookProcessors: Server[];
	workers: Server[];
	redis: Server;
	postgres: Server;
	/** The rows that a query of n8n's database gives. */
	query<Row>(sql: string): Promise<Row[]>;
}

/** What the processes share. */
interface QueueModeServers {
	redis: RunningRedis;
	postgres: RunningPostgres;
}

/** Starts Redis and PostgreSQL on free ports; `redis-server` and `postgresql` must be installed. */
export async function startQueueModeServers(
	folder: string,
	cleanup: Cleanup,
): Promise<QueueModeServers> {
	const redisFolder = join(folder, 'redis');
	await mkdir(redisFolder);
	// PostgreSQL runs as a user of its own.
	const databaseFolder = await temporaryFolder(cleanup, 'postgres');
	const [redisPort, databasePort] = await freePorts(2);
	const [redis, postgres] = await sideBySide(
		startRedis(redisFolder, redisPort).then((started) => {
			cleanup.add(started.stop);
			return started;
		}),
		startPostgres(databaseFolder, databasePort).then((started) => {
			cleanup.add(started.stop);
			return started;
		}),
	);
	return { redis, postgres };
}

const sharedSettings = ({ redis, postgres }: QueueModeServers) => ({
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(redis.port),
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(postgres.port),
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_USER: DATABASE_USER,
});

/** Starts n8n in queue mode, each process with a folder of its own and the package installed there. */
export async function startQueueMode(
	{ installation, env }: N8nSettings,
	counts: ProcessCounts,
	servers: QueueModeServers,
	tarball: string,
	folder: string,
	cleanup: Cleanup,
): Promise<QueueModeN8n> {
	const { redis, postgres } = servers;
	const installed = join(folder, 'main');
	await installByHand(installed, tarball);
	const [mainPort, ...ports] = await freePorts(1 + counts.webhookProcessors + counts.workers);
	const webhookPorts = ports.slice(0, counts.webhookProcessors);
	const workerPorts = ports.slice(counts.webhookProcessors);
	const mainAddress = `http://127.0.0.1:${mainPort}`;
	const webhookAddresses = webhookPorts.map((port) => `http://127.0.0.1:${port}`);
	const balancer = await startBalancer(mainAddress, webhookAddresses);
	cleanup.add(balancer.close);
	const shared = {
		...sharedSettings(servers),
		N8N_EDITOR_BASE_URL: `${mainAddress}/`,
		N8N_WEBHOOK_URL: `${balancer.origin}/`,
		...env,
	};
	const startOne = async (
		command: 'start' | 'webhook' | 'worker',
		port: number,
		userFolder: string,
	): Promise<Server> => {
		const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) };
		const settings = { installation, env: { ...health, ...shared } };
		const started = await startN8nProcess({ ...settings, command, port, userFolder });
		cleanup.add(started.stop);
		return started;
	};
	const startFurther = async (command: 'webhook' | 'worker', port: number): Promise<Server> => {
		const userFolder = join(folder, `${command}-${port}`);
		await cp(nodesFolder(installed), nodesFolder(userFolder), { recursive: true });
		return await startOne(command, port, userFolder);
	};
	// The main process makes the tables that the others need.
	const main = await startOne('start', mainPort, installed);
	const client = new N8nClient(mainAddress);
	const [webhookProcessors, workers] = await sideBySide(
		sideBySide(...webhookPorts.map(async (port) => await startFurther('webhook', port))),
		sideBySide(...workerPorts.map(async (port) => await startFurther('worker', port))),
		client.logInAsOwner(owner),
	);
	return {
		address: balancer.origin,
		client,
		owner,
		mainAddress,
		webhookAddresses,
		main,
		webhookProcessors,
		workers,
		redis,
		postgres,
		query: postgres.query,
	};
}
