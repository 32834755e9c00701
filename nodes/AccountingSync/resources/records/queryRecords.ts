import { path } from '../../../../queue/calls/serviceCall';
import { askedForHint } from '../../../../queue/words/limitHints';
import { transactionDateFrom, transactionDateTo } from '../../../../quickbooks/filters/dates';
import { isChoice } from '../../../../quickbooks/form/choice';
import { collectionIn, type Form, optionsOf, requiredId } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { type NamedRecord } from '../../../../quickbooks/lists/namedRecord';
import { listOfField } from '../../../../quickbooks/lists/recordLists';
import { recordsIn } from '../../../../quickbooks/qbxml/answer';
import { filterLabels, findOptions, type Query } from '../../../../quickbooks/queries/query';
import { maximumResults } from '../../../../quickbooks/queries/queryOptions';
import {
	type Asking,
	askingOf,
	bringsMore,
	chosenElements,
	type FilledIn,
	firstMatchedHere,
	isPaged,
	matcherOf,
	withMaximum,
} from '../../../../quickbooks/queries/queryRequest';
import { askInWindows, once, windowsIn } from '../../../../quickbooks/queries/windows';
import { showsLinks, withOpenAmount } from '../../../../quickbooks/records/openAmount';
import type { RecordKind } from '../../../../quickbooks/records/record';
import { shownRecord } from '../../../../quickbooks/records/simplify';
import { filtersField } from '../../../shared/fields/collection';
import { connection } from '../../../shared/fields/connection';
import { limitOf, returnAllAndLimit } from '../../operations/fields/limit';
import { extraQueryNames } from '../../operations/fields/options';
import { isReadHere, requireReadHere } from '../../operations/fields/result';
import { type QueueingOperation, queueingOperation } from '../../operations/queueingOperation';
import { documentRequest } from '../../operations/requestDocument';
import { queryName, queryNames, queryVariants } from './variants';

/**
 * What was filled in. One record more than are wanted shows whether there are more, but is asked for only if it is left out here. All
 * are asked for if others are left out here too.
 */
function filledIn(query: Query, form: Form): FilledIn {
	const { values, timezone } = form;
	const given = { filters: collectionIn(values, 'filters'), options: optionsOf(form), timezone };
	const isAll = isReadHere(form) && bringsMore(query, given);
	return withMaximum(query, given, isAll ? Infinity : limitOf(form) + (isReadHere(form) ? 1 : 0));
}

/** The records that filters name, by which a refusal can be explained. */
const namedIn = ({ filters }: Query, { filters: values }: FilledIn): NamedRecord[] =>
	filters.flatMap((row) => {
		const { [row.name]: value } = values;
		const list = listOfField(row);
		return list !== undefined && isChoice(value) && value.mode === 'name'
			? [{ label: row.displayName, name: String(value.value).trim(), list }]
			: [];
	});

/** What to know of a request whose answer is not looked at here. */
function hintsAbout({ records }: Query, { options }: FilledIn, { values }: Form): string[] {
	const { [maximumResults.name]: most } = options;
	return values.result === 'queuedRequest' && most !== undefined
		? [askedForHint(records, most as number)]
		: [];
}

/** Refuses parameters for the query's own endpoint if it is not asked: nobody would look at them. */
function refuseExtraQuery({ path: endpoint, records }: Query, form: Form): void {
	const [name] = extraQueryNames(form);
	if (endpoint === undefined || name === undefined) return;
	throw new FormError(
		`Extra Query Parameters ("${name}") can't be used together with filters or options that the service's own query for ${records} does not take.`,
		'Remove Extra Query Parameters, or the newer filters and options, names of records among them.',
	);
}

/** Makes the Query operation of a record from its filters (interface, section 4.3). What its endpoint does not take goes out in qbXML. */
export function queryRecords(kind: RecordKind): QueueingOperation {
	const { query, simplified: paths } = kind;
	const hasWindows = query.filters.includes(transactionDateFrom);
	const askingIn = (form: Form): Asking => {
		const asking = askingOf(query, filledIn(query, form));
		if (!('endpoint' in asking)) refuseExtraQuery(query, form);
		return asking;
	};
	const isAskedAtEndpoint = (form: Form): boolean => 'endpoint' in askingIn(form);
	return queueingOperation({
		value: 'query',
		name: 'Find',
		action: query.action,
		description: `Find ${query.records} in QuickBooks`,
		answer: queryNames(kind).map((name) => `${name}Rs`),
		simplified: paths,
		isQuery: true,
		finds: query.records,
		properties: [
			connection,
			...queryVariants(kind),
			...returnAllAndLimit,
			filtersField(query.filters),
		],
		options: findOptions(query),
		furtherOptions: hasWindows ? [askInWindows] : [],
		needsQbxml: (form) => !isAskedAtEndpoint(form),
		request: (form, qbxml) => {
			const given = filledIn(query, form);
			const asking = askingIn(form);
			const matched = 'endpoint' in asking ? undefined : firstMatchedHere(query, given);
			if (matched) requireReadHere(form, matched.displayName);
			const hints = hintsAbout(query, given, form);
			const name = `${queryName(kind, form)}Rq`;
			const labels = filterLabels(query, given.filters, name);
			return (windowsIn(given) ?? [[]]).map(([from, to]) => {
				if ('endpoint' in asking) {
					const bounds = { [transactionDateFrom.wire]: from, [transactionDateTo.wire]: to };
					return {
						method: 'GET' as const,
						path: path('connections', requiredId(form, connection), asking.endpoint),
						query: {
							...asking.query,
							...(isPaged(query, given) && { iterate: true }),
							...(from && bounds),
						},
						hints,
					};
				}
				const bounds = {
					'TxnDateRangeFilter.FromTxnDate': from,
					'TxnDateRangeFilter.ToTxnDate': to,
				};
				const values = { ...asking.values, ...(from && bounds) };
				const source = { label: kind.name, labels };
				const request = documentRequest({ form, qbxml }, { name, values }, source);
				return { ...request, hints: [...(request.hints ?? []), ...hints] };
			});
		},
		namedRecords: (form) => namedIn(query, filledIn(query, form)),
		output: (answers, form) => {
			const given = filledIn(query, form);
			const matches = matcherOf(query, given);
			const records = once(answers.flatMap(recordsIn)).filter(({ fields }) => matches(fields));
			const chosen = chosenElements(query, given);
			const { includeLinkedTransactions: asksForLinks } = given.options;
			const isOpenKnown = String(asksForLinks) === 'true' && showsLinks(chosen);
			return records
				.map((record) => (isOpenKnown ? withOpenAmount(record) : record))
				.map((record) => shownRecord(record, paths, form, chosen));
		},
	});
}
