import { delimiter, dirname } from 'node:path';

import type { N8nClient, Owner } from '../clients/n8n';
import { type Installation, latest } from '../files';
import { freePorts } from '../processes/free-ports';
import { answers, type Server, startServer } from '../processes/server';

/** How an n8n is set up, however many processes it is. */
export interface N8nSettings {
	/** Which n8n; default: the latest. */
	installation?: Installation;
	/** Further environment of each process. */
	env?: Record<string, string>;
}

/** An n8n that runs, of however many processes. */
export interface RunningN8n {
	/** Where webhooks are called: `http://127.0.0.1:PORT`, without a slash at the end. */
	address: string;
	/** The owner, logged in. */
	client: N8nClient;
	/** Who to log in as, in the editor. */
	owner: Owner;
}

/** Known to everyone on this machine who can read this file; n8n listens on the loopback address only. */
export const owner: Owner = { email: 'demo@accounting-sync.example', password: 'Demo-password-1' };

interface N8nProcessOptions extends N8nSettings {
	/** What the process is: a main process, one that takes webhooks only, or one that runs executions only. */
	command: 'start' | 'webhook' | 'worker';
	/** Where it listens, and says that it is ready. */
	port: number;
	userFolder: string;
}

const READY_WITHIN_MILLISECONDS = 300_000;

/** The environment without what somebody may have set for another n8n, and without that of a test run, in which n8n won't start. */
export function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(env).filter(
			([name]) =>
				!/^(N8N|DB|EXECUTIONS|QUEUE|WEBHOOK|OFFLOAD|GENERIC|NODE_ENV|NODE_OPTIONS|JEST)(_|$)/.test(
					name,
				),
		),
	);
}

/** The settings of a process of n8n on the loopback address that sends nothing to its makers. */
const localSettings = (userFolder: string, port: number, brokerPort: number) => ({
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
});

/** What answers when a process is ready; the first n8n 2 says it is before it answers the editor. */
const readyPaths: Record<N8nProcessOptions['command'], readonly string[]> = {
	start: ['/healthz/readiness', '/rest/settings'],
	webhook: ['/healthz/readiness'],
	worker: ['/healthz/readiness'],
};

/**
 * Starts one process of n8n and waits until it is ready. `ensureInstalled` must have run before.
 * @throws if it ends or is not ready within three minutes; the error repeats what it printed
 */
export async function startN8nProcess({
	installation = latest,
	command,
	port,
	userFolder,
	env,
}: N8nProcessOptions): Promise<Server> {
	const { folder, nodeBinary, n8nProgram, settings } = installation;
	const [brokerPort] = await freePorts(1);
	return await startServer({
		name: 'n8n',
		program: nodeBinary,
		args: [n8nProgram, command],
		cwd: folder,
		env: {
			...withoutSettings(process.env),
			// n8n starts its task runner as plain `node`.
			PATH: [dirname(nodeBinary), process.env.PATH].join(delimiter),
			...settings,
			...localSettings(userFolder, port, brokerPort),
			...env,
		},
		isReady: async () => {
			const asked = readyPaths[command].map(
				async (path) => await answers(`http://127.0.0.1:${port}${path}`),
			);
			return (await Promise.all(asked)).every(Boolean);
		},
		readyWithin: READY_WITHIN_MILLISECONDS,
	});
}
