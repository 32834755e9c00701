import { interleaved } from '../interleaved';
import { growthOf } from '../memory';
import type { Plan } from '../plan';
import type { Setting } from '../setting';
import { deliver } from './deliver';
import { answerWith, deliveriesOf, type Form } from './pages';
import { publish, type Published, type Receiver } from './receivers';

const RECEIVERS: readonly Receiver[] = ['trigger', 'webhook'];
const SENDERS = 16;
const RECORDS = 10;
export const SIZES: readonly number[] = [10, 100, 1_000, 10_000];
export const FORMS: readonly Form[] = ['both', 'json', 'xml'];

/** One page size: what the trigger and the Webhook node take for it. */
export interface Size {
	records: number;
	/** Of a delivery as the service sends it, with XML and JSON. */
	megabytes: number;
	/** Medians of milliseconds until a delivery is answered. */
	answered: Record<Form | 'webhook', number>;
	/** By how many megabytes n8n grew at most, medians; for the largest page alone. */
	growth?: Record<'trigger' | 'webhook', number>;
}

export interface MeasuredDeliveries {
	/** Medians of milliseconds until the last execution has ended. */
	executed: Record<Receiver, number>;
	sizes: Size[];
}

type Say = (line: string) => void;

async function measureSize(
	setting: Setting,
	published: Record<Receiver, Published>,
	records: number,
	plan: Plan,
	say: Say,
): Promise<Size> {
	const answer = answerWith(records);
	const bodies = new Map(FORMS.map((form) => [form, deliveriesOf(answer, form)]));
	const both = deliveriesOf(answer, 'both');
	const once = async (receiver: Receiver, body: string) =>
		(await deliver(setting, published[receiver], [body], 1)).answered;
	const answered = await interleaved(
		[...FORMS, 'webhook'] as const,
		plan.rounds,
		async (name) =>
			name === 'webhook'
				? await once('webhook', both())
				: await once('trigger', bodies.get(name)?.() ?? ''),
		(name, value) => say(`${records} records, ${name}: ${value.toFixed(0)} ms`),
	);
	const megabytes = Buffer.byteLength(both()) / 1e6;
	if (records < Math.max(...SIZES)) return { records, megabytes, answered };
	const growth = await interleaved(
		['trigger', 'webhook'] as const,
		plan.memoryRounds,
		async (receiver) =>
			await growthOf(
				setting,
				async () => void (await once(receiver, deliveriesOf(answerWith(1), 'both')())),
				async () => void (await once(receiver, both())),
			),
		(receiver, value) => say(`memory for ${records} records, ${receiver}: ${value.toFixed(0)} MB`),
	);
	return { records, megabytes, answered, growth };
}

/** Measures what the trigger takes beside n8n's Webhook node. */
export async function measureDeliveries(
	setting: Setting,
	plan: Plan,
	say: Say,
): Promise<MeasuredDeliveries> {
	const published = Object.fromEntries(
		await Promise.all(
			RECEIVERS.map(async (receiver) => [receiver, await publish(setting, receiver)] as const),
		),
	) as Record<Receiver, Published>;
	const make = deliveriesOf(answerWith(RECORDS), 'both');
	const bodies = () => Array.from({ length: plan.deliveries }, make);
	// The first run of each makes n8n load what it needs.
	for (const receiver of RECEIVERS) {
		await deliver(setting, published[receiver], bodies(), SENDERS);
	}
	const executed = await interleaved(
		RECEIVERS,
		plan.rounds,
		async (receiver) => (await deliver(setting, published[receiver], bodies(), SENDERS)).executed,
		(receiver, value) => say(`${plan.deliveries} deliveries, ${receiver}: ${value.toFixed(0)} ms`),
	);
	const sizes: Size[] = [];
	for (const records of SIZES) {
		sizes.push(await measureSize(setting, published, records, plan, say));
	}
	return { executed, sizes };
}
