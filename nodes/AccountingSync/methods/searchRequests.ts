import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { loadRequestFacts } from '../../../quickbooks/qbxml/requestFacts';
import { findRequests } from '../../../quickbooks/qbxml/requestLabels';

/** All requests of qbXML, in words, for the locator. */
export async function searchRequests(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return { results: findRequests(await loadRequestFacts(), filter) };
}
