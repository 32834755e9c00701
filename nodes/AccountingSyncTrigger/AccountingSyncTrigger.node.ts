import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { loadFieldNames } from '../shared/methods/loadFieldNames';
import { recordListMethods } from '../shared/methods/recordListMethods';
import { searchConnections } from '../shared/methods/searchConnections';
import { testCredential } from '../shared/methods/testCredential';
import { startTrigger } from './catchUp';
import { claimsItsPage, withRequests } from './execute';
import { formerVersions, NEWEST_VERSION, properties } from './form';
import { webhookMethods } from './lifecycle';
import { panelActions } from './panelActions';
import { receive } from './receive';
import { subtitle } from './subtitle';

/** The trigger: starts a workflow once for every page that completes. */
const recordLists = recordListMethods(properties);

export class AccountingSyncTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Accounting Sync Trigger',
		name: 'accountingSyncTrigger',
		icon: {
			light: 'file:../../icons/accountingSyncTrigger.svg',
			dark: 'file:../../icons/accountingSyncTrigger.dark.svg',
		},
		group: ['trigger'],
		// Not 1: for version 1, n8n evaluates an expression on each delivery that only the first version of its own Webhook
		// node needs.
		version: [...formerVersions, NEWEST_VERSION],
		defaultVersion: NEWEST_VERSION,
		subtitle,
		// The editor merges both nodes into one entry and shows this sentence for it.
		description:
			'Works with QuickBooks Desktop through the Accounting Sync Service: create, find and change invoices, customers, payments and more, or start a workflow when something changes',
		defaults: { name: 'Accounting Sync Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'accountingSyncApi', required: true, testedBy: 'testCredential' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Empty, because the node itself gives the answer.
				responseData: '',
				path: 'delivery',
			},
		],
		properties: [...properties, ...panelActions],
	};

	methods = {
		credentialTest: { testCredential },
		...recordLists,
		loadOptions: { ...recordLists.loadOptions, loadFieldNames },
		listSearch: { ...recordLists.listSearch, searchConnections },
	};

	webhookMethods = webhookMethods;

	webhook = receive;

	trigger = startTrigger;

	// Because of `execute`, n8n hands a page that arrived at the test URL to this node instead of waiting for `trigger`.
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return (await claimsItsPage(this)) ? [await withRequests(this)] : [[]];
	}
}
