import { path, send } from '../../../shared/service/client';
import { connection, requiredId } from '../../fields/connection';
import type { DirectOperation } from '../../operation';

/** DELETE /connections/{connection_id} (interface, section 4.1). */
export const deleteConnection: DirectOperation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete a connection',
	description: 'Delete a connection and all its queued requests',
	properties: [
		{
			displayName:
				'This also deletes all queued requests of the connection, those that are still waiting too. It cannot be undone.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		connection,
	],
	async execute({ context, itemIndex, form }) {
		const id = requiredId(form, connection);
		await send(context, { method: 'DELETE', path: path('connections', id) }, itemIndex);
		return [{ json: { deleted: true, id } }];
	},
};
