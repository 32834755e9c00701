import { readFile, writeFile } from 'node:fs/promises';

import type { Setting } from './setting';

const MEGABYTE = 1024;

/** A process's memory as the kernel counts it, in megabytes: now, and the most since it was last reset. */
export async function residentMemory(pid: number): Promise<{ now: number; peak: number }> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const kilobytes = (name: string) =>
		Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
	return { now: kilobytes('VmRSS') / MEGABYTE, peak: kilobytes('VmHWM') / MEGABYTE };
}

/**
 * By how many megabytes n8n grows at most over some work, in an n8n that has just been started. Linux only.
 * @param first what makes n8n load what it needs, which is nobody's growth
 */
export async function growthOf(
	{ n8n }: Setting,
	first: () => Promise<void>,
	work: () => Promise<void>,
): Promise<number> {
	await n8n.kill();
	await n8n.restart();
	await first();
	const pid = n8n.pid();
	if (pid === undefined) throw new Error('n8n is not running.');
	await writeFile(`/proc/${pid}/clear_refs`, '5');
	const before = await residentMemory(pid);
	await work();
	return (await residentMemory(pid)).peak - before.now;
}

/** By how many megabytes this process grows at most over some work. Linux only, with `--expose-gc`. */
export async function growthOfThisProcess(work: () => Promise<void>): Promise<number> {
	if (!globalThis.gc) throw new Error('Start Node.js with --expose-gc.');
	globalThis.gc();
	await writeFile(`/proc/${process.pid}/clear_refs`, '5');
	const before = await residentMemory(process.pid);
	await work();
	return (await residentMemory(process.pid)).peak - before.now;
}
