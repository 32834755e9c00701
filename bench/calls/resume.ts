import type { Execution } from '../../n8n/clients/n8n';
import { failureOf } from '../../n8n/clients/n8n';
import { startDesktop } from '../../simulator/start';
import { byId, chainOf, START, syncNode } from '../../test/support/workflows';
import { after } from '../support/after';
import type { Road, Setting } from '../support/setting';
import { httpNode } from './contestants';

/** Who sleeps until the service says that an invoice is written. */
const sleepers = {
	accountingSync: (_: string, connectionId: string) =>
		chainOf(
			'Accounting Sync, suspended',
			syncNode({
				resource: 'invoice',
				operation: 'create',
				connection: byId(connectionId),
				customerListId: '80000001-1700000001',
				transactionDate: '2026-01-12',
				specifyLines: 'json',
				linesJson: '[{ "item_list_id": "80020001-1700000001", "quantity": 1 }]',
				result: 'waitSuspended',
			}),
			after,
		),
	wait: (baseUrl: string, connectionId: string) =>
		chainOf(
			'HTTP Request, then Wait',
			httpNode('Invoice', {
				method: 'POST',
				url: `${baseUrl}/connections/${connectionId}/invoices`,
				sendQuery: true,
				queryParameters: {
					parameters: [{ name: 'webhook_url', value: '={{ $execution.resumeUrl }}' }],
				},
				sendBody: true,
				specifyBody: 'json',
				jsonBody:
					'{ "customer_list_id": "80000001-1700000001", "transaction_date": "2026-01-12", "lines": [{ "item_list_id": "80020001-1700000001", "quantity": 1 }] }',
			}),
			{
				name: 'Wait',
				type: 'n8n-nodes-base.wait',
				typeVersion: 1.1,
				parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
			},
			after,
		),
};

export type Sleeper = keyof typeof sleepers;

function startOfAfter(execution: Execution): number {
	const failure = failureOf(execution);
	if (failure !== undefined) throw new Error(failure);
	return execution.data.resultData.runData[after.name][0].startTime;
}

/** @returns milliseconds from the moment the service has the answer to the start of the node after */
export async function resumeTime(
	{ n8n, service }: Setting,
	{ baseUrl, credentials }: Road,
	sleeper: Sleeper,
): Promise<number> {
	const { client } = n8n;
	const { id: connectionId } = await service.createConnection(sleeper);
	const setup = await service.setUpConnector(connectionId);
	const file = sleepers[sleeper](baseUrl, connectionId);
	const workflow = await client.importWorkflow(file, credentials);
	const executionId = await client.startManualRun(workflow, START);
	await client.waitForExecution(executionId, ['waiting']);

	const desktop = startDesktop(setup);
	try {
		const execution = await client.waitForExecution(executionId);
		const [{ updated_at: completedAt }] = await service.queue(connectionId);
		return startOfAfter(execution) - Date.parse(completedAt);
	} finally {
		await desktop.stop();
	}
}
