import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { text } from '../../../shared/form/convert';
import { fieldsOf, wireValues, type Row } from '../../../shared/form/row';
import { path, send } from '../../../shared/service/client';
import { errorOf, failureOfEnvelope } from '../../../shared/service/errors';
import { connection, requiredId } from '../../fields/connection';
import { limitOf, returnAllAndLimit } from '../../fields/limit';
import type { Call, Operation } from '../../operation';

/** The most that the service gives in one page (interface, section 8). */
const largestPage = 100;

const choices = (...values: Array<[value: string, name: string]>): INodePropertyOptions[] =>
	values.map(([value, name]) => ({ name, value }));

const rows: readonly Row[] = [
	{
		displayName: 'Search Phrase',
		name: 'searchPhrase',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-1042',
		description: 'Only requests with this text in them',
		wire: 'search_phrase',
		convert: text,
	},
	{
		displayName: 'Sort By',
		name: 'sort',
		type: 'options',
		options: choices(['inserted_at', 'Queued At'], ['updated_at', 'Updated At']),
		default: 'inserted_at',
		description: 'What the requests are sorted by',
		wire: 'sort',
		convert: text,
	},
	{
		displayName: 'Sort Direction',
		name: 'sortDirection',
		type: 'options',
		options: choices(['desc', 'Newest First'], ['asc', 'Oldest First']),
		default: 'desc',
		description: 'Whether the newest or the oldest requests come first',
		wire: 'sort_direction',
		convert: text,
	},
	{
		displayName: 'State',
		name: 'state',
		type: 'options',
		options: choices(
			['discarded', 'Discarded'],
			['error', 'Error'],
			['response_received', 'Response Received'],
			['retryable', 'Retryable'],
			['sent', 'Sent'],
			['ticketed', 'Ticketed'],
			['waiting', 'Waiting'],
		),
		default: 'waiting',
		description: 'Only requests in this state',
		wire: 'state',
		convert: text,
	},
	{
		displayName: 'Webhook State',
		name: 'webhookState',
		type: 'options',
		options: choices(
			['failed', 'Failed'],
			['not_applicable', 'Not Applicable'],
			['pending', 'Pending'],
			['succeeded', 'Succeeded'],
		),
		default: 'pending',
		description: 'Only requests whose delivery to a webhook is in this state',
		wire: 'webhook_state',
		convert: text,
	},
];

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: fieldsOf(rows),
};

interface Page {
	data: IDataObject[];
	total_pages: number;
}

const isPage = (body: unknown): body is Page =>
	typeof body === 'object' &&
	body !== null &&
	'data' in body &&
	Array.isArray(body.data) &&
	'total_pages' in body &&
	typeof body.total_pages === 'number';

/** A record's identity: the pages of an iterated request share their ID (interface, section 2.2). */
const identity = ({ id, page_request_id: pageRequestId, page }: IDataObject): string =>
	JSON.stringify([id, pageRequestId, page]);

async function collect({ context, itemIndex, form }: Call): Promise<IDataObject[]> {
	const limit = limitOf(form);
	const id = requiredId(form, connection);
	const query = wireValues(rows, (form.values.filters ?? {}) as IDataObject, form.timezone);
	// A request that is queued meanwhile moves the others down, so that one may come again on the next page.
	const found = new Map<string, IDataObject>();
	for (let page = 1, pages = 1; page <= pages && found.size < limit; page++) {
		const body = await send(
			context,
			{
				method: 'GET',
				path: path('connections', id, 'queued_requests'),
				query: { ...query, page, page_size: Math.min(limit, largestPage) },
			},
			itemIndex,
		);
		if (!isPage(body)) throw errorOf(context.getNode(), failureOfEnvelope, itemIndex);
		for (const request of body.data) found.set(identity(request), request);
		pages = body.total_pages;
	}
	return [...found.values()].slice(0, limit);
}

/** GET /connections/{connection_id}/queued_requests (interface, sections 2.5, 4.2 and 8). */
export const getQueuedRequests: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many queued requests',
	description: 'Get the queued requests of a connection',
	properties: [connection, ...returnAllAndLimit, filters],
	async execute(call) {
		return (await collect(call)).map((json) => ({ json }));
	},
};
