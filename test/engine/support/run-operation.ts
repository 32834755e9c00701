import type { IDataObject, INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';

import { type GivenCredentials, type GivenNode, type RunOptions, runWorkflow } from '../harness';

/** The operation as workflows store it: `resource.operation`. */
export type OperationName = `${string}.${string}`;

/** Where a call goes: the real service or a scripted one. */
export interface Target {
	credentials: GivenCredentials;
}

interface More extends Omit<RunOptions, 'nodes' | 'credentials' | 'items'> {
	/** What the node does with an error; by default it ends the run. */
	onError?: GivenNode['onError'];
	/** The JSON of the input items; one empty item unless said. */
	items?: IDataObject[];
}

/** The node's parameters for an operation; one that queues hands over the queued request unless said. */
export function parametersFor(name: OperationName, filledIn: IDataObject): INodeParameters {
	const [resource, operation] = name.split('.');
	return { resource, operation, result: 'queuedRequest', ...filledIn } as INodeParameters;
}

/** Runs one operation of the node as a workflow of its own, in n8n's engine. */
export async function runOperation(
	{ credentials }: Target,
	name: OperationName,
	filledIn: IDataObject,
	{ onError, items, ...more }: More = {},
) {
	return await runWorkflow({
		nodes: [{ parameters: parametersFor(name, filledIn), onError }],
		credentials,
		items: items?.map((json) => ({ json })),
		...more,
	});
}

/** What a locator holds when the ID was typed or comes from an expression. */
export const byId = (value: string): INodeParameterResourceLocator => ({
	__rl: true,
	mode: 'id',
	value,
});

/** What a locator holds when an entry of its list was picked. */
export const fromList = (value: string, label: string): INodeParameterResourceLocator => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName: label,
});

/** The request identifier that the node makes for an item where the user gives none. */
export const ownIdentifier = (itemIndex = 0): unknown =>
	expect.stringMatching(new RegExp(`^n8n-[\\w-]{16}-${itemIndex}-[\\w-]{8}(-[0-9a-f]{8})?$`));
