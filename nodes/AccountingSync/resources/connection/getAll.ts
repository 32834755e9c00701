import { listConnections } from '../../../../queue/calls/connections';
import { serviceOf } from '../../../shared/transport/service';
import { limitOf, returnAllAndLimit } from '../../operations/fields/limit';
import type { DirectOperation } from '../../operations/operation';

/** GET /connections (interface, section 4.1), which has no pages. */
export const getConnections: DirectOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many connections',
	description: 'Get the connections of your account',
	properties: returnAllAndLimit,
	async execute({ context, form }) {
		const limit = limitOf(form);
		const connections = await listConnections(serviceOf(context));
		return connections.slice(0, limit).map((json) => ({ json }));
	},
};
