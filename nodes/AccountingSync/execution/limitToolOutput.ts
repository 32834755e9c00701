import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { failedItem } from './run/itemErrors';
import { isTool } from '../../shared/n8nInternals/tool';

/** How many characters of records a model is given at most: about ten thousand tokens. */
const MOST_CHARACTERS = 40_000;

/**
 * What a query hands over. A model is refused more than it can take in: leaving records or fields out instead would have
 * it add up part of the invoices as if they were all.
 * @param items What the query has found; nothing was written, so that the model may ask again.
 * @throws NodeOperationError that says how to ask for less, unless the node goes on after errors.
 */
export function limitToolOutput(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	if (!isTool(context)) return items;
	const { length } = JSON.stringify(items.map(({ json }) => json));
	if (length <= MOST_CHARACTERS) return items;
	const error = new NodeOperationError(
		context.getNode(),
		`The answer is too long for a model: ${items.length} records, ${length} characters, where ${MOST_CHARACTERS} are the most.`,
		{
			description:
				'Ask for less: with a filter, or, in the node, with Fields or Maximum Results under Options.',
		},
	);
	if (context.continueOnFail()) return [failedItem(error, 0)];
	throw error;
}
