import { interleaved } from '../support/interleaved';
import type { Plan } from '../support/plan';
import type { Road, Setting } from '../support/setting';
import { runBare } from './bare-client';
import type { Contestant, Kind } from './contestants';
import { accountingSync, httpAllAtOnce, httpInOrder } from './contestants';
import { memoryOf } from './memory';
import { runOnce } from './rates';
import type { Sleeper } from './resume';
import { resumeTime } from './resume';

/** Who makes the calls, by name. */
type Name = 'node' | 'inOrder' | 'allAtOnce' | 'bare';

const contestants: Record<Exclude<Name, 'bare'>, Contestant> = {
	node: accountingSync,
	inOrder: httpInOrder,
	allAtOnce: httpAllAtOnce,
};

/** Medians of milliseconds for all items, of those who took part. */
export interface Race {
	kind: Kind;
	latency: number;
	milliseconds: Partial<Record<Name, number>>;
}

/** Reads need no order. */
const competitors: Record<Kind, readonly Name[]> = {
	writes: ['node', 'inOrder', 'allAtOnce', 'bare'],
	reads: ['node', 'allAtOnce', 'bare'],
};

export interface MeasuredCalls {
	races: Race[];
	/** Medians of megabytes by which n8n grew. */
	memory: Record<Exclude<Name, 'bare'>, number>;
	/** Medians of milliseconds. */
	resume: Record<Sleeper, number>;
}

type Say = (line: string) => void;

async function race(setting: Setting, road: Road, kind: Kind, plan: Plan, say: Say): Promise<Race> {
	const milliseconds = await interleaved(
		competitors[kind],
		plan.rounds,
		async (name) =>
			name === 'bare'
				? await runBare(setting, road, kind, plan.items)
				: await runOnce(setting, road, contestants[name], kind, plan.items),
		(name, value) => say(`${kind}, ${road.latency} ms, ${name}: ${value} ms`),
	);
	return { kind, latency: road.latency, milliseconds };
}

/** Measures calls, memory and resuming, one after the other. */
export async function measureCalls(setting: Setting, plan: Plan, say: Say): Promise<MeasuredCalls> {
	const [direct] = setting.roads;
	// The first run of each makes n8n load what it needs.
	for (const contestant of Object.values(contestants)) {
		await runOnce(setting, direct, contestant, 'writes', plan.items);
	}
	const resume = await interleaved(
		['accountingSync', 'wait'] as const,
		plan.resumes,
		async (sleeper) => await resumeTime(setting, direct, sleeper),
		(sleeper, value) => say(`resumed, ${sleeper}: ${value} ms`),
	);
	const races: Race[] = [];
	for (const road of setting.roads) {
		races.push(await race(setting, road, 'writes', plan, say));
		races.push(await race(setting, road, 'reads', plan, say));
	}
	const memory = await interleaved(
		['node', 'inOrder', 'allAtOnce'] as const,
		plan.memoryRounds,
		async (name) => await memoryOf(setting, direct, contestants[name], plan.items),
		(name, value) => say(`memory, ${name}: ${value.toFixed(0)} MB`),
	);
	return { races, memory, resume };
}
