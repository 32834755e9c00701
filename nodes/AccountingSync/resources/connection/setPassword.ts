import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { text } from '../../../shared/form/convert';
import { path, sendForData } from '../../../shared/service/client';
import { connection, requiredId } from '../../fields/connection';
import type { DirectOperation } from '../../operation';

const password: INodeProperties = {
	displayName: 'Password',
	name: 'password',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description:
		'The new password of the connection. Left empty, the service makes a random one. The output contains the password: treat it as a secret.',
};

/** POST /connections/{connection_id}/password (interface, section 4.1). */
export const setPassword: DirectOperation = {
	value: 'setPassword',
	name: 'Set Password',
	action: 'Set the password of a connection',
	description:
		"Set the password that the customer's connector asks for. The output contains it: treat it as a secret.",
	properties: [connection, password],
	async execute({ context, itemIndex, form }) {
		const id = requiredId(form, connection);
		const given = text(form.values.password, {
			label: password.displayName,
			timezone: form.timezone,
		});
		const json = await sendForData<IDataObject>(
			context,
			{
				method: 'POST',
				path: path('connections', id, 'password'),
				body: given === undefined ? {} : { password: given },
			},
			itemIndex,
		);
		return [{ json }];
	},
};
