import type {
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { withDescriptionAsHtml } from '../shared/n8nInternals/asHtml';
import { thrownError } from '../shared/transport/shownError';
import { router } from './execution/router';
import { wake } from './execution/waiting/suspend';
import { resources } from './resources/registry';

/** Wakes an execution that is waiting for its results. */
export async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await wake(this);
	} catch (error) {
		throw thrownError(this, error);
	}
}

export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		return [await router(this, resources)];
	} catch (error) {
		throw withDescriptionAsHtml(thrownError(this, error));
	}
}
