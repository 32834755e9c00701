import type { IAuthenticate, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { withoutSurroundings } from '../nodes/shared/transport/credential';

/**
 * The application's API key (interface, section 5). It goes out as HTTP Basic, with the key as the user name and an
 * empty password.
 */
export class AccountingSyncApi implements ICredentialType {
	name = 'accountingSyncApi';

	displayName = 'Accounting Sync (QuickBooks Desktop) API';

	icon: Icon = {
		light: 'file:../icons/accountingSync.svg',
		dark: 'file:../icons/accountingSync.dark.svg',
	};

	documentationUrl = 'https://github.com/accounting-sync/n8n-nodes-accounting-sync#the-credential';

	properties: INodeProperties[] = [
		{
			displayName:
				'Works with QuickBooks Desktop through the Accounting Sync Service. Whoever runs that service gives you the Base URL and the API Key.',
			name: 'serviceNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://sync.example.com/api/v1',
			description:
				'The address of the Accounting Sync Service, ending in /api/v1. Plain http:// is accepted only if the service runs on the same computer as n8n, such as http://127.0.0.1:4300/api/v1.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The API key that the service has given you',
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Optional: the webhook secret that the service has given you. Only the trigger uses it, to make sure that what starts a workflow really comes from the service.',
		},
	];

	// This is a function because n8n does not evaluate the expressions of its generic form when a trigger's schedule
	// ticks.
	authenticate: IAuthenticate = async ({ apiKey }, request) => ({
		...request,
		auth: { username: withoutSurroundings(apiKey), password: '' },
	});
}
