import type { Execution } from '../../n8n/clients/n8n';
import { failureOf, itemsOf } from '../../n8n/clients/n8n';
import type { RunningN8n } from '../../n8n/stack/n8n-process';
import { type Stack, type StackOptions, startStack } from '../../n8n/stack/start';
import { until } from '../../n8n/until';
import { createCompany } from '../../simulator/company/seed/create-company';
import { type Office, openOffice } from '../support/office';
import { importTrigger, pageOf, TRIGGER } from '../support/trigger-workflow';
import { useStack } from '../support/use-stack';
import {
	AFTER,
	afterNode,
	byId,
	chainOf,
	createInvoice,
	itemsNode,
	ordersOf,
	START,
	syncNode,
} from '../support/workflows';
import { createFaultyWay, type FaultyWay, type Risk } from './support/faulty-way';
import { apiRisks, deliveryRisks } from './support/risks';
import { size } from './support/size';

const SIDE_BY_SIDE = 4;
const LONGEST_MILLISECONDS = 20 * 60_000;

/** Shares a number out among so many, as evenly as it goes. */
const shares = (total: number): number[] =>
	Array.from({ length: SIDE_BY_SIDE }, (_, place) =>
		Math.floor((total + place) / SIDE_BY_SIDE),
	).filter((share) => share > 0);

function report(name: string, { calls, struck }: FaultyWay): void {
	const lines = Object.entries(struck()).map(([fault, times]) => `    ${times} × ${fault}`);
	process.stderr.write(`  ${name}: ${calls()} calls\n${lines.join('\n')}\n`);
}

const RECEIVER_SECONDS = 2;
/**
 * Seconds before each try of a delivery: enough for one to come through, and no more. What is left over when an
 * execution has been woken is tried to the end too, and takes the places of others.
 */
const webhookTries = [0, 1, 3, 5, ...Array<number>(6).fill(10)];

type Start = (options: StackOptions) => Promise<Stack<RunningN8n>>;

/** The n8n that this is tried with. */
const kinds: ReadonlyArray<[name: string, start: Start]> = [
	['one process', async (options) => await startStack(options)],
	['many processes', async (options) => await startStack({ ...options, queueMode: {} })],
];

describe.each(kinds)(`n8n as %s, seed ${size.seed}`, (_kind, start) => {
	const calls = createFaultyWay({ risks: apiRisks, seed: size.seed });
	const deliveries = createFaultyWay({
		risks: deliveryRisks,
		seed: size.seed + 1,
		patience: RECEIVER_SECONDS * 1000,
	});
	const stack = useStack(
		async () =>
			await start({
				service: {
					webhookSecret: 'faults-webhook-secret',
					webhookTries,
					webhookTimeoutSeconds: RECEIVER_SECONDS,
				},
				onCall: calls.onCall,
				onDelivery: deliveries.onCall,
			}),
	);

	afterAll(() => {
		report('n8n to the service', calls);
		report('the service to n8n', deliveries);
	});

	async function office(name: string, vendors?: number): Promise<Office> {
		const opened = await openOffice(stack.service, name, createCompany({ vendors }));
		stack.beforeStop(opened.turnOff);
		return opened;
	}

	/** Every execution of a workflow, once none of them is under way. */
	async function executionsOf(workflowId: string): Promise<Execution[]> {
		const { client } = stack.n8n;
		const listed = await until(
			async () => await client.allExecutions(workflowId),
			(all) => all.every(({ status }) => status === 'success' || status === 'error'),
			{ timeout: LONGEST_MILLISECONDS },
		);
		const whole: Execution[] = [];
		for (const { id } of listed) whole.push(await client.execution(id));
		return whole;
	}

	/** Runs a workflow that writes one invoice for each order and waits for them; what the service and the company have then. */
	async function write(prefix: string, count: number) {
		const { client } = stack.n8n;
		const { connectionId, company, turnOn, queue } = await office(prefix);
		await turnOn();
		const orders = ordersOf(count, prefix);
		const workflow = await client.importWorkflow(
			chainOf(
				prefix,
				itemsNode(orders),
				syncNode(createInvoice(connectionId), {
					retryOnFail: true,
					maxTries: 5,
					waitBetweenTries: 0,
				}),
				afterNode('note', "$('Items').item.json.refNumber"),
			),
			[stack.credential],
		);
		const id = await client.startManualRun(workflow, START);
		const execution = await client.waitForExecution(id, undefined, LONGEST_MILLISECONDS);
		return {
			refNumbers: orders.map(({ refNumber }) => refNumber),
			failure: failureOf(execution),
			results: itemsOf(execution, AFTER).map(({ json }) => json),
			written: company.invoices.filter(({ RefNumber }) => RefNumber.startsWith(prefix)),
			queued: await queue(),
		};
	}

	/** Activates a workflow as somebody does who presses the button again when it has failed. */
	async function activate(workflow: { id: string; versionId: string }): Promise<void> {
		await until(
			async () => await Promise.allSettled([stack.n8n.client.activate(workflow)]),
			([{ status }]) => status === 'fulfilled',
			{ timeout: LONGEST_MILLISECONDS, every: 1000 },
		);
	}

	/** Has a trigger ask for so many vendors in pages of one, and waits until all pages have been delivered. */
	async function receive(name: string, count: number) {
		const { connectionId, company, turnOn, queue } = await office(name, count);
		const workflow = await importTrigger(stack.n8n, stack.credential, name, {
			triggerOn: 'completedQuery',
			connection: byId(connectionId),
			queriedResource: 'vendor',
			filters: { activeStatus: 'All' },
			queryOptions: { maximumResults: 1 },
		});
		await activate(workflow);
		await turnOn();
		const queued = await until(
			queue,
			(records) =>
				records.length >= count &&
				records.every(({ webhook_state: state }) => state === 'succeeded' || state === 'failed'),
			{ timeout: LONGEST_MILLISECONDS, every: 250 },
		);
		const executions = await executionsOf(workflow.id);
		return {
			vendors: company.vendors.map(({ ListID }) => ListID).sort(),
			queued,
			statuses: executions.map(({ status }) => status),
			// Of the executions that several processes have started for a page, one has it, and the others are empty.
			pages: executions.filter((each) => itemsOf(each, TRIGGER).length > 0).map(pageOf),
		};
	}

	it(
		`takes ${size.pages} pages, each once`,
		async () => {
			const runs = await Promise.all(
				shares(size.pages).map((count, place) => receive(`Pages ${place}`, count)),
			);
			for (const { vendors, queued, statuses, pages } of runs) {
				expect(queued).toHaveLength(vendors.length);
				expect(new Set(queued.map(({ webhook_state: state }) => state))).toEqual(
					new Set(['succeeded']),
				);
				expect(new Set(statuses)).toEqual(new Set(['success']));
				expect(pages.map(({ page }) => page).sort((one, other) => one - other)).toEqual(
					vendors.map((_vendor, place) => place + 1),
				);
				expect(pages.flatMap(({ records }) => records.map(({ ListID }) => ListID)).sort()).toEqual(
					vendors,
				);
			}
		},
		LONGEST_MILLISECONDS,
	);

	it(
		`writes ${size.writes} invoices, each once`,
		async () => {
			const runs = await Promise.all(
				shares(size.writes).map((count, place) => write(`W${place}`, count)),
			);
			for (const { refNumbers, failure, results, written, queued } of runs) {
				expect(failure).toBeUndefined();
				expect(written.map(({ RefNumber }) => RefNumber)).toEqual(refNumbers);
				expect(queued).toHaveLength(refNumbers.length);
				expect(new Set(queued.map(({ state }) => state))).toEqual(new Set(['response_received']));
				expect(results.map(({ note }) => note)).toEqual(refNumbers);
				expect(results.map(({ RefNumber }) => RefNumber)).toEqual(refNumbers);
				expect(results.map(({ TxnID }) => TxnID)).toEqual(written.map(({ TxnID }) => TxnID));
			}
		},
		LONGEST_MILLISECONDS,
	);

	/** The faults that must have struck, as there were calls enough. */
	const dueFaults = (risks: readonly Risk[], { calls }: FaultyWay) =>
		risks
			.filter(({ perThousand }) => perThousand * calls() > 20_000)
			.map(({ fault }) => expect.objectContaining({ [fault]: expect.any(Number) }));

	it('has met every fault', () => {
		for (const due of dueFaults(apiRisks, calls)) expect(calls.struck()).toEqual(due);
		for (const due of dueFaults(deliveryRisks, deliveries))
			expect(deliveries.struck()).toEqual(due);
	});
});
