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

/** Whether n8n answers the call with a success, which it does only once the execution is stored. */
export const acceptance = (context: IWebhookFunctions): Promise<boolean> => {
	const response = context.getResponseObject();
	return new Promise((resolve) => {
		response.once('close', () =>
			resolve(response.writableFinished && response.statusCode >= 200 && response.statusCode < 300),
		);
	});
};
