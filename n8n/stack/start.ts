import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { DesktopHost } from '../../simulator/host';
import type { CredentialReference } from '../clients/n8n';
import { ServiceClient } from '../clients/service';
import { ensureInstalled, type Report } from '../install/install';
import { packPackage } from '../install/pack';
import { Cleanup } from '../processes/cleanup';
import { type OnCall, startProxy } from '../processes/proxy';
import type { Server } from '../processes/server';
import { sideBySide } from '../processes/side-by-side';
import { temporaryFolder } from '../processes/temporary-folder';
import type { N8nSettings } from './n8n-process';
import {
	type ProcessCounts,
	type QueueModeN8n,
	startQueueMode,
	startQueueModeServers,
} from './queue-mode';
import { type ServiceSettings, startStackService } from './service';
import { type SingleN8n, startSingle } from './single';

/** What is started, as data; everything has a default. */
export interface StackOptions {
	n8n?: N8nSettings;
	service?: ServiceSettings;
	/** What the credential in n8n is called. */
	credentialName?: string;
	/** What becomes of n8n's calls to the service on their way; they just arrive unless given. */
	onCall?: OnCall;
	/** The same for the service's deliveries to n8n. */
	onDelivery?: OnCall;
	/** Told each step as it begins. */
	onStep?: (step: Step) => void;
	/** Told what an install of n8n is at; standard error unless given. */
	report?: Report;
}

/** The same with an n8n of several processes, with Redis and PostgreSQL. */
interface QueueModeStackOptions extends StackOptions {
	queueMode: Partial<ProcessCounts>;
}

export type Step = 'service' | 'pack' | 'install' | 'n8n' | 'credential';

/** The fields of the credential type. */
interface AccountingSyncCredential {
	baseUrl: string;
	apiKey: string;
	webhookSecret?: string;
}

/** A real n8n with the package in it, the local service, and a credential for it in n8n. */
export interface Stack<N8n = SingleN8n> {
	n8n: N8n;
	/** Calls the service itself, without a proxy in between. */
	service: ServiceClient;
	/** The simulated desktops of the service. */
	desktops: DesktopHost;
	/** The service's process, with the folder of its data. Throws if it has none of its own. */
	serviceProcess(): Server & { folder: string };
	/** The credential for the service, behind `onCall`. */
	credential: CredentialReference;
	/** A further credential, which is the same but for these fields. */
	createCredential(fields: Partial<AccountingSyncCredential>): Promise<CredentialReference>;
	/** Puts a proxy before the service; the base address there. */
	addressBehind(onCall: OnCall): Promise<string>;
	/** Has something undone before the stack is stopped: what is added last comes first. */
	beforeStop(step: () => unknown): void;
	/** Ends everything, and removes its folders. */
	stop(): Promise<void>;
}

const usualCounts: ProcessCounts = { webhookProcessors: 2, workers: 3 };

const toStandardError: Report = (line) => void process.stderr.write(`${line}\n`);

async function newFolder(within: string, name: string): Promise<string> {
	const folder = join(within, name);
	await mkdir(folder);
	return folder;
}

async function start(
	options: StackOptions | QueueModeStackOptions,
	cleanup: Cleanup,
): Promise<Stack<SingleN8n | QueueModeN8n>> {
	const { onDelivery, onCall, onStep = () => {}, report = toStandardError } = options;
	const queueMode = 'queueMode' in options ? options.queueMode : undefined;
	const settings = options.service ?? {};
	const folder = await temporaryFolder(cleanup, 'stack');

	const [serviceFolder, n8nFolder] = [
		await newFolder(folder, 'service'),
		await newFolder(folder, 'n8n'),
	];
	onStep('service');
	onStep('pack');
	// Last, because what it reports follows.
	onStep('install');
	const [running, { tarball }, servers] = await sideBySide(
		startStackService(settings, serviceFolder, cleanup),
		packPackage(folder),
		queueMode && startQueueModeServers(folder, cleanup),
		ensureInstalled(report, options.n8n?.installation),
	);

	async function proxyTo(target: () => string, meddle: OnCall): Promise<string> {
		const proxy = await startProxy(target, meddle);
		cleanup.add(proxy.close);
		return proxy.origin;
	}
	const { origin, pathname } = new URL(running.baseUrl);
	const addressBehind = async (meddle: OnCall) =>
		`${await proxyTo(() => origin, meddle)}${pathname}`;

	onStep('n8n');
	// n8n has to know the proxy's address before anybody knows n8n's.
	let n8nAddress = '';
	const webhookOrigin = onDelivery && (await proxyTo(() => n8nAddress, onDelivery));
	const n8nSettings: N8nSettings = {
		...options.n8n,
		env: {
			...options.n8n?.env,
			...(webhookOrigin !== undefined && { N8N_WEBHOOK_URL: `${webhookOrigin}/` }),
		},
	};
	const n8n = servers
		? await startQueueMode(
				n8nSettings,
				{ ...usualCounts, ...queueMode },
				servers,
				tarball,
				n8nFolder,
				cleanup,
			)
		: await startSingle(n8nSettings, tarball, n8nFolder, cleanup);
	n8nAddress = n8n.address;

	onStep('credential');
	const usual: AccountingSyncCredential = {
		baseUrl: onCall ? await addressBehind(onCall) : running.baseUrl,
		apiKey: running.apiKey,
		webhookSecret: settings.webhookSecret,
	};
	const { credentialName = 'Accounting Sync' } = options;
	const createCredential = async (fields: Partial<AccountingSyncCredential>) =>
		await n8n.client.createCredential(credentialName, 'accountingSyncApi', { ...usual, ...fields });
	return {
		n8n,
		service: new ServiceClient(running.baseUrl, running.apiKey),
		desktops: running.desktops,
		serviceProcess: () => {
			if (!running.process) throw new Error('The service has no process of its own.');
			return { ...running.process, folder: running.folder };
		},
		credential: await createCredential({}),
		createCredential,
		addressBehind,
		beforeStop: (step) => cleanup.add(step),
		stop: async () => await cleanup.run(),
	};
}

/**
 * Starts everything in the order that it takes, side by side where it can be.
 * @param cleanup Is told how to end whatever has been started: for callers who may have to end it half way. A start that
 * fails has ended everything by itself.
 */
export async function startStack(
	options: QueueModeStackOptions,
	cleanup?: Cleanup,
): Promise<Stack<QueueModeN8n>>;
export async function startStack(options?: StackOptions, cleanup?: Cleanup): Promise<Stack>;
export async function startStack(
	options: StackOptions | QueueModeStackOptions = {},
	cleanup = new Cleanup(),
): Promise<Stack<SingleN8n | QueueModeN8n>> {
	try {
		return await start(options, cleanup);
	} catch (error) {
		await cleanup.run();
		throw error;
	}
}
