import { includeLinkedTransactions } from '../../../../quickbooks/filters/kinds';
import { recordsIn } from '../../../../quickbooks/qbxml/answer';
import { withArticle } from '../../../../quickbooks/qbxml/words';
import { withOpenAmount } from '../../../../quickbooks/records/openAmount';
import type { RecordKind } from '../../../../quickbooks/records/record';
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
import { queryName, queryNames, queryVariants } from './variants';

/** Makes the Get operation of a record: one record by its ID, its name or its number, with its lines. */
export function getRecord(kind: RecordKind): QueueingOperation {
	const { noun } = kind;
	const field = recordField(kind, namingOf(kind));
	return queueingOperation({
		value: 'get',
		name: 'Get',
		action: `Get ${withArticle(noun)}`,
		description: `Get ${withArticle(noun)} from QuickBooks`,
		answer: queryNames(kind).map((name) => `${name}Rs`),
		simplified: kind.simplified,
		isQuery: true,
		properties: [connection, ...queryVariants(kind), field],
		request: (form, qbxml) => {
			const chosen = chosenRecord(field, form);
			const name = `${queryName(kind, form)}Rq`;
			const values = {
				[byWhich(kind, chosen)]: [chosen.value],
				...withLines(kind),
				...(hasOption(kind, includeLinkedTransactions) && { IncludeLinkedTxns: true }),
			};
			return documentRequest({ form, qbxml }, { name, values }, { label: kind.name });
		},
		output: (answers, form) => {
			const { value } = chosenRecord(field, form);
			const record = oneOf(kind, answers.flatMap(recordsIn), value);
			return [shownRecord(withOpenAmount(record), kind.simplified, form)];
		},
		namedRecords: (form) => namedRecordOf(kind, chosenRecord(field, form)),
	});
}
