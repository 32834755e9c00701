import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchConnections } from '../AccountingSync/listSearch/searchConnections';
import { testCredential } from '../AccountingSync/testCredential';
import { withRequests } from './execute';
import { properties } from './form';
import { startSchedule, webhookMethods } from './lifecycle';
import { receive } from './receive';

/** The trigger: starts a workflow once for every page that completes. */
export class AccountingSyncTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Accounting Sync Trigger',
		name: 'accountingSyncTrigger',
		icon: {
			light: 'file:../../icons/accountingSyncTrigger.svg',
			dark: 'file:../../icons/accountingSyncTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["triggerOn"] === "completedQuery" ? "query: " + $parameter["queriedResource"] : "completed request" }}',
		description: 'Starts the workflow when a query or a request completes',
		defaults: { name: 'Accounting Sync Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'accountingSyncApi', required: true, testedBy: 'testCredential' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Empty: what is answered comes from the node.
				responseData: '',
				path: 'delivery',
			},
		],
		properties,
	};

	methods = {
		credentialTest: { testCredential },
		listSearch: { searchConnections },
	};

	webhookMethods = webhookMethods;

	webhook = receive;

	trigger = startSchedule;

	// With `execute`, n8n hands a page that arrived at the test URL to this node instead of waiting for `trigger`.
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await withRequests(this)];
	}
}
