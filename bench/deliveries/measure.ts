import { interleaved } from '../support/interleaved';
import { growthOf } from '../support/memory';
import { answerWith, deliveriesOf } from '../support/pages';
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
const LARGE = 10_000;
const onLargePage = ['trigger', 'webhook'] as const;

/** What the trigger and the Webhook node take for a large page. */
export interface LargePage {
	records: number;
	/** Of a delivery, with XML and JSON. */
	megabytes: number;
	/** Medians of milliseconds until a delivery is answered. */
	answered: Record<(typeof onLargePage)[number], number>;
	/** By how many megabytes n8n grew at most, medians. */
	growth: Record<(typeof onLargePage)[number], number>;
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
	largePage?: LargePage;
}

type Say = (line: string) => void;
type Targets = Record<Receiver, Published>;

async function measureLargePage(
	setting: Setting,
	published: Targets,
	plan: Plan,
	say: Say,
): Promise<LargePage> {
	const make = deliveriesOf(answerWith(LARGE));
	const once = async (receiver: Receiver, body: string) =>
		(await deliver(setting, published[receiver], [body], 1)).answered;
	const answered = await interleaved(
		onLargePage,
		plan.rounds,
		async (receiver) => await once(receiver, make()),
		(receiver, value) => say(`${LARGE} records, ${receiver}: ${value.toFixed(0)} ms`),
	);
	const growth = await interleaved(
		onLargePage,
		plan.memoryRounds,
		async (receiver) =>
			await growthOf(
				setting,
				async () => void (await once(receiver, deliveriesOf(answerWith(1))())),
				async () => void (await once(receiver, make())),
			),
		(receiver, value) => say(`memory for ${LARGE} records, ${receiver}: ${value.toFixed(0)} MB`),
	);
	return { records: LARGE, megabytes: Buffer.byteLength(make()) / 1e6, answered, growth };
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
	const make = deliveriesOf(answerWith(records));
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
	let largePage: LargePage | undefined;
	for (const setup of setups) {
		await inSetting(setup, async (setting) => {
			const published = await publishAll(setting);
			for (const each of measuredRates) {
				rates.push(await measureRate(setting, published, setup, each, plan, say));
			}
			if (setup === 'usual') largePage = await measureLargePage(setting, published, plan, say);
		});
	}
	return { rates, largePage };
}
