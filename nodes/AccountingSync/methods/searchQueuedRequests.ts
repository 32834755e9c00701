import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { lookInto, readBack, withRequests } from '../../../queue/lists/readQueue';
import { listRequests } from '../../../queue/reader/queuedRequests';
import type { QueuedRecord } from '../../../queue/requests/queuedRecord';
import { namesIn, requestSummary } from '../../../queue/words/requestSummary';
import { chosenConnection } from '../../shared/methods/chosenConnection';
import { withDeadline } from '../../shared/methods/withDeadline';
import { clock, readerOf } from '../../shared/transport/clock';
import { serviceOf } from '../../shared/transport/service';

/** Whether what was typed appears in a request: in its list entry, in what it asks, or in its answer. */
function shows(request: QueuedRecord, entry: string, typed: string): boolean {
	const { id, request_xml: xml, request_json: json, response_xml: answer } = request;
	return [entry, id, xml, JSON.stringify(json), answer].join(' ').toLowerCase().includes(typed);
}

/**
 * The newest requests of the chosen connection for the locator (interface, section 4.2), searched by the service. The
 * interface does not state where the search looks. So if nothing it finds contains what was typed, we also look through
 * the newest requests here.
 */
export async function searchQueuedRequests(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const connectionId = await chosenConnection(this);
	const page = Number(paginationToken ?? 1);
	const typed = filter.trim();
	const query = { page, page_size: 20, ...(typed && { search_phrase: typed }) };
	const reader = readerOf(this);
	return await withDeadline(this, async (deadline) => {
		const look = lookInto({ service: serviceOf(this), connectionId, clock }, deadline);
		const found = await listRequests(serviceOf(this), connectionId, query, deadline);
		const data = await withRequests(look, found.data);
		const matches = (request: QueuedRecord) =>
			shows(request, requestSummary(request, new Map(), reader), typed.toLowerCase());
		const isSearchedHere = typed !== '' && page === 1 && !data.some(matches);
		const newest = isSearchedHere ? await readBack(look, {}, undefined, () => false) : [];
		const requests = [...newest.filter(matches), ...data];
		const names = namesIn(requests);
		return {
			results: requests.map((request) => ({
				name: requestSummary(request, names, reader),
				value: request.id,
			})),
			paginationToken: page < found.total_pages ? String(page + 1) : undefined,
		};
	});
}
