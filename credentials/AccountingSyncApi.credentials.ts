import type { IAuthenticate, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { withoutSurroundings } from '../nodes/shared/transport/credential';

/**
 * The application's API key (interface, section 5). It goes out as HTTP Basic, with the key as the user name and an
 * empty password.
 */
export class AccountingSyncApi implements ICredentialType {
	name = 'accountingSyncApi';

	displayName = 'Accounting Sync API';

	icon: Icon = {
		light: 'file:../icons/accountingSync.svg',
		dark: 'file:../icons/accountingSync.dark.svg',
	};

	documentationUrl = 'https://github.com/accounting-sync/n8n-nodes-accounting-sync#the-credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://sync.example.com/api/v1',
			description:
				'The v1 base address of the service, which ends in /api/v1. Plain http:// is accepted only for a service on this computer, such as http://127.0.0.1:4300/api/v1.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: "Your application's API key, as the service issued it",
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				"Your application's webhook secret. The trigger uses it to check that a delivery really comes from the service; nothing else needs it.",
		},
	];

	// This is a function because n8n does not evaluate the expressions of its generic form when a trigger's schedule
	// ticks.
	authenticate: IAuthenticate = async ({ apiKey }, request) => ({
		...request,
		auth: { username: withoutSurroundings(apiKey), password: '' },
	});
}
