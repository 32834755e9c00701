import { spawnSync } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

import { EnvHttpProxyAgent, fetch } from 'undici';

/** What an install asks of the machine it is to happen on. */
export interface Machine {
	platform: NodeJS.Platform;
	arch: string;
	/** Whether its C library is musl, as in Alpine Linux. */
	hasMusl: boolean;
	isRoot: boolean;
	env: NodeJS.ProcessEnv;
	/** The folder that the running Node was installed into. */
	nodePrefix: string;
	/** The bytes that are free where a folder is. */
	freeBytes(folder: string): Promise<number>;
	/** Whether a program is there and works: some systems have one that only offers to install it. */
	runs(program: string, args?: string[]): boolean;
	/** Whether something could be downloaded. */
	canDownload(url: string): Promise<boolean>;
}

const DOWNLOAD_STARTS_WITHIN_MILLISECONDS = 15_000;

async function freeBytes(folder: string): Promise<number> {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
}

function hasMusl(): boolean {
	if (process.platform !== 'linux') return false;
	const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
	return header.glibcVersionRuntime === undefined;
}

/** The machine that this process runs on, or one that differs from it. */
export function machineWith(changes: Partial<Machine> = {}): Machine {
	const env = changes.env ?? process.env;
	return {
		platform: process.platform,
		arch: process.arch,
		hasMusl: hasMusl(),
		isRoot: process.getuid?.() === 0,
		env,
		nodePrefix: dirname(dirname(process.execPath)),
		freeBytes,
		runs: (program, args = ['--version']) =>
			spawnSync(program, args, { env, stdio: 'ignore' }).status === 0,
		canDownload: async (url) => {
			// npm hands its own setting to the scripts that it runs.
			const httpsProxy = env.npm_config_https_proxy ?? env.https_proxy ?? env.HTTPS_PROXY;
			const dispatcher = new EnvHttpProxyAgent({ httpsProxy });
			try {
				const signal = AbortSignal.timeout(DOWNLOAD_STARTS_WITHIN_MILLISECONDS);
				// Asked for as an installer would: some hosts refuse to say only whether they have something.
				const { ok, body } = await fetch(url, { dispatcher, signal });
				await body?.cancel();
				return ok;
			} catch {
				return false;
			} finally {
				await dispatcher.destroy();
			}
		},
		...changes,
	};
}
