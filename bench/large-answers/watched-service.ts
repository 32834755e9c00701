import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { repositoryFolder } from '../../n8n/files';
import type { Cleanup } from '../../n8n/processes/cleanup';
import { temporaryFolder } from '../../n8n/processes/temporary-folder';
import { runTypescript } from '../../test/support/run-typescript';

export const API_KEY = 'bench';
export const authorization = `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;

/** What some work cost the service, and those who called it meanwhile. */
export interface Cost {
	readonly seconds: number;
	/** The most memory that the whole process had, in megabytes. */
	readonly peak: number;
	/** How long the small calls took, in milliseconds, shortest first. */
	readonly calls: readonly number[];
}

/** The service as people run it, in a process of its own, and one that makes small calls. */
export interface WatchedService {
	readonly baseUrl: string;
	/** @param path of the small call */
	watch(path: string): Promise<(work: () => Promise<unknown>) => Promise<Cost>>;
}

/** The most memory of a process, in megabytes as answers have them. */
function peakOf(pid: number): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return (Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6;
}

async function timesFrom(caller: ChildProcess): Promise<number[]> {
	const answer = once(caller, 'message');
	caller.send('');
	const [times] = (await answer) as [number[]];
	return times;
}

function stopLater(cleanup: Cleanup, child: ChildProcess): void {
	cleanup.add(async () => {
		const ended = once(child, 'exit');
		// Its channel would keep it alive.
		if (child.connected) child.disconnect();
		if (child.exitCode === null && child.kill()) await ended;
	});
}

async function addressIn(output: Readable): Promise<string> {
	let text = '';
	for await (const chunk of output.iterator({ destroyOnReturn: false })) {
		text += String(chunk);
		const address = /http:\S+\/api\/v1/.exec(text)?.[0];
		if (address) return address;
	}
	throw new Error('The service has not started.');
}

export async function startWatchedService(cleanup: Cleanup): Promise<WatchedService> {
	const folder = await temporaryFolder(cleanup, 'bench');
	const database = join(folder, 'service.sqlite');
	const words = ['--port', '0', '--api-key', API_KEY, '--webhook-timeout', '60'];
	const program = join(repositoryFolder, 'packages', 'accounting-sync-service', 'dist', 'start.js');
	const service = spawn(process.execPath, [program, ...words, '--database', database], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	stopLater(cleanup, service);
	const output = service.stdout;
	const baseUrl = await addressIn(output);
	output.resume();
	const pid = service.pid as number;

	return {
		baseUrl,
		async watch(path) {
			const caller = fork(join(__dirname, 'caller.ts'), [`${baseUrl}${path}`, authorization], {
				execArgv: runTypescript,
			});
			stopLater(cleanup, caller);
			return async (work) => {
				caller.send('');
				writeFileSync(`/proc/${pid}/clear_refs`, '5');
				const begun = performance.now();
				await work();
				const seconds = (performance.now() - begun) / 1000;
				const peak = peakOf(pid);
				return {
					seconds,
					peak,
					calls: (await timesFrom(caller)).toSorted((one, other) => one - other),
				};
			};
		},
	};
}
