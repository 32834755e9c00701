import type { IDataObject } from 'n8n-workflow';

import type { QueuedRequest } from '../../n8n/clients/service';
import type { SingleN8n } from '../../n8n/stack/single';
import { startStack } from '../../n8n/stack/start';
import { until } from '../../n8n/until';
import { answer, delivery, post, SECRET, signature } from '../support/deliveries';
import {
	importTrigger,
	pageOf,
	type TriggerWorkflow,
	untilDeactivated,
	untilExecutions,
} from '../support/trigger-workflow';
import { useStack } from '../support/use-stack';

const webhookTries = [0, ...Array<number>(60).fill(1)];
const stack = useStack(
	async () =>
		await startStack({ service: { simulate: 'at-once', webhookSecret: SECRET, webhookTries } }),
);
let n8n: SingleN8n;
let connectionId: string;

beforeAll(async () => {
	({ n8n } = stack);
	({ id: connectionId } = await stack.service.createConnection());
});

const query = (queriedResource: string, more: IDataObject = {}): IDataObject => ({
	triggerOn: 'completedQuery',
	connection: { __rl: true, mode: 'id', value: connectionId },
	queriedResource,
	...more,
});

async function published(name: string, parameters: IDataObject): Promise<TriggerWorkflow> {
	const workflow = await importTrigger(n8n, stack.credential, name, parameters);
	await n8n.client.activate(workflow);
	return workflow;
}

const requests = async () => await stack.service.queue(connectionId);

test('300 invoices in pages of 50 give six executions with all of them, none twice', async () => {
	const workflow = await published(
		'Invoices',
		query('invoice', { queryOptions: { maximumResults: 50 } }),
	);
	const executions = await untilExecutions(n8n, workflow, 6);
	await until(requests, (records) =>
		records.every(({ webhook_state: state }) => state === 'succeeded'),
	);
	expect(await n8n.client.executions(workflow.id)).toHaveLength(6);
	const pages = executions.map(pageOf);
	expect(pages.map(({ page }) => page).sort()).toEqual([1, 2, 3, 4, 5, 6]);
	expect(new Set(pages.map(({ id }) => id)).size).toBe(1);
	const transactions = pages.flatMap(({ records }) => records.map(({ TxnID }) => TxnID));
	expect(transactions).toHaveLength(300);
	expect(new Set(transactions).size).toBe(300);
	await n8n.client.deactivate(workflow);
});

test('a run of changes every minute emits just the customers that changed', async () => {
	const workflow = await published('Changes', query('customer', { schedule: 'minutes', every: 1 }));
	const [first] = await untilExecutions(n8n, workflow, 1);
	expect(pageOf(first).records.length).toBeGreaterThan(50);

	const setRoute = async (customer: string) => {
		const set = await stack.service.call<QueuedRequest>(
			'POST',
			`/connections/${connectionId}/data_ext_mods`,
			{
				owner_id: '0',
				data_ext_name: 'Route',
				data_ext_value: 'Hafen & Söhne',
				list_data_ext_type: 'Customer',
				list_id: customer,
			},
		);
		expect((await stack.service.waitForRequest(set.id)).state).toBe('response_received');
	};
	const bakery = '80000002-1700000002';
	await setRoute(bakery);
	const [, second] = await untilExecutions(n8n, workflow, 2, 150_000);
	expect(pageOf(second).records.map(({ ListID }) => ListID)).toEqual([bakery]);

	// An invoice moves a balance, which is no change of the customer.
	await stack.service.call('POST', `/connections/${connectionId}/invoices`, {
		customer_list_id: '80000004-1700000004',
		transaction_date: '2026-01-12',
		lines: [{ item_list_id: '80020001-1700000001', quantity: 1, rate: '85.00' }],
	});
	const plumbing = '80000003-1700000003';
	await setRoute(plumbing);
	const executions = await untilExecutions(n8n, workflow, 3, 150_000);
	const changed = executions
		.slice(1)
		.map((execution) => pageOf(execution).records.map(({ ListID }) => ListID));
	expect(changed).toEqual([[bakery], [plumbing]]);
	await n8n.client.deactivate(workflow);
});

describe('who may start it', () => {
	let workflow: TriggerWorkflow;
	beforeAll(async () => {
		workflow = await published('Completed', { triggerOn: 'completedRequest' });
	});
	const seconds = () => Math.floor(Date.now() / 1000);
	const header = (value: string) => ({ 'X-Qube-Signature': value });
	const signed = (raw: string, time = seconds()) =>
		header(signature(raw, { secrets: [SECRET], time }));

	test('nothing but what the service has signed, lately, once, and whole', async () => {
		const raw = JSON.stringify(delivery());
		const statuses = {
			unsigned: await post(workflow.url, raw),
			forged: await post(workflow.url, raw, header(signature(raw, { secrets: ['guessed'] }))),
			stale: await post(workflow.url, raw, signed(raw, seconds() - 600)),
			early: await post(workflow.url, raw, signed(raw, seconds() + 600)),
			changed: await post(workflow.url, `${raw} `, signed(raw)),
			noDelivery: await post(workflow.url, '{"id":1}', signed('{"id":1}')),
			garbled: await post(workflow.url, raw.slice(0, -5), signed(raw.slice(0, -5))),
			good: await post(workflow.url, raw, signed(raw)),
			replayed: await post(workflow.url, raw, signed(raw)),
		};
		expect(
			Object.fromEntries(Object.entries(statuses).map(([what, { status }]) => [what, status])),
		).toEqual({
			unsigned: 401,
			forged: 401,
			stale: 401,
			early: 401,
			changed: 401,
			noDelivery: 400,
			// Not even JSON: n8n itself refuses it.
			garbled: 422,
			good: 200,
			replayed: 200,
		});
		await untilExecutions(n8n, workflow, 1);
		expect(await n8n.client.executions(workflow.id)).toHaveLength(1);
	});

	test('a page of 5 MB comes through whole, one beyond n8n’s limit is refused by n8n', async () => {
		const customers = (count: number) =>
			delivery({
				response_json: answer('CustomerQuery', {
					CustomerRet: Array.from({ length: count }, (_value, index) => ({
						ListID: `${index}-1`,
						Notes: 'ä'.repeat(2_500),
					})),
				}),
			});
		const page = customers(1_000);
		const raw = JSON.stringify(page);
		expect(Buffer.byteLength(raw)).toBeGreaterThan(5_000_000);
		expect((await post(workflow.url, raw, signed(raw))).status).toBe(200);
		const [, execution] = await untilExecutions(n8n, workflow, 2);
		expect(pageOf(execution).id).toBe(page.id);
		expect(pageOf(execution).records).toHaveLength(1_000);
		expect(pageOf(execution).records.at(-1)).toEqual({ ListID: '999-1', Notes: 'ä'.repeat(2_500) });

		const beyond = JSON.stringify(customers(3_500));
		expect(Buffer.byteLength(beyond)).toBeGreaterThan(16 * 2 ** 20);
		expect((await post(workflow.url, beyond, signed(beyond))).status).toBe(500);
		expect(await n8n.client.executions(workflow.id)).toHaveLength(2);
	});
});

test('activation says what is wrong in the words of the service', async () => {
	const missing = '00000000-0000-4000-8000-000000000000';
	const connection = { __rl: true, mode: 'id', value: missing };
	await expect(published('Missing', query('vendor', { connection }))).rejects.toThrow(
		/connection/i,
	);
});

test('a page for a workflow that was deactivated is kept for it until it is active again', async () => {
	const workflow = await published('Paused', query('salesTaxCode', { onlyChanges: false }));
	await untilExecutions(n8n, workflow, 1);
	await untilDeactivated(n8n, workflow);
	const { id } = await stack.service.call<QueuedRequest>(
		'POST',
		`/connections/${connectionId}/queued_requests`,
		{
			webhook_url: workflow.url,
			request_xml: (await requests()).find(({ request_xml: xml }) =>
				xml.includes('SalesTaxCodeQuery'),
			)?.request_xml,
		},
	);
	const {
		webhook_attempts: [{ response }],
	} = await stack.service.waitForDeliveryTry(id);
	expect(response).toMatch(/^404 /);
	await n8n.client.activate(workflow);
	await until(
		async () => await stack.service.queuedRequest(id),
		({ webhook_state: state }) => state === 'succeeded',
	);
	const executions = await untilExecutions(n8n, workflow, 2);
	expect(executions.map((execution) => pageOf(execution).id)).toContain(id);
});
