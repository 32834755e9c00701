import { isNotFound, outcomeIsUnknown } from '../../../../queue/calls/errors';
import { path } from '../../../../queue/calls/serviceCall';
import { settled } from '../../../../queue/calls/settled';
import { requiredId } from '../../../../quickbooks/form/form';
import { namedConnection } from '../../../shared/fields/connection';
import { noticeField } from '../../../shared/fields/noticeField';
import { serviceOf } from '../../../shared/transport/service';
import { keptInRun } from '../../execution/run/keptInRun';
import type { DirectOperation } from '../../operations/operation';

/** DELETE /connections/{connection_id} (interface, section 4.1). */
export const deleteConnection: DirectOperation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete a connection',
	description: 'Delete a connection and all its queued requests',
	properties: [
		noticeField(
			'deleteNotice',
			"This also deletes all queued requests of the connection, including those still waiting. It can't be undone.",
		),
		namedConnection,
	],
	async execute({ context, itemIndex, form }) {
		const id = requiredId(form, namedConnection);
		// If n8n runs the node again after another item failed, the connection that this item deleted is no longer found.
		const sent = keptInRun(context, 'accountingSyncDeleted');
		const key = `${itemIndex} ${id.toLowerCase()}`;
		const isSentBefore = sent[key] === true;
		sent[key] = true;
		const request = { method: 'DELETE' as const, path: path('connections', id) };
		const result = await settled(serviceOf(context).send(request));
		if (result.status === 'rejected' && !(isSentBefore && isNotFound(result.reason))) {
			if (!isSentBefore && !outcomeIsUnknown(result.reason)) delete sent[key];
			throw result.reason;
		}
		return [{ json: { deleted: true, id } }];
	},
};
