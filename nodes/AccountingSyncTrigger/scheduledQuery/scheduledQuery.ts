import type { IDataObject } from 'n8n-workflow';

import { connection } from '../../shared/fields/connection';
import { maximumResults } from '../../shared/fields/queryOptions';
import { timestamp } from '../../shared/form/convert';
import { type WireValues, wireValues } from '../../shared/form/fieldSpec';
import { type Form, requiredId } from '../../shared/form/form';
import { FormError } from '../../shared/form/formError';
import { optionsQuery } from '../../shared/form/optionsQuery';
import type { AnswerRecord } from '../../shared/qbxml/answer';
import {
	type DocumentKnowledge,
	documentOf,
	type DocumentRequest,
} from '../../shared/qbxml/document';
import {
	DAYS_KEPT,
	deletedQueries,
	deletedRequest,
	deletedTypes,
} from '../../shared/queries/deletedRecords';
import { answerOptions, filterLabels, qbxmlOf, type Query } from '../../shared/queries/query';
import {
	askingOf,
	type FilledIn,
	matcherOf,
	mostOf,
	neededElements,
} from '../../shared/queries/queryRequest';
import { queryNamesOf, type RecordKind } from '../../shared/records/record';
import { recordOf } from '../../shared/records/registry';
import { path, type ServiceRequest } from '../../shared/transport/client';
import { encloseInQuery } from '../../shared/transport/envelope';
import { isInOneAnswer } from './runNames';

/**
 * The query that the trigger repeats, from its form. Its runs are named after it as it stands here, so another or a further
 * property makes every workflow start over.
 */
export interface ScheduledQuery {
	connectionId: string;
	resource: string;
	filters: IDataObject;
	options: IDataObject;
	onlyChanges: boolean;
	/** The moment from which the first run takes changes, as in the form. Empty for everything. */
	firstRunFrom: unknown;
	timezone: string;
	/** The query's name in qbXML, for a resource that has several. */
	query?: string;
}

/** What sets one run of a scheduled query apart from the others. */
export interface RunDetails {
	requestId: string;
	webhookUrl: string;
	/** Whether the service may give the answer in pages. A test takes a single one. */
	iterate: boolean;
	/** Only what has changed since this moment. Undefined for everything. */
	changedSince?: unknown;
	/** Whether the records have to show when they were created, so that new ones can be told from changed ones. */
	onlyNew?: boolean;
}

/** The resource of the scheduled query for deleted records, whose types stand among its filters. */
const DELETED = 'deletedRecord';

/**
 * The scheduled queries in the form. There are several where qbXML has a query for each of several types: a service may take
 * only one to a request. Each has runs of its own.
 * @throws FormError if a value is missing or forbidden.
 */
export function scheduledQueriesOf(form: Form): ScheduledQuery[] {
	const whole = scheduledQueryOf(form);
	if (whole.resource === DELETED) {
		const { deletedTypes: chosen = [] } = wireValues([deletedTypes], form.values, form.timezone);
		return deletedQueries(chosen as string[]).map(({ query, types }) => ({
			...whole,
			filters: { [deletedTypes.name]: types },
			query,
		}));
	}
	const kind = kindOf(whole.resource);
	const names = queryNamesOf(kind);
	const isDocument = !isAtEndpoint(kind.query, filledInLater(whole, kind.query));
	return names.length > 1 && isDocument ? names.map((query) => ({ ...whole, query })) : [whole];
}

function scheduledQueryOf({ values, timezone }: Form): ScheduledQuery {
	const { triggerOn, queriedResource, firstRunFrom } = values;
	const isDeleted = triggerOn === DELETED;
	const isChanged = triggerOn === 'changedRecord';
	const resource = isDeleted ? DELETED : String(queriedResource);
	const query = isDeleted ? undefined : kindOf(resource).query;
	const row = query?.changedSince;
	const mayTakeChanges = row !== undefined && (isChanged || row.onlyQbxml !== true);
	const filters = { ...((values.filters ?? {}) as IDataObject) };
	const options = { ...((values.queryOptions ?? {}) as IDataObject) };
	if (isChanged && row === undefined) {
		throw new FormError(`${query?.name} can't be asked for by its change.`);
	}
	if (isChanged && row) delete filters[row.name];
	// An answer without pages must hold all changes.
	if (isChanged && query?.iterates !== true) delete options[maximumResults.name];
	return {
		connectionId: requiredId({ values, timezone }, connection),
		resource,
		filters: isDeleted ? {} : filters,
		options: isDeleted ? {} : options,
		onlyChanges: isDeleted || isChanged || (mayTakeChanges && values.onlyChanges === true),
		firstRunFrom,
		timezone,
	};
}

function kindOf(resource: string): RecordKind {
	const kind = recordOf(resource);
	if (kind === undefined) throw new FormError(`There is no resource "${resource}" to query.`);
	return kind;
}

/** What was filled in, for a run since a moment. */
function filledIn(
	{ filters, options, onlyChanges, timezone }: ScheduledQuery,
	{ changedSince: row }: Query,
	changedSince: unknown,
): FilledIn {
	if (!onlyChanges || row === undefined) return { filters, options, timezone };
	if (filters[row.name]) {
		throw new FormError(
			`${row.displayName} can't be used together with Only Changes Since The Last Run.`,
			'Remove the filter, or switch off Only Changes Since The Last Run.',
		);
	}
	const since = { [row.name]: changedSince } as IDataObject;
	return { filters: { ...filters, ...since }, options, timezone };
}

/** Stands for the start of the last run, where only the way of asking matters. */
export const SOME_MOMENT = '2000-01-01T00:00:00Z';

/** What the later runs of a scheduled query are filled in with. The first may ask for everything. */
const filledInLater = (scheduledQuery: ScheduledQuery, query: Query): FilledIn =>
	filledIn(scheduledQuery, query, SOME_MOMENT);

const isAtEndpoint = (query: Query, given: FilledIn): boolean =>
	'endpoint' in askingOf(query, given);

/**
 * Whether a run comes in pages (interface, section 4.3). The first run of a scheduled query may do so although the later
 * ones don't: they ask for something that the endpoint does not take. Then the run's identifier tells.
 */
export function comesInPages(scheduledQuery: ScheduledQuery, requestId: unknown): boolean {
	if (scheduledQuery.resource === DELETED) return false;
	const { query } = kindOf(scheduledQuery.resource);
	if (query.iterates !== true) return false;
	if (isAtEndpoint(query, filledInLater(scheduledQuery, query))) return true;
	const first = filledIn(scheduledQuery, query, scheduledQuery.firstRunFrom);
	return isAtEndpoint(query, first) && !isInOneAnswer(requestId);
}

/** The fields by which we recognise a record when it comes again: its ID, and what changes with it. */
const recordIds = ['ListID', 'TxnID'];
const recordVersions = ['EditSequence', 'TimeModified'];

const chosenFields = ({ include }: WireValues): string[] =>
	Array.isArray(include) ? include : include === undefined ? [] : [String(include)];

/** Extra Query Parameters, and the given rows before them. */
const extraQuery = ({ options, timezone }: ScheduledQuery, rows: Query | undefined): WireValues =>
	optionsQuery({ values: { options }, timezone }, rows ? answerOptions(rows) : []);

/**
 * The fields that a run asks for in addition to the chosen ones: by which we recognise a record, and those of filters that
 * are matched here. None if it asks for all.
 * @param onlyNew See `RunDetails`.
 */
export function addedFields(scheduledQuery: ScheduledQuery, onlyNew = false): string[] {
	if (scheduledQuery.resource === DELETED) return [];
	const { query } = kindOf(scheduledQuery.resource);
	const chosen = chosenFields(extraQuery(scheduledQuery, query));
	if (chosen.length === 0) return [];
	const ids = recordIds.filter((id) => query.fields.includes(id));
	const wanted = [
		...(scheduledQuery.onlyChanges ? [...ids, ...recordVersions] : []),
		...(onlyNew ? ['TimeCreated'] : []),
		...neededElements(query, filledInLater(scheduledQuery, query)),
	];
	return [...new Set(wanted)].filter((field) => !chosen.includes(field));
}

/** The records of an answer that come through the filters which are matched here. */
export function matchedRecords(
	scheduledQuery: ScheduledQuery,
	records: AnswerRecord[],
): AnswerRecord[] {
	if (scheduledQuery.resource === DELETED) return records;
	const { query } = kindOf(scheduledQuery.resource);
	const given = filledInLater(scheduledQuery, query);
	if (isAtEndpoint(query, given)) return records;
	const matches = matcherOf(query, given);
	const matched = records.filter(({ fields }) => matches(fields));
	return scheduledQuery.onlyChanges ? matched : matched.slice(0, mostOf(given));
}

/** How a run asks: its endpoint (interface, section 4.3), or with a document (section 4.2). */
type RunAsking =
	| { endpoint: string; query: WireValues }
	| { request: DocumentRequest; label: string; labels: ReadonlyMap<string, string> };

/**
 * Since when a run asks, as ISO 8601 in UTC. Undefined for everything.
 * @param since The start of an earlier run, or the moment in the form.
 */
export function momentOf(since: unknown, { timezone }: ScheduledQuery): string | undefined {
	const moment = timestamp(since, { label: 'Include Changes Since', timezone });
	return moment === undefined ? undefined : String(moment);
}

const DAY = 24 * 60 * 60_000;

/**
 * What to tell the user if a run asks for deletions that the accounting application may have forgotten. Undefined if it
 * does not.
 * @param since Since when the run asks.
 * @param start When it started, in milliseconds since 1970.
 */
export function missedDeletions(
	{ resource }: ScheduledQuery,
	since: string | null | undefined,
	start: number,
): string | undefined {
	if (resource !== DELETED || !since) return undefined;
	if (start - Date.parse(since) <= DAYS_KEPT * DAY) return undefined;
	return `Deletions may be missing. This run asks for those since ${since}, but QuickBooks keeps them for only ${DAYS_KEPT} days. Compare its lists with yours.`;
}

function askingOfRun(
	scheduledQuery: ScheduledQuery,
	{ changedSince, iterate = true, onlyNew }: Partial<RunDetails>,
): RunAsking {
	const { resource, filters, onlyChanges, query: name = '' } = scheduledQuery;
	if (resource === DELETED) {
		const types = filters[deletedTypes.name] as string[];
		const from = momentOf(changedSince, scheduledQuery);
		const labels = new Map([
			['ListDelType', deletedTypes.displayName],
			['TxnDelType', deletedTypes.displayName],
		]);
		const request = deletedRequest({ query: name, types }, from);
		return { request, label: 'On Deleted Records', labels };
	}
	const kind = kindOf(resource);
	const { query } = kind;
	const asking = askingOf(query, filledIn(scheduledQuery, query, changedSince));
	const chosen = chosenFields(extraQuery(scheduledQuery, query));
	const added = addedFields(scheduledQuery, onlyNew);
	const include = [...chosen, ...added];
	if ('endpoint' in asking) {
		return {
			endpoint: asking.endpoint,
			query: {
				...asking.query,
				...extraQuery(scheduledQuery, undefined),
				...(added.length > 0 && { include }),
				...(query.iterates && iterate && { iterate: true }),
			},
		};
	}
	const { MaxReturned: most, ...values } = asking.values;
	// Nobody fetches a second page of an answer to a document, so a run must not be cut. A test may be.
	const isCut = most !== undefined && !(onlyChanges && iterate);
	const request = {
		name: `${name || qbxmlOf(query)}Rq`,
		values: {
			...values,
			...(isCut && { MaxReturned: most }),
			...(include.length > 0 && { IncludeRetElement: include }),
		},
	};
	return { request, label: kind.name, labels: filterLabels(query, filters, request.name) };
}

/**
 * Whether a run is asked for with a document, so that it is made and checked by the facts of qbXML.
 * @throws FormError for values that the interface forbids.
 */
export const needsQbxml = (scheduledQuery: ScheduledQuery, changedSince: unknown): boolean =>
	'request' in askingOfRun(scheduledQuery, { changedSince });

const ADVICE = 'No run was started. Change the filters or the options.';

/**
 * The request of one run.
 * @param knowledge For a run that needs it (see `needsQbxml`).
 * @throws FormError for values that the interface forbids, or the accounting application.
 */
export function runRequest(
	scheduledQuery: ScheduledQuery,
	details: RunDetails,
	knowledge: DocumentKnowledge | undefined,
): ServiceRequest {
	const { connectionId } = scheduledQuery;
	const { requestId, webhookUrl } = details;
	const asking = askingOfRun(scheduledQuery, details);
	if ('endpoint' in asking) {
		const content: ServiceRequest = {
			method: 'GET',
			path: path('connections', connectionId, asking.endpoint),
			query: asking.query,
			idempotencyKey: requestId,
		};
		return encloseInQuery(content, details);
	}
	if (!knowledge) throw new Error('A document can only be made with the facts of qbXML.');
	const { request, label, labels } = asking;
	const identified = { ...request, values: { ...request.values, '@requestID': requestId } };
	return {
		method: 'POST',
		path: path('connections', connectionId, 'queued_requests'),
		query: extraQuery(scheduledQuery, undefined),
		body: {
			request_xml: documentOf(knowledge, [identified], { label, labels, advice: ADVICE }).xml,
			webhook_url: webhookUrl,
		},
		idempotencyKey: requestId,
	};
}
