import type { INodeType } from 'n8n-workflow';

import { commonMethods } from '../../shared/methods/commonMethods';
import { withShownErrors } from '../../shared/methods/withShownErrors';
import { properties } from '../resources/form.prebuilt';
import { getRequestFields } from './getRequestFields';
import { loadClearableFields } from './loadClearableFields';
import { loadReportColumns } from './loadReportColumns';
import { searchReports, searchRequests } from './searchFacts';
import { searchQueuedRequests } from './searchQueuedRequests';
import { searchWebhookUrls } from './searchWebhookUrls';

const common = commonMethods(properties);

/** The methods that n8n calls for the editor: to test the credential, and to fill the form with lists and fields. */
export const methods = withShownErrors({
	...common,
	loadOptions: { ...common.loadOptions, loadClearableFields, loadReportColumns },
	listSearch: {
		...common.listSearch,
		searchQueuedRequests,
		searchReports,
		searchRequests,
		searchWebhookUrls,
	},
	resourceMapping: { getRequestFields },
} satisfies INodeType['methods']);
