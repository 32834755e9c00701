import { signalGroup } from '../../build/process-group';
import type { Server } from '../../n8n/processes/server';
import type { QueueModeN8n } from '../../n8n/stack/queue-mode';
import type { Stack } from '../../n8n/stack/start';
import { processorTimes, processTree } from '../support/processor-time';
import { openQuotaGroup, type QuotaGroup } from '../support/quota';
import type { Counts } from './plan';

/** What the processor time of a measurement is told apart by. */
export const roles = ['processors', 'workers', 'main', 'postgres', 'redis', 'service'] as const;
export type Role = (typeof roles)[number];

/** A process of n8n, with its quota. */
interface Member {
	server: Server;
	pid: number;
	group: QuotaGroup;
}

/** The kinds of process that are limited. */
const limitedKinds = ['processors', 'workers'] as const satisfies Role[];
export type Limited = (typeof limitedKinds)[number];

/** A sample of what everybody has used so far. */
interface Sample {
	at: number;
	times: Record<Role, number>;
	periods: Record<Limited, { used: number; throttled: number }>;
}

/** What was used between two samples. */
export interface Usage {
	milliseconds: number;
	/** Processor time in milliseconds. */
	times: Record<Role, number>;
	/** The part of the kernel's periods in which the processes were held back by their quotas, if any. */
	throttled: Record<Limited, number>;
}

function pidOf(server: Server): number {
	const pid = server.pid();
	if (pid === undefined) throw new Error('A process has ended.');
	return pid;
}

/** An n8n of several processes whose webhook processors and workers can be limited, held and stopped. */
export class Fleet {
	private readonly members: Record<Limited, Member[]> = { processors: [], workers: [] };

	/** @param stack Its processes have started; they are not limited yet. */
	constructor(private readonly stack: Stack<QueueModeN8n>) {}

	/** Gives each process a group of its own. */
	async open(): Promise<void> {
		const { webhookProcessors: processors, workers } = this.stack.n8n;
		const servers = { processors, workers };
		for (const kind of limitedKinds)
			for (const [place, server] of servers[kind].entries()) {
				const pid = pidOf(server);
				const group = await openQuotaGroup(`accounting-sync-${process.pid}-${kind}-${place}`);
				this.members[kind].push({ server, pid, group });
				await group.add(await processTree(pid));
			}
	}

	/** Stops what is too much. */
	async shrink(counts: Counts): Promise<void> {
		for (const kind of limitedKinds)
			await Promise.all(
				this.members[kind].splice(counts[kind]).map(async ({ server, group }) => {
					await server.stop();
					await group.remove();
				}),
			);
	}

	/** The addresses of the webhook processors that run. */
	get addresses(): string[] {
		return this.stack.n8n.webhookAddresses.slice(0, this.members.processors.length);
	}

	/** Gives each process that share of a core; all it asks for without one. */
	async limit(share?: number): Promise<void> {
		for (const { group } of Object.values(this.members).flat()) await group.limit(share);
	}

	/** Has every worker stand still, so that executions pile up, or go on. */
	hold(isHeld: boolean): void {
		for (const { pid } of this.members.workers) signalGroup(pid, isHeld ? 'SIGSTOP' : 'SIGCONT');
	}

	private async sample(): Promise<Sample> {
		const { n8n, serviceProcess } = this.stack;
		const periodsOf = async (kind: Limited) => {
			const all = await Promise.all(this.members[kind].map(async ({ group }) => group.periods()));
			const sum = (of: 'used' | 'throttled') => all.reduce((total, each) => total + each[of], 0);
			return { used: sum('used'), throttled: sum('throttled') };
		};
		const times = await processorTimes<Role>({
			processors: this.members.processors.map(({ pid }) => pid),
			workers: this.members.workers.map(({ pid }) => pid),
			main: [pidOf(n8n.main)],
			postgres: [pidOf(n8n.postgres)],
			redis: [pidOf(n8n.redis)],
			service: [pidOf(serviceProcess())],
		});
		const periods = {
			processors: await periodsOf('processors'),
			workers: await periodsOf('workers'),
		};
		return { at: performance.now(), times, periods };
	}

	/** Begins to measure; what is returned says what has been used since. */
	async measure(): Promise<() => Promise<Usage>> {
		const before = await this.sample();
		return async () => {
			const after = await this.sample();
			const throttledOf = (kind: Limited) => {
				const used = after.periods[kind].used - before.periods[kind].used;
				return (after.periods[kind].throttled - before.periods[kind].throttled) / (used || 1);
			};
			const times = roles.map((role) => [role, after.times[role] - before.times[role]]);
			return {
				milliseconds: after.at - before.at,
				times: Object.fromEntries(times) as Record<Role, number>,
				throttled: { processors: throttledOf('processors'), workers: throttledOf('workers') },
			};
		};
	}

	/** Removes what this has made, once the stack has stopped. */
	async close(): Promise<void> {
		for (const { group } of Object.values(this.members).flat()) await group.remove();
	}
}
