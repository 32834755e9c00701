import type { IDataObject } from 'n8n-workflow';

import { connection } from '../../shared/fields/connection';
import { type WireValues, wireValues } from '../../shared/form/fieldSpec';
import { type Form, requiredId } from '../../shared/form/form';
import { FormError } from '../../shared/form/formError';
import { optionsQuery } from '../../shared/form/optionsQuery';
import { answerOptions, type Query } from '../../shared/queries/query';
import { queryOf as listedQuery } from '../../shared/records/registry';
import { path, type ServiceRequest } from '../../shared/transport/client';
import { encloseInQuery } from '../../shared/transport/envelope';

/** The query that the trigger repeats, from its form. */
export interface ScheduledQuery {
	connectionId: string;
	resource: string;
	filters: IDataObject;
	options: IDataObject;
	onlyChanges: boolean;
	/** The moment from which the first run takes changes, as in the form. Empty for everything. */
	firstRunFrom: unknown;
	timezone: string;
}

/** What sets one run of a scheduled query apart from the others. */
export interface RunDetails {
	requestId: string;
	webhookUrl: string;
	iterate: boolean;
	/** Only what has changed since this moment. Undefined for everything. */
	changedSince?: unknown;
}

/**
 * The scheduled query in the form.
 * @throws FormError if a value is missing or forbidden.
 */
export function scheduledQueryOf({ values, timezone }: Form): ScheduledQuery {
	const resource = String(values.queriedResource);
	const { changedSince } = queryOf(resource);
	return {
		connectionId: requiredId({ values, timezone }, connection),
		resource,
		filters: (values.filters ?? {}) as IDataObject,
		options: (values.queryOptions ?? {}) as IDataObject,
		onlyChanges: changedSince !== undefined && values.onlyChanges === true,
		firstRunFrom: values.firstRunFrom,
		timezone,
	};
}

function queryOf(resource: string): Query {
	const query = listedQuery(resource);
	if (query === undefined) throw new FormError(`There is no resource "${resource}" to query.`);
	return query;
}

/** Whether the runs of a scheduled query come in pages (interface, section 4.3). */
export const iterates = ({ resource }: ScheduledQuery): boolean =>
	queryOf(resource).iterates === true;

function filtersWithChanges(scheduledQuery: ScheduledQuery, changedSince: unknown): WireValues {
	const { filters, onlyChanges, resource, timezone } = scheduledQuery;
	const query = queryOf(resource);
	const row = query.changedSince;
	if (!onlyChanges || row === undefined) return wireValues(query.filters, filters, timezone);
	if (filters[row.name]) {
		throw new FormError(
			`${row.displayName} can't be used together with Only Changes Since The Last Run.`,
			'Remove the filter, or turn off Only Changes Since The Last Run.',
		);
	}
	const since = { [row.name]: changedSince } as IDataObject;
	return wireValues(query.filters, { ...filters, ...since }, timezone);
}

/** The fields by which we recognise a record when it comes again: its ID, and what changes with it. */
const recordIds = ['ListID', 'TxnID'];
const recordVersions = ['EditSequence', 'TimeModified'];

function chosenFields({ include }: WireValues): string[] {
	return Array.isArray(include) ? include : include === undefined ? [] : [String(include)];
}

function answerQuery(scheduledQuery: ScheduledQuery): WireValues {
	const form: Form = {
		values: { options: scheduledQuery.options },
		timezone: scheduledQuery.timezone,
	};
	return optionsQuery(form, answerOptions(queryOf(scheduledQuery.resource)));
}

/** The fields that a run of changes asks for in addition to the chosen ones. None if it asks for all. */
export function addedFields(scheduledQuery: ScheduledQuery): string[] {
	const chosen = chosenFields(answerQuery(scheduledQuery));
	if (!scheduledQuery.onlyChanges || chosen.length === 0) return [];
	const ids = recordIds.filter((id) => queryOf(scheduledQuery.resource).fields.includes(id));
	return [...ids, ...recordVersions].filter((field) => !chosen.includes(field));
}

/**
 * The request of one run.
 * @throws FormError for values that the interface forbids.
 */
export function runRequest(scheduledQuery: ScheduledQuery, details: RunDetails): ServiceRequest {
	const query = queryOf(scheduledQuery.resource);
	const answer = answerQuery(scheduledQuery);
	const added = addedFields(scheduledQuery);
	const content: ServiceRequest = {
		method: 'GET',
		path: path('connections', scheduledQuery.connectionId, query.path ?? ''),
		query: {
			...filtersWithChanges(scheduledQuery, details.changedSince),
			...answer,
			...(added.length > 0 && { include: [...chosenFields(answer), ...added] }),
			...(query.iterates && details.iterate && { iterate: true }),
		},
		idempotencyKey: details.requestId,
	};
	return encloseInQuery(content, details);
}
