import type { INodeProperties } from 'n8n-workflow';

import { sendForObject } from '../../../../queue/calls/client';
import { path } from '../../../../queue/calls/serviceCall';
import { text } from '../../../../quickbooks/form/convert';
import { requiredId, valueOf } from '../../../../quickbooks/form/form';
import { namedConnection } from '../../../shared/fields/connection';
import { serviceOf } from '../../../shared/transport/service';
import type { DirectOperation } from '../../operations/operation';

const password: INodeProperties = {
	displayName: 'Password',
	name: 'password',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description:
		'The new password of the connection. If empty, the service makes a random one. Every retry makes another one, and the last one counts. The output contains the password, so treat it as a secret.',
};

/** POST /connections/{connection_id}/password (interface, section 4.1). */
export const setPassword: DirectOperation = {
	value: 'setPassword',
	name: 'Set Password',
	action: 'Set the password of a connection',
	description:
		'Set the password that the Web Connector asks for. The output contains it, so treat it as a secret.',
	properties: [namedConnection, password],
	async execute({ context, form }) {
		const id = requiredId(form, namedConnection);
		const given = valueOf(form, password, text);
		const json = await sendForObject(serviceOf(context), {
			method: 'POST',
			path: path('connections', id, 'password'),
			body: given === undefined ? {} : { password: given },
		});
		return [{ json }];
	},
};
