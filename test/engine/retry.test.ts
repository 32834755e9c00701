import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { retry, retryAfterCrash, runWorkflow, type WorkflowRun } from './harness';
import { useLocalService } from './support/local-service';
import { useShortPauses } from './support/pauses';
import { queues, useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, parametersFor } from './support/run-operation';

useShortPauses();

const service = useLocalService();
const proxied = useProxiedService(service);

const items = ['A', 'B', 'C', 'D'].map((number) => ({ json: { number } }));
const numbersOf = async (connectionId: string) =>
	(await service.requestsOf(connectionId)).map(
		({ request_xml: xml }) => /<RefNumber>(.*?)</.exec(xml)?.[1],
	);

const invoices = (connectionId: string, more: IDataObject = {}) => ({
	nodes: [
		{
			parameters: parametersFor('invoice.create', {
				connection: { ...byId(connectionId) },
				...smallInvoice,
				additionalFields: { refNumber: '={{ $json.number }}' },
				result: 'queuedRequest',
				...more,
			}),
		},
	],
	credentials: proxied.credentials,
	items,
	mode: 'trigger' as const,
});

const refusal = {
	status: 422,
	headers: { 'content-type': 'application/json' },
	body: Buffer.from('{"error":{"code":"invalid_request","message":"Not now."}}'),
};

/** Ends the run at its third request, which the service refuses. */
async function failAtThird(connectionId: string, more: IDataObject = {}): Promise<WorkflowRun> {
	let number = 0;
	proxied.meddle((call) => Promise.resolve(queues(call) && ++number === 3 ? refusal : undefined));
	const run = await runWorkflow(invoices(connectionId, more));
	expect(run.error).toMatchObject({
		description: expect.stringMatching(
			/Not now\..* Items 1 and 2 \(counted from 1\) have been queued/,
		),
		context: { itemIndex: 2 },
	});
	expect(await numbersOf(connectionId)).toEqual(['A', 'B']);
	proxied.meddle(() => Promise.resolve(undefined));
	return run;
}

/** What somebody does in the editor before pressing Retry. */
function changeForm(run: WorkflowRun, changed: INodeParameters): void {
	const node = Object.values(run.prepared.workflow.nodes).find(({ name }) => name !== 'Source');
	Object.assign(node?.parameters ?? {}, changed);
	for (const { node: stored } of run.executionData.executionData?.nodeExecutionStack ?? []) {
		Object.assign(stored.parameters, changed);
	}
}

test('Retry of an execution that failed takes over what it has queued', async () => {
	const connectionId = await service.newConnection();
	const again = await retry(await failAtThird(connectionId));
	expect(again.error).toBeUndefined();
	expect(await numbersOf(connectionId)).toEqual(['A', 'B', 'C', 'D']);
	const ids = (await service.requestsOf(connectionId)).map(({ id }) => id);
	expect(again.items.map(({ json }) => json.id)).toEqual(ids);
	expect(again.items.map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_, item) => ({ item })),
	);
});

test.each([
	['', async (run: WorkflowRun) => await retry(run)],
	[', and after a crash', async (run: WorkflowRun) => await retryAfterCrash(run, items)],
])('Retry knows a node that was cut and pasted, and has another ID%s', async (_how, again) => {
	const connectionId = await service.newConnection();
	const run = await failAtThird(connectionId);
	const pasted = { id: 'ffffffff-1111-4222-8333-444455556666' };
	const node = Object.values(run.prepared.workflow.nodes).find(({ name }) => name !== 'Source');
	const stack = run.executionData.executionData?.nodeExecutionStack ?? [];
	for (const one of [node, ...stack.map(({ node: stored }) => stored)]) {
		if (one) Object.assign(one, pasted);
	}
	expect((await again(run)).error).toBeUndefined();
	expect(await numbersOf(connectionId)).toEqual(['A', 'B', 'C', 'D']);
});

test('Retry of a Retry does as well', async () => {
	const connectionId = await service.newConnection();
	const failed = await failAtThird(connectionId);
	proxied.meddle((call) => Promise.resolve(queues(call) ? refusal : undefined));
	const failedAgain = await retry(failed);
	expect(failedAgain.error).toMatchObject({ description: expect.stringContaining('Not now.') });
	proxied.meddle(() => Promise.resolve(undefined));
	await retry(failedAgain);
	expect(await numbersOf(connectionId)).toEqual(['A', 'B', 'C', 'D']);
});

test('Retry of an execution that crashed finds what it has queued', async () => {
	const connectionId = await service.newConnection();
	const again = await retryAfterCrash(await failAtThird(connectionId), items);
	expect(again.error).toBeUndefined();
	expect(await numbersOf(connectionId)).toEqual(['A', 'B', 'C', 'D']);
});

test('Retry of an execution that crashed, on a service whose search finds nothing, reads the queue', async () => {
	const connectionId = await service.newConnection();
	const crashed = await failAtThird(connectionId);
	proxied.meddle(async ({ path, forward }) => {
		if (!path.includes('search_phrase')) return undefined;
		const { status } = await forward();
		const headers = { 'content-type': 'application/json' };
		return { status, headers, body: Buffer.from('{"data":[],"page":1,"total_pages":1}') };
	});
	const again = await retryAfterCrash(crashed, items);
	expect(again.error).toBeUndefined();
	expect(await numbersOf(connectionId)).toEqual(['A', 'B', 'C', 'D']);
});

test('Retry of an execution that crashed, on a service that shows no requests, sends nothing and says so', async () => {
	const connectionId = await service.newConnection();
	const crashed = await failAtThird(connectionId);
	proxied.meddle(async ({ method, path, forward }) => {
		if (method !== 'GET' || !path.includes('queued_requests')) return undefined;
		const answer = await forward();
		const hidden = answer.body
			.toString()
			.replaceAll('"request_xml"', '"hidden_xml"')
			.replaceAll('"request_json"', '"hidden_json"');
		return {
			...answer,
			headers: { 'content-type': 'application/json' },
			body: Buffer.from(hidden),
		};
	});
	const again = await retryAfterCrash(crashed, items);
	expect(again.error).toMatchObject({
		message: 'It is unknown what the original execution queued.',
		description: expect.stringMatching(/^This item was not sent.*shows the identifier/),
	});
	expect(await numbersOf(connectionId)).toEqual(['A', 'B']);
});

test('Retry with a form that was changed: what was written is not written again with other values', async () => {
	const connectionId = await service.newConnection();
	const failed = await failAtThird(connectionId);
	changeForm(failed, { additionalFields: { refNumber: '={{ $json.number }}', memo: 'Changed' } });
	const again = await retry(failed);
	expect(again.error).toMatchObject({
		message: 'The original execution queued this item with other values.',
		description: expect.stringContaining('It was not written again.'),
		context: { itemIndex: 0 },
	});
	expect(await numbersOf(connectionId)).toEqual(['A', 'B']);
});

test('what was queued with other values before a crash stays an error, however often somebody presses Retry', async () => {
	const connectionId = await service.newConnection();
	const options = { whenOutcomeUnknown: 'lookInBooks', waitLimit: 1 };
	const settled = { options, result: 'waitPolling' };
	const crashed = await failAtThird(connectionId, settled);
	changeForm(crashed, { additionalFields: { refNumber: '={{ $json.number }}', memo: 'Changed' } });
	let again = await retryAfterCrash(crashed, items);
	for (let times = 0; times < 2; times++) {
		expect(again.error?.message).toBe('The original execution queued this item with other values.');
		again = await retry(again);
	}
	expect(await numbersOf(connectionId)).toEqual(['A', 'B']);
});

test('Retry with a form that is wrong now: the error says that the item has been queued before', async () => {
	const connectionId = await service.newConnection();
	const failed = await failAtThird(connectionId);
	const [first] = await service.requestsOf(connectionId);
	changeForm(failed, { transactionDate: 'soon' });
	const again = await retry(failed);
	expect(again.error?.message).toMatch(/Transaction Date/);
	expect((again.error as { description?: string }).description).toContain(
		`An earlier try already queued this item, as request ${first.id}.`,
	);
	expect(await numbersOf(connectionId)).toEqual(['A', 'B']);
});

test("Retry with the user's own IDs and Queue Anyway takes over what the execution has queued", async () => {
	const connectionId = await service.newConnection();
	const more = { options: { customRequestId: '=order-{{ $json.number }}' } };
	await retry(await failAtThird(connectionId, more));
	expect(await numbersOf(connectionId)).toEqual(['A', 'B', 'C', 'D']);
});

test("after a crash, the user's own IDs and Queue Anyway don't tell whose the requests are: nothing is sent", async () => {
	const connectionId = await service.newConnection();
	const more = { options: { customRequestId: '=order-{{ $json.number }}' } };
	const again = await retryAfterCrash(await failAtThird(connectionId, more), items);
	expect(again.error?.message).toMatch(/^It is unknown what the original execution/);
	expect(await numbersOf(connectionId)).toEqual(['A', 'B']);
});

test('another execution with the same number, after a restored backup, writes its own', async () => {
	const connectionId = await service.newConnection();
	for (const resumeToken of ['before the backup', 'after the backup']) {
		const run = await runWorkflow({ ...invoices(connectionId), executionId: '7', resumeToken });
		expect(run.error).toBeUndefined();
	}
	expect(await numbersOf(connectionId)).toEqual(['A', 'B', 'C', 'D', 'A', 'B', 'C', 'D']);
});
