import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';

import { SIGNATURE_HEADER } from '../../queue/deliveries/signature';
import { checkExpressions } from '../../quickbooks/form/checkExpressions';
import type { FieldSpec } from '../../quickbooks/form/fieldSpec';
import { type Form, requiredId } from '../../quickbooks/form/form';
import { DAYS_KEPT, deletedTypes } from '../../quickbooks/queries/deletedRecords';
import { answerOptions, type Query } from '../../quickbooks/queries/query';
import { maximumResults } from '../../quickbooks/queries/queryOptions';
import { queries } from '../../quickbooks/records/registry';
import { scheduledQueriesOf, type ScheduledQuery } from '../../quickbooks/scheduled/scheduledQuery';
import { filtersField } from '../shared/fields/collection';
import { connection } from '../shared/fields/connection';
import { fieldOf } from '../shared/fields/fieldOf';
import { noticeField } from '../shared/fields/noticeField';
import { optionsCollection } from '../shared/fields/optionsCollection';

/** What the trigger asks for by itself, again and again. */
const asking = ['completedQuery', 'changedRecord', 'deletedRecord'];
const forAsking = { triggerOn: asking };
const forQueries = { triggerOn: ['completedQuery'] };
const forChanges = { triggerOn: ['changedRecord'] };
const forDeletions = { triggerOn: ['deletedRecord'] };
const forRequests = { triggerOn: ['completedRequest'] };

/** Whether the trigger asks for something by itself. */
export const isAsking = (triggerOn: unknown): boolean => asking.includes(String(triggerOn));

/**
 * What the trigger asks for by itself. None if it takes what others ask.
 * @throws FormError if a value is missing or forbidden.
 */
export const queriesOf = (form: Form): ScheduledQuery[] =>
	isAsking(form.values.triggerOn) ? scheduledQueriesOf(form, requiredId(form, connection)) : [];

/** The records that can be asked for by their change. */
const changing = queries.filter(({ changedSince }) => changedSince !== undefined);

/** Those of them whose completed queries may take only changes. Invoices could not when workflows began to store it. */
export const withChanges: readonly string[] = changing
	.filter(({ changedSince }) => changedSince?.onlyQbxml !== true)
	.map(({ value }) => value);

/** Those in which a stock moves, which is asked for by queries of its own. */
const withStock = changing.filter(({ stock }) => stock !== undefined).map(({ value }) => value);

/**
 * How far the time windows of two runs overlap, unless the user chooses otherwise: a quarter of an hour for a clock that is slow, and
 * an hour because QuickBooks is wrong about summer time.
 */
export const OVERLAP_MINUTES = 75;

/** How many records a test in the editor asks for at most. */
export const SAMPLE = 10;

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

/** What the first run takes of the records that are there already. */
const beginWith: INodeProperties = {
	displayName: 'Begin With',
	name: 'beginWith',
	type: 'options',
	options: [
		{
			name: 'Changes From Now On',
			value: 'now',
			description: 'What is added or changed after the workflow is published',
		},
		{
			name: 'Changes Since a Date',
			value: 'date',
		},
		{
			name: 'Everything',
			value: 'everything',
			description: 'The first run starts the workflow for every record that is there already',
		},
	],
	default: 'now',
	description: 'What the first run takes. Later runs take what has changed since the run before.',
};

const sinceDate = (show: Record<string, string[]>) => ({ show: { ...show, beginWith: ['date'] } });

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
const offeredFilters = ({ filters, changedSince }: Query): FieldSpec[] =>
	filters.map((row) => (row.name === changedSince?.name ? notForChanges(row) : row));

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
		"How far each run looks back before the start of the last complete run, so that no change is lost if the desktop's clock is slow, or an hour off because of summer time. Records found twice don't start the workflow twice.",
};

const queryFields: INodeProperties[] = [
	{ ...connection, displayOptions: { show: forAsking } },
	{ ...queriedResource(queries), displayOptions: { show: forQueries } },
	{
		...queriedResource(changing),
		description:
			"What to look for in QuickBooks. A balance that moves doesn't count as a change: look for the payments, invoices or bills that move it, or use On Scheduled Query.",
		displayOptions: { show: forChanges },
	},
	{ ...fieldOf(deletedTypes), displayOptions: { show: forDeletions } },
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
	{
		displayName: 'Stock Changes',
		name: 'stockChanges',
		type: 'boolean',
		default: true,
		description:
			'Whether to start for items whose quantity on hand has changed, too, by a sale, a bill or an adjustment. QuickBooks keeps their old TimeModified. If you choose Fields, include Quantity On Hand.',
		displayOptions: {
			show: { ...forChanges, queriedResource: withStock, onlyNew: [false] },
		},
	},
	{ ...firstRunFrom, displayOptions: { show: forOnlyChanges } },
	{ ...beginWith, displayOptions: { show: forChanges } },
	{
		...beginWith,
		options: [
			{
				name: 'Deletions From Now On',
				value: 'now',
				description: 'What is deleted after the workflow is published',
			},
			{ name: 'Deletions Since a Date', value: 'date' },
			{
				name: 'Everything',
				value: 'everything',
				description: `All that QuickBooks remembers: the last ${DAYS_KEPT} days`,
			},
		],
		displayOptions: { show: forDeletions },
	},
	{
		...firstRunFrom,
		required: true,
		description: 'The first run includes changes since this time',
		displayOptions: sinceDate(forChanges),
	},
	{
		...firstRunFrom,
		required: true,
		description: `The first run includes what was deleted since this time. QuickBooks remembers the last ${DAYS_KEPT} days.`,
		displayOptions: sinceDate(forDeletions),
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
		...noticeField(
			'requestNotice',
			'Choose "This Workflow\'s Trigger" as Webhook URL in an Accounting Sync node of this workflow, or give the Production URL above to whatever else queues requests. While you build the workflow, use the Test URL. Outside this workflow the URL works only with a Webhook Secret in the credential.',
		),
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

const commonFields: INodeProperties[] = [
	noticeField(
		'secretNotice',
		'Set a Webhook Secret in the credential so that only the service can start this workflow. Without one, only the secret in the URL protects it.',
	),
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
	{
		displayName: 'Split Into Items',
		name: 'splitIntoItems',
		type: 'boolean',
		default: true,
		description:
			'Whether to return one item for each record, with page details under "delivery", instead of one item for the whole page',
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: { show: forAsking },
	},
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
				default: SIGNATURE_HEADER,
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

/** The fields that a choice has. Each record has filters and options of its own under the same names. */
const fieldsOfChoice = (chosen: string): INodeProperties[] =>
	properties.filter(
		({ type, displayOptions }) =>
			type !== 'notice' && (displayOptions?.show?.triggerOn?.includes(chosen) ?? true),
	);

const choiceIn = (context: FormReader): string =>
	context.getNodeParameter(triggerOn.name, triggerOn.default) as string;

/** The form's values by name. For the fields that depend on a choice, only those of the choice that was made. */
export function readValues(context: FormReader): IDataObject {
	const byName = new Map(fieldsOfChoice(choiceIn(context)).map((field) => [field.name, field]));
	return Object.fromEntries(
		[...byName.values()].map(({ name, type, default: fallback }) => [
			name,
			context.getNodeParameter(name, fallback, { extractValue: type === 'resourceLocator' }),
		]),
	) as IDataObject;
}

/**
 * Refuses a form in which an expression gave nothing: a filter that vanishes would let everything through.
 * @throws FormError that names the field and the expression.
 */
export function refuseEmptyFields(
	context: FormReader & { getNode(): INode },
	values: IDataObject,
): void {
	const { parameters } = context.getNode();
	checkExpressions(fieldsOfChoice(choiceIn(context)), parameters, values);
}
