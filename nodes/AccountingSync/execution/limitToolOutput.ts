import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isTool } from '../../shared/n8nInternals/tool';
import { failedItem } from './run/failures';

/** The most characters of records that a model gets: about ten thousand tokens. */
const MOST_CHARACTERS = 40_000;

/**
 * Returns the items of a query, unless they are more than a model can take in. We refuse those instead of cutting them:
 * if we left out records or fields, the model would add up part of the invoices as if they were all of them.
 * @param items What the query found. Nothing was written, so the model can ask again.
 * @throws NodeOperationError that says how to ask for less, unless the node continues on errors.
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
		`The answer is too long for a model: ${items.length} records, ${length} characters, and the limit is ${MOST_CHARACTERS}.`,
		{
			description: 'Ask for less, with a filter, with Fields under Options, or with a lower Limit.',
		},
	);
	if (context.continueOnFail()) return [failedItem(context, error, 0)];
	throw error;
}
