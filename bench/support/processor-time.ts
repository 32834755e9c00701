import { readdir, readFile } from 'node:fs/promises';

/** What Linux counts processor time in for its users, on every machine. */
const TICK_MILLISECONDS = 10;

interface Process {
	parent: number;
	/** Processor time so far in milliseconds, with that of children that have ended. */
	time: number;
}

/** Every process of this machine; Linux only. */
async function allProcesses(): Promise<Map<number, Process>> {
	const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
	const found = await Promise.all(
		pids.map(async (pid): Promise<Array<[number, Process]>> => {
			// Some end while they are looked at.
			const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
			if (stat === undefined) return [];
			// The name before may hold anything, and ends with the last bracket; the fields after it begin with the state.
			const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
			const [own, system, ofChildren, systemOfChildren] = fields.slice(11, 15).map(Number);
			const time = (own + system + ofChildren + systemOfChildren) * TICK_MILLISECONDS;
			return [[pid, { parent: Number(fields[1]), time }]];
		}),
	);
	return new Map(found.flat());
}

function treeIn(processes: ReadonlyMap<number, Process>, root: number): number[] {
	const children = [...processes].flatMap(([pid, { parent }]) => (parent === root ? [pid] : []));
	return [root, ...children.flatMap((child) => treeIn(processes, child))];
}

/** A process and everything that it has started. */
export const processTree = async (root: number): Promise<number[]> =>
	treeIn(await allProcesses(), root);

/** Processor time in milliseconds of several groups of process trees, each given by its roots. */
export async function processorTimes<Name extends string>(
	groups: Readonly<Record<Name, readonly number[]>>,
): Promise<Record<Name, number>> {
	const processes = await allProcesses();
	const timeOf = (roots: readonly number[]) =>
		roots
			.flatMap((root) => treeIn(processes, root))
			.reduce((sum, pid) => sum + (processes.get(pid)?.time ?? 0), 0);
	const times = Object.entries<readonly number[]>(groups).map(([name, roots]) => [
		name,
		timeOf(roots),
	]);
	return Object.fromEntries(times) as Record<Name, number>;
}
