import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { path, sendForData } from '../shared/service/client';

/**
 * The page's items, with the request's own record under `request` where it is wanted. It is fetched here rather than
 * on arrival, so that the service is answered at once and a failure shows in the execution, which can be retried.
 */
export async function withRequests(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const { includeRequest = false } = context.getNodeParameter('options', 0, {}) as {
		includeRequest?: boolean;
	};
	if (!includeRequest || items.length === 0) return items;
	const { id, delivery } = items[0].json as { id?: string; delivery?: { id?: string } };
	const request = await sendForData<IDataObject>(context, {
		method: 'GET',
		path: path('queued_requests', String(id ?? delivery?.id)),
	});
	return items.map((item) => ({ ...item, json: { ...item.json, request } }));
}
