import type { INodeType } from 'n8n-workflow';

import { loadFieldNames } from '../../shared/methods/loadFieldNames';
import { recordListMethods } from '../../shared/methods/recordListMethods';
import { searchConnections } from '../../shared/methods/searchConnections';
import { testCredential } from '../../shared/methods/testCredential';
import { withShownErrors } from '../../shared/methods/withShownErrors';
import { properties } from '../resources/form.prebuilt';
import { getRequestFields } from './getRequestFields';
import { loadClearableFields } from './loadClearableFields';
import { loadReportColumns } from './loadReportColumns';
import { searchReports, searchRequests } from './searchFacts';
import { searchQueuedRequests } from './searchQueuedRequests';
import { searchWebhookUrls } from './searchWebhookUrls';

const recordLists = recordListMethods(properties);

/** The methods that n8n calls for the editor: to test the credential, and to fill the form with lists and fields. */
export const methods = withShownErrors({
	credentialTest: { testCredential },
	...recordLists,
	loadOptions: {
		...recordLists.loadOptions,
		loadClearableFields,
		loadFieldNames,
		loadReportColumns,
	},
	listSearch: {
		...recordLists.listSearch,
		searchConnections,
		searchQueuedRequests,
		searchReports,
		searchRequests,
		searchWebhookUrls,
	},
	resourceMapping: { getRequestFields },
} satisfies INodeType['methods']);
