import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { withDescriptionAsHtml } from '../shared/n8nInternals/asHtml';
import { router } from './execution/router';
import { wake } from './execution/waiting/suspend';
import { methods } from './methods';
import { formerVersions, NEWEST_VERSION } from './operations/operation';
import { properties } from './resources/properties';
import { resources } from './resources/registry';

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
		version: [...formerVersions, NEWEST_VERSION],
		defaultVersion: NEWEST_VERSION,
		// Shows the values that workflows store as words, with the names of the form: "get many: queued request".
		subtitle:
			'={{ ($parameter["operation"] + ": " + $parameter["resource"]).replace("getAll", "getMany").replace("query", "find").replace("receivePayment", "customerPayment").replace("timeTracking", "timeEntry").replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description:
			'Works with QuickBooks Desktop through the Accounting Sync Service: create, find and change invoices, customers, payments and more',
		defaults: { name: 'Accounting Sync' },
		usableAsTool: true,
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

	methods = methods;

	// There is nothing to register: each request carries the address of the sleeping execution.
	webhookMethods = {
		default: {
			async checkExists() {
				return true;
			},
			async create() {
				return true;
			},
			async delete() {
				return true;
			},
		},
	};

	/** Wakes an execution that is waiting for its results. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await wake(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		try {
			return [await router(this, resources)];
		} catch (error) {
			throw withDescriptionAsHtml(error);
		}
	}
}
