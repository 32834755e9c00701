import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	ITriggerFunctions,
	ITriggerResponse,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { onDemand } from '../shared/methods/onDemand';
import { properties, subtitle, versions } from './form.prebuilt';
import { methodNames, webhookMethodNames } from './methodNames.prebuilt';

// n8n loads every node when it starts: what runs later is loaded later.
const loadRun = async () => await import('./run');
const loadMethods = async () => (await import('./methods')).methods;
const loadWebhookMethods = async () => (await loadRun()).webhookMethods;

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
		// Not 1: for version 1, n8n evaluates an expression on each delivery that only the first version of its own Webhook
		// node needs.
		version: versions,
		defaultVersion: versions.at(-1),
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
		properties,
	};

	methods = onDemand(methodNames, loadMethods);

	webhookMethods = onDemand(webhookMethodNames, loadWebhookMethods);

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await (await loadRun()).webhook.call(this);
	}

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse | undefined> {
		return await (await loadRun()).trigger.call(this);
	}

	// Because of `execute`, n8n hands a page that arrived at the test URL to this node instead of waiting for `trigger`.
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await (await loadRun()).execute.call(this);
	}
}
