import { circumstances } from '../support/circumstances';
import type { Plan } from '../support/plan';
import { met, table } from '../support/tables';
import { atOnce } from './bare-client';
import type { MeasuredCalls, Race } from './measure';

const rate = (items: number, milliseconds: number | undefined): string =>
	milliseconds === undefined ? '' : `${((items / milliseconds) * 1000).toFixed(0)}/s`;

const times = (one: number | undefined, other: number): string =>
	one === undefined ? '' : (one / other).toFixed(2);

function rateRow({ kind, latency, milliseconds }: Race, { items }: Plan): string[] {
	const { node = NaN, inOrder, allAtOnce, bare } = milliseconds;
	return [
		`${kind}, ${latency} ms`,
		rate(items, node),
		rate(items, inOrder),
		rate(items, allAtOnce),
		rate(items, bare),
		times(inOrder, node),
		times(allAtOnce, node),
	];
}

/** What the latency alone would take, in milliseconds. */
const demanded = ({ kind, latency }: Race, { items }: Plan): number =>
	(items * latency) / atOnce[kind];

function verdicts({ races, resume }: MeasuredCalls, plan: Plan): string[][] {
	const rows = races.flatMap((race): string[][] => {
		const { node = NaN, inOrder = NaN, allAtOnce = NaN, bare = NaN } = race.milliseconds;
		if (race.latency > 0) {
			const over = node / demanded(race, plan);
			return [
				[
					`${race.kind}, ${race.latency} ms: time over what the latency demands`,
					'at most 1.10',
					met(over, over <= 1.1),
				],
				[
					`${race.kind}, ${race.latency} ms: the same for the bare client`,
					'',
					(bare / demanded(race, plan)).toFixed(2),
				],
			];
		}
		const [than, other] =
			race.kind === 'writes' ? ['in order', inOrder] : ['all at once', allAtOnce];
		const ratio = other / node;
		return [
			[
				`${race.kind}, 0 ms: rate over HTTP Request's, ${than}`,
				'at least 1.20',
				met(ratio, ratio >= 1.2),
			],
			...(race.kind === 'writes'
				? [
						[
							'writes, 0 ms: the same over all at once, which keeps no order',
							'at least 1.20',
							met(allAtOnce / node, allAtOnce / node >= 1.2),
						],
					]
				: []),
		];
	});
	const ratio = resume.accountingSync / resume.wait;
	return [...rows, ["resume: time over the Wait node's", 'at most 1.10', met(ratio, ratio <= 1.1)]];
}

/** What `docs/performance.md` says of calls and of waiting. */
export function reportCalls(measured: MeasuredCalls, plan: Plan): string {
	const { races, memory, resume } = measured;
	return [
		`${circumstances('calls')} ${plan.items} items, medians of ${plan.rounds} runs, of ${plan.memoryRounds} for memory and of ${plan.resumes} for resuming.`,
		table(['goal', 'asked for', 'measured'], verdicts(measured, plan)),
		table(
			[
				'requests, added latency',
				'this node',
				'HTTP Request, in order',
				'HTTP Request, all at once',
				'no n8n',
				'this node over HTTP in order',
				'over HTTP all at once',
			],
			races.map((race) => rateRow(race, plan)),
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
