import type { Cleanup } from '../processes/cleanup';
import { freePorts } from '../processes/free-ports';
import type { Server } from '../processes/server';
import { temporaryFolder } from '../processes/temporary-folder';
import { startRoundRobin } from './balancer';
import { DATABASE_USER, type RunningPostgres, startPostgres } from './postgres';
import { type ServiceSettings, startServiceProcess } from './service';

/** Several processes of the service that share a database. */
export interface SeveralServices {
	/** The base address of the load balancer before them. */
	readonly baseUrl: string;
	readonly processes: readonly Server[];
	readonly postgres: RunningPostgres;
}

/**
 * Starts PostgreSQL, processes of the service side by side on one database of it, and a load balancer that hands each call to
 * the next of them.
 */
export async function startSeveralServices(
	settings: Omit<ServiceSettings, 'database' | 'simulate'>,
	apiKey: string,
	count: number,
	cleanup: Cleanup,
): Promise<SeveralServices> {
	const folder = await temporaryFolder(cleanup, 'postgres');
	const [port] = await freePorts(1);
	const postgres = await startPostgres(folder, port);
	cleanup.add(postgres.stop);
	const database = `postgres://${DATABASE_USER}@127.0.0.1:${port}/postgres`;
	const place = await temporaryFolder(cleanup, 'services');
	const services = await Promise.all(
		Array.from({ length: count }, async () => {
			const service = await startServiceProcess({ ...settings, database }, apiKey, place);
			cleanup.add(service.process.stop);
			return service;
		}),
	);
	const origins = services.map(({ baseUrl }) => new URL(baseUrl).origin);
	const balancer = await startRoundRobin(origins);
	cleanup.add(balancer.close);
	return {
		baseUrl: services[0].baseUrl.replace(origins[0], balancer.origin),
		processes: services.map(({ process }) => process),
		postgres,
	};
}
