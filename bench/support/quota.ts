import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Processes that together get no more of a processor than their share: a control group of Linux. */
export interface QuotaGroup {
	/** Takes processes in. What they start later is in the group, too. */
	add(pids: readonly number[]): Promise<void>;
	/** Sets the share of one core, such as 0.1; all they ask for without one. */
	limit(share?: number): Promise<void>;
	/** In how many of the kernel's periods something ran, and in how many of them the quota was used up; since the start. */
	periods(): Promise<{ used: number; throttled: number }>;
	/** Removes the group. Its processes must have ended. */
	remove(): Promise<void>;
}

interface Hierarchy {
	folder: string;
	/** A file that only this version has. */
	mark: string;
	/** What is written where for a quota in microseconds; undefined means no limit. */
	settings(quota: number | undefined): Array<[file: string, value: string]>;
}

/** Short, so that a process that is held back does not stand still for long. */
const PERIOD_MICROSECONDS = 50_000;

/** Where the kernel takes quotas, in the first and in the second version of control groups. */
const hierarchies: readonly Hierarchy[] = [
	{
		folder: '/sys/fs/cgroup/cpu',
		mark: 'tasks',
		settings: (quota = -1) => [
			['cpu.cfs_period_us', String(PERIOD_MICROSECONDS)],
			['cpu.cfs_quota_us', String(quota)],
		],
	},
	{
		folder: '/sys/fs/cgroup',
		mark: 'cgroup.controllers',
		settings: (quota) => [['cpu.max', `${quota ?? 'max'} ${PERIOD_MICROSECONDS}`]],
	},
];

const field = (text: string, name: string): number =>
	Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);

async function makeFolder({ folder, mark }: Hierarchy, name: string): Promise<string> {
	if (mark === 'cgroup.controllers')
		await writeFile(join(folder, 'cgroup.subtree_control'), '+cpu');
	const own = join(folder, name);
	await mkdir(own);
	return own;
}

/**
 * Makes a group without a limit and without processes.
 * @throws where control groups can't be written, with what to do about it
 */
export async function openQuotaGroup(name: string): Promise<QuotaGroup> {
	const refuse = (cause: unknown) =>
		new Error(
			`This bench gives each process a share of a core, with control groups, which it can't write here (${String(cause)}). Run it as root on Linux; in a container, with /sys/fs/cgroup writable.`,
			{ cause },
		);
	const hierarchy = hierarchies.find(({ folder, mark }) => existsSync(join(folder, mark)));
	if (!hierarchy) throw refuse('there are none');
	const folder = await makeFolder(hierarchy, name).catch((error: unknown) => {
		throw refuse(error);
	});
	return {
		add: async (pids) => {
			// The kernel takes one process for each write.
			for (const pid of pids) await writeFile(join(folder, 'cgroup.procs'), String(pid));
		},
		limit: async (share) => {
			const quota = share === undefined ? undefined : Math.round(share * PERIOD_MICROSECONDS);
			for (const [file, value] of hierarchy.settings(quota))
				await writeFile(join(folder, file), value);
		},
		periods: async () => {
			const text = await readFile(join(folder, 'cpu.stat'), 'utf8');
			return { used: field(text, 'nr_periods'), throttled: field(text, 'nr_throttled') };
		},
		remove: async () => await rmdir(folder),
	};
}
