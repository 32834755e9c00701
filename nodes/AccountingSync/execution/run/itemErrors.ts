import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

/**
 * The output for an item that failed, when the node continues on errors: what happened as a text under `error`, as n8n's own nodes
 * have it, with the description and the code beside it. To the error output, n8n sends only what holds nothing but `error` and
 * `message`; so the description, with the code at its end, is under `message` there. n8n adds the item's input. We don't set
 * an error on the item itself, since n8n would then replace the JSON with the bare message.
 */
export function failedItem(
	context: Pick<IExecuteFunctions, 'getNode'>,
	{ message, description, context: { code } }: NodeApiError | NodeOperationError,
	itemIndex: number,
): INodeExecutionData {
	const goesToErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const beside = goesToErrorOutput
		? { ...(description && { message: description }) }
		: { ...(description && { description }), ...(code !== undefined && { code: String(code) }) };
	return { json: { error: message, ...beside }, pairedItem: { item: itemIndex } };
}
