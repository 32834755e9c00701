import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { shownError } from '../../../shared/transport/shownError';

/** The output for items that ended before they had anything to wait for, by item: most of them failed. */
export type Failures = Map<number, INodeExecutionData>;

/**
 * The output for an item that failed, when the node continues on errors: what happened as a text under `error`, as n8n's own nodes
 * have it, with the description and the code beside it. To the error output, n8n sends only what holds nothing but `error` and
 * `message`; so the description, with the code at its end, is under `message` there. n8n adds the item's input. We don't set
 * an error on the item itself, since n8n would then replace the JSON with the bare message.
 */
export function failedItem(
	context: Pick<IExecuteFunctions, 'getNode'>,
	{ message, description, context: { code } }: NodeApiError | NodeOperationError,
	itemIndex: number,
): INodeExecutionData {
	const goesToErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const beside = goesToErrorOutput
		? { ...(description && { message: description }) }
		: { ...(description && { description }), ...(code !== undefined && { code: String(code) }) };
	return { json: { error: message, ...beside }, pairedItem: { item: itemIndex } };
}

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
