import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { connection } from '../../../shared/fields/connection';
import { text } from '../../../shared/form/convert';
import { fieldsOf, type FieldSpec, wireValues } from '../../../shared/form/fieldSpec';
import { requiredId } from '../../../shared/form/form';
import { findRequests } from '../../../shared/transport/queuedRequests';
import { returnAllAndLimit } from '../../fields/limit';
import { limitOf } from '../../operations/formReaders';
import type { DirectOperation } from '../../operations/operation';

const choices = (...values: Array<[value: string, name: string]>): INodePropertyOptions[] =>
	values.map(([value, name]) => ({ name, value }));

const rows: readonly FieldSpec[] = [
	{
		displayName: 'Search Phrase',
		name: 'searchPhrase',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-1042',
		description: 'Only requests that contain this text',
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

/** GET /connections/{connection_id}/queued_requests (interface, sections 2.5, 4.2 and 8). */
export const getQueuedRequests: DirectOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many queued requests',
	description: 'Get the queued requests of a connection',
	properties: [connection, ...returnAllAndLimit, filters],
	async execute({ context, itemIndex, form }) {
		const limit = limitOf(form);
		const id = requiredId(form, connection);
		const query = wireValues(rows, (form.values.filters ?? {}) as IDataObject, form.timezone);
		const found = await findRequests(context, id, query, limit, itemIndex);
		return found.map((json) => ({ json }));
	},
};
