import { chosen } from '../../../../quickbooks/form/choice';
import { webAddress } from '../../../../quickbooks/form/convert';
import type { FieldSpec } from '../../../../quickbooks/form/fieldSpec';

/** Placeholder for the URL of the workflow's own trigger, in the form and in a request before it is sent. */
export const THIS_WORKFLOWS_TRIGGER = 'thisWorkflowsTrigger';

/** The value in the locator, or plain text from an expression. */
const chosenAddress = chosen((value, reading) =>
	value === THIS_WORKFLOWS_TRIGGER ? THIS_WORKFLOWS_TRIGGER : webAddress(value, reading),
);

/** Where the service delivers the result (interface, section 6). */
export const webhookUrl: FieldSpec = {
	displayName: 'Webhook URL',
	name: 'webhookUrl',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'Where the service sends the result once the request completes',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose…',
			typeOptions: { searchListMethod: 'searchWebhookUrls' },
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://n8n.example.com/webhook/…',
		},
	],
	wire: 'webhook_url',
	convert: chosenAddress,
};
