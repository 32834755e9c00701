import { rm } from 'node:fs/promises';
import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { Cleanup } from '../../n8n/processes/cleanup';
import type { CredentialReference } from '../../n8n/clients/n8n';
import { failureOf, itemsOf } from '../../n8n/clients/n8n';
import { latest, type Installation } from '../../n8n/files';
import { ensureInstalled } from '../../n8n/install/install';
import { packPackage } from '../../n8n/install/pack';
import type { RunningN8n } from '../../n8n/stack/single';
import { startN8n } from '../../n8n/stack/single';
import type { Connection } from '../../n8n/clients/service';
import { ServiceApi } from '../../n8n/clients/service';
import type { ServiceOptions } from '../../service/start';
import { startService } from '../../service/start';
import { createDesktopHost } from '../../simulator/host';

/** A real n8n with the package in it, and a service with a simulated desktop behind a first connection. */
export interface Environment {
	n8n: RunningN8n;
	service: ServiceApi;
	connection: Connection;
	credential: CredentialReference;
	/**
	 * A credential for the same service at another address, which leads to it in the end.
	 * @param further What else is in the credential.
	 */
	credentialAt(
		baseUrl: string,
		further?: ICredentialDataDecryptedObject,
	): Promise<CredentialReference>;
	/** The service's own base address. */
	baseUrl: string;
	/** Runs a workflow of one operation; the items that come out. */
	runOperation(name: string, parameters: INodeParameters): Promise<INodeExecutionData[]>;
	close(): Promise<void>;
}

/** How long the first start may take: it installs n8n. */
export const START_TIMEOUT_MILLISECONDS = 900_000;

const API_KEY = 'end-to-end-key';
const TRIGGER = 'Start';
const NODE = 'Accounting Sync';

/**
 * @param options What the service is started with, beside a key and simulated desktops.
 * @param env Further settings of n8n.
 * @param installation Which n8n.
 */
export async function startEnvironment(
	options: Partial<ServiceOptions> = {},
	env: Record<string, string> = {},
	installation: Installation = latest,
): Promise<Environment> {
	const cleanup = new Cleanup();
	try {
		await ensureInstalled((line) => process.stderr.write(`${line}\n`), installation);
		const running = await startService({
			apiKeys: [API_KEY],
			desktops: createDesktopHost(),
			log: false,
			...options,
		});
		cleanup.add(async () => await running.close());
		const service = new ServiceApi(running.baseUrl, API_KEY);
		const connection = await service.createConnection('End to End');
		const { tarball, folder } = await packPackage();
		cleanup.add(async () => await rm(folder, { recursive: true, force: true }));
		const n8n = await startN8n({ installation, packageTarball: tarball, env });
		cleanup.add(async () => await n8n.stop());
		const credentialAt = async (baseUrl: string, further: ICredentialDataDecryptedObject = {}) =>
			await n8n.client.createCredential('End to end', 'accountingSyncApi', {
				baseUrl,
				apiKey: API_KEY,
				...further,
			});
		const credential = await credentialAt(running.baseUrl);

		const runOperation = async (name: string, parameters: INodeParameters) => {
			const workflow = await n8n.client.importWorkflow(
				{
					name,
					nodes: [
						{
							id: 'start',
							name: TRIGGER,
							type: 'n8n-nodes-base.manualTrigger',
							typeVersion: 1,
							position: [0, 0],
							parameters: {},
						},
						{
							id: 'operation',
							name: NODE,
							type: 'n8n-nodes-accounting-sync.accountingSync',
							typeVersion: 1,
							position: [220, 0],
							parameters,
							credentials: { accountingSyncApi: { id: '', name: '' } },
						},
					],
					connections: { [TRIGGER]: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
				},
				[credential],
			);
			const execution = await n8n.client.runWorkflow(workflow, TRIGGER);
			const failure = failureOf(execution);
			if (failure !== undefined) throw new Error(`${name}: ${failure}`);
			return itemsOf(execution, NODE);
		};
		return {
			n8n,
			service,
			connection,
			credential,
			credentialAt,
			baseUrl: running.baseUrl,
			runOperation,
			close: async () => await cleanup.run(),
		};
	} catch (error) {
		await cleanup.run();
		throw error;
	}
}
