import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type { Cleanup } from '../../n8n/processes/cleanup';
import { temporaryFolder } from '../../n8n/processes/temporary-folder';
import { runTypescript } from '../../test/support/run-typescript';

export const API_KEY = 'bench';
export const authorization = `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;

/** What some work cost the service, and those who called it meanwhile. */
export interface Cost {
	readonly seconds: number;
	readonly processorSeconds: number;
	/** The most memory that the whole process had, in megabytes, and how much of that was added. */
	readonly peak: number;
	readonly added: number;
	/** How long the small calls took, in milliseconds, shortest first. */
	readonly calls: readonly number[];
	/** How long the service could not take up new work, in milliseconds. */
	readonly longestStall: number;
}

/** The service as people run it, in a process of its own, and one that makes small calls. */
export interface WatchedService {
	readonly baseUrl: string;
	/** @param path of the small call */
	watch(path: string): Promise<(work: () => Promise<unknown>) => Promise<Cost>>;
}

const bytesOf = (pid: number, name: string): number =>
	Number(
		new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(
			readFileSync(`/proc/${pid}/status`, 'utf8'),
		)?.[1],
	) * 1024;

/** Megabytes as answers have them. */
const megabytes = (pid: number, name: string): number => bytesOf(pid, name) / 1e6;

/** Processor time of a process; the kernel counts it in hundredths of a second. */
function processorSeconds(pid: number): number {
	const [, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
	const [user, system] = rest.split(' ').slice(11, 13).map(Number);
	return (user + system) / 100;
}

async function asked<Answer>(child: ChildProcess): Promise<Answer> {
	const answer = once(child, 'message');
	child.send('');
	const [said] = (await answer) as [Answer];
	return said;
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
	const service = fork(join(__dirname, 'watched.js'), [...words, '--database', database], {
		execArgv: [],
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
	});
	stopLater(cleanup, service);
	const output = service.stdout as Readable;
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
				await asked(service);
				caller.send('');
				writeFileSync(`/proc/${pid}/clear_refs`, '5');
				const memory = megabytes(pid, 'VmRSS');
				const processor = processorSeconds(pid);
				const begun = performance.now();
				await work();
				const seconds = (performance.now() - begun) / 1000;
				const peak = megabytes(pid, 'VmHWM');
				return {
					seconds,
					processorSeconds: processorSeconds(pid) - processor,
					peak,
					added: peak - memory,
					calls: (await asked<number[]>(caller)).toSorted((one, other) => one - other),
					longestStall: await asked<number>(service),
				};
			};
		},
	};
}
