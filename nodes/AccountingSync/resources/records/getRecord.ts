import { chosenForm } from '../../../../quickbooks/filledIn/chosenForm';
import { recordsIn } from '../../../../quickbooks/qbxml/answer';
import { withArticle } from '../../../../quickbooks/qbxml/words';
import { qbxmlOf } from '../../../../quickbooks/queries/query';
import { withOpenAmount } from '../../../../quickbooks/records/openAmount';
import { formsOf, hasVariants, type RecordKind } from '../../../../quickbooks/records/record';
import { shownRecord } from '../../../../quickbooks/records/simplify';
import { connection } from '../../../shared/fields/connection';
import { type QueueingOperation, queueingOperation } from '../../operations/queueingOperation';
import { documentRequest } from '../../operations/requestDocument';
import { chosenRecord, namedRecordOf, namingOf, oneOf, recordField } from './oneRecord';
import { variantFields } from './variants';

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
		description: `Get ${withArticle(noun)} from QuickBooks`,
		answer: isOfVariants
			? formsOf(kind).map(({ qbxml }) => `${qbxml}QueryRs`)
			: `${qbxmlOf(query)}Rs`,
		simplified: kind.simplified,
		isQuery: true,
		properties: [connection, ...(isOfVariants ? variantFields(kind) : []), field],
		request: (form, qbxml) => {
			const { value, isName } = chosenRecord(field, form);
			const byName = naming === 'name' ? 'FullName' : 'RefNumber';
			const byId = kind.kind === 'list' ? 'ListID' : 'TxnID';
			const name = isOfVariants ? `${chosenForm(kind, form.values).qbxml}Query` : qbxmlOf(query);
			const values = { [isName ? byName : byId]: [value], ...withEverything(kind) };
			return documentRequest({ form, qbxml }, { name: `${name}Rq`, values }, { label: kind.name });
		},
		output: (answers, form) => {
			const { value } = chosenRecord(field, form);
			const record = oneOf(kind, answers.flatMap(recordsIn), value);
			return [shownRecord(withOpenAmount(record), kind.simplified, form)];
		},
		namedRecords: (form) => namedRecordOf(kind, chosenRecord(field, form)),
	});
}
