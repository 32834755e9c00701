import type { INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * The output for an item that failed, when the node continues on errors. It holds only `error`: that is how n8n knows
 * to send it to the error output, where n8n adds the item's input. We don't set an error on the item itself, since n8n
 * would then replace the JSON with the bare message.
 */
export function failedItem(
	{ message, description, context }: NodeApiError | NodeOperationError,
	itemIndex: number,
): INodeExecutionData {
	const code = context.code as string | undefined;
	return {
		json: { error: { message, ...(code && { code }), ...(description && { description }) } },
		pairedItem: { item: itemIndex },
	};
}
