import { activeStatus } from '../filters/kinds';
import { required, timestamp } from '../form/convert';
import { type WireValues, wireValues } from '../form/fieldSpec';
import type { Form } from '../form/form';
import { FormError } from '../form/formError';
import { optionsQuery } from '../form/optionsQuery';
import type { JsonObject } from '../json/object';
import type { AnswerRecord } from '../qbxml/answer';
import type { DocumentRequest } from '../qbxml/document';
import { DAYS_KEPT, deletedQueries, deletedRequest, deletedTypes } from '../queries/deletedRecords';
import { answerOptions, filterLabels, qbxmlOf, type Query } from '../queries/query';
import { maximumResults } from '../queries/queryOptions';
import {
	askingOf,
	bringsMore,
	type FilledIn,
	matcherOf,
	mostOf,
	neededElements,
} from '../queries/queryRequest';
import { queryNamesOf, type RecordKind } from '../records/record';
import { recordOf } from '../records/registry';

/**
 * The query that the trigger repeats, from its form. Its runs are named after it as it stands here, so another or a further
 * property makes every workflow start over.
 */
export interface ScheduledQuery {
	connectionId: string;
	resource: string;
	filters: JsonObject;
	options: JsonObject;
	onlyChanges: boolean;
	/** The moment from which the first run takes changes, as in the form. Empty for everything. */
	firstRunFrom: unknown;
	/** Set if the first run takes changes from the moment on when the workflow was published. */
	beginsNow?: true;
	timezone: string;
	/** The query's name in qbXML, for a resource that has several. Such a query goes out in qbXML. */
	query?: string;
}

/** What a run asks for, beside its scheduled query. */
export interface RunAsked {
	/** Whether the service may give the answer in pages. A test takes a single one. */
	iterate: boolean;
	/** Only what has changed since this moment. Undefined for everything. */
	changedSince?: unknown;
	/** The most records that a test takes. */
	most?: number;
	/** Whether the records have to show when they were created, so that new ones can be told from changed ones. */
	onlyNew?: boolean;
}

/** The resource of the scheduled query for deleted records, whose types stand among its filters. */
const DELETED = 'deletedRecord';
const CHANGED = 'changedRecord';

/**
 * The scheduled queries in the form. There are several where qbXML has a query for each of several types: a service may take
 * only one to a request. Each has runs of its own.
 * @throws FormError if a value is missing or forbidden.
 */
export function scheduledQueriesOf(form: Form, connectionId: string): ScheduledQuery[] {
	const whole = scheduledQueryOf(form, connectionId);
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
	if (names.length > 1 && isDocument) return names.map((query) => ({ ...whole, query }));
	return [whole, ...stockQueriesOf(whole, form)];
}

/** Whether a scheduled query looks for what moves in records without counting as their change. */
export const isOfStock = ({ resource, query }: ScheduledQuery): boolean =>
	query !== undefined && recordOf(resource)?.query.stock?.queries.includes(query) === true;

/**
 * The queries that look for movements of stock beside the one for changes, if the user wants to see them. What is in stock
 * already comes with the first run of that one.
 */
function stockQueriesOf(whole: ScheduledQuery, { values }: Form): ScheduledQuery[] {
	const { query } = kindOf(whole.resource);
	const chosen = chosenFields(extraQuery(whole, query));
	const isShown = chosen.length === 0 || chosen.some((one) => query.stock?.fields.includes(one));
	const isWanted =
		values.triggerOn === CHANGED && values.onlyNew !== true && values.stockChanges !== false;
	if (query.stock === undefined || !isWanted || !isShown) return [];
	const beginsNow = values.beginWith === 'date' ? {} : { beginsNow: true as const };
	return query.stock.queries.map((one) => ({ ...whole, ...beginsNow, query: one }));
}

function scheduledQueryOf({ values, timezone }: Form, connectionId: string): ScheduledQuery {
	const { triggerOn, queriedResource, beginWith } = values;
	const isDeleted = triggerOn === DELETED;
	const isChanged = triggerOn === CHANGED;
	const firstRunFrom =
		isDeleted || isChanged ? firstMomentIn({ values, timezone }) : values.firstRunFrom;
	const resource = isDeleted ? DELETED : String(queriedResource);
	const query = isDeleted ? undefined : kindOf(resource).query;
	const row = query?.changedSince;
	const mayTakeChanges = row !== undefined && (isChanged || row.onlyQbxml !== true);
	const filters = { ...((values.filters ?? {}) as JsonObject) };
	const options = { ...((values.queryOptions ?? {}) as JsonObject) };
	if (isChanged && row === undefined) {
		throw new FormError(`${query?.name} can't be asked for by its change.`);
	}
	if (isChanged && row) delete filters[row.name];
	// An answer without pages must hold all changes.
	if (isChanged && query?.iterates !== true) delete options[maximumResults.name];
	const onlyChanges = isDeleted || isChanged || (mayTakeChanges && values.onlyChanges === true);
	// Whoever is made inactive has changed, and would not be among the active ones.
	if (onlyChanges && query?.filters.some(({ name }) => name === activeStatus.name)) {
		filters[activeStatus.name] ??= 'All';
	}
	return {
		connectionId,
		resource,
		filters: isDeleted ? {} : filters,
		options: isDeleted ? {} : options,
		onlyChanges,
		firstRunFrom,
		...((isDeleted || isChanged) && beginWith === 'now' && { beginsNow: true as const }),
		timezone,
	};
}

/**
 * The moment from which the first run takes changes. Empty unless a date was chosen.
 * @throws FormError if it is missing then.
 */
function firstMomentIn({ values, timezone }: Form): unknown {
	if (values.beginWith !== 'date') return '';
	required(timestamp)(values.firstRunFrom, { label: 'Include Changes Since', timezone });
	return values.firstRunFrom;
}

/** The query of a resource's records, as it is asked: under a name of its own it has no endpoint. */
function queryOf({ resource, query: name }: ScheduledQuery): Query {
	const { query } = kindOf(resource);
	return name === undefined ? query : { ...query, path: undefined };
}

function kindOf(resource: string): RecordKind {
	const kind = recordOf(resource);
	if (kind === undefined) throw new FormError(`There is no resource "${resource}" to query.`);
	return kind;
}

const isAtEndpoint = (query: Query, given: FilledIn): boolean =>
	'endpoint' in askingOf(query, given);

/** Whether a maximum is that of the whole answer, and would count what is left out of it later (see `matchedRecords`). */
const isCutEarly = (query: Query, given: FilledIn): boolean =>
	bringsMore(query, given) && !(query.iterates === true && isAtEndpoint(query, given));

/** What was filled in, without a maximum that would leave out what is wanted. */
function uncut(query: Query, given: FilledIn): FilledIn {
	if (!isCutEarly(query, given)) return given;
	const options = { ...given.options };
	delete options[maximumResults.name];
	return { ...given, options };
}

/** What was filled in, for a run since a moment. */
function filledIn(
	{ filters, options, onlyChanges, timezone }: ScheduledQuery,
	query: Query,
	changedSince: unknown,
): FilledIn {
	const { changedSince: row } = query;
	if (!onlyChanges || row === undefined) return uncut(query, { filters, options, timezone });
	if (filters[row.name]) {
		throw new FormError(
			`${row.displayName} can't be used together with Only Changes Since The Last Run.`,
			'Remove the filter, or switch off Only Changes Since The Last Run.',
		);
	}
	const since = { [row.name]: changedSince } as JsonObject;
	return { filters: { ...filters, ...since }, options, timezone };
}

/** What was filled in, for so many records at most. */
const atMost = (given: FilledIn, most: number | undefined): FilledIn =>
	most === undefined
		? given
		: {
				...given,
				options: {
					...given.options,
					[maximumResults.name]: Math.min(mostOf(given) ?? Infinity, most),
				},
			};

/** Stands for the start of the last run, where only the way of asking matters. */
export const SOME_MOMENT = '2000-01-01T00:00:00Z';

/** What the later runs of a scheduled query are filled in with. The first may ask for everything. */
const filledInLater = (scheduledQuery: ScheduledQuery, query: Query): FilledIn =>
	filledIn(scheduledQuery, query, SOME_MOMENT);

/**
 * Whether a run comes in pages (interface, section 4.3). The first run of a scheduled query may do so although the later
 * ones don't: they ask for something that the endpoint does not take.
 * @param isInOneAnswer Whether the run's identifier says that it comes in one answer.
 */
export function comesInPages(scheduledQuery: ScheduledQuery, isInOneAnswer: boolean): boolean {
	if (scheduledQuery.resource === DELETED) return false;
	const query = queryOf(scheduledQuery);
	if (query.iterates !== true || isInOneAnswer) return false;
	if (isAtEndpoint(query, filledInLater(scheduledQuery, query))) return true;
	const first = filledIn(scheduledQuery, query, scheduledQuery.firstRunFrom);
	return isAtEndpoint(query, first);
}

/** The fields by which we recognise a record when it comes again: its ID, and what changes with it. */
const recordIds = ['ListID', 'TxnID'];
const recordVersions = ['EditSequence', 'TimeModified'];

const chosenFields = ({ include }: WireValues): string[] =>
	Array.isArray(include) ? include : include === undefined ? [] : [String(include)];

/** Extra Query Parameters, and the given rows before them. */
export const extraQuery = (
	{ options, timezone }: ScheduledQuery,
	rows: Query | undefined,
): WireValues => optionsQuery({ values: { options }, timezone }, rows ? answerOptions(rows) : []);

/**
 * The fields that a run asks for in addition to the chosen ones: by which we recognise a record, and those of filters that
 * are matched here. None if it asks for all.
 * @param onlyNew See `RunAsked`.
 */
export function addedFields(scheduledQuery: ScheduledQuery, onlyNew = false): string[] {
	if (scheduledQuery.resource === DELETED) return [];
	const query = queryOf(scheduledQuery);
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
	const query = queryOf(scheduledQuery);
	const given = filledInLater(scheduledQuery, query);
	const matches = matcherOf(query, given);
	const matched = records.filter(({ fields }) => matches(fields));
	const isWhole =
		scheduledQuery.onlyChanges || (isAtEndpoint(query, given) && !isCutEarly(query, given));
	return isWhole ? matched : matched.slice(0, mostOf(scheduledQuery));
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

/**
 * Since when a record must have been created to be new in a run: since the run asks, but not before the moment in the form, although
 * the second run asks for changes from shortly before that.
 * @param since Since when the run asks.
 */
export function newSince(
	scheduledQuery: ScheduledQuery | undefined,
	since: string | null | undefined,
): string | null | undefined {
	const first = scheduledQuery && momentOf(scheduledQuery.firstRunFrom, scheduledQuery);
	return since && first && Date.parse(first) > Date.parse(since) ? first : since;
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

/**
 * How a run asks.
 * @throws FormError for values that the interface forbids.
 */
export function askingOfRun(
	scheduledQuery: ScheduledQuery,
	{ changedSince, iterate = true, most, onlyNew }: Partial<RunAsked>,
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
	const query = queryOf(scheduledQuery);
	const given = filledIn(scheduledQuery, query, changedSince);
	const asking = askingOf(query, atMost(given, most));
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
	const { MaxReturned: maximum, ...values } = asking.values;
	// Nobody fetches a second page of an answer to a document, so a run must not be cut. A test may be.
	const isCut = maximum !== undefined && !(onlyChanges && iterate);
	const request = {
		name: `${name || qbxmlOf(query)}Rq`,
		values: {
			...values,
			...(isCut && { MaxReturned: maximum }),
			...(include.length > 0 && { IncludeRetElement: include }),
		},
	};
	return { request, label: query.name, labels: filterLabels(query, filters, request.name) };
}

/**
 * Whether a run is asked for with a document, so that it is made and checked by the facts of qbXML.
 * @throws FormError for values that the interface forbids.
 */
export const needsQbxml = (scheduledQuery: ScheduledQuery, changedSince: unknown): boolean =>
	'request' in askingOfRun(scheduledQuery, { changedSince });
