import { text, webAddress } from '../../../../quickbooks/form/convert';
import { type FieldSpec, wireValues } from '../../../../quickbooks/form/fieldSpec';
import { WHEN_NOTHING } from '../../../../quickbooks/form/nothing';
import { fieldOf } from '../../../shared/fields/fieldOf';
import type { DirectOperation } from '../../operations/operation';
import { createOnce } from './createOnce';

const rows: readonly FieldSpec[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Rock Castle Construction',
		description:
			'The name of the company. If empty, the connection takes the name that QuickBooks reports with the first request.',
		wire: 'name',
		convert: text,
		[WHEN_NOTHING]: 'leftOut',
	},
	{
		displayName: 'Redirect URL',
		name: 'redirectUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/accounting-setup',
		description:
			'The page to open after setup. Its query parameter "state" says how that went: connected, cancelled, or expired if the link was too old.',
		wire: 'redirect_url',
		convert: webAddress,
	},
];

/** POST /connections (interface, section 4.1). */
export const createConnection: DirectOperation = {
	value: 'create',
	name: 'Create',
	action: 'Create a connection',
	description: 'Create a connection to a company file and get the link for setting it up',
	properties: rows.map(fieldOf),
	async execute({ context, itemIndex, form }) {
		const given = wireValues(rows, form.values, form.timezone);
		return [{ json: await createOnce(context, given, itemIndex, form) }];
	},
};
