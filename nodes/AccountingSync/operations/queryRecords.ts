import type { IDataObject } from 'n8n-workflow';

import { connection } from '../../shared/fields/connection';
import { transactionDateFrom, transactionDateTo } from '../../shared/fields/filters/dates';
import { listOfField } from '../../shared/fields/recordLists';
import { isChoice } from '../../shared/form/choice';
import { givenRows } from '../../shared/form/fieldSpec';
import { type Form, requiredId } from '../../shared/form/form';
import { FormError } from '../../shared/form/formError';
import { optionsQuery } from '../../shared/form/optionsQuery';
import { type AnswerRecord, recordsIn } from '../../shared/qbxml/answer';
import {
	answerOptions,
	filterLabels,
	filtersField,
	qbxmlOf,
	type Query,
} from '../../shared/queries/query';
import {
	type Asking,
	askingOf,
	chosenElements,
	type FilledIn,
	firstMatchedHere,
	matcherOf,
	mostOf,
} from '../../shared/queries/queryRequest';
import { formsOf, hasVariants, type RecordKind } from '../../shared/records/record';
import { shownRecord } from '../../shared/records/simplify';
import { path } from '../../shared/transport/client';
import { automaticIteration } from '../fields/options';
import { requireReadHere } from '../fields/result';
import { extraQueryNames } from './formReaders';
import { type NamedRecord, type QueueingOperation, queueingOperation } from './queueingOperation';
import { documentRequest, encloseWherever } from './requestDocument';
import { chosenForm, variantFields } from './variants';
import { askInWindows, windowsOf } from './windows';

const filledIn = ({ values, timezone }: Form): FilledIn => ({
	filters: (values.filters ?? {}) as IDataObject,
	options: (values.options ?? {}) as IDataObject,
	timezone,
});

/** The records that filters name, by which a refusal can be explained. */
const namedIn = ({ filters }: Query, { filters: values }: FilledIn): NamedRecord[] =>
	filters.flatMap((row) => {
		const { [row.name]: value } = values;
		const list = listOfField(row);
		return list !== undefined && isChoice(value) && value.mode === 'name'
			? [{ label: row.displayName, name: String(value.value).trim(), list }]
			: [];
	});

/** The query of a record in qbXML, such as `BillQuery`. A record with several forms that are types of their own has one for each. */
function queryName(kind: RecordKind, { values }: Form): string {
	const { query, form } = kind;
	return hasVariants(form) && query.qbxml === undefined
		? `${chosenForm(kind, values).qbxml}Query`
		: qbxmlOf(query);
}

const idOf = ({ fields }: AnswerRecord): unknown => fields.TxnID ?? fields.ListID;

/** Each record once. A record that is changed while its windows are asked for may be in two of them. The later one counts. */
function once(records: readonly AnswerRecord[]): AnswerRecord[] {
	const last = new Map(records.map((record, index) => [idOf(record) ?? index, record]));
	return records.filter((record, index) => last.get(idOf(record) ?? index) === record);
}

/** The bounds of the dates that a query is asked for in windows. Undefined if it is asked at once. */
function windowsIn({ filters, options, timezone }: FilledIn) {
	if (options.askInWindows === undefined) return undefined;
	const dates = givenRows([transactionDateFrom, transactionDateTo], filters, timezone);
	const valueOf = (row: typeof transactionDateFrom) => dates.find((one) => one.row === row)?.value;
	return windowsOf(valueOf(transactionDateFrom), valueOf(transactionDateTo), options.askInWindows);
}

/** Whether all records are wanted, so that a maximum is the size of a page (interface, section 4.3). */
const isIterated = (form: Form): boolean =>
	String(optionsQuery(form, [automaticIteration])[automaticIteration.wire]) === 'true';

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
		const asking = askingOf(query, filledIn(form));
		if (!('endpoint' in asking)) refuseExtraQuery(query, form);
		return asking;
	};
	const isAskedAtEndpoint = (form: Form): boolean => 'endpoint' in askingIn(form);
	const variants = query.qbxml === undefined ? variantFields(kind) : [];
	return queueingOperation({
		value: 'query',
		name: 'Find',
		action: query.action,
		description: `Find ${query.records} in QuickBooks`,
		answer:
			variants.length === 0
				? `${qbxmlOf(query)}Rs`
				: formsOf(kind).map(({ qbxml }) => `${qbxml}QueryRs`),
		simplified: paths,
		isQuery: true,
		properties: [connection, ...variants, filtersField(query)],
		options: [...answerOptions(query), ...(query.iterates ? [automaticIteration] : [])],
		furtherOptions: hasWindows ? [askInWindows] : [],
		needsQbxml: (form) => !isAskedAtEndpoint(form),
		request: (form, qbxml) => {
			const given = filledIn(form);
			const asking = askingIn(form);
			const matched = 'endpoint' in asking ? undefined : firstMatchedHere(query, given);
			if (matched) requireReadHere(form, matched.displayName);
			const windows = windowsIn(given);
			if ('endpoint' in asking) {
				const content = {
					method: 'GET' as const,
					path: path('connections', requiredId(form, connection), asking.endpoint),
					query: asking.query,
				};
				return (windows ?? [undefined]).map((window) => ({
					...content,
					query: {
						...content.query,
						...(window && {
							[transactionDateFrom.wire]: window[0],
							[transactionDateTo.wire]: window[1],
						}),
					},
				}));
			}
			const { values } = asking;
			// The service iterates only at its endpoints. Without a maximum, one answer holds all.
			if (isIterated(form)) delete values.MaxReturned;
			const name = `${queryName(kind, form)}Rq`;
			return (windows ?? [undefined]).map((window) =>
				documentRequest(
					form,
					qbxml,
					[
						{
							name,
							values: {
								...values,
								...(window && {
									'TxnDateRangeFilter.FromTxnDate': window[0],
									'TxnDateRangeFilter.ToTxnDate': window[1],
								}),
							},
						},
					],
					{ label: kind.name, labels: filterLabels(query, given.filters, name) },
				),
			);
		},
		enclose: encloseWherever,
		namedRecords: (form) => namedIn(query, filledIn(form)),
		output: (answers, form) => {
			const given = filledIn(form);
			const matches = matcherOf(query, given);
			const records = once(answers.flatMap(recordsIn)).filter(({ fields }) => matches(fields));
			const isLimitedHere = !isAskedAtEndpoint(form) || windowsIn(given) !== undefined;
			const most = isLimitedHere && !isIterated(form) ? mostOf(given) : undefined;
			const chosen = chosenElements(query, given);
			return records
				.slice(0, most)
				.map((record) => shownRecord(record, paths, form, chosen) as IDataObject);
		},
	});
}
