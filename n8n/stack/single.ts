import { N8nClient } from '../clients/n8n';
import { installByHand } from '../install/install-by-hand';
import type { Cleanup } from '../processes/cleanup';
import { freePorts } from '../processes/free-ports';
import type { Server } from '../processes/server';
import { type N8nSettings, owner, type RunningN8n, startN8nProcess } from './n8n-process';

/** An n8n as it comes: one process with SQLite. */
export interface SingleN8n extends RunningN8n, Server {
	/** Where it keeps everything. */
	userFolder: string;
}

/** Starts an n8n with the package installed in it, on a free port of the loopback address. */
export async function startSingle(
	settings: N8nSettings,
	tarball: string,
	userFolder: string,
	cleanup: Cleanup,
): Promise<SingleN8n> {
	await installByHand(userFolder, tarball);
	const [port] = await freePorts(1);
	const started = await startN8nProcess({ ...settings, command: 'start', port, userFolder });
	cleanup.add(started.stop);
	const address = `http://127.0.0.1:${port}`;
	const client = new N8nClient(address);
	await client.logInAsOwner(owner);
	return { ...started, address, client, owner, userFolder };
}
