import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { loadRequestFacts } from '../../shared/qbxml/requestFacts';
import { findReports } from '../resources/report/reportTypes';

/** All reports of qbXML for the locator, the usual ones first. */
export async function searchReports(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return { results: findReports(await loadRequestFacts(), filter) };
}
