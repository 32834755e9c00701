import { delimiter, dirname } from 'node:path';
import { latest, type Installation } from '../files';
import { startProcessTree, untilReady } from '../processes/process-tree';

export interface N8nProcessOptions {
	/** Which n8n; default: the latest. */
	installation?: Installation;
	/** What the process is: a main process, one that takes webhooks only, or one that runs executions only. */
	command: 'start' | 'webhook' | 'worker';
	/** `http://127.0.0.1:PORT` where it says that it is ready. */
	address: string;
	/** Its settings; nothing that is set for another n8n gets in. */
	env: Record<string, string>;
}

/** One process of n8n with everything that it has started. */
export interface N8nProcess {
	/** n8n's own process, which is another one after `restart`. */
	pid(): number | undefined;
	/** The last lines n8n printed. */
	output(): string;
	/** Ends n8n as a power cut would. */
	kill(): Promise<void>;
	/** Starts n8n again after `kill`, with the same settings. */
	restart(): Promise<void>;
	/** Ends n8n and everything it started. */
	stop(): Promise<void>;
}

const READY_WITHIN_MILLISECONDS = 180_000;

/** The environment without what somebody may have set for another n8n, and without that of a test run, in which n8n won't start. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(env).filter(
			([name]) =>
				!/^(N8N|DB|EXECUTIONS|QUEUE|WEBHOOK|OFFLOAD|GENERIC|NODE_ENV|NODE_OPTIONS|JEST)(_|$)/.test(
					name,
				),
		),
	);
}

/** What answers when a process is ready; the first n8n 2 says it is before it answers the editor. */
const readyPaths: Record<N8nProcessOptions['command'], readonly string[]> = {
	start: ['/healthz/readiness', '/rest/settings'],
	webhook: ['/healthz/readiness'],
	worker: ['/healthz/readiness'],
};

async function answers(url: string): Promise<boolean> {
	try {
		const response = await fetch(url);
		return response.ok;
	} catch {
		return false;
	}
}

/**
 * Starts one process of n8n and waits until it is ready. `ensureInstalled` must have run before.
 * @throws if it ends or is not ready within three minutes; the error repeats what it printed
 */
export async function startN8nProcess({
	installation = latest,
	command,
	address,
	env,
}: N8nProcessOptions): Promise<N8nProcess> {
	const { folder, nodeBinary, n8nProgram, settings } = installation;
	const start = () =>
		startProcessTree(nodeBinary, [n8nProgram, command], {
			cwd: folder,
			env: {
				...withoutSettings(process.env),
				// n8n starts its task runner as plain `node`.
				PATH: [dirname(nodeBinary), process.env.PATH].join(delimiter),
				...settings,
				...env,
			},
		});
	let tree = start();

	const isReady = async () => {
		const asked = readyPaths[command].map(async (path) => await answers(`${address}${path}`));
		return (await Promise.all(asked)).every(Boolean);
	};
	const becomeReady = async () => await untilReady('n8n', tree, isReady, READY_WITHIN_MILLISECONDS);
	await becomeReady();
	return {
		pid: () => tree.pid,
		output: () => tree.output(),
		kill: async () => await tree.kill(),
		restart: async () => {
			tree = start();
			await becomeReady();
		},
		stop: async () => await tree.stop(),
	};
}
