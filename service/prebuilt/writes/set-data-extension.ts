import { exactlyOne, type Schema } from '../../schema/json-schema';
import { type Field, type FieldElement, inside, text } from '../endpoint/fields';
import { writeEndpoint } from '../endpoint/write-endpoint';
import { listTypes, transactionTypes } from './data-extension-types';

const BARE_GUID = /^[0-9a-f]{8}-/i;

/** A GUID, to which QuickBooks wants braces. */
function guid(name: string, element: string, form: Schema): Field {
	const field = text(name, element, form);
	const braced = (one: FieldElement) =>
		BARE_GUID.test(one.text ?? '') ? { ...one, text: `{${one.text}}` } : one;
	return { ...field, write: (source) => field.write(source).map(braced) };
}

const targets = ['list_data_ext_type', 'txn_data_ext_type', 'other_data_ext_type'];

/** A rule that applies only when the given target is chosen. */
const withTarget = (target: string, rule: Schema): Schema => ({
	description: rule.description,
	anyOf: [{ not: { required: [target] } }, rule],
});

/** The rule that a field can be used with one target only. */
const onlyWith = (field: string, target: string): Schema => ({
	description: `${field} is used with ${target} only.`,
	dependentRequired: { [field]: [target] },
});

export const setDataExtension = writeEndpoint({
	path: 'data_ext_mods',
	operationId: 'setDataExtension',
	summary: 'Set the value of a data extension (custom field)',
	request: 'DataExtModRq',
	body: 'DataExtensionValue',
	content: inside(
		'DataExtMod',
		guid('owner_id', 'OwnerID', {
			type: 'string',
			description: '0 for an extension of this application, or a GUID',
			anyOf: [
				{ const: '0' },
				{ pattern: '^\\{?[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\\}?$' },
			],
		}),
		text('data_ext_name', 'DataExtName', { type: 'string', minLength: 1, maxLength: 31 }),
		text('list_data_ext_type', 'ListDataExtType', { type: 'string', enum: listTypes }),
		inside('ListObjRef', text('list_id', 'ListID'), text('full_name', 'FullName')),
		text('txn_data_ext_type', 'TxnDataExtType', { type: 'string', enum: transactionTypes }),
		text('txn_id', 'TxnID'),
		text('txn_line_id', 'TxnLineID'),
		text('other_data_ext_type', 'OtherDataExtType', { type: 'string', enum: ['Company'] }),
		text('data_ext_value', 'DataExtValue', { type: 'string' }),
	),
	rules: {
		required: ['owner_id', 'data_ext_name', 'data_ext_value'],
		allOf: [
			exactlyOne(targets),
			withTarget(
				'list_data_ext_type',
				exactlyOne(['list_id', 'full_name'], 'With list_data_ext_type: '),
			),
			...['list_id', 'full_name'].map((field) => onlyWith(field, 'list_data_ext_type')),
			...['txn_id', 'txn_line_id'].map((field) => onlyWith(field, 'txn_data_ext_type')),
			{
				description: 'txn_id is required with txn_data_ext_type.',
				dependentRequired: { txn_data_ext_type: ['txn_id'] },
			},
		],
	},
});
