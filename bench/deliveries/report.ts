import { circumstances } from '../support/circumstances';
import type { Plan } from '../support/plan';
import type { Setup } from '../support/setting';
import { met, table } from '../support/tables';
import type { MeasuredDeliveries, Rate, Size } from './measure';

const setups: Record<Setup, string> = {
	usual: 'as it comes',
	lazySandboxes: '`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true`',
};

const ratioOf = ({ executed }: Rate): number => executed.trigger / executed.webhook;

const rateRow = (rate: Rate): string[] => [
	setups[rate.setup],
	rate.records.toLocaleString('en'),
	`${rate.executed.trigger.toFixed(1)}/s`,
	`${rate.executed.webhook.toFixed(1)}/s`,
	ratioOf(rate).toFixed(2),
];

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
	{ rates, sizes }: MeasuredDeliveries,
	{ rounds, memoryRounds }: Plan,
): string {
	const [largest] = [...sizes].sort((one, other) => other.records - one.records);
	const { trigger = NaN, webhook = NaN } = largest.growth ?? {};
	const added = (trigger - webhook) / largest.megabytes;
	return [
		`${circumstances('deliveries')} Medians of ${rounds} runs, of ${memoryRounds} for memory.`,
		table(
			['goal', 'asked for', 'measured'],
			[
				...rates
					.filter(({ setup }) => setup === 'usual')
					.map((rate) => [
						`deliveries of ${rate.records.toLocaleString('en')} records: rate over the Webhook node's`,
						'at least 1.00',
						met(ratioOf(rate), ratioOf(rate) >= 1),
					]),
				[
					`memory that a page of ${largest.records.toLocaleString('en')} records takes beyond the Webhook node's, over the page's size`,
					'less than 3.00',
					met(added, added < 3),
				],
				["the same with n8n's own share", '', (trigger / largest.megabytes).toFixed(2)],
			],
		),
		table(['n8n', 'records in a page', 'this trigger', 'Webhook', 'ratio'], rates.map(rateRow)),
		table(
			['records in a page', 'size', 'as sent', 'JSON alone', 'XML alone', 'Webhook node, as sent'],
			sizes.map(sizeRow),
		),
		table(['', 'this trigger', 'Webhook'], sizes.flatMap(growthRows)),
	].join('\n\n');
}
