import { circumstances } from '../support/circumstances';
import type { Plan } from '../support/plan';
import { table } from '../support/tables';
import type { ManyItems } from './many';
import type { MeasuredCalls, Race } from './measure';

const rate = (items: number, milliseconds: number | undefined): string =>
	milliseconds === undefined ? '' : `${((items / milliseconds) * 1000).toFixed(0)}/s`;

const rateRow = ({ kind, latency, items, milliseconds }: Race): string[] => [
	`${kind}, ${latency} ms`,
	...(['node', 'atOnce', 'inOrder', 'allAtOnce'] as const).map((name) =>
		rate(items, milliseconds[name]),
	),
];

const manyRow = ({ items, milliseconds, growth, slowestAnswer }: ManyItems): string[] => [
	`${items} writes`,
	`${(milliseconds / items).toFixed(2)} ms`,
	`${((growth / items) * 1024).toFixed(0)} kB`,
	`${slowestAnswer.toFixed(0)} ms`,
];

/** What `docs/performance.md` says of calls and of waiting. */
export function reportCalls({ races, many, resume }: MeasuredCalls, plan: Plan): string {
	return [
		`${circumstances('calls')} ${plan.items} items, a fifth of them with latency, medians of ${plan.callRounds} runs and of ${plan.resumes} for resuming; one run for many items.`,
		table(
			[
				'requests, added latency',
				'this node',
				'this node, without order',
				'HTTP Request, in order',
				'HTTP Request, all at once',
			],
			races.map(rateRow),
		),
		table(
			[
				'one run of this node',
				'time for each item',
				'memory for each item',
				'slowest answer to the editor',
			],
			many.map(manyRow),
		),
		`From the service's completion to the next node: ${resume.accountingSync.toFixed(0)} ms with this node, suspended; ${resume.wait.toFixed(0)} ms with the Wait node on a webhook.`,
	].join('\n\n');
}
