import type { IDataObject } from 'n8n-workflow';

import { itemsOf } from '../../n8n/clients/n8n';
import { resources } from '../../nodes/AccountingSync/resources/registry';
import {
	AFTER,
	afterNode,
	byId,
	chainOf,
	createInvoice,
	START,
	SYNC,
	syncNode,
} from '../support/workflows';
import { usePlaceInSharedN8n } from './support/shared-n8n';

const PACKAGE = 'n8n-nodes-accounting-sync';
const MISSING_ID = '00000000-0000-4000-8000-000000000000';

const stack = usePlaceInSharedN8n();

const operations = resources.flatMap(({ value: resource, operations: all }) =>
	all.map(({ value: operation }) => ({ resource, operation })),
);

describe('the editor', () => {
	it.each(operations)(
		'knows the fields of $resource: $operation before its first run',
		async ({ resource, operation }) => {
			const { address } = stack.n8n;
			const type = `${PACKAGE}.accountingSync`;
			const answer = await fetch(`${address}/schemas/${type}/1.0.0/${resource}/${operation}.json`);
			expect(answer.status).toBe(200);
			const { type: kind, properties } = (await answer.json()) as IDataObject;
			expect(kind).toBe('object');
			expect(Object.keys(properties as IDataObject)).not.toEqual([]);
		},
	);

	it('finds the nodes by their words, and has the action node as a tool', async () => {
		const types = await stack.n8n.client.nodeTypes();
		const typeOf = (name: string) => types.find((type) => type.name === `${PACKAGE}.${name}`);
		const [action, trigger] = ['accountingSync', 'accountingSyncTrigger'].map(typeOf);
		for (const codex of [action?.codex, trigger?.codex]) {
			expect(codex?.categories).toEqual(['Finance & Accounting']);
			expect(codex?.alias).toEqual(
				expect.arrayContaining(['accounting', 'qbxml', 'QuickBooks Desktop', 'Web Connector']),
			);
			expect(codex?.resources?.primaryDocumentation).toHaveLength(1);
		}
		expect(action?.codex?.alias).toContain('create invoices');
		// The editor merges the two into one entry, and describes it by the trigger's sentence.
		expect(trigger?.description).toContain(action?.description);
		expect(typeOf('accountingSyncTool')).toMatchObject({
			displayName: 'Accounting Sync Tool',
			outputs: ['ai_tool'],
		});
	});
});

describe('pinned data', () => {
	const pinned = [{ json: { RefNumber: '1042', TotalAmount: '0.10' } }];
	const after = afterNode('total', '$json.TotalAmount');

	it('stands in for the action node, which then asks for nothing', async () => {
		const workflow = await stack.n8n.client.importWorkflow(
			{
				...chainOf('Pinned action', syncNode(createInvoice(MISSING_ID)), after),
				pinData: { [SYNC]: pinned } as unknown as IDataObject,
			},
			[stack.credential],
		);
		const execution = await stack.n8n.client.runWorkflow(workflow, START);
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, AFTER)[0].json).toMatchObject({ RefNumber: '1042', total: '0.10' });
	});

	it('stands in for the trigger, which then waits for nothing', async () => {
		const trigger = {
			id: 'trigger',
			name: 'Trigger',
			type: `${PACKAGE}.accountingSyncTrigger`,
			typeVersion: 2,
			position: [0, 0] as [number, number],
			parameters: { connection: byId(MISSING_ID), queriedResource: 'customer' },
			credentials: { accountingSyncApi: { id: '', name: '' } },
		};
		const { nodes } = chainOf('Pinned trigger', after);
		const workflow = await stack.n8n.client.importWorkflow(
			{
				name: 'Pinned trigger',
				nodes: [trigger, ...nodes.filter(({ name }) => name === AFTER)],
				connections: { Trigger: { main: [[{ node: AFTER, type: 'main', index: 0 }]] } },
				pinData: { Trigger: pinned } as unknown as IDataObject,
			},
			[stack.credential],
		);
		const execution = await stack.n8n.client.runWorkflow(workflow, 'Trigger');
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, AFTER)[0].json).toMatchObject({ RefNumber: '1042', total: '0.10' });
	});
});
