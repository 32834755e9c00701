import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cleanup } from '../processes/cleanup';
import { N8nClient } from '../clients/n8n';
import { freePorts } from '../processes/free-ports';
import type { N8nProcess, N8nProcessOptions } from './n8n-process';
import { startN8nProcess } from './n8n-process';
import type { RunningProxy } from '../processes/proxy';
import { installByHand, owner, settings } from './single';
import { startBalancer } from './balancer';
import { DATABASE_USER, startPostgres } from './postgres';
import { startRedis } from './redis';
import type { RunningServer } from '../processes/server';

export interface QueueModeOptions {
	/** The packed package, installed in each process; see `packPackage`. */
	packageTarball: string;
	webhookProcessors?: number;
	workers?: number;
	/** Further settings of every process. */
	env?: Record<string, string>;
}

/** An n8n of several processes, with its Redis and its PostgreSQL. */
export interface RunningQueueMode {
	/** The owner, logged in to the main process. */
	client: N8nClient;
	/** The main process, with the editor: `http://127.0.0.1:PORT`. */
	mainAddress: string;
	/** The load balancer in front of the webhook processors, where webhooks are called. */
	address: string;
	/** Each webhook processor's own address. */
	webhookAddresses: string[];
	main: N8nProcess;
	webhookProcessors: N8nProcess[];
	workers: N8nProcess[];
	redis: RunningServer;
	/** The rows that a query of n8n's database gives. */
	query<Row>(sql: string): Promise<Row[]>;
	/** Ends everything. */
	stop(): Promise<void>;
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/**
 * Starts n8n in queue mode on free ports of the loopback address, each process with a folder and an install of the
 * package of its own. `ensureInstalled` must have run before; `redis-server` and `postgresql` must be there.
 */
export async function startQueueMode({
	packageTarball,
	webhookProcessors: webhookCount = 2,
	workers: workerCount = 3,
	env = {},
}: QueueModeOptions): Promise<RunningQueueMode> {
	const cleanup = new Cleanup();
	try {
		const folder = await mkdtemp(join(tmpdir(), 'accounting-sync-queue-mode-'));
		cleanup.add(async () => await rm(folder, { recursive: true, force: true }));
		const newFolder = async (name: string) => {
			const path = join(folder, name);
			await mkdir(path);
			return path;
		};
		// PostgreSQL runs as a user of its own.
		const databaseFolder = await mkdtemp(join(tmpdir(), 'accounting-sync-postgres-'));
		cleanup.add(async () => await rm(databaseFolder, { recursive: true, force: true }));
		const [redisPort, databasePort, mainPort] = await freePorts(3);
		const redis = await startRedis(await newFolder('redis'), redisPort);
		cleanup.add(redis.stop);
		const postgres = await startPostgres(databaseFolder, databasePort);
		cleanup.add(postgres.stop);

		const mainAddress = `http://127.0.0.1:${mainPort}`;
		const webhookPorts = await freePorts(webhookCount);
		const webhookAddresses = webhookPorts.map((port) => `http://127.0.0.1:${port}`);
		const balancer: RunningProxy = await startBalancer(mainAddress, webhookAddresses);
		cleanup.add(balancer.close);

		const shared = {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(databasePort),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: DATABASE_USER,
			N8N_EDITOR_BASE_URL: `${mainAddress}/`,
			N8N_WEBHOOK_URL: `${balancer.origin}/`,
			...env,
		};
		const startOne = async (
			name: string,
			command: N8nProcessOptions['command'],
			port: number,
		): Promise<N8nProcess> => {
			const [brokerPort] = await freePorts(1);
			const userFolder = await newFolder(name);
			await installByHand(userFolder, packageTarball);
			const started = await startN8nProcess({
				command,
				address: `http://127.0.0.1:${port}`,
				env: {
					...settings(userFolder, port, brokerPort),
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: String(port),
					...shared,
				},
			});
			cleanup.add(started.stop);
			return started;
		};
		// The main process makes the tables that the others need.
		const main = await startOne('main', 'start', mainPort);
		const client = new N8nClient(mainAddress);
		await client.logInAsOwner(owner);
		const workerPorts = await freePorts(workerCount);
		const [webhookProcessors, workers] = await Promise.all([
			Promise.all(
				times(webhookCount).map(
					async (index) => await startOne(`webhook-${index}`, 'webhook', webhookPorts[index]),
				),
			),
			Promise.all(
				times(workerCount).map(
					async (index) => await startOne(`worker-${index}`, 'worker', workerPorts[index]),
				),
			),
		]);
		return {
			client,
			mainAddress,
			address: balancer.origin,
			webhookAddresses,
			main,
			webhookProcessors,
			workers,
			redis,
			query: postgres.query,
			stop: async () => await cleanup.run(),
		};
	} catch (error) {
		await cleanup.run();
		throw error;
	}
}
