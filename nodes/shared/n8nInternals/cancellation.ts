import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** Whether the user has stopped the execution. */
export const isCanceled = (context: Pick<IExecuteFunctions, 'getExecutionCancelSignal'>): boolean =>
	context.getExecutionCancelSignal()?.aborted === true;

/**
 * The error that ends a stopped execution. n8n recognises a stopped execution by the word "canceled" in the message. If
 * an n8n used something else, it would show the execution as failed, with the same words.
 * @param details Follows "The execution was canceled".
 */
export const canceledError = (
	context: Pick<IExecuteFunctions, 'getNode'>,
	details: string,
	options: { description?: string; itemIndex?: number } = {},
): NodeOperationError =>
	new NodeOperationError(context.getNode(), `The execution was canceled${details}.`, options);
