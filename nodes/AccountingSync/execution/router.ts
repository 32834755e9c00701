import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Form } from '../../../quickbooks/form/form';
import { canceledError, isCanceled } from '../../shared/n8nInternals/cancellation';
import type { DirectOperation, Operation, Resource } from '../operations/operation';
import { executeQueueing } from './executeQueueing';
import { limitToolOutput } from './limitToolOutput';
import { type Failures, inOrder, setAside } from './run/failures';
import { formsOf } from './run/forms';

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
	const failures: Failures = new Map();
	const ofItem = async (itemIndex: number, work: () => Promise<void>) => {
		try {
			await work();
		} catch (error) {
			endIfStopped(context, itemIndex);
			setAside(context, failures, error, itemIndex);
		}
	};
	const readForm = formsOf(context, operation);
	const forms = new Map<number, Form>();
	// All forms are read first, so that nothing is sent if one of them is wrong.
	for (const itemIndex of context.getInputData().keys()) {
		await ofItem(itemIndex, async () => {
			forms.set(itemIndex, await readForm(itemIndex));
		});
	}
	const results: INodeExecutionData[] = [];
	for (const [itemIndex, form] of forms) {
		await ofItem(itemIndex, async () => {
			const items = await operation.execute({ context, itemIndex, form });
			results.push(...items.map((item) => ({ ...item, pairedItem: { item: itemIndex } })));
		});
	}
	return inOrder([...results, ...failures.values()]);
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
