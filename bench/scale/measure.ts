import { setTimeout as delay } from 'node:timers/promises';

import { Pool } from 'undici';

import { failureOf } from '../../n8n/clients/n8n';
import { Cleanup } from '../../n8n/processes/cleanup';
import type { RunningN8n } from '../../n8n/stack/n8n-process';
import type { QueueModeN8n } from '../../n8n/stack/queue-mode';
import { type Stack, type StackOptions, startStack } from '../../n8n/stack/start';
import { until } from '../../n8n/until';
import { delivery, SECRET, signature } from '../../test/support/deliveries';
import { type Office, openOffice } from '../../test/support/office';
import { importTrigger, type TriggerWorkflow } from '../../test/support/trigger-workflow';
import { afterNode, createInvoice, syncNode } from '../../test/support/workflows';
import { processorTimes } from '../support/processor-time';
import { Fleet, type Limited, type Role, roles } from './fleet';
import { type Counts, plan } from './plan';

type Say = (line: string) => void;

/** One kind of work at one size of the fleet. */
export interface Phase {
	/** Units a second. */
	rate: number;
	/** Processor time in milliseconds for one unit, without what the processes use when nothing happens. */
	times: Record<Role, number>;
	/** How much of its quota the limited kind of process used, and in what part of the kernel's periods it was held back. */
	ofQuota: number;
	throttled: number;
}

/** What is measured, and which kind of process is limited in it. */
const limitedIn = {
	deliveries: 'processors',
	executions: 'workers',
	waits: 'workers',
} as const satisfies Record<string, Limited>;
export type LimitedKind = keyof typeof limitedIn;
/** Falling asleep, and the calls that wake, are not limited: only their processor time counts. */
export type Kind = LimitedKind | 'sleeps' | 'nudges';

export type StepFigures = Counts & Record<Kind, Phase>;

/** Executions that failed, all sizes together. */
interface Failures {
	count: number;
	/** Why the newest one did, in n8n's words. */
	last?: string;
}

export interface ScaleFigures {
	failures: Failures;
	steps: StepFigures[];
	/** Processor time in milliseconds that one process of n8n takes for a delivery and its execution. */
	single: number;
}

const POLL_MILLISECONDS = 250;
const PHASE_TIMEOUT_MILLISECONDS = 300_000;

/** Delivers pages side by side until it is told to stop; resolves with how many were answered. */
async function deliver(
	urls: readonly string[],
	senders: number,
	mayContinue: (sent: number) => boolean,
): Promise<number> {
	let sent = 0;
	const sendTo = async (url: string) => {
		const { origin, pathname: path } = new URL(url);
		const pool = new Pool(origin, { connections: senders });
		const send = async () => {
			while (mayContinue(sent)) {
				sent++;
				const body = JSON.stringify(delivery());
				const headers = {
					'content-type': 'application/json',
					'x-qube-signature': signature(body),
				};
				const answer = await pool.request({ method: 'POST', path, headers, body });
				const text = await answer.body.text();
				if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${text}`);
			}
		};
		await Promise.all(Array.from({ length: senders }, send));
		await pool.close();
	};
	await Promise.all(urls.map(sendTo));
	return sent;
}

/** A page becomes an item with one more field. */
async function importPages({ n8n, credential }: Stack<RunningN8n>): Promise<TriggerWorkflow> {
	const parameters = { triggerOn: 'completedRequest' };
	return await importTrigger(n8n, credential, 'Pages', parameters, [
		afterNode('taken', '$json.id'),
	]);
}

/** A page becomes an invoice, and the execution sleeps until that is written. */
async function importWaits(
	{ n8n, credential }: Stack<RunningN8n>,
	office: Office,
): Promise<TriggerWorkflow> {
	const invoice = createInvoice(office.connectionId, {
		result: 'waitSuspended',
		additionalFields: { refNumber: '={{ $json.id.slice(0, 8) }}' },
	});
	const parameters = { triggerOn: 'completedRequest' };
	return await importTrigger(n8n, credential, 'Waits', parameters, [syncNode(invoice)]);
}

const ended = ['success', 'error', 'crashed'];
const asleepOrEnded = ['waiting', ...ended];

/** Counts the executions of a workflow by status, past n8n. */
async function countOf(
	{ query }: QueueModeN8n,
	{ id }: { id: string },
	statuses: readonly string[],
): Promise<number> {
	const listed = statuses.map((status) => `'${status}'`).join();
	const [{ count }] = await query<{ count: number }>(
		`select count(*)::int as count from execution_entity where "workflowId" = '${id}' and status in (${listed})`,
	);
	return count;
}

/** Waits until so many executions have got there. */
const untilCount = async (
	n8n: QueueModeN8n,
	workflow: { id: string },
	statuses: readonly string[],
	count: number,
): Promise<number> =>
	await until(
		async () => await countOf(n8n, workflow, statuses),
		(reached) => reached >= count,
		{
			timeout: PHASE_TIMEOUT_MILLISECONDS,
			every: POLL_MILLISECONDS,
			what: `${count} executions to be ${statuses.join(' or ')}`,
		},
	);

/** How many executions have failed, and why the newest of them did. */
async function failuresOf(n8n: QueueModeN8n, workflows: Array<{ id: string }>): Promise<Failures> {
	let count = 0;
	let last: string | undefined;
	for (const workflow of workflows) {
		count += await countOf(n8n, workflow, ['error', 'crashed']);
		const listed = await n8n.client.allExecutions(workflow.id);
		const failed = listed.find(({ status }) => status === 'error' || status === 'crashed');
		if (failed) last ??= failureOf(await n8n.client.execution(failed.id)) ?? failed.status;
	}
	return { count, last };
}

const perRole = (valueOf: (role: Role) => number): Record<Role, number> =>
	Object.fromEntries(roles.map((role) => [role, valueOf(role)])) as Record<Role, number>;

const processesOf = (role: Role, counts: Counts): number =>
	role === 'processors' || role === 'workers' ? counts[role] : 1;

class Bench {
	/** The part of a core that one process uses when nothing happens. Set by `warmUp`. */
	private idle = perRole(() => 0);

	private constructor(
		private readonly stack: Stack<QueueModeN8n>,
		private readonly fleet: Fleet,
		private readonly office: Office,
		private readonly pages: TriggerWorkflow,
		private readonly waits: TriggerWorkflow,
		private readonly say: Say,
	) {}

	static async open(stack: Stack<QueueModeN8n>, fleet: Fleet, say: Say): Promise<Bench> {
		const office = await openOffice(stack.service, 'Office');
		const pages = await importPages(stack);
		const waits = await importWaits(stack, office);
		for (const workflow of [pages, waits]) await stack.n8n.client.activate(workflow);
		return new Bench(stack, fleet, office, pages, waits, say);
	}

	private urlsOf({ url }: TriggerWorkflow): string[] {
		const { pathname } = new URL(url);
		return this.fleet.addresses.map((address) => `${address}${pathname}`);
	}

	/** Measures a piece of work until it returns how much is done. */
	private async phase(kind: Kind, counts: Counts, work: () => Promise<number>): Promise<Phase> {
		const end = await this.fleet.measure();
		const done = await work();
		const { milliseconds, times, throttled } = await end();
		const netOf = (role: Role) => {
			const idle = this.idle[role] * milliseconds * processesOf(role, counts);
			return Math.max(0, times[role] - idle) / done;
		};
		const limited = kind === 'sleeps' || kind === 'nudges' ? undefined : limitedIn[kind];
		const phase: Phase = {
			rate: (done / milliseconds) * 1000,
			times: perRole(netOf),
			ofQuota: limited ? times[limited] / (milliseconds * plan.share * counts[limited]) : 0,
			throttled: limited ? throttled[limited] : 0,
		};
		this.say(`${JSON.stringify(counts)} ${kind}: ${done}, ${JSON.stringify(phase)}`);
		return phase;
	}

	/** Delivers and runs pages with all there is, so that every process has seen its work. Then nothing happens. */
	async warmUp(): Promise<void> {
		const { n8n } = this.stack;
		const [counts] = plan.steps;
		const urls = this.urlsOf(this.pages);
		const sent = await deliver(urls, plan.senders, (count) => count < plan.warmUp);
		await untilCount(n8n, this.pages, ended, sent);
		const asleep = await this.fallAsleep(counts);
		await this.wake();
		await untilCount(n8n, this.waits, ended, asleep);
		// What the last executions leave to be tidied up does not count.
		await delay(plan.settleSeconds * 1000);
		const end = await this.fleet.measure();
		await delay(plan.idleSeconds * 1000);
		const { milliseconds, times } = await end();
		this.idle = perRole((role) => times[role] / milliseconds / processesOf(role, counts));
		this.say(`idle: ${JSON.stringify(this.idle)}`);
	}

	/** Starts executions that sleep; how many. */
	private async fallAsleep({ workers }: Counts): Promise<number> {
		const count = workers * plan.waits;
		const { n8n } = this.stack;
		const before = await countOf(n8n, this.waits, ended);
		const sent = await deliver(this.urlsOf(this.waits), 1, (already) => already < count);
		await untilCount(n8n, this.waits, asleepOrEnded, before + sent);
		return sent;
	}

	/** Has the desktop carry everything out and the service say so. */
	private async wake(): Promise<void> {
		await this.office.turnOn();
		// One record is enough to tell. A list of them all would cost the service more than what is measured.
		const path = `/connections/${this.office.connectionId}/queued_requests`;
		await until(
			async () =>
				await this.stack.service.call<object[]>('GET', `${path}?webhook_state=pending&page_size=1`),
			(pending) => pending.length === 0,
			{ timeout: PHASE_TIMEOUT_MILLISECONDS, every: POLL_MILLISECONDS },
		);
		await this.office.turnOff();
	}

	async failures(): Promise<Failures> {
		return await failuresOf(this.stack.n8n, [this.pages, this.waits]);
	}

	/** Measures everything at one size of the fleet. */
	async step(counts: Counts): Promise<StepFigures> {
		const { fleet } = this;
		const { n8n } = this.stack;
		await fleet.shrink(counts);

		/** Has the workers go on, and waits until most of what has piled up is done. */
		const workOff = async (workflow: TriggerWorkflow, before: number, piled: number) => {
			fleet.hold(false);
			const counted = before + Math.ceil(piled * plan.counted);
			return (await untilCount(n8n, workflow, ended, counted)) - before;
		};

		const ranBefore = await countOf(n8n, this.pages, ended);
		fleet.hold(true);
		await fleet.limit(plan.share);
		let delivered = 0;
		const deliveries = await this.phase('deliveries', counts, async () => {
			const deadline = performance.now() + plan.seconds * 1000;
			const urls = this.urlsOf(this.pages);
			delivered = await deliver(urls, plan.senders, () => performance.now() < deadline);
			return delivered;
		});
		const executions = await this.phase(
			'executions',
			counts,
			async () => await workOff(this.pages, ranBefore, delivered),
		);
		await fleet.limit();
		await untilCount(n8n, this.pages, ended, ranBefore + delivered);

		const wokenBefore = await countOf(n8n, this.waits, ended);
		let asleep = 0;
		const sleeps = await this.phase('sleeps', counts, async () => {
			asleep = await this.fallAsleep(counts);
			return asleep;
		});
		fleet.hold(true);
		const nudges = await this.phase('nudges', counts, async () => {
			await this.wake();
			return asleep;
		});
		await fleet.limit(plan.share);
		const waits = await this.phase(
			'waits',
			counts,
			async () => await workOff(this.waits, wokenBefore, asleep),
		);
		await fleet.limit();
		await untilCount(n8n, this.waits, ended, wokenBefore + asleep);
		return { ...counts, deliveries, executions, sleeps, nudges, waits };
	}
}

const options: StackOptions = { service: { webhookSecret: SECRET } };

/** The whole of n8n in one process, which nothing limits: how much processor time a page takes. */
async function measureSingle(say: Say): Promise<number> {
	const stack = await startStack(options);
	try {
		const { n8n } = stack;
		const pages = await importPages(stack);
		await n8n.client.activate(pages);
		const pid = n8n.pid();
		if (pid === undefined) throw new Error('n8n has ended.');
		const round = async () => {
			const before = await processorTimes({ n8n: [pid] });
			const goal = (await n8n.client.countExecutions(pages.id, 'success')) + plan.warmUp;
			let sent = 0;
			await deliver([pages.url], plan.senders, () => ++sent <= plan.warmUp);
			await until(
				async () => await n8n.client.countExecutions(pages.id, 'success'),
				(count) => count >= goal,
				{ timeout: PHASE_TIMEOUT_MILLISECONDS, every: POLL_MILLISECONDS },
			);
			const after = await processorTimes({ n8n: [pid] });
			return (after.n8n - before.n8n) / plan.warmUp;
		};
		await round();
		const single = await round();
		say(`one process: ${single.toFixed(1)} ms of processor time a page`);
		return single;
	} finally {
		await stack.stop();
	}
}

/** Measures one process, and then the fleet at each of its sizes. */
export async function measureScale(say: Say): Promise<ScaleFigures> {
	const single = await measureSingle(say);
	const cleanup = new Cleanup();
	try {
		const [{ processors: webhookProcessors, workers }] = plan.steps;
		const service = { ...options.service, ownProcess: {} };
		const queueMode = { webhookProcessors, workers };
		const stack = await startStack({ ...options, service, queueMode });
		const fleet = new Fleet(stack);
		cleanup.add(async () => {
			fleet.hold(false);
			await stack.stop();
			await fleet.close();
		});
		await fleet.open();
		const bench = await Bench.open(stack, fleet, say);
		await bench.warmUp();
		const steps: StepFigures[] = [];
		for (const counts of plan.steps) steps.push(await bench.step(counts));
		return { steps, single, failures: await bench.failures() };
	} finally {
		await cleanup.run();
	}
}
