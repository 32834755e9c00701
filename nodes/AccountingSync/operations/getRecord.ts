import type { IDataObject } from 'n8n-workflow';

import { connection } from '../../shared/fields/connection';
import { FormError } from '../../shared/form/formError';
import { type AnswerRecord, recordsIn } from '../../shared/qbxml/answer';
import { totalOf } from '../../shared/qbxml/totals';
import { withArticle } from '../../shared/qbxml/words';
import { qbxmlOf } from '../../shared/queries/query';
import { formsOf, hasVariants, type RecordKind } from '../../shared/records/record';
import { shownRecord } from '../../shared/records/simplify';
import { chosenRecord, namingOf, recordField } from './oneRecord';
import { type QueueingOperation, queueingOperation } from './queueingOperation';
import { documentRequest, encloseWherever } from './requestDocument';
import { chosenForm, variantFields } from './variants';

/** A record in a list of several, for people to tell them apart. */
const inWords = ({ fields }: AnswerRecord): string =>
	[fields.TxnID ?? fields.ListID, fields.FullName ?? fields.Name, fields.TxnDate, totalOf(fields)]
		.filter((part) => part !== undefined)
		.map(String)
		.join(', ');

/** The elements that ask for more than the record's own fields, where its query has them. */
const withEverything = ({ kind, query }: RecordKind): Record<string, unknown> => ({
	...(kind === 'transaction' &&
		query.options?.some(({ name }) => name === 'includeLineItems') && { IncludeLineItems: true }),
	...(kind === 'transaction' &&
		query.options?.some(({ name }) => name === 'includeLinkedTransactions') && {
			IncludeLinkedTxns: true,
		}),
});

/** Makes the Get operation of a record: one record by its ID, its name or its number, with its lines. */
export function getRecord(kind: RecordKind): QueueingOperation {
	const { noun, query } = kind;
	const naming = namingOf(kind);
	const field = recordField(kind, naming);
	const isOfVariants = hasVariants(kind.form) && query.qbxml === undefined;
	return queueingOperation({
		value: 'get',
		name: 'Get',
		action: `Get ${withArticle(noun)}`,
		description: `Get ${withArticle(noun)} from the accounting application`,
		answer: isOfVariants
			? formsOf(kind).map(({ qbxml }) => `${qbxml}QueryRs`)
			: `${qbxmlOf(query)}Rs`,
		simplified: kind.simplified,
		isQuery: true,
		properties: [connection, ...(isOfVariants ? variantFields(kind) : []), field],
		needsQbxml: () => true,
		request: (form, qbxml) => {
			const { value, isName } = chosenRecord(field, form);
			const byName = naming === 'name' ? 'FullName' : 'RefNumber';
			const byId = kind.kind === 'list' ? 'ListID' : 'TxnID';
			const name = isOfVariants ? `${chosenForm(kind, form.values).qbxml}Query` : qbxmlOf(query);
			const values = { [isName ? byName : byId]: [value], ...withEverything(kind) };
			return documentRequest(form, qbxml, [{ name: `${name}Rq`, values }], {
				label: kind.name,
				labels: new Map(),
			});
		},
		enclose: encloseWherever,
		output: (answers, form) => {
			const records = answers.flatMap(recordsIn);
			const { value } = chosenRecord(field, form);
			if (records.length === 0) {
				throw new FormError(
					`The accounting application has no ${noun} "${value}".`,
					'Check the name, number or ID. Query finds records by a part of them.',
				);
			}
			if (records.length > 1) {
				throw new FormError(
					`${records.length} ${kind.plural} are called "${value}".`,
					`Choose one of them By ID: ${records.map(inWords).join('; ')}`,
				);
			}
			return records.map((record) => shownRecord(record, kind.simplified, form) as IDataObject);
		},
		namedRecords: (form) => {
			const { value, isName } = chosenRecord(field, form);
			const list = listOf[kind.value];
			return isName && list ? [{ label: kind.name, name: value, list }] : [];
		},
	});
}

const listOf: Readonly<
	Record<string, 'accounts' | 'classes' | 'customers' | 'employees' | 'items' | 'vendors'>
> = {
	account: 'accounts',
	class: 'classes',
	customer: 'customers',
	employee: 'employees',
	item: 'items',
	vendor: 'vendors',
};
