import { circumstances } from '../support/circumstances';
import type { Plan } from '../support/plan';
import { met, table } from '../support/tables';
import { atOnce as callsAtOnce } from './bare-client';
import type { ManyItems } from './many';
import type { MeasuredCalls, Race } from './measure';

const rate = (items: number, milliseconds: number | undefined): string =>
	milliseconds === undefined ? '' : `${((items / milliseconds) * 1000).toFixed(0)}/s`;

const times = (one: number | undefined, other: number): string =>
	one === undefined ? '' : (one / other).toFixed(2);

function rateRow({ kind, latency, items, milliseconds }: Race): string[] {
	const { node = NaN, atOnce, inOrder, allAtOnce, bare } = milliseconds;
	const isWrite = kind === 'writes';
	return [
		`${kind}, ${latency} ms`,
		rate(items, node),
		isWrite ? rate(items, atOnce) : '',
		rate(items, inOrder),
		rate(items, allAtOnce),
		rate(items, bare),
		times(inOrder, node),
		times(allAtOnce, isWrite ? (atOnce ?? NaN) : node),
		times(bare, node),
	];
}

/** What the latency alone would take, in milliseconds. */
const demanded = ({ kind, latency, items }: Race): number => (items * latency) / callsAtOnce[kind];

/** How much more time than the bare client this node may take with latency. */
const mostOverBare = { writes: 1.1, reads: 1.05 };

function verdictsWithLatency(race: Race): string[][] {
	const { node = NaN, bare = NaN } = race.milliseconds;
	const { [race.kind]: most } = mostOverBare;
	const what = `${race.kind}, ${race.latency} ms`;
	return [
		[
			`${what}: time over the bare client's`,
			`at most ${most.toFixed(2)}`,
			met(node / bare, node / bare <= most),
		],
		[`${what}: time over what the latency demands`, '', (node / demanded(race)).toFixed(2)],
		[`${what}: the same for the bare client`, '', (bare / demanded(race)).toFixed(2)],
	];
}

const atLeast = (what: string, least: number, ratio: number): string[] => [
	what,
	`at least ${least.toFixed(2)}`,
	met(ratio, ratio >= least),
];

function verdictsWithout({ kind, milliseconds }: Race): string[][] {
	const { node = NaN, atOnce = NaN, inOrder = NaN, allAtOnce = NaN, bare = NaN } = milliseconds;
	if (kind === 'reads') {
		return [atLeast("reads, 0 ms: rate over HTTP Request's, all at once", 1.2, allAtOnce / node)];
	}
	return [
		atLeast("writes, 0 ms: rate over HTTP Request's, in order", 1.2, inOrder / node),
		atLeast("writes, 0 ms: rate over the bare client's, in order", 0.5, bare / node),
		atLeast(
			"writes, 0 ms, without order: rate over HTTP Request's, all at once",
			1.2,
			allAtOnce / atOnce,
		),
	];
}

const perItem = (of: ManyItems, value: 'growth' | 'milliseconds'): number => of[value] / of.items;

function verdictsOfMany(many: readonly ManyItems[]): string[][] {
	return (['writes', 'reads'] as const).flatMap((kind) => {
		const [few, most] = many.filter((one) => one.kind === kind);
		return (['milliseconds', 'growth'] as const).map((value) => {
			const ratio = perItem(most, value) / perItem(few, value);
			const what = value === 'growth' ? 'memory' : 'time';
			return [
				`${most.items} ${kind}: ${what} for each item, over that with ${few.items}`,
				'at most 1.10',
				met(ratio, ratio <= 1.1),
			];
		});
	});
}

function verdicts({ races, resume, many }: MeasuredCalls): string[][] {
	const ratio = resume.accountingSync / resume.wait;
	return [
		...races.flatMap((race) =>
			race.latency > 0 ? verdictsWithLatency(race) : verdictsWithout(race),
		),
		["resume: time over the Wait node's", 'at most 1.10', met(ratio, ratio <= 1.1)],
		...verdictsOfMany(many),
	];
}

/** What `docs/performance.md` says of calls and of waiting. */
export function reportCalls(measured: MeasuredCalls, plan: Plan): string {
	const { races, memory, many, resume } = measured;
	return [
		`${circumstances('calls')} ${plan.items} items, a fifth of them with latency, medians of ${plan.callRounds} runs and of ${plan.resumes} for resuming; one run for memory and for many items.`,
		table(['goal', 'asked for', 'measured'], verdicts(measured)),
		table(
			[
				'requests, added latency',
				'this node',
				'this node, without order',
				'HTTP Request, in order',
				'HTTP Request, all at once',
				'no n8n',
				'in order over HTTP',
				'without order over HTTP',
				'this node over no n8n',
			],
			races.map(rateRow),
		),
		table(
			['', 'this node', 'HTTP Request, in order', 'HTTP Request, all at once'],
			[
				[
					`growth of n8n's memory over ${plan.items} writes`,
					...[memory.node, memory.inOrder, memory.allAtOnce].map(
						(value) => `${value.toFixed(0)} MB`,
					),
				],
			],
		),
		table(
			[
				'one run of this node',
				'time for each item',
				'memory for each item',
				'slowest answer to the editor',
			],
			many.map((one) => [
				`${one.items} ${one.kind}`,
				`${perItem(one, 'milliseconds').toFixed(2)} ms`,
				`${(perItem(one, 'growth') * 1024).toFixed(0)} kB`,
				`${one.slowestAnswer.toFixed(0)} ms`,
			]),
		),
		table(
			['', 'this node, suspended', 'Wait node on a webhook'],
			[
				[
					"from the service's completion to the next node",
					`${resume.accountingSync.toFixed(0)} ms`,
					`${resume.wait.toFixed(0)} ms`,
				],
			],
		),
	].join('\n\n');
}
