import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { onDemand } from '../shared/methods/onDemand';
import { methodNames } from './methods/names.prebuilt';
import { properties } from './resources/form.prebuilt';

// n8n loads every node when it starts: what runs later is loaded later.
const loadRun = async () => await import('./run');
const loadMethods = async () => (await import('./methods')).methods;

/** The action node: every operation of the Accounting Sync Service's v1 interface. */
export class AccountingSync implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Accounting Sync',
		name: 'accountingSync',
		icon: {
			light: 'file:../../icons/accountingSync.svg',
			dark: 'file:../../icons/accountingSync.dark.svg',
		},
		group: ['transform'],
		version: 1,
		// Shows the values that workflows store as words, with the names of the form: "get many: queued request".
		subtitle:
			'={{ ($parameter["operation"] + ": " + $parameter["resource"]).replace("getAll", "getMany").replace("query", "find").replace("receivePayment", "customerPayment").replace("timeTracking", "timeEntry").replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description:
			'Works with QuickBooks Desktop through the Accounting Sync Service: create, find and change invoices, customers, payments and more',
		defaults: { name: 'Accounting Sync' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Use for QuickBooks Desktop (Pro, Premier, Enterprise), and the QuickBooks Online node for QuickBooks Online. One operation writes or reads one record; lists and names are looked up on the desktop. Give each order an Order Number, so that running it again writes nothing twice. To start a workflow from QuickBooks Desktop, use Accounting Sync Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-accounting-sync.accountingSyncTrigger',
					relationHint:
						'Starts a workflow when records in QuickBooks Desktop are new, changed or deleted',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'accountingSyncApi', required: true, testedBy: 'testCredential' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: '',
				restartWebhook: true,
			},
		],
		waitingNodeTooltip:
			'No input is needed from you: the answer comes from the desktop, and this workflow then resumes automatically. You can close this page.',
		properties,
	};

	methods = onDemand(methodNames, loadMethods);

	// There is nothing to register: each request carries the address of the sleeping execution.
	webhookMethods = {
		default: {
			checkExists: async () => true,
			create: async () => true,
			delete: async () => true,
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await (await loadRun()).webhook.call(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await (await loadRun()).execute.call(this);
	}
}
