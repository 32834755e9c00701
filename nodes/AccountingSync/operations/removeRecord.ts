import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { connection } from '../../shared/fields/connection';
import type { Form } from '../../shared/form/form';
import { FormError } from '../../shared/form/formError';
import { withArticle } from '../../shared/qbxml/words';
import type { RecordKind } from '../../shared/records/record';
import { chosenRecord, recordField } from './oneRecord';
import { type QueueingOperation, queueingOperation } from './queueingOperation';
import { documentRequest, encloseWherever } from './requestDocument';
import { chosenForm, variantFields } from './variants';

/** How a record is taken out of the books. */
interface Removal {
	value: 'void' | 'delete';
	name: string;
	verb: string;
	notice: (noun: string) => string;
	/** The request, and its element that names the type of record. */
	request: 'TxnVoid' | 'TxnDel' | 'ListDel';
}

const voiding: Removal = {
	value: 'void',
	name: 'Void',
	verb: 'Void',
	notice: (noun) =>
		`Sets the amounts of the ${noun} to zero. It stays in the books with its number and date. Whatever it paid, or was paid by, is open again. This can't be undone.`,
	request: 'TxnVoid',
};

const deletingTransactions: Removal = {
	value: 'delete',
	name: 'Delete',
	verb: 'Delete',
	notice: (noun) =>
		`Permanently deletes the ${noun} with its number. To keep a trace of it, void it instead where possible. This can't be undone.`,
	request: 'TxnDel',
};

const deletingListRecords: Removal = {
	value: 'delete',
	name: 'Delete',
	verb: 'Delete',
	notice: (noun) =>
		`Permanently deletes the ${noun}. One that is used in a transaction can't be deleted: make it inactive in QuickBooks instead. This can't be undone.`,
	request: 'ListDel',
};

const noticeOf = (text: string): INodeProperties => ({
	displayName: text,
	name: 'removalNotice',
	type: 'notice',
	default: '',
});

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
	const { value, name, verb, notice, request } = removal;
	const field = recordField(kind, 'none');
	const id = request === 'ListDel' ? 'ListID' : 'TxnID';
	return queueingOperation({
		value,
		name,
		action: `${verb} ${withArticle(noun)}`,
		description: `${verb} ${withArticle(noun)} in QuickBooks`,
		answer: `${request}Rs`,
		properties: [connection, noticeOf(notice(noun)), ...variantFields(kind), field],
		needsQbxml: () => true,
		request: (form, qbxml) =>
			documentRequest(
				form,
				qbxml,
				[
					{
						name: `${request}Rq`,
						values: {
							[`${request}Type`]: chosenForm(kind, form.values).qbxml,
							[id]: chosenId(field, form, removal),
						},
					},
				],
				{ label: kind.name, labels: new Map([[id, 'Record']]) },
			),
		enclose: encloseWherever,
		// The answer has no record. Its elements say what was done, if it has any.
		output: (answers, form) =>
			answers.map(({ content }) => {
				const elements = Object.fromEntries(
					Object.entries(content).filter(
						([element, one]) => !element.startsWith('@') && typeof one !== 'object',
					),
				) as IDataObject;
				return id in elements ? elements : { [id]: chosenId(field, form, removal), ...elements };
			}),
	});
}

/** Makes the Void operation of a transaction. */
export const voidTransaction = (kind: RecordKind): QueueingOperation => removeRecord(kind, voiding);

/** Makes the Delete operation of a record. */
export const deleteRecord = (kind: RecordKind): QueueingOperation =>
	removeRecord(kind, kind.kind === 'list' ? deletingListRecords : deletingTransactions);
