import { ExternalSecretsProxy } from 'n8n-core';
import type { ExecutionLifecycleHooks } from 'n8n-core';
import type { INodeParameters, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import type { CredentialsHelper } from './credentials-helper';

/** Where the n8n of the tests would be reached; only `deliver` in `webhooks.ts` ever sends anything there. */
export const WEBHOOK_BASE_URL = 'http://127.0.0.1:5678/';

/** The rest of n8n as the engine sees it. What a workflow of these tests can't reach is refused aloud. */
export function createAdditionalData(
	credentialsHelper: CredentialsHelper,
	extra: {
		hooks?: ExecutionLifecycleHooks;
		executionId?: string;
		currentNodeParameters?: INodeParameters;
	} = {},
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
		restApiUrl: `${WEBHOOK_BASE_URL}rest`,
		instanceBaseUrl: WEBHOOK_BASE_URL,
		formBaseUrl: `${WEBHOOK_BASE_URL}form`,
		formWaitingBaseUrl: `${WEBHOOK_BASE_URL}form-waiting`,
		formTestBaseUrl: `${WEBHOOK_BASE_URL}form-test`,
		webhookBaseUrl: `${WEBHOOK_BASE_URL}webhook`,
		webhookWaitingBaseUrl: `${WEBHOOK_BASE_URL}webhook-waiting`,
		webhookTestBaseUrl: `${WEBHOOK_BASE_URL}webhook-test`,
		mcpBaseUrl: `${WEBHOOK_BASE_URL}mcp`,
		mcpTestBaseUrl: `${WEBHOOK_BASE_URL}mcp-test`,
		...extra,
	};
}
