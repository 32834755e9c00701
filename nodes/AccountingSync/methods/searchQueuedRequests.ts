import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { chosenConnection } from '../../shared/methods/chosenConnection';
import { lookInto, readBack } from '../../shared/methods/readQueue';
import { withDeadline } from '../../shared/methods/withDeadline';
import { pageNumber, type QueuedRecord } from '../../shared/transport/queuedRecord';
import { listRequests } from '../../shared/transport/queuedRequests';
import { queryIn } from '../../shared/transport/shownRequest';

function pageOf(request: QueuedRecord): string | undefined {
	const page = pageNumber(request) ?? 0;
	return page > 1 ? `page ${page}` : undefined;
}

/** What a request asks in qbXML's words, its state, and when it was queued, as far as the list shows these. */
const label = (request: QueuedRecord): string =>
	[
		queryIn(request) ?? 'Request',
		pageOf(request),
		typeof request.state === 'string' ? request.state.replace(/_/g, ' ') : undefined,
		typeof request.inserted_at === 'string'
			? request.inserted_at.slice(0, 16).replace('T', ' ')
			: undefined,
	]
		.filter((part) => part !== undefined)
		.join(' · ');

const shown = (request: QueuedRecord) => ({ name: label(request), value: request.id });

/** Whether what was typed appears in a request: in its list entry, in what it asks, or in its answer. */
function shows(request: QueuedRecord, typed: string): boolean {
	const { request_xml: xml, request_json: json, response_xml: answer } = request;
	const { name, value } = shown(request);
	return [name, value, xml, JSON.stringify(json), answer].join(' ').toLowerCase().includes(typed);
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
	return await withDeadline(this, async (deadline) => {
		const found = await listRequests(this, connectionId, query, undefined, deadline);
		const matches = (request: QueuedRecord) => shows(request, typed.toLowerCase());
		const isSearchedHere = typed !== '' && page === 1 && !found.data.some(matches);
		const newest = isSearchedHere
			? await readBack(lookInto(this, connectionId, deadline), {}, undefined, () => false)
			: [];
		return {
			results: [...newest.filter(matches), ...found.data].map(shown),
			paginationToken: page < found.total_pages ? String(page + 1) : undefined,
		};
	});
}
