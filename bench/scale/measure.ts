import { randomUUID } from 'node:crypto';

import type { RunningN8n } from '../../n8n/stack/n8n-process';
import { type Stack, type StackOptions, startStack } from '../../n8n/stack/start';
import { until } from '../../n8n/until';
import { delivery, SECRET } from '../../test/support/deliveries';
import { importTrigger } from '../../test/support/trigger-workflow';
import {
	chainOf,
	createInvoice,
	itemsNode,
	ordersOf,
	START,
	syncNode,
} from '../../test/support/workflows';
import { sendDeliveries } from '../support/send-deliveries';
import { median } from '../support/statistics';

/** What one setting came to; rates per second. */
export interface ScaleFigures {
	/** Deliveries answered. */
	deliveries: number;
	/** Executions finished, from the first delivery to the last end. */
	executions: number;
	/** Invoices created with Wait (Sleep Until Done), by several executions side by side. */
	writes: number;
}

export const plan = { pages: 300, senders: 16, rounds: 3, runs: 6, invoices: 10 } as const;

const perSecond = (count: number, since: number): number =>
	(count / (performance.now() - since)) * 1000;

async function untilFinished(
	{ n8n: { client } }: Stack<RunningN8n>,
	workflowIds: readonly string[],
	count: number,
): Promise<void> {
	const finished = async () => {
		let sum = 0;
		for (const id of workflowIds) sum += await client.countExecutions(id, 'success');
		return sum;
	};
	await until(finished, (sum) => sum >= count, { timeout: 600_000 });
}

async function triggerRound(stack: Stack<RunningN8n>) {
	const { n8n, credential } = stack;
	const parameters = { triggerOn: 'completedRequest' };
	const workflow = await importTrigger(n8n, credential, 'Deliveries', parameters);
	await n8n.client.activate(workflow);
	const bodies = Array.from({ length: plan.pages }, () => JSON.stringify(delivery()));
	const begun = performance.now();
	const answered = await sendDeliveries(workflow.url, bodies, plan.senders);
	await untilFinished(stack, [workflow.id], plan.pages);
	const executions = perSecond(plan.pages, begun);
	await n8n.client.deactivate(workflow);
	return { deliveries: (plan.pages / answered) * 1000, executions };
}

async function writesRound(stack: Stack<RunningN8n>): Promise<number> {
	const { n8n, service, credential } = stack;
	const workflows = await Promise.all(
		Array.from({ length: plan.runs }, async (_, run) => {
			const { id } = await service.createConnection(`Bench ${run}`);
			const parameters = createInvoice(id, { result: 'waitSuspended' });
			const items = itemsNode(ordersOf(plan.invoices, randomUUID().slice(0, 6)));
			const chain = chainOf('Writes', items, syncNode(parameters));
			return await n8n.client.importWorkflow(chain, [credential]);
		}),
	);
	const begun = performance.now();
	await Promise.all(
		workflows.map(async (workflow) => await n8n.client.startManualRun(workflow, START)),
	);
	await untilFinished(
		stack,
		workflows.map(({ id }) => id),
		plan.runs,
	);
	return perSecond(plan.runs * plan.invoices, begun);
}

const options: StackOptions = { service: { simulate: 'at-once', webhookSecret: SECRET } };

/** What is measured, each with the whole of n8n on this machine. */
const stacks = {
	'one process': async () => await startStack(options),
	'six processes': async () => await startStack({ ...options, queueMode: {} }),
} satisfies Record<string, () => Promise<Stack<RunningN8n>>>;

/** Starts a stack, measures it and stops it: medians of some rounds, after one that counts for nothing. */
export async function measureStack(
	name: keyof typeof stacks,
	say: (line: string) => void,
): Promise<ScaleFigures> {
	const stack: Stack<RunningN8n> = await stacks[name]();
	try {
		const rounds: ScaleFigures[] = [];
		for (let round = 0; round <= plan.rounds; round++) {
			const ofTrigger = await triggerRound(stack);
			const writes = await writesRound(stack);
			const figures = { ...ofTrigger, writes };
			say(`${name}: ${JSON.stringify(figures)}`);
			if (round > 0) rounds.push(figures);
		}
		const of = (figure: keyof ScaleFigures) => median(rounds.map((round) => round[figure]));
		return { deliveries: of('deliveries'), executions: of('executions'), writes: of('writes') };
	} finally {
		await stack.stop();
	}
}
