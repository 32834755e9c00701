import type { INodeParameters } from 'n8n-workflow';

import { retry, retryAfterCrash, runWorkflow, type WorkflowRun } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { queues, useProxiedService } from './support/proxied-service';
import { byId, parametersFor, runOperation } from './support/run-operation';

const desktops = useServiceWithDesktops();
const proxied = useProxiedService(desktops);

const refusing = { options: { refuseClosedPeriods: true } };
const deciding = { options: {} };

/** What somebody does in the editor before pressing Retry. */
function changeForm(run: WorkflowRun, changed: INodeParameters): void {
	const node = Object.values(run.prepared.workflow.nodes).find(({ name }) => name !== 'Source');
	Object.assign(node?.parameters ?? {}, changed);
	for (const { node: stored } of run.executionData.executionData?.nodeExecutionStack ?? []) {
		Object.assign(stored.parameters, changed);
	}
}

let connectionId: string;
let txnIds: string[];

beforeEach(async () => {
	connectionId = await desktops.newConnection();
	const { items } = await runOperation(
		desktops,
		'invoice.create',
		{
			connection: { ...byId(connectionId) },
			customerListId: '80000001-1700000001',
			transactionDate: '2020-03-01',
			lines: { line: [{ itemListId: '80020001-1700000001' }] },
			result: 'waitPolling',
		},
		{ items: [{}, {}] },
	);
	txnIds = items.map(({ json }) => String(json.TxnID));
});

/** The invoices that requests take out of the books, in order. */
const removed = async (): Promise<string[]> =>
	(await desktops.requestsOf(connectionId)).flatMap(
		({ request_xml: xml }) => /<Txn(?:Void|Del)Rq .*?<TxnID>(.*?)</s.exec(xml)?.[1] ?? [],
	);

const refusal = {
	status: 422,
	headers: { 'content-type': 'application/json' },
	body: Buffer.from('{"error":{"code":"invalid_request","message":"Not now."}}'),
};

/** Removes two invoices, of which the service takes only the first. */
async function removeFirst(operation: 'delete' | 'void', more: INodeParameters) {
	let number = 0;
	proxied.meddle((call) => {
		const isRemoval = queues(call) && /Txn(?:Void|Del)Rq/.test(String(call.body));
		return Promise.resolve(isRemoval && ++number === 2 ? refusal : undefined);
	});
	const run = await runWorkflow({
		nodes: [
			{
				parameters: parametersFor(`invoice.${operation}`, {
					connection: { ...byId(connectionId) },
					txnId: byId('={{ $json.id }}'),
					result: 'waitPolling',
					...more,
				}),
			},
		],
		credentials: proxied.credentials,
		items: txnIds.map((id) => ({ json: { id } })),
		mode: 'trigger',
	});
	expect(run.error?.description).toContain('Not now.');
	expect(await removed()).toEqual(txnIds.slice(0, 1));
	proxied.meddle(() => Promise.resolve(undefined));
	return run;
}

const afterCrash = async (run: WorkflowRun) =>
	await retryAfterCrash(
		run,
		txnIds.map((id) => ({ json: { id } })),
	);

describe.each(['void', 'delete'] as const)('%s is not sent twice', (operation) => {
	test.each([
		['switched on before Retry', deciding, refusing, retry],
		['switched off before Retry', refusing, deciding, retry],
		['switched on before Retry after a crash', deciding, refusing, afterCrash],
		['switched off before Retry after a crash', refusing, deciding, afterCrash],
	])('where Refuse Closed Periods is %s', async (_how, from, to, again) => {
		const run = await removeFirst(operation, from);
		changeForm(run, to);
		const second = await again(run);
		expect(await removed()).toEqual(txnIds.slice(0, 1));
		expect(second.error).toMatchObject({
			message: 'The original execution queued this item with other values.',
			context: { itemIndex: 0 },
		});
	});

	test.each([
		['left as it was', refusing, retry],
		['left as it was, after a crash', refusing, afterCrash],
		['not there', deciding, retry],
		['not there, after a crash', deciding, afterCrash],
	])('where Refuse Closed Periods is %s', async (_how, options, again) => {
		const run = await removeFirst(operation, options);
		const second = await again(run);
		expect(second.error).toBeUndefined();
		expect(await removed()).toEqual(txnIds);
		expect(second.items.map(({ json }) => json.TxnID)).toEqual(txnIds);
	});
});
