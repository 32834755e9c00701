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
import { properties, SAMPLE, subtitle } from './form.prebuilt';
import { methodNames, webhookMethodNames } from './methodNames.prebuilt';

// n8n loads every node when it starts: what runs later is loaded later.
const loadRun = async () => await import('./run');
const loadMethods = async () => (await import('./methods')).methods;
const loadWebhookMethods = async () => (await loadRun()).webhookMethods;

const WHILE_BUILDING = `<b>While building your workflow</b>, click the button. The trigger asks QuickBooks for ${SAMPLE} records at most, as a sample, and shows them when the desktop has answered. On Completed Request waits for a request that is queued with the Test URL.<br /><br />`;
const IN_LIST =
	'These executions are in the <a data-key="executions">executions list</a>, not in the editor.';

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
		version: 2,
		subtitle,
		// The editor merges both nodes into one entry and shows this sentence for it.
		description:
			'Works with QuickBooks Desktop through the Accounting Sync Service: create, find and change invoices, customers, payments and more, or start a workflow when something changes',
		defaults: { name: 'Accounting Sync Trigger' },
		builderHint: {
			searchHint:
				'Use to start a workflow from QuickBooks Desktop: when records are new, changed or deleted, on a schedule, or when a queued request completes. It begins with what changes from now on. To create, find or change records, use Accounting Sync.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-accounting-sync.accountingSync',
					relationHint: 'Creates, finds and changes records in QuickBooks Desktop',
				},
			],
		},
		triggerPanel: {
			header: 'Try it with what is in QuickBooks',
			executionsHelp: {
				inactive: `${WHILE_BUILDING}<b>Once you're happy with your workflow</b>, publish it. It then starts by itself, and gets everything. ${IN_LIST}`,
				active: `${WHILE_BUILDING}<b>The workflow also starts by itself</b>, since it is published. ${IN_LIST}`,
			},
			activationHint: {
				inactive: 'Once the workflow is published, it starts by itself.',
				active: 'The workflow is published, and also starts by itself.',
			},
		},
		eventTriggerDescription: 'Waiting for the desktop to answer, or for a request to complete',
		activationMessage:
			'The first run starts now. Changed and deleted records are taken from now on, unless you chose otherwise under Begin With.',
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
