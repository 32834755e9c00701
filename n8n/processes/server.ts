import { until } from '../until';
import { type ProcessTree, startProcessTree } from './process-tree';

/** A program that serves others until it is stopped. */
export interface Server {
	/** Its own process, which is another one after `restart`. */
	pid(): number | undefined;
	/** The last lines it printed. */
	output(): string;
	/** Ends it as a power cut would. */
	kill(): Promise<void>;
	/** Starts it again after `kill`, with the same settings and the same data. */
	restart(): Promise<void>;
	/** Ends it and everything it started. */
	stop(): Promise<void>;
}

interface ServerOptions {
	/** What it is called in errors. */
	name: string;
	program: string;
	args: string[];
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Whether it takes calls. */
	isReady: () => Promise<boolean>;
	/** How long that may take, in milliseconds; two minutes unless given. */
	readyWithin?: number;
	/** How many characters of what it prints are kept. */
	keeps?: number;
}

const READY_WITHIN_MILLISECONDS = 120_000;
const READY = 'is ready';

/** Waits until a program is ready; one that ends or is late is ended. */
async function untilReady(
	{ name, isReady, readyWithin = READY_WITHIN_MILLISECONDS }: ServerOptions,
	tree: ProcessTree,
): Promise<void> {
	let ending: string | undefined;
	void tree.ended.then((sentence) => {
		ending = sentence;
	});
	const outcome = await until(
		async () => ending ?? ((await isReady()) ? READY : undefined),
		(said) => said !== undefined,
		{ timeout: readyWithin },
	).catch(() => `is not ready after ${readyWithin / 1000} seconds`);
	if (outcome === READY) return;
	await tree.kill();
	throw new Error(`${name} ${outcome}:\n${tree.output()}`);
}

/**
 * Starts a server and waits until it is ready.
 * @throws if it ends or is not ready in time; the error repeats what it printed
 */
export async function startServer(options: ServerOptions): Promise<Server> {
	const { program, args, cwd, env = process.env, keeps } = options;
	const start = () => startProcessTree(program, args, { cwd, env, keeps });
	let tree = start();
	await untilReady(options, tree);
	return {
		pid: () => tree.pid,
		output: () => tree.output(),
		kill: async () => await tree.kill(),
		restart: async () => {
			tree = start();
			await untilReady(options, tree);
		},
		stop: async () => await tree.stop(),
	};
}

/** Whether something answers there, and not with an error. */
export async function answers(url: string): Promise<boolean> {
	try {
		const response = await fetch(url);
		await response.arrayBuffer();
		return response.ok;
	} catch {
		return false;
	}
}
