import type { ExecutionLifecycleHooks } from 'n8n-core';
import { ExternalSecretsProxy } from 'n8n-core';
import type { INodeParameters, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { CredentialsHelper } from './credentials-helper';

/** Where the n8n of a test without a `WorkflowHost` would be reached; nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1/';

/** The rest of n8n as the engine sees it. What a workflow of these tests can't reach is refused aloud. */
export function createAdditionalData(
	credentialsHelper: CredentialsHelper,
	extra: {
		hooks?: ExecutionLifecycleHooks;
		executionId?: string;
		executionTimeoutTimestamp?: number;
		currentNodeParameters?: INodeParameters;
	} = {},
	baseUrl = NOWHERE,
): IWorkflowExecuteAdditionalData {
	const notHere = (what: string) => async (): Promise<never> => {
		throw new UserError(`${what} is not part of the engine tests`);
	};
	return {
		credentialsHelper,
		externalSecretsProxy: new ExternalSecretsProxy(),
		executeWorkflow: notHere('A sub-workflow'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: notHere('A task runner'),
		logAiEvent: () => {},
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${baseUrl}rest`,
		instanceBaseUrl: NOWHERE,
		formBaseUrl: `${baseUrl}form`,
		formWaitingBaseUrl: `${baseUrl}form-waiting`,
		formTestBaseUrl: `${baseUrl}form-test`,
		webhookBaseUrl: `${baseUrl}webhook`,
		webhookWaitingBaseUrl: `${baseUrl}webhook-waiting`,
		webhookTestBaseUrl: `${baseUrl}webhook-test`,
		mcpBaseUrl: `${baseUrl}mcp`,
		mcpTestBaseUrl: `${baseUrl}mcp-test`,
		...extra,
	};
}
