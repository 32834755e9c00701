import { rm } from 'node:fs/promises';
import type { INode } from 'n8n-workflow';
import { Cleanup } from '../../../n8n/processes/cleanup';
import type { CredentialReference } from '../../../n8n/clients/n8n';
import { ensureInstalled } from '../../../n8n/install/install';
import { packPackage } from '../../../n8n/install/pack';
import type { RunningQueueMode } from '../../../n8n/stack/queue-mode';
import { startQueueMode } from '../../../n8n/stack/queue-mode';
import { ServiceApi } from '../../../n8n/clients/service';
import { startService } from '../../../service/start';
import { API_KEY, SECRET } from '../../end-to-end/trigger-environment';

/** An n8n of six processes with the package in each, and the service. */
export interface ScaleEnvironment {
	n8n: RunningQueueMode;
	service: ServiceApi;
	baseUrl: string;
	credential: CredentialReference;
	close(): Promise<void>;
}

/** Seconds before each try of a delivery: n8n's processes are away for some of them. */
const webhookTries = [0, 1, 2, 4, 8, 16, 32, 64];

/**
 * n8n notices soon what a dead worker was running; by default it takes a minute or more, and, if the process that had
 * queued the execution is dead too, up to three hours.
 */
const soonNoticed = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '0.5',
};

export async function startScaleEnvironment(): Promise<ScaleEnvironment> {
	const cleanup = new Cleanup();
	try {
		await ensureInstalled((line) => process.stderr.write(`${line}\n`));
		const { tarball, folder } = await packPackage();
		cleanup.add(async () => await rm(folder, { recursive: true, force: true }));
		const running = await startService({
			apiKeys: [API_KEY],
			webhookSecrets: [SECRET],
			webhookTries,
			log: false,
		});
		cleanup.add(running.close);
		const n8n = await startQueueMode({ packageTarball: tarball, env: soonNoticed });
		cleanup.add(n8n.stop);
		const credential = await n8n.client.createCredential('Scale', 'accountingSyncApi', {
			baseUrl: running.baseUrl,
			apiKey: API_KEY,
			webhookSecret: SECRET,
		});
		const service = new ServiceApi(running.baseUrl, API_KEY);
		const close = async () => await cleanup.run();
		return { n8n, service, baseUrl: running.baseUrl, credential, close };
	} catch (error) {
		await cleanup.run();
		throw error;
	}
}

/** The node after the trigger: an execution is at it for a second, so that a kill finds some. */
export const AFTER = 'After';
export const after: INode = {
	id: 'after',
	name: AFTER,
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	position: [220, 0],
	parameters: { resume: 'timeInterval', amount: 1, unit: 'seconds' },
};
