import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cleanup } from '../n8n/processes/cleanup';
import type { CredentialReference } from '../n8n/clients/n8n';
import { ensureInstalled } from '../n8n/install/install';
import { packPackage } from '../n8n/install/pack';
import { startProxy } from '../n8n/processes/proxy';
import type { RunningN8n } from '../n8n/stack/single';
import { startN8n } from '../n8n/stack/single';
import { ServiceApi } from '../n8n/clients/service';
import { startService } from '../service/start';

/** A way to the service, with the credentials for it. */
export interface Road {
	/** Added to each call, in milliseconds. */
	latency: number;
	baseUrl: string;
	credentials: CredentialReference[];
}

/** What a measurement is made in: a real n8n with this package, and the local service in this process. */
export interface Setting {
	n8n: RunningN8n;
	service: ServiceApi;
	roads: Road[];
}

export const API_KEY = 'bench-key';

async function openRoad(
	{ client }: RunningN8n,
	cleanup: Cleanup,
	direct: string,
	latency: number,
): Promise<Road> {
	const { origin, pathname } = new URL(direct);
	let baseUrl = direct;
	if (latency > 0) {
		const proxy = await startProxy(origin, async ({ forward }) => {
			await delay(latency);
			return await forward();
		});
		cleanup.add(async () => await proxy.close());
		baseUrl = `${proxy.origin}${pathname}`;
	}
	const credentials = [
		await client.createCredential(`${latency} ms`, 'accountingSyncApi', {
			baseUrl,
			apiKey: API_KEY,
		}),
		await client.createCredential(`${latency} ms, Basic Auth`, 'httpBasicAuth', {
			user: API_KEY,
			password: '',
		}),
	];
	return { latency, baseUrl, credentials };
}

/** How n8n is set up: as it comes, or so that it sets a sandbox up only where an expression is evaluated. */
export type Setup = 'usual' | 'lazySandboxes';

const environments: Record<Setup, Record<string, string>> = {
	usual: {},
	lazySandboxes: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
};

/** Starts everything; what it starts, it adds to `cleanup`. */
export async function startSetting(
	cleanup: Cleanup,
	latencies: readonly number[],
	setup: Setup = 'usual',
): Promise<Setting> {
	await ensureInstalled((line) => process.stderr.write(`${line}\n`));
	const running = await startService({ apiKeys: [API_KEY], log: false });
	cleanup.add(async () => await running.close());
	const { tarball, folder } = await packPackage();
	cleanup.add(async () => await rm(folder, { recursive: true, force: true }));
	const n8n = await startN8n({
		packageTarball: tarball,
		// Pages of 10,000 records are larger than what n8n takes by itself.
		env: { N8N_PAYLOAD_SIZE_MAX: '256', ...environments[setup] },
	});
	cleanup.add(async () => await n8n.stop());
	const roads: Road[] = [];
	for (const latency of latencies) {
		roads.push(await openRoad(n8n, cleanup, running.baseUrl, latency));
	}
	return { n8n, service: new ServiceApi(running.baseUrl, API_KEY), roads };
}
