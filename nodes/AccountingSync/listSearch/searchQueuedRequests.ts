import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listRequests, type QueuedRecord } from '../../shared/service/queue';
import { chosenConnection } from './chosenConnection';
import { inTime } from './inTime';

type ListedRequest = QueuedRecord & {
	inserted_at: string;
	page?: number;
	request_json?: { request?: { name?: string } };
	request_xml?: string;
};

/** What a request asks, in qbXML's words: the name of its element without the Rq. */
const subject = ({ request_json: json, request_xml: xml = '' }: ListedRequest): string =>
	(json?.request?.name ?? /<(?!QBXMLMsgsRq)(\w+)Rq[\s/>]/.exec(xml)?.[1] ?? 'Request').replace(
		/Rq$/,
		'',
	);

const label = (request: ListedRequest): string =>
	[
		subject(request),
		request.page && request.page > 1 ? `page ${request.page}` : undefined,
		request.state.replace(/_/g, ' '),
		request.inserted_at.slice(0, 16).replace('T', ' '),
	]
		.filter((part) => part !== undefined)
		.join(' · ');

/** The newest requests of the chosen connection for the locator (interface, section 4.2), searched by the service. */
export async function searchQueuedRequests(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const connectionId = chosenConnection(this, 'its requests');
	const page = Number(paginationToken ?? 1);
	const query = { page, page_size: 20, ...(filter.trim() && { search_phrase: filter.trim() }) };
	const { data, total_pages: pages } = await inTime(this, (deadline) =>
		listRequests(this, connectionId, query, undefined, deadline),
	);
	return {
		results: (data as ListedRequest[]).map((request) => ({
			name: label(request),
			value: request.id,
		})),
		paginationToken: page < pages ? String(page + 1) : undefined,
	};
}
