import { circumstances } from '../circumstances';
import type { Plan } from '../plan';
import { met, table } from '../tables';
import type { MeasuredDeliveries, Size } from './measure';

const perSecond = (count: number, milliseconds: number): string =>
	`${((count / milliseconds) * 1000).toFixed(1)}/s`;

const whole = (milliseconds: number): string => `${milliseconds.toFixed(0)} ms`;

const sizeRow = ({ records, megabytes, answered }: Size): string[] => [
	records.toLocaleString('en'),
	`${megabytes.toFixed(2)} MB`,
	...[answered.both, answered.json, answered.xml, answered.webhook].map(whole),
];

const growthRows = ({ records, megabytes, growth }: Size): string[][] =>
	growth === undefined
		? []
		: [
				[
					`growth of n8n's memory over one page of ${records.toLocaleString('en')} records (${megabytes.toFixed(1)} MB)`,
					`${growth.trigger.toFixed(0)} MB`,
					`${growth.webhook.toFixed(0)} MB`,
				],
			];

/** What `docs/performance.md` says of deliveries. */
export function reportDeliveries(
	{ executed, sizes }: MeasuredDeliveries,
	{ deliveries, rounds, memoryRounds }: Plan,
): string {
	const ratio = executed.webhook / executed.trigger;
	const [largest] = [...sizes].sort((one, other) => other.records - one.records);
	const { trigger = NaN, webhook = NaN } = largest.growth ?? {};
	const added = (trigger - webhook) / largest.megabytes;
	return [
		`${circumstances('deliveries')} ${deliveries} deliveries of 10 records by 16 senders, medians of ${rounds} runs, of ${memoryRounds} for memory.`,
		table(
			['goal', 'asked for', 'measured'],
			[
				["deliveries: rate over the Webhook node's", 'at least 1.00', met(ratio, ratio >= 1)],
				[
					`memory that a page of ${largest.records.toLocaleString('en')} records takes beyond the Webhook node's, over the page's size`,
					'less than 3.00',
					met(added, added < 3),
				],
			],
		),
		table(
			['', 'this trigger', 'Webhook'],
			[
				[
					'deliveries, each executed',
					perSecond(deliveries, executed.trigger),
					perSecond(deliveries, executed.webhook),
				],
			],
		),
		table(
			['records in a page', 'size', 'as sent', 'JSON alone', 'XML alone', 'Webhook node, as sent'],
			sizes.map(sizeRow),
		),
		table(['', 'this trigger', 'Webhook'], sizes.flatMap(growthRows)),
	].join('\n\n');
}
