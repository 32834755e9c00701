import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { thrownError } from '../shared/transport/shownError';
import { claimsItsPage, saySample, withRequests } from './execute';

export { startTrigger as trigger } from './catchUp';
export { webhookMethods } from './lifecycle';
export { receive as webhook } from './receive';

export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		if (!(await claimsItsPage(this))) return [[]];
		saySample(this);
		return [await withRequests(this)];
	} catch (error) {
		throw thrownError(this, error);
	}
}
