import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestRequest,
	INodeCredentialTestResult,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { createEmptyRunExecutionData, NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';

import { createAdditionalData } from './additional-data';
import { CredentialsHelper, withDefaults } from './credentials-helper';
import { loadPackageUnderTest } from './package-under-test';
import { prepareWorkflow } from './workflow';

const SUCCESS = 'Connection successful!';

function fromFailure(
	error: unknown,
	{ rules = [] }: ICredentialTestRequest,
): INodeCredentialTestResult {
	const { cause, message } = error as Error & {
		cause?: { code?: string; response?: { status: number; statusText: string } };
	};
	const status = cause?.response?.status;
	const rule = rules.find(
		({ type, properties }) => type === 'responseCode' && properties.value === status,
	);
	return {
		status: 'Error',
		message:
			rule?.properties.message ??
			(cause?.response
				? cause.response.statusText || `Received HTTP status code: ${status}`
				: undefined) ??
			cause?.code ??
			message,
	};
}

/** A credential's declared test request, sent as n8n sends it: by a declarative node made for the purpose. */
async function sendTestRequest(
	type: string,
	data: ICredentialDataDecryptedObject,
	test: ICredentialTestRequest,
): Promise<INodeCredentialTestResult> {
	const description: INodeTypeDescription = {
		displayName: 'Credential test',
		name: 'test.credential',
		group: ['input'],
		version: 1,
		description: 'Sends the test request of a credential',
		defaults: { name: 'Credential test' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: type, required: true }],
		properties: [
			{
				displayName: 'Temp',
				name: 'temp',
				type: 'string',
				default: '',
				routing: { request: test.request },
			},
		],
	};
	const nodeType: INodeType = { description };
	const { workflow, nodeNames, credentialsHelper } = await prepareWorkflow({
		nodes: [{ type: description.name, parameters: {} }],
		nodeTypes: { [description.name]: nodeType },
		credentials: { [type]: data },
	});
	const node = workflow.getNode(nodeNames[0]);
	if (!node) throw new Error('The workflow has no node');
	const context = new ExecuteContext(
		workflow,
		node,
		createAdditionalData(credentialsHelper),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	try {
		await new RoutingNode(context, nodeType, { id: type, name: type, type, data }).runNode();
	} catch (error) {
		return fromFailure(error, test);
	}
	return { status: 'OK', message: SUCCESS };
}

/**
 * Presses the test button of a credential: the type's own test request or, where it has none, the test function
 * of the node that says it tests it (`testedBy`).
 */
export async function testCredential(
	typeName: string,
	given: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const { credentialTypes, nodeTypes } = await loadPackageUnderTest();
	const type = credentialTypes.get(typeName);
	if (!type) throw new Error(`Unknown credential type: ${typeName}`);
	const data = withDefaults(type, given);
	if (type.test) return await sendTestRequest(typeName, data, type.test);

	const credential: ICredentialsDecrypted = { id: typeName, name: typeName, type: typeName, data };
	const context = new CredentialTestContext(
		createAdditionalData(new CredentialsHelper(credentialTypes, { [typeName]: data })),
	);
	for (const nodeType of nodeTypes.values()) {
		const { description, methods } = NodeHelpers.getVersionedNodeType(nodeType);
		for (const { name, testedBy } of description.credentials ?? []) {
			if (name !== typeName || typeof testedBy !== 'string') continue;
			const test = methods?.credentialTest?.[testedBy];
			if (test) return await test.call(context, credential);
		}
	}
	return { status: 'Error', message: 'No testing function found for this credential.' };
}
