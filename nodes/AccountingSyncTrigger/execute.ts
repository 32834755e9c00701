import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { sendForData } from '../../queue/calls/client';
import { path } from '../../queue/calls/serviceCall';
import type { Delivery } from '../../queue/deliveries/delivery';
import { pageMark } from '../../queue/deliveries/takenPages';
import { hint } from '../shared/n8nInternals/asHtml';
import { claimPage, forgetPages } from '../shared/n8nInternals/claimPage';
import { serviceOf } from '../shared/transport/service';
import { isAsking, SAMPLE } from './form';

/**
 * What the webhook hands to the execution: the page's items and, where no node sees them, the page's mark and the marks
 * of pages that need not be remembered any more.
 */
export const handedOver = (
	items: INodeExecutionData[],
	mark: string,
	forgotten: readonly string[],
): INodeExecutionData[][] => [
	items,
	[{ json: { mark } }, ...forgotten.map((page) => ({ json: { page } }))],
];

const pageOf = ({ json }: INodeExecutionData): Delivery => (json.delivery ?? json) as Delivery;

/**
 * Whether this execution is the one that gets the page it was started with. The same page may have started another
 * execution in another process of n8n. If somebody runs a page by hand or retries it, that execution always gets it.
 */
export async function claimsItsPage(context: IExecuteFunctions): Promise<boolean> {
	const [item] = context.getInputData();
	if (!['webhook', 'trigger'].includes(context.getMode()) || item === undefined) return true;
	const [{ json: { mark = pageMark(pageOf(item)) } = {} } = {}, ...others] =
		context.getInputData(1);
	if (!(await claimPage(context, String(mark)))) {
		context.logger.info(`${context.getNode().name}: another execution has this page.`);
		return false;
	}
	await forgetPages(
		context,
		others.map(({ json }) => String(json.page)),
	);
	return true;
}

/** Says in a test that there may be more than it shows. */
export function saySample(context: IExecuteFunctions): void {
	const isTest = context.getMode() === 'manual';
	if (!isTest || !isAsking(context.getNodeParameter('triggerOn', 0))) return;
	hint(
		context,
		`A sample: this test asked for ${SAMPLE} records at most. Once the workflow is published, it gets all.`,
	);
}

/**
 * The page's items, with the request's own record under `request` if the user wants it. We fetch the record here and
 * not on arrival. That way the service gets its answer at once, and a failure shows in the execution, which can be
 * retried.
 */
export async function withRequests(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const { includeRequest = false } = context.getNodeParameter('options', 0, {}) as {
		includeRequest?: boolean;
	};
	if (!includeRequest || items.length === 0) return items;
	const request = await sendForData<IDataObject>(serviceOf(context), {
		method: 'GET',
		path: path('queued_requests', pageOf(items[0]).id),
	});
	return items.map((item) => ({ ...item, json: { ...item.json, request } }));
}
