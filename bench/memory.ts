import { readFile, writeFile } from 'node:fs/promises';
import type { Contestant } from './contestants';
import { runOnce } from './rates';
import type { Road, Setting } from './setting';

const megabyte = 1024;

/** A process's memory as the kernel counts it, in megabytes: now, and the most since it was last reset. */
async function residentMemory(pid: number): Promise<{ now: number; peak: number }> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const kilobytes = (name: string) =>
		Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
	return { now: kilobytes('VmRSS') / megabyte, peak: kilobytes('VmHWM') / megabyte };
}

/**
 * Runs a contestant's writes in an n8n that has just been started. Linux only.
 * @returns by how many megabytes n8n grew at most meanwhile
 */
export async function memoryOf(
	setting: Setting,
	road: Road,
	contestant: Contestant,
	items: number,
): Promise<number> {
	const { n8n } = setting;
	await n8n.kill();
	await n8n.restart();
	// What n8n loads for the first workflow of any kind is nobody's growth.
	await runOnce(setting, road, contestant, 'writes', 1);
	const pid = n8n.pid();
	if (pid === undefined) throw new Error('n8n is not running.');
	await writeFile(`/proc/${pid}/clear_refs`, '5');
	const before = await residentMemory(pid);
	await runOnce(setting, road, contestant, 'writes', items);
	return (await residentMemory(pid)).peak - before.now;
}
