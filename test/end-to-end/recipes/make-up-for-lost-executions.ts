import { randomUUID } from 'node:crypto';

import { failureOf, itemsOf } from '../../../n8n/clients/n8n';
import { until } from '../../../n8n/until';
import {
	feesByCustomer,
	importMakeUp,
	MADE_UP_FOR,
	queryCustomer,
	someCustomers,
} from '../../support/make-up-workflow';
import { lineOf } from '../../support/workflows';
import { EXECUTE, type Kit } from './kit';

/** A workflow that takes every delivery and does nothing with it, as one whose executions all die. */
async function loses({ n8n: { client, address } }: Kit): Promise<string> {
	const path = randomUUID();
	const webhook = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path },
	};
	await client.activate(await client.importWorkflow(lineOf('Loses', [webhook])));
	return `${address}/webhook/${path}`;
}

/** What was delivered and led to nothing is written once, however often the workflow runs. */
export async function makeUpForLostExecutions(kit: Kit): Promise<void> {
	const { n8n, service, credential } = kit;
	const { company, connectionId } = await kit.office('Fees');
	const connection = { id: connectionId, name: 'Fees' };
	const empty = await importMakeUp(n8n, { credential, connection, address: '' });
	const refused = await n8n.client.runWorkflow(empty, EXECUTE);
	expect(failureOf(refused)).toContain('Enter the Production URL');

	const address = await loses(kit);
	const customers = someCustomers(company, 3);
	for (const listId of customers) {
		const { id } = await queryCustomer(service, connectionId, listId, address);
		await until(
			async () => await service.queuedRequest(id),
			({ webhook_state: state }) => state === 'succeeded',
		);
	}
	const workflow = await importMakeUp(n8n, { credential, connection, address });
	const once = new Map(customers.map((listId) => [listId, 1]));
	const first = await n8n.client.runWorkflow(workflow, EXECUTE);
	expect(failureOf(first)).toBeUndefined();
	expect(itemsOf(first, MADE_UP_FOR)).toHaveLength(customers.length);
	expect(feesByCustomer(company)).toEqual(once);
	const second = await n8n.client.runWorkflow(workflow, EXECUTE);
	expect(failureOf(second)).toBeUndefined();
	expect(itemsOf(second, MADE_UP_FOR)).toEqual([]);
	expect(feesByCustomer(company)).toEqual(once);
}
