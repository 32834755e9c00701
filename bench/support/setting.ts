import { setTimeout as delay } from 'node:timers/promises';

import type { CredentialReference } from '../../n8n/clients/n8n';
import type { Cleanup } from '../../n8n/processes/cleanup';
import { lazySandboxes } from '../../n8n/stack/lazy-sandboxes';
import { type Stack, startStack } from '../../n8n/stack/start';

/** A way to the service, with the credentials for it. */
export interface Road {
	/** Added to each call, in milliseconds. */
	latency: number;
	baseUrl: string;
	credentials: CredentialReference[];
}

/** What a measurement is made in: a real n8n with this package, and the local service in this process. */
export interface Setting extends Stack {
	roads: Road[];
}

async function openRoad(stack: Stack, latency: number): Promise<Road> {
	const { n8n, service, addressBehind, createCredential } = stack;
	const baseUrl =
		latency === 0
			? service.baseUrl
			: await addressBehind(async ({ forward }) => {
					await delay(latency);
					return await forward();
				});
	const credentials = [
		await createCredential({ baseUrl }),
		await n8n.client.createCredential(`${latency} ms, Basic Auth`, 'httpBasicAuth', {
			user: service.apiKey,
			password: '',
		}),
	];
	return { latency, baseUrl, credentials };
}

/** How n8n is set up: as it comes, or so that it sets a sandbox up only where an expression is evaluated. */
export type Setup = 'usual' | 'lazySandboxes';

const environments: Record<Setup, Record<string, string>> = {
	usual: {},
	lazySandboxes,
};

/** Starts everything, does some work with it, and stops it. */
export type InSetting = <Result>(
	setup: Setup,
	work: (setting: Setting) => Promise<Result>,
) => Promise<Result>;

/** Starts everything; what it starts, it adds to `cleanup`. */
export async function startSetting(
	cleanup: Cleanup,
	latencies: readonly number[],
	setup: Setup,
): Promise<Setting> {
	// Pages of 10,000 records are larger than what n8n takes by itself.
	const env = { N8N_PAYLOAD_SIZE_MAX: '256', ...environments[setup] };
	const stack = await startStack({ n8n: { env } }, cleanup);
	const roads: Road[] = [];
	for (const latency of latencies) roads.push(await openRoad(stack, latency));
	return { ...stack, roads };
}
