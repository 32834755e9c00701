import type { INode } from 'n8n-workflow';

import { type Execution, itemsOf } from '../../n8n/clients/n8n';
import type { QueuedRequest } from '../../n8n/clients/service';
import type { SingleN8n } from '../../n8n/stack/single';
import { startStack } from '../../n8n/stack/start';
import { until } from '../../n8n/until';
import { deskByHand } from '../engine/trigger/support/desk-by-hand';
import { answer, delivery, post, SECRET, signature } from '../support/deliveries';
import { importTrigger, type PageItem, pageOf, untilExecutions } from '../support/trigger-workflow';
import { useStack } from '../support/use-stack';

const stack = useStack(
	async () =>
		await startStack({
			service: {
				ownProcess: {},
				webhookSecret: SECRET,
				webhookTries: [0, ...Array<number>(120).fill(1)],
			},
		}),
);
let n8n: SingleN8n;

beforeAll(() => {
	({ n8n } = stack);
});

/** A connection that is answered by hand, with a workflow that asks for its vendors every hour. */
async function vendorsByHand(name: string) {
	const desk = await deskByHand(stack.service);
	const workflow = await importTrigger(n8n, stack.credential, name, {
		triggerOn: 'completedQuery',
		connection: { __rl: true, mode: 'id', value: desk.id },
		queriedResource: 'vendor',
	});
	await n8n.client.activate(workflow);
	/** The oldest first. */
	const records = async () => (await stack.service.queue(desk.id)).reverse();
	return { desk, workflow, records };
}

const vendor = (id: number) => `<VendorRet><ListID>${id}-1</ListID><Name>V${id}</Name></VendorRet>`;
const threePages = [1, 2, 3].map((page) => ({ remaining: 3 - page, records: vendor(page) }));
const isDelivered = (records: QueuedRequest[]) =>
	records.every(({ webhook_state: state }) => state === 'succeeded');
const signed = (raw: string) => ({ 'X-Qube-Signature': signature(raw, { secrets: [SECRET] }) });

const vendorsOf = (executions: Execution[]) =>
	executions.flatMap((execution) => pageOf(execution).records.map(({ ListID }) => ListID)).sort();

test('n8n, killed and restarted between pages 2 and 3, gets each page once and asks for nothing again', async () => {
	const { desk, workflow, records } = await vendorsByHand('Killed between pages');
	const [page1, page2, page3] = threePages;
	// One connector session, as an iterator lives no longer; the third answer waits until n8n is gone.
	await desk.session(page1, page2, async () => {
		await untilExecutions(n8n, workflow, 2);
		await n8n.kill();
		return page3;
	});
	const [, , third] = await until(records, (all) => (all[2]?.webhook_attempts ?? []).length > 0);
	expect(third).toMatchObject({ page: 3, webhook_state: 'pending' });
	expect(third.webhook_attempts[0].response).toContain('ECONNREFUSED');

	await n8n.restart();
	await until(records, isDelivered);
	const executions = await untilExecutions(n8n, workflow, 3);
	expect(vendorsOf(executions)).toEqual(['1-1', '2-1', '3-1']);
	expect(await records()).toHaveLength(3);

	// The service may deliver a page twice, and n8n knows it from before its restart.
	const first = pageOf(executions[0]);
	const [{ request_json: json }] = await records();
	const again = JSON.stringify(
		delivery({
			id: first.id,
			page_request_id: first.page_request_id,
			page: first.page,
			response_json: answer('VendorQuery', { '@requestID': json.request.attributes.requestID }),
			timestamp: 'later',
		}),
	);
	expect(await post(workflow.url, again, signed(again))).toEqual({
		status: 200,
		text: '{"message":"This page was taken before."}',
	});
	expect(await n8n.client.executions(workflow.id)).toHaveLength(3);
});

test('the service, killed with deliveries due and restarted, makes them', async () => {
	const { desk, workflow, records } = await vendorsByHand('Deliveries due');
	await n8n.kill();
	await desk.session(...threePages);
	await until(records, (all) => all.every(({ webhook_attempts: attempts }) => attempts.length > 0));
	await stack.serviceProcess().kill();
	await n8n.restart();
	await stack.serviceProcess().restart();
	await until(records, isDelivered);
	const executions = await untilExecutions(n8n, workflow, 3);
	expect(vendorsOf(executions)).toEqual(['1-1', '2-1', '3-1']);
});

test('a page that n8n has answered for is not lost if n8n dies right after', async () => {
	const wait: INode = {
		id: 'wait',
		name: 'Wait',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		position: [220, 0],
		parameters: { resume: 'timeInterval', amount: 3, unit: 'seconds' },
	};
	const workflow = await importTrigger(
		n8n,
		stack.credential,
		'Dies',
		{ triggerOn: 'completedRequest' },
		[wait],
	);
	await n8n.client.activate(workflow);
	const raw = JSON.stringify(delivery());
	expect((await post(workflow.url, raw, signed(raw))).status).toBe(200);
	await n8n.kill();
	await n8n.restart();

	// The execution is there. n8n runs it at its start if it had not begun; one that had begun, it leaves as crashed
	// (as running, if it died before the first node), and its Retry starts it again with the page.
	const [{ id }] = await n8n.client.executions(workflow.id);
	const stored = await n8n.client.execution(id);
	if (stored.status === 'crashed' || stored.status === 'running') {
		await n8n.client.call('POST', `/executions/${id}/retry`, { loadWorkflow: false });
	}
	const all = await until(
		async () => await n8n.client.executions(workflow.id),
		(executions) => executions.some(({ status }) => status === 'success'),
	);
	const succeeded = all.filter(({ status }) => status === 'success');
	expect(succeeded).toHaveLength(1);
	const [{ json: page }] = itemsOf(await n8n.client.execution(succeeded[0].id), 'Wait');
	expect(page).toMatchObject({ id: (JSON.parse(raw) as PageItem).id, recordType: 'Customer' });

	// And it is remembered.
	expect(await post(workflow.url, raw, signed(raw))).toMatchObject({
		text: '{"message":"This page was taken before."}',
	});
});
