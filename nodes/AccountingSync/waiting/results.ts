import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { errorOfRequest, type RequestError } from '../../shared/service/errors';
import { answerIn, hasFailed, type QueuedRecord } from '../../shared/service/queue';
import type { Awaited } from './look';

/**
 * What comes out for a request that is complete: its records, plain, or the whole queued requests, one for each page.
 * A query without matches gives nothing.
 * @throws NodeOperationError when a page of it failed.
 */
export function resultsOf(
	node: INode,
	{ itemIndex }: Awaited,
	pages: readonly QueuedRecord[],
	simplify: boolean,
): INodeExecutionData[] {
	const failed = pages.find(({ state }) => hasFailed(state));
	if (failed) throw errorOfRequest(node, (failed.error ?? {}) as RequestError, itemIndex);
	const pairedItem = { item: itemIndex };
	if (!simplify) return pages.map((json) => ({ json, pairedItem }));
	return pages.flatMap((page) =>
		(answerIn(page)?.records ?? []).map(({ fields }) => ({
			json: fields as IDataObject,
			pairedItem,
		})),
	);
}
