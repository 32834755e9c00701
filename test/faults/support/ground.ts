import { rm } from 'node:fs/promises';
import { Cleanup } from '../../../n8n/processes/cleanup';
import type { CredentialReference, N8nClient } from '../../../n8n/clients/n8n';
import { ensureInstalled } from '../../../n8n/install/install';
import { packPackage } from '../../../n8n/install/pack';
import type { N8nOptions } from '../../../n8n/stack/single';
import { ServiceApi } from '../../../n8n/clients/service';
import { startService } from '../../../service/start';
import { startFaultProxy, type FaultProxy } from './fault-proxy';
import { apiRisks, deliveryRisks } from './risks';

/** What this needs of an n8n, whether it is one process or many. */
export interface StartedN8n {
	/** `http://127.0.0.1:PORT`, without a slash at the end. */
	address: string;
	client: N8nClient;
	stop(): Promise<void>;
}

export type StartN8n = (options: Pick<N8nOptions, 'packageTarball' | 'env'>) => Promise<StartedN8n>;

/** A real n8n and a service, with faults on both ways between them. */
export interface Ground {
	n8n: StartedN8n;
	/** The service, without a proxy in between. */
	service: ServiceApi;
	/** A credential of n8n's for the service behind the proxy, which signs its deliveries. */
	credential: CredentialReference;
	/** The ways: n8n's calls to the service, and the service's deliveries to n8n. */
	calls: FaultProxy;
	deliveries: FaultProxy;
	close(): Promise<void>;
}

const API_KEY = 'faults-key';
const SECRET = 'faults-webhook-secret';
const RECEIVER_SECONDS = 2;
/**
 * Seconds before each try of a delivery: enough for one to come through, and no more. What is left over when an
 * execution has been woken is tried to the end too, and takes the places of others.
 */
const webhookTries = [0, 1, 3, 5, ...Array<number>(6).fill(10)];

/** Sets everything up. The service and its desktops live in this process. */
export async function startGround(startN8n: StartN8n, seed: number): Promise<Ground> {
	const cleanup = new Cleanup();
	try {
		await ensureInstalled((line) => process.stderr.write(`${line}\n`));
		const running = await startService({
			apiKeys: [API_KEY],
			webhookSecrets: [SECRET],
			webhookTries,
			webhookTimeoutSeconds: RECEIVER_SECONDS,
			log: false,
		});
		cleanup.add(async () => await running.close());
		const { origin, pathname } = new URL(running.baseUrl);
		const calls = await startFaultProxy({ target: () => origin, risks: apiRisks, seed });
		cleanup.add(async () => await calls.close());
		// n8n has to know the proxy's address before anybody knows n8n's.
		let n8nAddress = '';
		const deliveries = await startFaultProxy({
			target: () => n8nAddress,
			risks: deliveryRisks,
			seed: seed + 1,
			patience: RECEIVER_SECONDS * 1000,
		});
		cleanup.add(async () => await deliveries.close());
		const { tarball, folder } = await packPackage();
		cleanup.add(async () => await rm(folder, { recursive: true, force: true }));
		const n8n = await startN8n({
			packageTarball: tarball,
			env: { N8N_WEBHOOK_URL: `${deliveries.origin}/` },
		});
		cleanup.add(async () => await n8n.stop());
		n8nAddress = n8n.address;
		const credential = await n8n.client.createCredential('Behind faults', 'accountingSyncApi', {
			baseUrl: `${calls.origin}${pathname}`,
			apiKey: API_KEY,
			webhookSecret: SECRET,
		});
		return {
			n8n,
			service: new ServiceApi(running.baseUrl, API_KEY),
			credential,
			calls,
			deliveries,
			close: async () => await cleanup.run(),
		};
	} catch (error) {
		await cleanup.run();
		throw error;
	}
}
