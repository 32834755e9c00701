import { text, webAddress } from '../../../shared/form/convert';
import { fieldOf, type FieldSpec, wireValues } from '../../../shared/form/fieldSpec';
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
			"The customer company's name. Left empty, the connection takes the name that the accounting application reports with the first request.",
		wire: 'name',
		convert: text,
	},
	{
		displayName: 'Redirect URL',
		name: 'redirectUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/accounting-setup',
		description:
			'Page that the customer is sent to after setup. It gets a query parameter "state": connected, cancelled, or expired when the link was too old.',
		wire: 'redirect_url',
		convert: webAddress,
	},
];

/** POST /connections (interface, section 4.1). */
export const createConnection: DirectOperation = {
	value: 'create',
	name: 'Create',
	action: 'Create a connection',
	description: 'Create a connection for a customer company and get the link for its setup',
	properties: rows.map(fieldOf),
	async execute({ context, itemIndex, form }) {
		const given = wireValues(rows, form.values, form.timezone);
		return [{ json: await createOnce(context, given, itemIndex) }];
	},
};
