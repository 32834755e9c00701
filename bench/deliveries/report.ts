import { circumstances } from '../support/circumstances';
import type { Plan } from '../support/plan';
import type { Setup } from '../support/setting';
import { table } from '../support/tables';
import type { LargePage, MeasuredDeliveries, Rate } from './measure';
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

const count = (records: number): string => records.toLocaleString('en');

const rateRow = ({ setup, records, executed }: Rate): string[] => [
	setups[setup],
	count(records),
	...receivers.map((receiver) => `${executed[receiver].toFixed(1)}/s`),
];

const whole = (value: number): string => value.toFixed(0);

const largePageSentence = ({ records, megabytes, answered, growth }: LargePage): string =>
	`A page of ${count(records)} records (${megabytes.toFixed(1)} MB) is answered after ${whole(answered.trigger)} ms (Webhook: ${whole(answered.webhook)} ms), and n8n's memory grows by ${whole(growth.trigger)} MB (Webhook: ${whole(growth.webhook)} MB).`;

/** What `docs/performance.md` says of deliveries. */
export function reportDeliveries(
	{ rates, largePage }: MeasuredDeliveries,
	{ rounds, memoryRounds }: Plan,
): string {
	return [
		`${circumstances('deliveries')} Medians of ${rounds} runs, of ${memoryRounds} for memory.`,
		table(
			['n8n', 'records in a page', ...receivers.map((receiver) => names[receiver])],
			rates.map(rateRow),
		),
		...(largePage ? [largePageSentence(largePage)] : []),
	].join('\n\n');
}
