import { until } from '../../n8n/until';
import { delivery } from '../support/deliveries';
import { importTrigger, type TriggerWorkflow } from '../support/trigger-workflow';
import { useStack } from '../support/use-stack';
import { countByPage, endedExecutions } from './support/executions';
import { startSenders } from './support/senders';
import { after, startScaleStack } from './support/stack';

const SENDERS = 16;
const PAGES = 240;
/** How n8n says that nobody has finished the execution of a dead worker. */
const KILLED_WITH_ITS_WORKER = 'failed to be processed too many times';
const TEST_TIMEOUT_MILLISECONDS = 240_000;

const stack = useStack(startScaleStack);

/** A workflow that takes completed requests, known to every process. */
async function published(name: string): Promise<TriggerWorkflow> {
	const { n8n, credential } = stack;
	const parameters = { triggerOn: 'completedRequest' };
	const workflow = await importTrigger(n8n, credential, name, parameters, [after]);
	await n8n.client.activate(workflow);
	return workflow;
}

const pages = (count: number) => Array.from({ length: count }, () => delivery());

const onceEach = (sent: ReadonlyArray<{ id: string }>) => new Map(sent.map(({ id }) => [id, 1]));

test(
	'a page that comes to both webhook processors at the same moment goes through the workflow once',
	async () => {
		const { n8n } = stack;
		const workflow = await published('At the same moment');
		const sent = pages(40);
		await startSenders(workflow.url, sent, 1, n8n.webhookAddresses.length).done;
		const executions = await endedExecutions(n8n, workflow);
		expect(countByPage(executions)).toEqual(onceEach(sent));
		// Otherwise no page has come to both at the same moment, and the test has shown nothing.
		const others = executions.filter(({ wentOn }) => !wentOn);
		expect(others.length).toBeGreaterThan(0);
		for (const { status, page } of others) expect({ status, page }).toEqual({ status: 'success' });
	},
	TEST_TIMEOUT_MILLISECONDS,
);

test(
	'of 16 senders each page starts exactly one execution, while a worker, a webhook processor and Redis are killed and come back',
	async () => {
		const { n8n } = stack;
		const workflow = await published('Killed');
		const sent = pages(PAGES);
		const senders = startSenders(workflow.url, sent, SENDERS);
		const untilDelivered = async (share: number) =>
			await until(senders.delivered, (delivered) => delivered >= share * PAGES, {
				timeout: TEST_TIMEOUT_MILLISECONDS,
			});
		const killAndRestart = async (what: { kill(): Promise<void>; restart(): Promise<void> }) => {
			await what.kill();
			return what.restart();
		};
		await untilDelivered(0.1);
		const workerBack = killAndRestart(n8n.workers[0]);
		await untilDelivered(0.3);
		const processorBack = killAndRestart(n8n.webhookProcessors[0]);
		await untilDelivered(0.6);
		await killAndRestart(n8n.redis);
		await Promise.all([workerBack, processorBack, senders.done]);

		const executions = await endedExecutions(n8n, workflow, TEST_TIMEOUT_MILLISECONDS);
		const counts = countByPage(executions);
		expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
		// What ran on the worker when it died, n8n does not run again. It lists the execution as crashed, with its page, or
		// as an error without one.
		const held = executions.filter(
			({ status, page }) => status === 'crashed' && page !== undefined && !counts.has(page),
		);
		const emptied = executions.filter(({ error }) => error?.includes(KILLED_WITH_ITS_WORKER));
		const missing = PAGES - counts.size - new Set(held.map(({ page }) => page)).size;
		expect(missing).toBeLessThanOrEqual(emptied.length);
	},
	TEST_TIMEOUT_MILLISECONDS,
);
