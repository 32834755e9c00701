import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { chosenForm } from '../../../../quickbooks/filledIn/chosenForm';
import type { Form } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import type { AnswerElement } from '../../../../quickbooks/qbxml/answerFromXml';
import { withArticle } from '../../../../quickbooks/qbxml/words';
import type { RecordKind } from '../../../../quickbooks/records/record';
import { connection } from '../../../shared/fields/connection';
import { noticeField } from '../../../shared/fields/noticeField';
import { refuseClosedPeriods, refusesClosedPeriods } from '../../operations/fields/closedPeriods';
import { requireWait } from '../../operations/fields/result';
import { type QueueingOperation, queueingOperation } from '../../operations/queueingOperation';
import type { QbxmlKnowledge, RequestContent } from '../../operations/requestContent';
import { documentRequest, readRequest } from '../../operations/requestDocument';
import { answersOf, recordsOf, type Step, whileLocked } from '../../operations/steps';
import { chosenRecord, recordField } from './oneRecord';
import { variantFields } from './variants';

/** How a record is taken out of the books. */
interface Removal {
	value: 'void' | 'delete';
	name: string;
	/** The same for all records, so that the description has it only once. */
	notice: string;
	/** The request, and its element that names the type of record. */
	request: 'TxnVoid' | 'TxnDel' | 'ListDel';
}

const voiding: Removal = {
	value: 'void',
	name: 'Void',
	notice:
		"Sets the amounts of the transaction to zero. It stays in the books with its number and date. Whatever it paid, or was paid by, is open again. This can't be undone.",
	request: 'TxnVoid',
};

const deletingTransactions: Removal = {
	value: 'delete',
	name: 'Delete',
	notice:
		"Permanently deletes the transaction with its number. To keep a trace of it, void it instead where possible. This can't be undone.",
	request: 'TxnDel',
};

const deletingListRecords: Removal = {
	value: 'delete',
	name: 'Delete',
	notice:
		"Permanently deletes the record. QuickBooks does this only while the company file is in single-user mode, and not if anything uses the record. At any other time, make it inactive instead, with Update or in QuickBooks. This can't be undone.",
	request: 'ListDel',
};

/**
 * The ID of the record to take out.
 * @throws FormError for a name or a number, which Get takes in a field of the same name, so that it stays when the
 * operation is changed.
 */
function chosenId(field: INodeProperties, form: Form, removal: Removal): string {
	const { value, isName } = chosenRecord(field, form);
	if (!isName) return value;
	const what = removal.request === 'ListDel' ? 'name' : 'number';
	throw new FormError(
		`${field.displayName} holds the ${what} "${value}", but ${removal.name} needs an ID.`,
		'The item was not sent. Choose the record From List or By ID.',
	);
}

function removeRecord(kind: RecordKind, removal: Removal): QueueingOperation {
	const { noun } = kind;
	const { value, name, notice, request } = removal;
	const field = recordField(kind, 'none');
	const id = request === 'ListDel' ? 'ListID' : 'TxnID';
	const readsDate = (form: Form): boolean => id === 'TxnID' && refusesClosedPeriods(form);
	const labels = new Map([[id, 'Record']]);
	const removing = (form: Form, qbxml: QbxmlKnowledge | undefined): RequestContent => {
		const { qbxml: type } = chosenForm(kind, form.values);
		const values = { [`${request}Type`]: type, [id]: chosenId(field, form, removal) };
		const label = kind.name;
		return documentRequest({ form, qbxml }, { name: `${request}Rq`, values }, { label, labels });
	};
	// The answer has no record. Its elements say what was done, if it has any.
	const output = (answers: readonly AnswerElement[], form: Form): IDataObject[] =>
		answers.map(({ content }) => {
			const elements = Object.fromEntries(
				Object.entries(content).filter(
					([element, one]) => !element.startsWith('@') && typeof one !== 'object',
				),
			);
			return id in elements ? elements : { [id]: chosenId(field, form, removal), ...elements };
		});
	const removed: Required<Pick<Step, 'answered' | 'refused'>> = {
		answered: (progress) => ({ items: output(answersOf(progress), progress.form) }),
		refused: (progress) =>
			whileLocked(progress, () => {
				const { form, qbxml, kept } = progress;
				const write = { ...removing(form, qbxml), dates: kept.dates as string[] };
				return { requests: [write], then: 'removed', kept };
			}),
	};
	return queueingOperation({
		value,
		name,
		action: `${name} ${withArticle(noun)}`,
		description: `${name} ${withArticle(noun)} in QuickBooks`,
		answer: `${request}Rs`,
		properties: [connection, noticeField('removalNotice', notice), ...variantFields(kind), field],
		furtherOptions: id === 'TxnID' ? [refuseClosedPeriods] : [],
		request: (form, qbxml) => {
			const write = removing(form, qbxml);
			if (!readsDate(form)) return write;
			requireWait(
				form,
				`${refuseClosedPeriods.displayName} can't be used when the queued request is returned as it is.`,
				'Choose Wait under Result, or remove the option: the date is read first.',
			);
			const values = {
				TxnID: [chosenId(field, form, removal)],
				IncludeRetElement: ['TxnID', 'TxnDate'],
			};
			const query = `${chosenForm(kind, form.values).qbxml}QueryRq`;
			return readRequest({ form, qbxml }, { name: query, values }, kind.name, labels);
		},
		output,
		goesOn: readsDate,
		then: 'begun',
		steps: {
			begun: {
				answered: (progress) => {
					const { form, qbxml } = progress;
					if (!readsDate(form)) return removed.answered(progress);
					// What is not there has no date. QuickBooks says so.
					const dates = recordsOf(progress).flatMap(({ fields: { TxnDate } }) =>
						TxnDate === undefined ? [] : [String(TxnDate)],
					);
					return {
						requests: [{ ...removing(form, qbxml), dates }],
						then: 'removed',
						kept: { dates },
					};
				},
			},
			removed: { ...removed, requests: ({ form, qbxml }) => [removing(form, qbxml)] },
		},
	});
}

/** Makes the Void operation of a transaction. */
export const voidTransaction = (kind: RecordKind): QueueingOperation => removeRecord(kind, voiding);

/** Makes the Delete operation of a record. */
export const deleteRecord = (kind: RecordKind): QueueingOperation =>
	removeRecord(kind, kind.kind === 'list' ? deletingListRecords : deletingTransactions);
