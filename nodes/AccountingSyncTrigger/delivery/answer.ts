import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** Answers the service with a sentence and starts nothing. */
export function refuse(
	context: IWebhookFunctions,
	status: number,
	message: string,
): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
