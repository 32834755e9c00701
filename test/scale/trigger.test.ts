import { EventEmitter, once } from 'node:events';

import { itemsOf } from '../../n8n/clients/n8n';
import { EXAMPLE_TRIGGER } from '../../n8n/demo/example-workflows';
import { until } from '../../n8n/until';
import { delivery } from '../support/deliveries';
import {
	feesByCustomer,
	importMakeUp,
	MADE_UP_FOR,
	queryCustomer,
	someCustomers,
} from '../support/make-up-workflow';
import { openOffice } from '../support/office';
import { importTrigger, type TriggerWorkflow } from '../support/trigger-workflow';
import { useStack } from '../support/use-stack';
import { countByPage, endedExecutions } from './support/executions';
import { startSenders } from './support/senders';
import { after, startScaleStack } from './support/stack';

const SENDERS = 16;
const PAGES = 240;
/** A worker runs ten executions at once. So with four workers, each has at least eight of these. */
const CUSTOMERS = 38;
/** Fewer than each worker has. */
const QUEUED_BEFORE_DEATH = 7;
const TEST_TIMEOUT_MILLISECONDS = 480_000;

const stack = useStack(async () => await startScaleStack({ workers: 4 }));

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
		// What ran on the worker when it died, n8n does not run again. It lists the execution as failed, with its page or
		// without one.
		const failed = executions.filter(({ status }) => status === 'crashed' || status === 'error');
		const held = failed.flatMap(({ page }) => page ?? []).filter((page) => !counts.has(page));
		const emptied = failed.filter(({ page }) => page === undefined);
		const unlisted = PAGES - counts.size - new Set(held).size - emptied.length;
		expect(unlisted > 0 ? { unlisted, failed } : {}).toEqual({});
	},
	TEST_TIMEOUT_MILLISECONDS,
);

test(
	'what died with one of four workers is listed, and the recipe makes up for it: everything is written once',
	async () => {
		const { n8n, service } = stack;
		const { client } = n8n;
		const office = await openOffice(service, 'Fees');
		// Every execution is writing when the worker dies. Some writes have been queued, which nobody has been told yet.
		const events = new EventEmitter();
		const allWrite = once(events, 'allWrite');
		const died = once(events, 'died');
		let writes = 0;
		const baseUrl = await stack.addressBehind(async (call) => {
			if (call.method !== 'POST' || writes >= CUSTOMERS) return await call.forward();
			const queued = ++writes <= QUEUED_BEFORE_DEATH ? await call.forward() : undefined;
			if (writes === CUSTOMERS) events.emit('allWrite');
			await died;
			return queued ?? 'drop';
		});
		const credential = await stack.createCredential({ baseUrl });
		const workflow = await importMakeUp(n8n, {
			credential,
			connection: { id: office.connectionId, name: 'Fees' },
			trigger: { triggerOn: 'completedRequest' },
		});
		await client.activate(workflow);
		const customers = someCustomers(office.company, CUSTOMERS);
		for (const listId of customers)
			await queryCustomer(service, office.connectionId, listId, workflow.url);
		await office.turnOn();
		await allWrite;
		const dying = [n8n.workers[0], n8n.webhookProcessors[0]];
		await Promise.all(dying.map(async (each) => await each.kill()));
		events.emit('died');
		await Promise.all(dying.map(async (each) => await each.restart()));

		const executions = await endedExecutions(n8n, workflow, TEST_TIMEOUT_MILLISECONDS);
		const dead = executions.filter(({ status }) => status === 'error' || status === 'crashed');
		await until(
			async () => await office.queue(),
			(requests) => requests.every(({ state }) => state === 'response_received'),
		);
		const written = feesByCustomer(office.company);
		const lost = customers.filter((listId) => !written.has(listId));
		expect(lost.length).toBeGreaterThan(0);
		expect(dead.length).toBeGreaterThanOrEqual(lost.length);

		const madeUp = await client.runWorkflow(workflow, EXAMPLE_TRIGGER);
		expect(
			itemsOf(madeUp, MADE_UP_FOR)
				.map(({ json }) => json.CustomerListID)
				.sort(),
		).toEqual(lost.sort());
		const onceEach = new Map(customers.map((listId) => [listId, 1]));
		const sorted = (counts: Map<string, number>) => [...counts].sort();
		expect(sorted(feesByCustomer(office.company))).toEqual(sorted(onceEach));
		const again = await client.runWorkflow(workflow, EXAMPLE_TRIGGER);
		expect(again.status).toBe('success');
		expect(itemsOf(again, MADE_UP_FOR)).toEqual([]);
		expect(sorted(feesByCustomer(office.company))).toEqual(sorted(onceEach));
		await client.deactivate(workflow);
		await office.turnOff();
	},
	TEST_TIMEOUT_MILLISECONDS,
);
