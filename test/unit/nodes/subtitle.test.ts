import { type INodeParameters, type INodeType, type INodeTypes, Workflow } from 'n8n-workflow';

import { AccountingSync } from '../../../nodes/AccountingSync/AccountingSync.node';
import { resources } from '../../../nodes/AccountingSync/resources/registry';
import { AccountingSyncTrigger } from '../../../nodes/AccountingSyncTrigger/AccountingSyncTrigger.node';
import { operations } from '../support/description';

/** The line below a node's name, worked out as the editor does. */
function subtitleOf(type: INodeType, parameters: INodeParameters): unknown {
	const node = {
		id: '1',
		name: 'Node',
		type: 'any',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters,
	};
	const nodeTypes = { getByNameAndVersion: () => type } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(
		workflow.getNode('Node')!,
		type.description.subtitle,
		'internal',
		{},
	);
}

const action = new AccountingSync();
const trigger = new AccountingSyncTrigger();

test.each([
	['create: invoice', 'invoice', 'create'],
	['get many: queued request', 'queuedRequest', 'getAll'],
	['get connector file: connection', 'connection', 'getConnectorFile'],
	['create: customer payment', 'receivePayment', 'create'],
])('the action node says "%s"', (subtitle, resource, operation) => {
	expect(subtitleOf(action, { resource, operation })).toBe(subtitle);
});

test.each(operations)('$resource: $operation has a subtitle in words', (parameters) => {
	const subtitle = String(subtitleOf(action, parameters));
	const { name } = resources.find(({ value }) => value === parameters.resource) ?? {};
	expect(subtitle).toMatch(/^[a-z ]+: [a-z ]+$/);
	expect(subtitle).toContain(`: ${name?.toLowerCase().split(':')[0]}`);
});

test.each<[string, INodeParameters]>([
	['Changed customers', { queriedResource: 'customer', onlyChanges: true }],
	['Queried customers', { queriedResource: 'customer', onlyChanges: false }],
	['Queried invoices', { queriedResource: 'invoice' }],
	['Queried invoices', { queriedResource: 'invoice', onlyChanges: true }],
])('the trigger says "%s"', (subtitle, parameters) => {
	expect(subtitleOf(trigger, { triggerOn: 'completedQuery', ...parameters })).toBe(subtitle);
});

test.each<[string, INodeParameters]>([
	['New or changed customers', { triggerOn: 'changedRecord', queriedResource: 'customer' }],
	['New customers', { triggerOn: 'changedRecord', queriedResource: 'customer', onlyNew: true }],
	['New or changed invoices', { triggerOn: 'changedRecord', queriedResource: 'invoice' }],
	['Deleted records', { triggerOn: 'deletedRecord' }],
])('the trigger says "%s"', (subtitle, parameters) => {
	expect(subtitleOf(trigger, parameters)).toBe(subtitle);
});

test('the trigger on completed requests says so', () => {
	expect(subtitleOf(trigger, { triggerOn: 'completedRequest' })).toBe('Completed requests');
});
