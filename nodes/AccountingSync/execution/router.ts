import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { canceledError, isCanceled } from '../../shared/n8nInternals/cancellation';
import {
	type DirectOperation,
	formReader,
	type Operation,
	type Resource,
} from '../operations/operation';
import { executeQueueing } from './executeQueueing';
import { limitToolOutput } from './limitToolOutput';
import { connectionFiller } from './run/emptyConnection';
import { failedItem, shownError } from './run/itemErrors';

/** The operation that the form names. It is the same for every item. */
function chosenOperation(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
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

/** When the user stops the execution, n8n breaks off the request in progress. That is not a failure of the item. */
function endIfStopped(context: IExecuteFunctions, itemIndex: number): void {
	if (isCanceled(context)) throw canceledError(context, '', { itemIndex });
}

async function executeDirect(
	context: IExecuteFunctions,
	operation: DirectOperation,
): Promise<INodeExecutionData[]> {
	const results: INodeExecutionData[] = [];
	const read = formReader(context, operation);
	const fillIn = connectionFiller(context, operation);
	for (const itemIndex of context.getInputData().keys()) {
		try {
			const form = await fillIn(read(itemIndex), itemIndex);
			const items = await operation.execute({ context, itemIndex, form });
			results.push(...items.map((item) => ({ ...item, pairedItem: { item: itemIndex } })));
		} catch (error) {
			endIfStopped(context, itemIndex);
			const shown = shownError(context, error, itemIndex);
			if (!context.continueOnFail()) throw shown;
			results.push(failedItem(shown, itemIndex));
		}
	}
	return results;
}

/**
 * Runs the chosen operation for every input item, and pairs each result with the item it came from.
 * @throws NodeApiError or NodeOperationError of the first item that fails, unless the node continues on errors.
 */
export async function router(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const operation = chosenOperation(context, resources);
	if (!('request' in operation)) return await executeDirect(context, operation);
	const items = await executeQueueing(context, operation);
	return operation.isQuery ? limitToolOutput(context, items) : items;
}
