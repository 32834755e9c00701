import { startProcessTree, untilReady } from './process-tree';

/** A program that serves others until it is stopped. */
export interface RunningServer {
	/** Ends it as a power cut would. */
	kill(): Promise<void>;
	/** Starts it again after `kill`, with the same data. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

interface ServerOptions {
	/** What it is called in errors. */
	name: string;
	program: string;
	args: string[];
	cwd: string;
	/** Whether it takes calls. */
	isReady: () => Promise<boolean>;
}

const READY_WITHIN_MILLISECONDS = 60_000;

/**
 * Starts a server and waits until it is ready.
 * @throws if it ends or is not ready within a minute; the error repeats what it printed
 */
export async function startServer({
	name,
	program,
	args,
	cwd,
	isReady,
}: ServerOptions): Promise<RunningServer> {
	const start = () => startProcessTree(program, args, { cwd, env: process.env });
	let tree = start();
	const becomeReady = async () => await untilReady(name, tree, isReady, READY_WITHIN_MILLISECONDS);
	await becomeReady();
	return {
		kill: async () => await tree.kill(),
		restart: async () => {
			tree = start();
			await becomeReady();
		},
		stop: async () => await tree.stop(),
	};
}
