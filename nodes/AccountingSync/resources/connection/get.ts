import type { IDataObject } from 'n8n-workflow';

import { path, sendForData } from '../../../shared/service/client';
import { connection, requiredId } from '../../fields/connection';
import type { DirectOperation } from '../../operation';

/** GET /connections/{connection_id} (interface, section 4.1). */
export const getConnection: DirectOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get a connection',
	description: 'Get a connection and when its connector was last seen',
	properties: [connection],
	async execute({ context, itemIndex, form }) {
		const id = requiredId(form, connection);
		const json = await sendForData<IDataObject>(
			context,
			{ method: 'GET', path: path('connections', id) },
			itemIndex,
		);
		return [{ json }];
	},
};
