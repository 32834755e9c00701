import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { findRequests } from '../../../../queue/reader/queuedRequests';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { text } from '../../../../quickbooks/form/convert';
import type { FieldOption } from '../../../../quickbooks/form/field';
import { type FieldSpec, wireValues } from '../../../../quickbooks/form/fieldSpec';
import { collectionIn, isOptionOn, requiredId } from '../../../../quickbooks/form/form';
import { collection, filtersField } from '../../../shared/fields/collection';
import { connection } from '../../../shared/fields/connection';
import { serviceOf } from '../../../shared/transport/service';
import { limitOf, returnAllAndLimit } from '../../operations/fields/limit';
import type { DirectOperation } from '../../operations/operation';

const choices = (...values: Array<[value: string, name: string]>): FieldOption[] =>
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

const includeResponses: INodeProperties = {
	displayName: 'Include Responses',
	name: 'includeResponses',
	type: 'boolean',
	default: false,
	description:
		'Whether to return what the desktop answered, too. Those responses can be several megabytes; Queued Request: Get returns the one of a single request.',
};

const responseFields: ReadonlySet<string> = new Set(['response_xml', 'response_json']);

const withoutResponse = (record: QueuedRecord): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !responseFields.has(name)));

/** GET /connections/{connection_id}/queued_requests (interface, sections 2.5, 4.2 and 8). */
export const getQueuedRequests: DirectOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many queued requests',
	description: 'Get the queued requests of a connection',
	properties: [
		connection,
		...returnAllAndLimit,
		filtersField(rows),
		collection('Options', 'options', 'Add Option', [includeResponses]),
	],
	async execute({ context, form }) {
		const limit = limitOf(form);
		const id = requiredId(form, connection);
		const query = wireValues(rows, collectionIn(form.values, 'filters'), form.timezone);
		const found = await findRequests(serviceOf(context), id, query, limit);
		const isWhole = isOptionOn(form, includeResponses);
		return found.map((record) => ({ json: isWhole ? record : withoutResponse(record) }));
	},
};
