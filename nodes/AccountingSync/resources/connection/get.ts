import { readConnection } from '../../../../queue/calls/connections';
import { requiredId } from '../../../../quickbooks/form/form';
import { namedConnection } from '../../../shared/fields/connection';
import { serviceOf } from '../../../shared/transport/service';
import type { DirectOperation } from '../../operations/operation';

/** GET /connections/{connection_id} (interface, section 4.1). */
export const getConnection: DirectOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get a connection',
	description: 'Get a connection and the time of its last sync',
	properties: [namedConnection],
	async execute({ context, form }) {
		const id = requiredId(form, namedConnection);
		return [{ json: await readConnection(serviceOf(context), id) }];
	},
};
