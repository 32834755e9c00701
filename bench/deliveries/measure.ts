import { interleaved } from '../support/interleaved';
import { growthOf } from '../support/memory';
import { answerWith, deliveriesOf, type Form } from '../support/pages';
import type { Plan } from '../support/plan';
import type { InSetting, Setting, Setup } from '../support/setting';
import { checkWorkflow, deliver } from './deliver';
import { createCredentials, publish, type Published, type Receiver, receivers } from './receivers';
import { startShop } from './shop';

const SENDERS = 16;
/** The pages whose rates are measured: how many records, and one of how many deliveries of the plan. */
const measuredRates = [
	{ records: 10, oneOf: 1 },
	{ records: 100, oneOf: 1 },
	{ records: 1_000, oneOf: 4 },
] as const;
const setups: readonly Setup[] = ['usual', 'lazySandboxes'];
const measuredSizes: readonly number[] = [10, 100, 1_000, 10_000];
const forms: readonly Form[] = ['both', 'json', 'xml'];

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

/** Deliveries by many senders at once. */
export interface Rate {
	setup: Setup;
	records: number;
	/** Medians of deliveries a second, from the first one sent until the last execution has ended. */
	executed: Record<Receiver, number>;
}

export interface MeasuredDeliveries {
	rates: Rate[];
	sizes: Size[];
}

type Say = (line: string) => void;
type Targets = Record<Receiver, Published>;

async function measureSize(
	setting: Setting,
	published: Targets,
	records: number,
	plan: Plan,
	say: Say,
): Promise<Size> {
	const answer = answerWith(records);
	const bodies = new Map(forms.map((form) => [form, deliveriesOf(answer, form)]));
	const both = deliveriesOf(answer, 'both');
	const once = async (receiver: Receiver, body: string) =>
		(await deliver(setting, published[receiver], [body], 1)).answered;
	const answered = await interleaved(
		[...forms, 'webhook'] as const,
		plan.rounds,
		async (name) =>
			name === 'webhook'
				? await once('webhook', both())
				: await once('trigger', bodies.get(name)?.() ?? ''),
		(name, value) => say(`${records} records, ${name}: ${value.toFixed(0)} ms`),
	);
	const megabytes = Buffer.byteLength(both()) / 1e6;
	if (records < Math.max(...measuredSizes)) return { records, megabytes, answered };
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

async function publishAll(setting: Setting): Promise<Targets> {
	const shop = await startShop(setting);
	const credentials = await createCredentials(setting, shop);
	const published = receivers.map(
		async (receiver) => [receiver, await publish(setting, receiver, credentials, shop)] as const,
	);
	return Object.fromEntries(await Promise.all(published)) as Targets;
}

async function measureRate(
	setting: Setting,
	published: Targets,
	setup: Setup,
	{ records, oneOf }: (typeof measuredRates)[number],
	plan: Plan,
	say: Say,
): Promise<Rate> {
	const make = deliveriesOf(answerWith(records), 'both');
	const rateOf = async (receiver: Receiver, count = Math.ceil(plan.deliveries / oneOf)) => {
		const bodies = Array.from({ length: count }, make);
		const { executed } = await deliver(setting, published[receiver], bodies, SENDERS);
		return (count / executed) * 1000;
	};
	// The first run of each makes n8n load what it needs.
	for (const receiver of receivers) {
		await rateOf(receiver, SENDERS);
		await checkWorkflow(setting, published[receiver], records);
	}
	const executed = await interleaved(receivers, plan.rounds, rateOf, (receiver, value) =>
		say(`${setup}, ${records} records, ${receiver}: ${value.toFixed(1)} deliveries a second`),
	);
	return { setup, records, executed };
}

/** Measures what the trigger takes beside n8n's own nodes. */
export async function measureDeliveries(
	inSetting: InSetting,
	plan: Plan,
	say: Say,
): Promise<MeasuredDeliveries> {
	const rates: Rate[] = [];
	const sizes: Size[] = [];
	for (const setup of setups) {
		await inSetting(setup, async (setting) => {
			const published = await publishAll(setting);
			for (const each of measuredRates) {
				rates.push(await measureRate(setting, published, setup, each, plan, say));
			}
			if (setup !== 'usual') return;
			for (const records of measuredSizes) {
				sizes.push(await measureSize(setting, published, records, plan, say));
			}
		});
	}
	return { rates, sizes };
}
