import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { required, text } from '../../../../quickbooks/form/convert';
import type { FormField } from '../../../../quickbooks/form/field';
import { type FieldSpec, wireValues } from '../../../../quickbooks/form/fieldSpec';
import type { Form } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { idField } from '../../../../quickbooks/lists/ids';
import { hintOfLost } from '../../../../quickbooks/qbxml/characters';
import { listTypes, transactionTypes } from '../../../../quickbooks/records/dataExtensionTypes';
import { connection } from '../../../shared/fields/connection';
import { fieldOf } from '../../../shared/fields/fieldOf';
import { extraBody, extraBodyFields } from '../../operations/fields/extraBody';
import { queueingOperation } from '../../operations/queueingOperation';
import { postTo, type QbxmlKnowledge, type RequestContent } from '../../operations/requestContent';
import { documentRequest } from '../../operations/requestDocument';

/** The longest name of an extension field (interface, section 8), in characters. */
const LONGEST_NAME = 31;

const attachTo: INodeProperties = {
	displayName: 'Attach To',
	name: 'attachTo',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Company', value: 'company', description: 'The company file itself' },
		{
			name: 'List Entry',
			value: 'list',
			description: 'A customer, vendor, item, employee or account',
		},
		{
			name: 'Transaction',
			value: 'transaction',
			description: 'An invoice, a bill, a check and so on',
		},
	],
	default: 'list',
	description: 'What the custom field belongs to',
};

const shownFor = (
	target: string,
	further: FormField['displayOptions'] = {},
): FormField['displayOptions'] => ({ show: { attachTo: [target], ...further.show } });

const named = (values: readonly string[]) =>
	values.map((value) => ({ name: value.replace(/(?<=[a-z])(?=[A-Z])/g, ' '), value }));

const ownerId: FieldSpec = {
	displayName: 'Owner ID',
	name: 'ownerId',
	type: 'string',
	default: '0',
	required: true,
	description:
		'Who owns the field: 0 for a custom field of QuickBooks itself, or the GUID of the application that owns it',
	wire: 'owner_id',
	convert: required(text),
};

const fieldName: FieldSpec = {
	displayName: 'Field Name',
	name: 'dataExtName',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Birthday',
	description: `The name of a custom field that exists already, at most ${LONGEST_NAME} characters`,
	wire: 'data_ext_name',
	convert: (value, reading) => {
		const name = String(required(text)(value, reading));
		if ([...name].length > LONGEST_NAME) {
			throw new FormError(
				`${reading.label} may have at most ${LONGEST_NAME} characters, but "${name}" has ${[...name].length}.`,
			);
		}
		return name;
	},
};

const fieldValue: FieldSpec = {
	displayName: 'Value',
	name: 'dataExtValue',
	type: 'string',
	default: '',
	description:
		'The new value. If empty, the value is taken away; if there is none, QuickBooks refuses that with code 3120.',
	wire: 'data_ext_value',
	convert: (value, reading) => text(value, reading) ?? '',
};

const listType: FieldSpec = {
	displayName: 'List',
	name: 'listDataExtType',
	type: 'options',
	options: named(listTypes),
	default: 'Customer',
	description: 'The list that the entry is in',
	displayOptions: shownFor('list'),
	wire: 'list_data_ext_type',
	convert: text,
};

/** Older workflows stored here what the mode of `listId` says now. They keep working. */
const identifyBy: INodeProperties = {
	displayName: 'Find Entry By',
	name: 'identifyBy',
	type: 'hidden',
	default: 'listId',
	description: 'Whether the entry is given by its list ID or by its full name',
	displayOptions: shownFor('list'),
};

const listId = idField({
	displayName: 'Entry',
	name: 'listId',
	list: 'listEntries',
	required: true,
	description: 'The customer, vendor, item, employee, account or other name',
	displayOptions: shownFor('list', { show: { identifyBy: ['listId'] } }),
	wire: 'list_id',
	exampleName: 'Abercrombie, Kristy:Family Room',
	nameWire: 'full_name',
	dependsOn: 'listDataExtType',
});

const fullName: FieldSpec = {
	displayName: 'Full Name',
	name: 'fullName',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Abercrombie, Kristy:Family Room',
	description: 'The full name of the entry, with colons between its parts, as in Customer:Job',
	displayOptions: shownFor('list', { show: { identifyBy: ['fullName'] } }),
	wire: 'full_name',
	convert: required(text),
};

const transactionType: FieldSpec = {
	displayName: 'Transaction Type',
	name: 'txnDataExtType',
	type: 'options',
	options: named(transactionTypes),
	default: 'Invoice',
	description: 'The kind of transaction',
	displayOptions: shownFor('transaction'),
	wire: 'txn_data_ext_type',
	convert: text,
};

const transactionId = idField({
	displayName: 'Transaction',
	name: 'txnId',
	list: 'transactions',
	required: true,
	exampleId: '1A-1767225600',
	description: 'The transaction, by its TxnID',
	displayOptions: shownFor('transaction'),
	wire: 'txn_id',
	dependsOn: 'txnDataExtType',
});

const lineId: FieldSpec = {
	displayName: 'Transaction Line ID',
	name: 'txnLineId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1C-1767225600',
	description: 'The TxnLineID of one line. If empty, the field of the whole transaction is set.',
	displayOptions: shownFor('transaction'),
	wire: 'txn_line_id',
	convert: text,
};

/** The rows that apply to each choice of Attach To. */
const targetRows: Record<string, (values: IDataObject) => readonly FieldSpec[]> = {
	list: ({ identifyBy: by }) => [listType, by === 'fullName' ? fullName : listId],
	transaction: () => [transactionType, transactionId, lineId],
	company: () => [],
};

/** The three ways to say what the extension belongs to. Exactly one must be sent (interface, section 4.3). */
const targets = ['list_data_ext_type', 'txn_data_ext_type', 'other_data_ext_type'];

function requireOneTarget(body: IDataObject): IDataObject {
	const given = targets.filter((target) => body[target] !== undefined);
	if (given.length === 1) return body;
	throw new FormError(
		`A custom field belongs to exactly one thing, but Attach To and Extra Body Fields name ${given.length}: ${given.join(', ')}.`,
		'Remove the extra one from Extra Body Fields.',
	);
}

/** What names a custom field, as the endpoint calls it and as qbXML does. */
const namesInQbxml: Readonly<Record<string, string>> = {
	owner_id: 'OwnerID',
	data_ext_name: 'DataExtName',
	list_data_ext_type: 'ListDataExtType',
	list_id: 'ListObjRef.ListID',
	full_name: 'ListObjRef.FullName',
	txn_data_ext_type: 'TxnDataExtType',
	txn_id: 'TxnID',
	txn_line_id: 'TxnLineID',
	other_data_ext_type: 'OtherDataExtType',
};

/** The body for the endpoint, whatever the value is. */
function bodyOf(form: Form): IDataObject {
	const { values, timezone } = form;
	const target = String(values.attachTo);
	const rows = [...targetRows[target](values), fieldName, fieldValue, ownerId];
	return requireOneTarget({
		...wireValues(rows, values, timezone),
		...(target === 'company' ? { other_data_ext_type: 'Company' } : {}),
		...extraBody(form),
	});
}

/** Takes a value away. A change can't empty it, and the endpoint only changes. */
function removal(form: Form, qbxml: QbxmlKnowledge | undefined, body: IDataObject): RequestContent {
	const named = Object.entries(body).filter(([name]) => name !== fieldValue.wire);
	const [extra] = named.find(([name]) => !(name in namesInQbxml)) ?? [];
	if (extra !== undefined) {
		throw new FormError(
			`Extra Body Fields ("${extra}") can't be used when a custom field is cleared.`,
			'Remove it, or give the field a value.',
		);
	}
	const values = Object.fromEntries(named.map(([name, value]) => [namesInQbxml[name], value]));
	const source = {
		label: 'Custom Field',
		labels: new Map([
			['DataExtName', fieldName.displayName],
			['OwnerID', ownerId.displayName],
		]),
	};
	return documentRequest({ form, qbxml }, { name: 'DataExtDelRq', values }, source);
}

/**
 * POST /connections/{connection_id}/data_ext_mods (interface, section 4.3). A field that is to be cleared goes out in qbXML, as
 * `DataExtDelRq`.
 */
export const setDataExtension = queueingOperation({
	value: 'set',
	name: 'Set',
	action: 'Set a custom field',
	description: 'Set a custom field (data extension) of a list record, a transaction or the company',
	answer: ['DataExtModRs', 'DataExtDelRs'],
	passesLocks: true,
	properties: [
		connection,
		attachTo,
		fieldOf(listType),
		identifyBy,
		...[listId, fullName, transactionType, transactionId, lineId].map(fieldOf),
		...[fieldName, fieldValue, ownerId].map(fieldOf),
	],
	furtherOptions: [extraBodyFields],
	needsQbxml: (form) => bodyOf(form)[fieldValue.wire] === '',
	request: (form, qbxml) => {
		const call = postTo(form, 'data_ext_mods');
		const body = bodyOf(form);
		const { [fieldValue.wire]: value } = body;
		return value === ''
			? removal(form, qbxml, body)
			: { ...call, body, hints: hintOfLost(String(value)) };
	},
});
