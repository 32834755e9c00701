import type { INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { operationErrorOf } from '../../../shared/transport/client';

/** An error that n8n can show with its item. */
export const shownError = (
	context: { getNode(): INode },
	error: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError =>
	error instanceof NodeApiError || error instanceof NodeOperationError
		? error
		: operationErrorOf(context, error, itemIndex);

/**
 * What stands in place of the results of an item that failed, where the node goes on after errors. `error` is all it
 * holds: by that n8n knows it for the error output, and adds the item's input there. The item itself carries no error,
 * since n8n would put the bare message in place of the JSON.
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
