import { LoadOptionsContext } from 'n8n-core';
import type {
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	NodeParameterValueType,
	ResourceMapperFields,
} from 'n8n-workflow';

import { createAdditionalData } from './additional-data';
import type { GivenCredentials } from './credentials-helper';
import type { PreparedWorkflow } from './workflow';
import { prepareWorkflow } from './workflow';

export interface MethodCall {
	/** Name of the method in one of the groups of the node type's `methods`. */
	method: string;
	/** What stands in the form when the list is opened. */
	parameters: INodeParameters;
	credentials: GivenCredentials;
	/** Default `accountingSync`. */
	type?: string;
	/** Path of the field the list belongs to; only nodes that ask for it need it. */
	path?: string;
}

interface OpenForm {
	nodeType: INodeType;
	context: LoadOptionsContext;
}

async function openForm({
	parameters,
	credentials,
	type,
	path = '',
}: MethodCall): Promise<OpenForm> {
	const { workflow, nodeNames, credentialsHelper }: PreparedWorkflow = await prepareWorkflow({
		nodes: [{ parameters, type }],
		credentials,
	});
	const node = workflow.getNode(nodeNames[0]);
	if (!node) throw new Error('The workflow has no node');
	const additionalData = createAdditionalData(credentialsHelper, {
		currentNodeParameters: node.parameters,
	});
	return {
		nodeType: workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion),
		context: new LoadOptionsContext(workflow, node, additionalData, path),
	};
}

/** Searches the list of a resource locator as the editor does: with what was typed, and page by page. */
export async function searchList(
	call: MethodCall & { filter?: string; paginationToken?: string },
): Promise<INodeListSearchResult> {
	const { nodeType, context } = await openForm(call);
	const method = nodeType.methods?.listSearch?.[call.method];
	if (!method) throw new Error(`The node has no list search ${call.method}`);
	return await method.call(context, call.filter, call.paginationToken);
}

/** Does what an entry of a list offers that is an action, as the editor does; what it then puts into the field. */
export async function runAction(call: MethodCall): Promise<NodeParameterValueType> {
	const { nodeType, context } = await openForm(call);
	const method = nodeType.methods?.actionHandler?.[call.method];
	if (!method) throw new Error(`The node has no action ${call.method}`);
	return await method.call(context, { name: '' });
}

/** Loads the options of a drop-down as the editor does. */
export async function loadOptions(call: MethodCall): Promise<INodePropertyOptions[]> {
	const { nodeType, context } = await openForm(call);
	const method = nodeType.methods?.loadOptions?.[call.method];
	if (!method) throw new Error(`The node has no load options ${call.method}`);
	return await method.call(context);
}

/** Loads the fields of a resource mapper as the editor does. */
export async function loadFields(call: MethodCall): Promise<ResourceMapperFields> {
	const { nodeType, context } = await openForm(call);
	const method = nodeType.methods?.resourceMapping?.[call.method];
	if (!method) throw new Error(`The node has no resource mapping ${call.method}`);
	return await method.call(context);
}
