import { join } from 'node:path';

import { repositoryFolder } from '../../n8n/files';
import type { Cleanup } from '../../n8n/processes/cleanup';
import { freePorts } from '../../n8n/processes/free-ports';
import { answers, type Server, startServer } from '../../n8n/processes/server';
import { temporaryFolder } from '../../n8n/processes/temporary-folder';
import { DATABASE_USER, type RunningPostgres, startPostgres } from '../../n8n/stack/postgres';
import type { Setting } from './plan';

export const API_KEY = 'bench';

export interface Services {
	/** `http://127.0.0.1:PORT` of each process. */
	origins: readonly string[];
	processes: readonly Server[];
}

async function startOne(
	cleanup: Cleanup,
	folder: string,
	database: string,
): Promise<[string, Server]> {
	const [port] = await freePorts(1);
	const origin = `http://127.0.0.1:${port}`;
	const server = await startServer({
		name: 'The service',
		program: process.execPath,
		args: [
			join(repositoryFolder, 'packages', 'accounting-sync-service', 'dist', 'start.js'),
			...['--port', String(port), '--api-key', API_KEY, '--log', 'warn'],
		],
		cwd: folder,
		// A password in an address is not for a command line.
		env: { ...process.env, ACCOUNTING_SYNC_DATABASE: database },
		isReady: async () => await answers(`${origin}/api/v1/openapi.json`),
	});
	cleanup.add(server.stop);
	return [origin, server];
}

/** Starts the bundled service as people run it, in as many processes as the setting says. */
export async function startServices(
	cleanup: Cleanup,
	{ database, processes }: Setting,
): Promise<Services> {
	const folder = await temporaryFolder(cleanup, 'bench');
	let postgres: RunningPostgres | undefined;
	if (database === 'postgres') {
		const [port] = await freePorts(1);
		postgres = await startPostgres(await temporaryFolder(cleanup, 'bench-postgres'), port);
		cleanup.add(postgres.stop);
	}
	const address = postgres
		? `postgres://${DATABASE_USER}@127.0.0.1:${postgres.port}/postgres`
		: join(folder, 'service.sqlite');
	const started: Array<[string, Server]> = [];
	for (let place = 0; place < processes; place += 1)
		started.push(await startOne(cleanup, folder, address));
	return {
		origins: started.map(([origin]) => origin),
		processes: started.map(([, server]) => server),
	};
}
