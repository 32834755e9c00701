import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { connection } from '../shared/fields/connection';
import { maximumResults, optionsCollection } from '../shared/fields/queryOptions';
import type { FieldSpec } from '../shared/form/fieldSpec';
import { DAYS_KEPT, deletedTypesField } from '../shared/queries/deletedRecords';
import { answerOptions, filtersField, type Query } from '../shared/queries/query';
import { queries } from '../shared/records/registry';

/** What the trigger asks for by itself, again and again. */
const asking = ['completedQuery', 'changedRecord', 'deletedRecord'];
const forAsking = { triggerOn: asking };
const forQueries = { triggerOn: ['completedQuery'] };
const forChanges = { triggerOn: ['changedRecord'] };
const forDeletions = { triggerOn: ['deletedRecord'] };
const forRequests = { triggerOn: ['completedRequest'] };

/** Whether the trigger asks for something by itself. */
export const isAsking = (triggerOn: unknown): boolean => asking.includes(String(triggerOn));

/** The records that can be asked for by their change. */
const changing = queries.filter(({ changedSince }) => changedSince !== undefined);

/** Those of them whose completed queries may take only changes. Invoices could not when workflows began to store it. */
export const withChanges: readonly string[] = changing
	.filter(({ changedSince }) => changedSince?.onlyQbxml !== true)
	.map(({ value }) => value);

/** How far the time windows of two runs overlap, unless the user chooses otherwise. */
export const OVERLAP_MINUTES = 15;

const triggerOn: INodeProperties = {
	displayName: 'Trigger On',
	name: 'triggerOn',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'On New or Changed Records',
			value: 'changedRecord',
			action: 'On new or changed records',
			description: 'Check on a schedule for records that were added or changed',
		},
		{
			name: 'On Deleted Records',
			value: 'deletedRecord',
			action: 'On deleted records',
			description: 'Check on a schedule for records that were deleted',
		},
		{
			name: 'On Completed Request',
			value: 'completedRequest',
			action: 'On completed request',
			description: 'Start when a request completes that was queued with the URL of this trigger',
		},
		{
			name: 'On Scheduled Query',
			value: 'completedQuery',
			action: 'On scheduled query',
			description: 'Run the same query on a schedule, and start for every page of results',
		},
	],
	default: 'completedQuery',
};

const queriedResource = (offered: readonly Query[]): INodeProperties => ({
	displayName: 'Resource',
	name: 'queriedResource',
	type: 'options',
	noDataExpression: true,
	options: offered.map(({ name, value }) => ({ name, value })),
	default: 'customer',
	description: 'What to look for in QuickBooks',
});

const firstRunFrom: INodeProperties = {
	displayName: 'Include Changes Since',
	name: 'firstRunFrom',
	type: 'dateTime',
	default: '',
	description: 'The first run includes changes since this time. If empty, it includes everything.',
};

const forOnlyChanges = { ...forQueries, queriedResource: [...withChanges], onlyChanges: [true] };

/** A field that is not there for On New or Changed Records. */
const notForChanges = (row: FieldSpec): FieldSpec => ({
	...row,
	displayOptions: { hide: { '/triggerOn': forChanges.triggerOn } },
});

/** Each run of changes says itself since when it asks. */
const offeredFilters = ({ filters, changedSince, ...query }: Query): Query => ({
	...query,
	filters: filters.map((row) => (row.name === changedSince?.name ? notForChanges(row) : row)),
});

/** Where an answer has no pages, a maximum would cut off changes. */
const offeredOptions = (query: Query): FieldSpec[] =>
	answerOptions(query).map((row) =>
		row === maximumResults && query.iterates !== true ? notForChanges(row) : row,
	);

const overlap: INodeProperties = {
	displayName: 'Overlap (Minutes)',
	name: 'overlap',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: OVERLAP_MINUTES,
	description:
		"How far each run looks back before the start of the last complete run, so that no change is lost if the desktop's clock is slow. Records found twice don't start the workflow twice.",
};

const queryFields: INodeProperties[] = [
	{ ...connection, displayOptions: { show: forAsking } },
	{ ...queriedResource(queries), displayOptions: { show: forQueries } },
	{ ...queriedResource(changing), displayOptions: { show: forChanges } },
	{ ...deletedTypesField, displayOptions: { show: forDeletions } },
	{
		displayName: 'Only Changes Since The Last Run',
		name: 'onlyChanges',
		type: 'boolean',
		default: true,
		description: 'Whether each run takes only what has changed since the last complete run',
		displayOptions: { show: { ...forQueries, queriedResource: [...withChanges] } },
	},
	{
		displayName: 'Only New',
		name: 'onlyNew',
		type: 'boolean',
		default: false,
		description:
			'Whether to start only for records created since the last run, and not for those that were just changed. A record that was created and then changed counts as new.',
		displayOptions: { show: forChanges },
	},
	{ ...firstRunFrom, displayOptions: { show: forOnlyChanges } },
	{ ...firstRunFrom, displayOptions: { show: forChanges } },
	{
		...firstRunFrom,
		description: `The first run includes what was deleted since this time. If empty, it includes everything QuickBooks remembers: the last ${DAYS_KEPT} days.`,
		displayOptions: { show: forDeletions },
	},
	{
		displayName: 'Schedule',
		name: 'schedule',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Custom (Cron)', value: 'cron' },
			{ name: 'Every X Hours', value: 'hours' },
			{ name: 'Every X Minutes', value: 'minutes' },
		],
		default: 'hours',
		description:
			'When to run. The first run starts when the workflow is activated; a run is skipped while the previous one is still going.',
		displayOptions: { show: forAsking },
	},
	{
		displayName: 'Interval',
		name: 'every',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		description: 'Time between runs',
		displayOptions: { show: { ...forAsking, schedule: ['minutes', 'hours'] } },
	},
	{
		displayName: 'Cron Expression',
		name: 'cronExpression',
		type: 'string',
		default: '0 8 * * 1-5',
		placeholder: 'e.g. 0 8 * * 1-5',
		description:
			"Minute, hour, day of the month, month and day of the week, in the workflow's time zone",
		displayOptions: { show: { ...forAsking, schedule: ['cron'] } },
	},
	...queries.flatMap((query) => {
		const show = {
			triggerOn: [...forQueries.triggerOn, ...forChanges.triggerOn],
			queriedResource: [query.value],
		};
		return [
			{ ...filtersField(offeredFilters(query)), displayOptions: { show } },
			{
				...optionsCollection(offeredOptions(query)),
				displayName: 'Query Options',
				name: 'queryOptions',
				displayOptions: { show },
			},
		];
	}),
];

const requestFields: INodeProperties[] = [
	{
		displayName:
			'Choose "This Workflow\'s Trigger" as Webhook URL in an Accounting Sync node of this workflow, or give the Production URL above to whatever else queues requests. While you build the workflow, use the Test URL. Outside this workflow the URL works only with a Webhook Secret in the credential.',
		name: 'requestNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: forRequests },
	},
	{
		displayName: 'Request Types',
		name: 'requestTypes',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Request Type' },
		default: [],
		placeholder: 'e.g. InvoiceAdd',
		description:
			'Which requests start the workflow, by their qbXML names such as InvoiceAdd, DataExtMod or CustomerQuery. If empty, all do.',
		displayOptions: { show: forRequests },
	},
];

/** The versions of the node. Before 2.1, a whole page came as one item at first. Workflows that are stored keep that. */
export const formerVersions: readonly number[] = [2];
export const NEWEST_VERSION = 2.1;

const splitIntoItems: INodeProperties = {
	displayName: 'Split Into Items',
	name: 'splitIntoItems',
	type: 'boolean',
	default: false,
	description:
		'Whether to return one item for each record, with page details under "delivery", instead of one item for the whole page',
};

const commonFields: INodeProperties[] = [
	{
		displayName:
			'Set a Webhook Secret in the credential so that only the service can start this workflow. Without one, only the secret in the URL protects it.',
		name: 'secretNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger For',
		name: 'emit',
		type: 'options',
		options: [
			{ name: 'Completed', value: 'completed' },
			{ name: 'Completed and Failed', value: 'both' },
			{ name: 'Failed', value: 'failed' },
		],
		default: 'both',
		description: 'Whether to start for completed requests, failed ones, or both',
	},
	{ ...splitIntoItems, default: true, displayOptions: { show: { '@version': [NEWEST_VERSION] } } },
	{ ...splitIntoItems, displayOptions: { show: { '@version': [...formerVersions] } } },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Trigger For Empty Results',
				name: 'emitEmptyPages',
				type: 'boolean',
				default: false,
				description: 'Whether a run that finds no changes starts the workflow too, with no records',
			},
			{
				displayName: 'Include Request',
				name: 'includeRequest',
				type: 'boolean',
				default: false,
				description: 'Whether to add the request itself to the item, as "request"',
			},
			{
				displayName: 'Include Response',
				name: 'includeResponse',
				type: 'boolean',
				default: false,
				description: 'Whether to add the whole response, as "response_json" and "response_xml"',
			},
			{
				...overlap,
				displayOptions: {
					show: {
						'/triggerOn': forQueries.triggerOn,
						'/queriedResource': [...withChanges],
						'/onlyChanges': [true],
					},
				},
			},
			{
				...overlap,
				displayOptions: {
					show: { '/triggerOn': [...forChanges.triggerOn, ...forDeletions.triggerOn] },
				},
			},
			{
				displayName: 'Signature Header',
				name: 'signatureHeader',
				type: 'string',
				default: 'X-Qube-Signature',
				description: 'The header that carries the signature of a delivery',
			},
		],
	},
];

export const properties: INodeProperties[] = [
	triggerOn,
	...queryFields,
	...requestFields,
	...commonFields,
];

/** How to read the form, whichever part of n8n calls the node. */
export interface FormReader {
	getNodeParameter(name: string, fallback?: unknown, options?: { extractValue?: boolean }): unknown;
}

/** The form's values by name. For the fields that depend on a choice, only those of the choice that was made. */
export function readValues(context: FormReader): IDataObject {
	const chosen = context.getNodeParameter(triggerOn.name, triggerOn.default) as string;
	const isOfChoice = ({ displayOptions }: INodeProperties): boolean =>
		displayOptions?.show?.triggerOn?.includes(chosen) ?? true;
	const fields = properties.filter((field) => field.type !== 'notice' && isOfChoice(field));
	// Each record has filters and options of its own under the same names.
	const byName = new Map(fields.map((field) => [field.name, field]));
	return Object.fromEntries(
		[...byName.values()].map(({ name, type, default: fallback }) => [
			name,
			context.getNodeParameter(name, fallback, { extractValue: type === 'resourceLocator' }),
		]),
	) as IDataObject;
}
