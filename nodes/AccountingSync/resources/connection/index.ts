import type { Resource } from '../../operations/operation';
import { createConnection } from './create';
import { deleteConnection } from './delete';
import { getConnection } from './get';
import { getConnectorFile } from './getConnectorFile';
import { getConnections } from './getAll';
import { setPassword } from './setPassword';

export const connectionResource: Resource = {
	value: 'connection',
	name: 'Connection',
	operations: [
		createConnection,
		deleteConnection,
		getConnection,
		getConnectorFile,
		getConnections,
		setPassword,
	],
};
