import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { serviceId } from '../../shared/form/convert';
import { FormError } from '../../shared/form/formError';
import { operationErrorOf, path, send } from '../../shared/service/client';
import { errorOf, failureOfEnvelope } from '../../shared/service/errors';

interface ListedRequest {
	id: string;
	state: string;
	inserted_at: string;
	page?: number;
	request_json?: { request?: { name?: string } };
	request_xml?: string;
}

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

function chosenConnection(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter('connection', { extractValue: true });
	const id = serviceId(value, { label: 'Connection', timezone: 'UTC' });
	if (id === undefined) {
		throw new FormError('Choose a connection first: the list shows its requests.');
	}
	return String(id);
}

/** The newest requests of the chosen connection for the locator (interface, section 4.2), searched by the service. */
export async function searchQueuedRequests(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	let connectionId: string;
	try {
		connectionId = chosenConnection(this);
	} catch (error) {
		throw operationErrorOf(this, error);
	}
	const page = Number(paginationToken ?? 1);
	const body = (await send(this, {
		method: 'GET',
		path: path('connections', connectionId, 'queued_requests'),
		query: { page, page_size: 50, ...(filter.trim() && { search_phrase: filter.trim() }) },
	})) as { data?: ListedRequest[]; total_pages?: number };
	if (!Array.isArray(body?.data)) throw errorOf(this.getNode(), failureOfEnvelope);
	return {
		results: body.data.map((request) => ({ name: label(request), value: request.id })),
		paginationToken: page < Number(body.total_pages) ? String(page + 1) : undefined,
	};
}
