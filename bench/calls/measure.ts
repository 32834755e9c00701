import { interleaved } from '../support/interleaved';
import type { Plan } from '../support/plan';
import type { Road, Setting } from '../support/setting';
import type { Contestant, Kind } from './contestants';
import { accountingSync, accountingSyncAtOnce, httpAllAtOnce, httpInOrder } from './contestants';
import { type ManyItems, measureManyItems } from './many';
import { runOnce } from './rates';
import type { Sleeper } from './resume';
import { resumeTime } from './resume';

/** Who makes the calls, by name. */
type Name = 'node' | 'atOnce' | 'inOrder' | 'allAtOnce';

const contestants: Record<Name, Contestant> = {
	node: accountingSync,
	atOnce: accountingSyncAtOnce,
	inOrder: httpInOrder,
	allAtOnce: httpAllAtOnce,
};

/** Medians of milliseconds for all items, of those who took part. */
export interface Race {
	kind: Kind;
	latency: number;
	items: number;
	milliseconds: Partial<Record<Name, number>>;
}

/** Reads need no order. */
const competitors: Record<Kind, readonly Name[]> = {
	writes: ['node', 'atOnce', 'inOrder', 'allAtOnce'],
	reads: ['node', 'allAtOnce'],
};

export interface MeasuredCalls {
	races: Race[];
	many: ManyItems[];
	/** Medians of milliseconds. */
	resume: Record<Sleeper, number>;
}

type Say = (line: string) => void;

async function race(setting: Setting, road: Road, kind: Kind, plan: Plan, say: Say): Promise<Race> {
	// With latency, writes in order take so long that fewer of them tell as much.
	const items = road.latency === 0 ? plan.items : plan.items / 5;
	const milliseconds = await interleaved(
		competitors[kind],
		plan.callRounds,
		async (name) => await runOnce(setting, road, contestants[name], kind, items),
		(name, value) => say(`${kind}, ${road.latency} ms, ${name}: ${value} ms`),
	);
	return { kind, latency: road.latency, items, milliseconds };
}

/** Measures calls, many items and resuming, one after the other. */
export async function measureCalls(setting: Setting, plan: Plan, say: Say): Promise<MeasuredCalls> {
	const [direct] = setting.roads;
	// The first run of each makes n8n load what it needs.
	for (const contestant of Object.values(contestants)) {
		await runOnce(setting, direct, contestant, 'writes', 10);
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
	const many = await measureManyItems(setting, direct, plan.manyItems, say);
	return { races, many, resume };
}
