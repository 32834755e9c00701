import { circumstances } from '../support/circumstances';
import type { Plan } from '../support/plan';
import type { Setup } from '../support/setting';
import { met, table } from '../support/tables';
import type { MeasuredDeliveries, Rate, Size } from './measure';
import { type Receiver, receivers } from './receivers';

const setups: Record<Setup, string> = {
	usual: 'as it comes',
	lazySandboxes: '`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true`',
};

const names: Record<Receiver, string> = {
	trigger: 'this trigger',
	wooCommerce: 'WooCommerce Trigger',
	workflow: 'Webhook → Crypto → If → Code',
	webhook: 'Webhook',
};

type Other = Exclude<Receiver, 'trigger'>;

const others = receivers.filter((receiver): receiver is Other => receiver !== 'trigger');

const count = (records: number): string => records.toLocaleString('en');

const rateRow = ({ setup, records, executed }: Rate): string[] => [
	setups[setup],
	count(records),
	...receivers.map((receiver) => `${executed[receiver].toFixed(1)}/s`),
	...others.map((other) => (executed.trigger / executed[other]).toFixed(2)),
];

/** How many times as many deliveries this trigger has to take as another receiver. */
interface Goal {
	/** The setting of this trigger's n8n, and of the other's. */
	setup: Setup;
	than: Setup;
	others: readonly Other[];
	atLeast: number;
}

const goals: readonly Goal[] = [
	{ setup: 'usual', than: 'usual', others: ['wooCommerce', 'workflow'], atLeast: 1 },
	{ setup: 'lazySandboxes', than: 'usual', others: ['wooCommerce', 'workflow'], atLeast: 2 },
	{ setup: 'lazySandboxes', than: 'lazySandboxes', others: ['webhook'], atLeast: 0.9 },
];

function settingOf({ setup, than }: Goal): string {
	if (setup !== than) return 'lazy sandboxes against n8n as it comes';
	return setup === 'usual' ? 'n8n as it comes' : 'lazy sandboxes';
}

/** What a goal says of each size of page. */
const goalRows = (rates: readonly Rate[], goal: Goal): string[][] =>
	goal.others.flatMap((other) =>
		rates
			.filter(({ setup }) => setup === goal.setup)
			.map(({ records, executed }) => {
				const its = rates.find((rate) => rate.setup === goal.than && rate.records === records);
				const ratio = executed.trigger / (its?.executed[other] ?? NaN);
				return [
					`${settingOf(goal)}, ${count(records)} records: rate over ${names[other]}`,
					`at least ${goal.atLeast.toFixed(2)}`,
					met(ratio, ratio >= goal.atLeast),
				];
			}),
	);

const whole = (milliseconds: number): string => `${milliseconds.toFixed(0)} ms`;

const sizeRow = ({ records, megabytes, answered }: Size): string[] => [
	count(records),
	`${megabytes.toFixed(2)} MB`,
	...[answered.both, answered.json, answered.xml, answered.webhook].map(whole),
];

const growthRows = ({ records, megabytes, growth }: Size): string[][] =>
	growth === undefined
		? []
		: [
				[
					`growth of n8n's memory over one page of ${count(records)} records (${megabytes.toFixed(1)} MB)`,
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
				...goals.flatMap((goal) => goalRows(rates, goal)),
				[
					`memory that a page of ${count(largest.records)} records takes beyond the Webhook node's, over the page's size`,
					'less than 3.00',
					met(added, added < 3),
				],
				["the same with n8n's own share", '', (trigger / largest.megabytes).toFixed(2)],
			],
		),
		table(
			[
				'n8n',
				'records in a page',
				...receivers.map((receiver) => names[receiver]),
				...others.map((other) => `over ${names[other]}`),
			],
			rates.map(rateRow),
		),
		table(
			['records in a page', 'size', 'as sent', 'JSON alone', 'XML alone', 'Webhook node, as sent'],
			sizes.map(sizeRow),
		),
		table(['', 'this trigger', 'Webhook'], sizes.flatMap(growthRows)),
	].join('\n\n');
}
