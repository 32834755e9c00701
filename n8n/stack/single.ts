import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient } from '../clients/n8n';
import type { Owner } from '../clients/n8n';
import { runCommand } from '../processes/command';
import type { Installation } from '../files';
import { freePorts } from '../processes/free-ports';
import type { N8nProcess } from './n8n-process';
import { startN8nProcess } from './n8n-process';

export interface N8nOptions {
	/** Which n8n; default: the latest. */
	installation?: Installation;
	/** The packed package to install; see `packPackage`. */
	packageTarball: string;
	/** Default: a temporary folder, removed on `stop`. */
	userFolder?: string;
	/** Default: a free one. */
	port?: number;
	/** Further settings of n8n. */
	env?: Record<string, string>;
}

/** One n8n, in one process. */
export interface RunningN8n extends N8nProcess {
	/** `http://127.0.0.1:PORT`, without a slash at the end. */
	address: string;
	/** Who to log in as, in the editor. */
	owner: Owner;
	/** The owner, logged in. */
	client: N8nClient;
}

/** Known to everyone on this machine who can read this file; n8n listens on the loopback address only. */
export const owner: Owner = { email: 'demo@accounting-sync.example', password: 'Demo-password-1' };

/** Installs the package as n8n's documentation says for an install by hand. */
export async function installByHand(userFolder: string, tarball: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	await mkdir(folder, { recursive: true });
	await writeFile(
		join(folder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true }),
	);
	// n8n brings the peer dependency itself.
	const withoutPeers = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
	await runCommand('npm', ['install', tarball, ...withoutPeers], { cwd: folder });
}

/** The settings of a process of n8n on the loopback address that sends nothing to its makers. */
export function settings(
	userFolder: string,
	port: number,
	brokerPort: number,
): Record<string, string> {
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}/`,
		N8N_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		// A browser keeps no secure cookie of a page without TLS.
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
	};
}

/**
 * Starts an n8n with this package installed in it, on the loopback address, with an owner set up and
 * nothing sent to its makers. `ensureInstalled` must have run before.
 * @throws if n8n ends or is not ready within three minutes; the error repeats what it printed
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const [freePort, brokerPort] = await freePorts(2);
	const port = options.port ?? freePort;
	const address = `http://127.0.0.1:${port}`;
	const userFolder = options.userFolder ?? (await mkdtemp(join(tmpdir(), 'accounting-sync-n8n-')));
	const removeFolder = async () => {
		if (!options.userFolder) await rm(userFolder, { recursive: true, force: true });
	};
	let started: N8nProcess | undefined;
	try {
		await installByHand(userFolder, options.packageTarball);
		started = await startN8nProcess({
			installation: options.installation,
			command: 'start',
			address,
			env: { ...settings(userFolder, port, brokerPort), ...options.env },
		});
		const client = new N8nClient(address);
		await client.logInAsOwner(owner);
		const { stop, ...n8n } = started;
		return {
			...n8n,
			address,
			owner,
			client,
			stop: async () => {
				await stop();
				await removeFolder();
			},
		};
	} catch (error) {
		await started?.stop();
		await removeFolder();
		throw error;
	}
}
