import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { shownError } from '../../../shared/transport/shownError';
import { failedItem } from './itemErrors';

/** The output for items that ended before they had anything to wait for, by item: most of them failed. */
export type Failures = Map<number, INodeExecutionData>;

/** Sorts items by those of the input that they come from. */
export const inOrder = (items: INodeExecutionData[]): INodeExecutionData[] =>
	items.sort(
		(one, other) =>
			(one.pairedItem as { item: number }).item - (other.pairedItem as { item: number }).item,
	);

/** Has an item fail as another one did. */
export function failAs(failures: Failures, itemIndex: number, failure: INodeExecutionData): void {
	failures.set(itemIndex, { ...failure, pairedItem: { item: itemIndex } });
}

/** Records the failure of an item. Throws instead if the node stops on errors. */
export function setAside(
	context: IExecuteFunctions,
	failures: Failures,
	error: unknown,
	itemIndex: number,
): void {
	const shown = shownError(context, error, itemIndex);
	if (!context.continueOnFail()) throw shown;
	failures.set(itemIndex, failedItem(context, shown, itemIndex));
}
