import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { CredentialReference } from '../../n8n/clients/n8n';
import { ServiceApi } from '../../n8n/clients/service';
import { startService } from '../../service/start';
import { createDesktopHost } from '../../simulator/host';
import { delivery, signature } from '../../test/engine/trigger/support/deliveries';
import {
	chainOf,
	createInvoice,
	itemsNode,
	ordersOf,
	START,
	syncNode,
} from '../../test/end-to-end/support/workflows';
import { median } from '../statistics';
import type { ScaleSetting } from './settings';

/** What one setting came to; rates per second. */
export interface ScaleFigures {
	/** Deliveries answered. */
	deliveries: number;
	/** Executions finished, from the first delivery to the last end. */
	executions: number;
	/** Invoices created with Wait, Suspended, by several executions side by side. */
	writes: number;
}

export const plan = { pages: 300, senders: 16, rounds: 3, runs: 6, invoices: 10 } as const;

const KEY = 'bench-key';
const SECRET = 'bench-webhook-secret';
const ASK_EVERY_MILLISECONDS = 100;

const perSecond = (count: number, since: number): number =>
	(count / (performance.now() - since)) * 1000;

async function untilFinished(
	{ client }: ScaleSetting,
	workflowIds: readonly string[],
	count: number,
): Promise<void> {
	for (;;) {
		let finished = 0;
		for (const workflowId of workflowIds) {
			const filter = JSON.stringify({ workflowId, status: ['success'] });
			const query = new URLSearchParams({ limit: '1', filter });
			const page = await client.call<{ count: number }>('GET', `/executions?${query.toString()}`);
			finished += page.count;
		}
		if (finished >= count) return;
		await delay(ASK_EVERY_MILLISECONDS);
	}
}

async function triggerRound(setting: ScaleSetting, credential: CredentialReference) {
	const webhookId = randomUUID();
	const workflow = await setting.client.importWorkflow(
		{
			name: 'Deliveries',
			nodes: [
				{
					id: 'trigger',
					webhookId,
					name: 'Trigger',
					type: 'n8n-nodes-accounting-sync.accountingSyncTrigger',
					typeVersion: 2,
					position: [0, 0],
					parameters: { triggerOn: 'completedRequest' },
					credentials: { accountingSyncApi: { id: '', name: '' } },
				},
			],
			connections: {},
		},
		[credential],
	);
	await setting.client.activate(workflow);
	const url = `${setting.address}/webhook/${webhookId}/delivery`;
	const agent = new Agent({ connections: plan.senders });
	const waiting = Array.from({ length: plan.pages }, () => JSON.stringify(delivery()));
	const send = async () => {
		for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
			const headers = {
				'content-type': 'application/json',
				'x-qube-signature': signature(body, { secrets: [SECRET] }),
			};
			const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent });
			await answer.body.dump();
			if (answer.statusCode !== 200) throw new Error(`A page got ${answer.statusCode}.`);
		}
	};
	const begun = performance.now();
	await Promise.all(Array.from({ length: plan.senders }, send));
	const deliveries = perSecond(plan.pages, begun);
	await untilFinished(setting, [workflow.id], plan.pages);
	const executions = perSecond(plan.pages, begun);
	await setting.client.deactivate(workflow);
	await agent.close();
	return { deliveries, executions };
}

async function writesRound(
	setting: ScaleSetting,
	credential: CredentialReference,
	service: ServiceApi,
): Promise<number> {
	const workflows = await Promise.all(
		Array.from({ length: plan.runs }, async (_, run) => {
			const { id } = await service.createConnection(`Bench ${run}`);
			const parameters = createInvoice(id, { result: 'waitSuspended' });
			const items = itemsNode(ordersOf(plan.invoices, randomUUID().slice(0, 6)));
			const chain = chainOf('Writes', items, syncNode(parameters));
			return await setting.client.importWorkflow(chain, [credential]);
		}),
	);
	const begun = performance.now();
	await Promise.all(
		workflows.map(async (workflow) => await setting.client.startManualRun(workflow, START)),
	);
	await untilFinished(
		setting,
		workflows.map(({ id }) => id),
		plan.runs,
	);
	return perSecond(plan.runs * plan.invoices, begun);
}

/** Starts a setting, measures it and stops it: medians of some rounds, after one that counts for nothing. */
export async function measureSetting(
	startSetting: () => Promise<ScaleSetting>,
	say: (line: string) => void,
): Promise<ScaleFigures> {
	const running = await startService({
		apiKeys: [KEY],
		webhookSecrets: [SECRET],
		desktops: createDesktopHost({ runEveryMilliseconds: 200 }),
		log: false,
	});
	try {
		const setting = await startSetting();
		try {
			const credential = await setting.client.createCredential('Bench', 'accountingSyncApi', {
				baseUrl: running.baseUrl,
				apiKey: KEY,
				webhookSecret: SECRET,
			});
			const service = new ServiceApi(running.baseUrl, KEY);
			const rounds: ScaleFigures[] = [];
			for (let round = 0; round <= plan.rounds; round++) {
				const ofTrigger = await triggerRound(setting, credential);
				const writes = await writesRound(setting, credential, service);
				const figures = { ...ofTrigger, writes };
				say(`${setting.name}: ${JSON.stringify(figures)}`);
				if (round > 0) rounds.push(figures);
			}
			const of = (figure: keyof ScaleFigures) => median(rounds.map((round) => round[figure]));
			return { deliveries: of('deliveries'), executions: of('executions'), writes: of('writes') };
		} finally {
			await setting.stop();
		}
	} finally {
		await running.close();
	}
}
