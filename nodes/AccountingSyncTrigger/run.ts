import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { claimsItsPage, withRequests } from './execute';

export { startTrigger as trigger } from './catchUp';
export { webhookMethods } from './lifecycle';
export { receive as webhook } from './receive';

export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return (await claimsItsPage(this)) ? [await withRequests(this)] : [[]];
}
