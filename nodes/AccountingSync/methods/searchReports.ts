import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { loadRequestFacts } from '../../../quickbooks/qbxml/requestFacts';
import { findReports } from '../../../quickbooks/reports/reportTypes';

/** All reports of qbXML for the locator, the usual ones first. */
export async function searchReports(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return { results: findReports(await loadRequestFacts(), filter) };
}
