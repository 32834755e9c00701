import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { QueueError, ServiceError } from '../../../queue/calls/errors';
import { FormError } from '../../../quickbooks/form/formError';

interface NodeContext {
	getNode(): INode;
}

/** What the errors that n8n shows were made of. */
const origins = new WeakMap<Error, unknown>();

/** What an error was before it was made one that n8n can show. */
export const originOf = (error: unknown): unknown => origins.get(error as Error) ?? error;

/** What a failure means, what to do and what the service said. */
function errorOfService(context: NodeContext, error: ServiceError, itemIndex?: number) {
	const { message, code, description, httpStatus } = error;
	const shown = new NodeApiError(context.getNode(), { message, code } as JsonObject, {
		message,
		description,
		httpCode: httpStatus === undefined ? undefined : String(httpStatus),
		itemIndex,
	});
	// n8n replaces messages that have a network code with its own, such as that one may try again immediately.
	shown.message = message;
	shown.context.code = code;
	return shown;
}

function errorOfOperation(context: NodeContext, error: unknown, itemIndex?: number) {
	const { description, code } =
		error instanceof FormError || error instanceof QueueError ? error : {};
	const shown = new NodeOperationError(context.getNode(), error as Error, {
		itemIndex,
		description,
	});
	if (code !== undefined) shown.context.code = code;
	return shown;
}

/** The error that n8n shows: of an item, if it has an index. */
export function shownError(
	context: NodeContext,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const shown =
		error instanceof ServiceError
			? errorOfService(context, error, itemIndex)
			: errorOfOperation(context, error, itemIndex);
	origins.set(shown, error);
	return shown;
}

/** The same for what a function of the node throws. Errors that are not ours are n8n's, or mistakes, and stay what they are. */
export const thrownError = (context: NodeContext, error: unknown): unknown =>
	[FormError, QueueError, ServiceError].some((ours) => error instanceof ours)
		? shownError(context, error)
		: error;
