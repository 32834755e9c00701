import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { operationErrorOf } from '../shared/service/client';
import { readForm, type Operation } from './operation';
import { resources } from './resources';

/** The operation that the form names, which is the same for every item. */
function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const operation = context.getNodeParameter('operation', 0) as string;
	const chosen = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (chosen === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`There is no operation "${operation}" for the resource "${resource}".`,
			{ description: 'Choose Resource and Operation from their lists.' },
		);
	}
	return chosen;
}

/** An error that n8n can show with its item. */
const shown = (context: IExecuteFunctions, error: unknown, itemIndex: number) =>
	error instanceof NodeApiError || error instanceof NodeOperationError
		? error
		: operationErrorOf(context, error, itemIndex);

/**
 * What stands in place of the results of an item that failed, where the node goes on after errors. `error` is all it
 * holds: by that n8n knows it for the error output, and adds the item's input there. The item itself carries no error,
 * since n8n would put the bare message in place of the JSON.
 */
function failedItem({ message, description, context }: NodeApiError | NodeOperationError) {
	const code = context.code as string | undefined;
	return {
		json: { error: { message, ...(code && { code }), ...(description && { description }) } },
	};
}

/**
 * When the execution is stopped, n8n breaks off the request under way: that is no failure of the item. n8n tells the
 * two apart by the word "canceled".
 */
function endIfStopped(context: IExecuteFunctions, itemIndex: number): void {
	if (!context.getExecutionCancelSignal()?.aborted) return;
	throw new NodeOperationError(context.getNode(), 'The execution was canceled.', { itemIndex });
}

/**
 * Runs the chosen operation for every input item, in order, and points each result to the item that asked for it.
 * @throws NodeApiError or NodeOperationError of the first item that fails, unless the node goes on after errors.
 */
export async function executeItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const operation = chosenOperation(context);
	const results: INodeExecutionData[] = [];
	for (const itemIndex of context.getInputData().keys()) {
		const pairedItem = { item: itemIndex };
		try {
			const form = readForm(context, itemIndex, operation);
			const items = await operation.execute({ context, itemIndex, form });
			results.push(...items.map((item) => ({ ...item, pairedItem })));
		} catch (error) {
			endIfStopped(context, itemIndex);
			const shownError = shown(context, error, itemIndex);
			if (!context.continueOnFail()) throw shownError;
			results.push({ ...failedItem(shownError), pairedItem });
		}
	}
	return results;
}
