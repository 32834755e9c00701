import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { deletedAfter, deletedBefore } from '../../../../quickbooks/filters/deleted';
import { textList } from '../../../../quickbooks/form/convert';
import { type FieldSpec, type GivenRow, givenRows } from '../../../../quickbooks/form/fieldSpec';
import { collectionIn, type Form } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { type AnswerRecord, recordsIn } from '../../../../quickbooks/qbxml/answer';
import type { AnswerElement } from '../../../../quickbooks/qbxml/answerFromXml';
import type { DocumentRequest } from '../../../../quickbooks/qbxml/document';
import { choicesOf, deletedFamilies } from '../../../../quickbooks/queries/deletedRecords';
import { filtersField } from '../../../shared/fields/collection';
import { connection } from '../../../shared/fields/connection';
import { fieldOf } from '../../../shared/fields/fieldOf';
import { noticeField } from '../../../shared/fields/noticeField';
import { limitOf, returnAllAndLimit } from '../../operations/fields/limit';
import { queueingOperation } from '../../operations/queueingOperation';
import { documentRequest } from '../../operations/requestDocument';

const timeFilters = [deletedAfter, deletedBefore];

const notice = noticeField('deletedNotice', 'QuickBooks remembers deleted records for 90 days.');

const OTHERWISE_ALL = 'If this field and the other one are both empty, all types are included';

const fields: Readonly<
	Record<string, Pick<INodeProperties, 'displayName' | 'name'> & { description: string }>
> = {
	ListDelType: {
		displayName: 'Types of List Records',
		name: 'listDelTypes',
		description: `The types of customers, items and other list records to look for. ${OTHERWISE_ALL}.`,
	},
	TxnDelType: {
		displayName: 'Types of Transactions',
		name: 'txnDelTypes',
		description: `The types of transactions to look for. ${OTHERWISE_ALL}.`,
	},
};

/** The queries for what was deleted, each with the field for its types. */
const queriesWithTypes = deletedFamilies.map((family) => {
	const field = fields[family.element];
	const row: FieldSpec = {
		...field,
		type: 'multiOptions',
		options: choicesOf(family.types),
		default: [],
		wire: field.name,
		convert: textList,
	};
	return { ...family, row };
});

const timesOf = ({ values, timezone }: Form): GivenRow[] =>
	givenRows(timeFilters, collectionIn(values, 'filters'), timezone);

/** The bounds of the time, by path. */
function boundsOf(form: Form): IDataObject {
	const given = timesOf(form);
	const [after, before] = given;
	// Both are moments in UTC, which compare as texts.
	if (before !== undefined && String(after.value) > String(before.value)) {
		throw new FormError(
			`${deletedAfter.displayName} is later than ${deletedBefore.displayName}.`,
			'Swap the two.',
		);
	}
	return Object.assign(
		{},
		...given.map(({ row, value, mode }) => row.qbxml?.(value, mode, form.timezone)),
	) as IDataObject;
}

/** The queries that a form asks for: those with chosen types, or both with all types. */
function queriesOf(form: Form): DocumentRequest[] {
	const bounds = boundsOf(form);
	const chosen = queriesWithTypes.map((one) => {
		const [given] = givenRows([one.row], form.values, form.timezone);
		return { ...one, chosen: given?.value };
	});
	const isEach = chosen.every((one) => one.chosen === undefined);
	return chosen
		.filter((one) => isEach || one.chosen !== undefined)
		.map((one) => ({
			name: `${one.query}Rq`,
			values: { [one.element]: one.chosen ?? one.types, ...bounds },
		}));
}

/** @throws FormError if one of the queries has no answer: its records would be missing in silence. */
function requireAnswers(answers: readonly AnswerElement[], form: Form): void {
	const missing = queriesOf(form).some(
		({ name }) => !answers.some(({ requestType }) => `${requestType}Rq` === name),
	);
	if (!missing) return;
	throw new FormError(
		'The answer is incomplete: one of the two lists of deleted records is missing.',
		'Nothing is passed on. Without Simplify you get the answer as it is.',
	);
}

const momentOf = ({ TimeDeleted }: IDataObject): number => Date.parse(String(TimeDeleted)) || 0;

/** A record that was deleted: its type, its ID, its number or name, and the two moments. */
function itemOf({ fields }: AnswerRecord): IDataObject {
	const { TxnDelType, ListDelType, ...others } = fields;
	return { Type: TxnDelType ?? ListDelType, ...others };
}

/** Which transactions and list records were deleted, the newest first. */
export const queryDeletedRecords = queueingOperation({
	value: 'query',
	name: 'Find',
	action: 'Find deleted records',
	description: 'Find transactions and list records that were deleted in the last 90 days',
	isQuery: true,
	finds: 'deleted records',
	properties: [
		connection,
		notice,
		...queriesWithTypes.map(({ row }) => fieldOf(row)),
		...returnAllAndLimit,
		filtersField(timeFilters),
	],
	// One request each: a service may take only one in a document.
	request: (form, qbxml) => {
		// qbXML takes none here. A wrong one is told before anything is sent.
		limitOf(form);
		return queriesOf(form).map((query) =>
			documentRequest({ form, qbxml }, query, {
				label: 'Deleted Record',
				labels: new Map(queriesWithTypes.map(({ element, row }) => [element, row.displayName])),
			}),
		);
	},
	output: (answers, form) => {
		requireAnswers(answers, form);
		const given = timesOf(form);
		return answers
			.flatMap(recordsIn)
			.filter(({ fields }) => !given.some(({ row, value }) => row.isOutside?.(fields, value)))
			.map(itemOf)
			.sort((one, other) => momentOf(other) - momentOf(one));
	},
});
