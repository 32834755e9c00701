import type { INodeType } from 'n8n-workflow';

import { loadFieldNames } from '../../shared/methods/loadFieldNames';
import { recordListMethods } from '../../shared/methods/recordListMethods';
import { searchConnections } from '../../shared/methods/searchConnections';
import { testCredential } from '../../shared/methods/testCredential';
import { searchQueuedRequests } from './searchQueuedRequests';
import { searchWebhookUrls } from './searchWebhookUrls';

/** The methods that n8n calls for the editor: to test the credential, and to fill the lists of the form. */
export const methods = {
	credentialTest: { testCredential },
	...recordListMethods,
	loadOptions: { ...recordListMethods.loadOptions, loadFieldNames },
	listSearch: {
		...recordListMethods.listSearch,
		searchConnections,
		searchQueuedRequests,
		searchWebhookUrls,
	},
} satisfies INodeType['methods'];
