import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { loadRequestFacts } from '../../../quickbooks/qbxml/requestFacts';
import { findRequests } from '../../../quickbooks/qbxml/requestLabels';
import { findReports } from '../../../quickbooks/reports/reportTypes';

/** A search in the facts of qbXML, for a locator. */
const searchFacts = (find: typeof findReports) =>
	async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		return { results: find(await loadRequestFacts(), filter) };
	};

/** All reports of qbXML, the usual ones first. */
export const searchReports = searchFacts(findReports);

/** All requests of qbXML, in words. */
export const searchRequests = searchFacts(findRequests);
