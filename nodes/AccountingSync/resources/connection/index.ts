import type { Resource } from '../../operations/operation';
import { createConnection } from './create';
import { deleteConnection } from './delete';
import { getConnection } from './get';
import { getConnections } from './getAll';
import { getConnectorFile } from './getConnectorFile';
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
