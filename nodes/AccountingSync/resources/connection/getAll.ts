import { returnAllAndLimit } from '../../fields/limit';
import type { DirectOperation } from '../../operations/operation';
import { listConnections } from '../../../shared/transport/connections';
import { limitOf } from '../../operations/formReaders';

/** GET /connections (interface, section 4.1), which has no pages. */
export const getConnections: DirectOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many connections',
	description: "Get the application's connections",
	properties: returnAllAndLimit,
	async execute({ context, itemIndex, form }) {
		const limit = limitOf(form);
		const connections = await listConnections(context, itemIndex);
		return connections.slice(0, limit).map((json) => ({ json }));
	},
};
