import { chosenForm } from '../../../../quickbooks/filledIn/chosenForm';
import { includeLinkedTransactions } from '../../../../quickbooks/filters/kinds';
import { recordsIn } from '../../../../quickbooks/qbxml/answer';
import { withArticle } from '../../../../quickbooks/qbxml/words';
import { qbxmlOf } from '../../../../quickbooks/queries/query';
import { withOpenAmount } from '../../../../quickbooks/records/openAmount';
import { formsOf, hasVariants, type RecordKind } from '../../../../quickbooks/records/record';
import { shownRecord } from '../../../../quickbooks/records/simplify';
import { connection } from '../../../shared/fields/connection';
import { type QueueingOperation, queueingOperation } from '../../operations/queueingOperation';
import { documentRequest } from '../../operations/requestDocument';
import {
	byWhich,
	chosenRecord,
	hasOption,
	namedRecordOf,
	namingOf,
	oneOf,
	recordField,
	withLines,
} from './oneRecord';
import { variantFields } from './variants';

/** Makes the Get operation of a record: one record by its ID, its name or its number, with its lines. */
export function getRecord(kind: RecordKind): QueueingOperation {
	const { noun, query } = kind;
	const field = recordField(kind, namingOf(kind));
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
			const chosen = chosenRecord(field, form);
			const name = isOfVariants ? `${chosenForm(kind, form.values).qbxml}Query` : qbxmlOf(query);
			const values = {
				[byWhich(kind, chosen)]: [chosen.value],
				...withLines(kind),
				...(hasOption(kind, includeLinkedTransactions) && { IncludeLinkedTxns: true }),
			};
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
