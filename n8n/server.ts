import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { N8nClient } from './client';
import type { Owner } from './client';
import { runCommand } from './command';
import { n8nFolder, n8nProgram, nodeBinary } from './files';
import { freePorts } from './free-port';
import { startProcessTree } from './process-tree';

export interface N8nOptions {
	/** The packed package to install; see `packPackage`. */
	packageTarball: string;
	/** Default: a temporary folder, removed on `stop`. */
	userFolder?: string;
	/** Default: a free one. */
	port?: number;
	/** Further settings of n8n. */
	env?: Record<string, string>;
}

export interface RunningN8n {
	/** `http://127.0.0.1:PORT`, without a slash at the end. */
	address: string;
	/** Who to log in as, in the editor. */
	owner: Owner;
	/** The owner, logged in. */
	client: N8nClient;
	/** n8n's own process, which is another one after `restart`. */
	pid(): number | undefined;
	/** The last lines n8n printed. */
	output(): string;
	/** Ends n8n as a power cut would. */
	kill(): Promise<void>;
	/** Starts n8n again after `kill`, with the same folder at the same address. */
	restart(): Promise<void>;
	/** Ends n8n and everything it started. */
	stop(): Promise<void>;
}

const READY_WITHIN_MILLISECONDS = 180_000;
const ASK_EVERY_MILLISECONDS = 250;

/** Known to everyone on this machine who can read this file; n8n listens on the loopback address only. */
const owner: Owner = { email: 'demo@accounting-sync.example', password: 'Demo-password-1' };

/** Installs the package as n8n's documentation says for an install by hand. */
async function installByHand(userFolder: string, tarball: string): Promise<void> {
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

function settings(userFolder: string, port: number, brokerPort: number): Record<string, string> {
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
		// The catalogue of MCP servers is fetched from n8n's makers.
		N8N_DISABLED_MODULES: 'mcp-registry',
	};
}

/** The environment without what somebody may have set for another n8n, and without that of a test run, in which n8n won't start. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(env).filter(
			([name]) =>
				!/^(N8N|DB|EXECUTIONS|QUEUE|WEBHOOK|GENERIC|NODE_ENV|NODE_OPTIONS|JEST)(_|$)/.test(name),
		),
	);
}

async function isReady(address: string): Promise<boolean> {
	try {
		const response = await fetch(`${address}/healthz/readiness`);
		return response.ok;
	} catch {
		return false;
	}
}

/**
 * Starts the pinned n8n with this package installed in it, on the loopback address, with an owner set up and
 * nothing sent to its makers. `ensureInstalled` must have run before.
 * @throws if n8n ends or is not ready within three minutes; the error repeats what it printed
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const [freePort, brokerPort] = await freePorts(2);
	const port = options.port ?? freePort;
	const address = `http://127.0.0.1:${port}`;
	const userFolder = options.userFolder ?? (await mkdtemp(join(tmpdir(), 'accounting-sync-n8n-')));
	await installByHand(userFolder, options.packageTarball);

	const start = () =>
		startProcessTree(nodeBinary, [n8nProgram, 'start'], {
			cwd: n8nFolder,
			env: {
				...withoutSettings(process.env),
				// n8n starts its task runner as plain `node`.
				PATH: [dirname(nodeBinary), process.env.PATH].join(delimiter),
				...settings(userFolder, port, brokerPort),
				...options.env,
			},
		});
	let tree = start();

	const becomeReady = async () => {
		let ending: string | undefined;
		void tree.ended.then((sentence) => {
			ending = sentence;
		});
		const deadline = Date.now() + READY_WITHIN_MILLISECONDS;
		while (!(await isReady(address))) {
			if (ending) throw new Error(`n8n ${ending}:\n${tree.output()}`);
			if (Date.now() > deadline) {
				await tree.kill();
				throw new Error(`n8n is not ready after three minutes:\n${tree.output()}`);
			}
			await delay(ASK_EVERY_MILLISECONDS);
		}
	};
	const client = new N8nClient(address);
	const stop = async () => {
		await tree.stop();
		if (!options.userFolder) await rm(userFolder, { recursive: true, force: true });
	};
	try {
		await becomeReady();
		await client.logInAsOwner(owner);
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		address,
		owner,
		client,
		pid: () => tree.pid,
		output: () => tree.output(),
		kill: async () => await tree.kill(),
		restart: async () => {
			tree = start();
			await becomeReady();
		},
		stop,
	};
}
