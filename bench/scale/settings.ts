import type { N8nClient } from '../../n8n/clients/n8n';
import { startQueueMode } from '../../n8n/stack/queue-mode';
import { startN8n } from '../../n8n/stack/single';

/** An n8n that is measured, of however many processes. */
export interface ScaleSetting {
	name: string;
	client: N8nClient;
	/** Where webhooks are called. */
	address: string;
	stop(): Promise<void>;
}

/** One process with SQLite, as n8n comes. */
export async function startSingle(packageTarball: string): Promise<ScaleSetting> {
	const { client, address, stop } = await startN8n({ packageTarball });
	return { name: 'one process', client, address, stop };
}

/** A main process, two webhook processors and three workers, with Redis and PostgreSQL. */
export async function startSix(packageTarball: string): Promise<ScaleSetting> {
	const { client, address, stop } = await startQueueMode({ packageTarball });
	return { name: 'six processes', client, address, stop };
}
