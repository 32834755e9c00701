import { trueOrFalse } from '../../../shared/form/convert';
import { fieldOf, type FieldSpec, wireValues } from '../../../shared/form/fieldSpec';
import { requiredId } from '../../../shared/form/form';
import { path, send } from '../../../shared/transport/client';
import { connectionOfList, queuedRequest } from '../../fields/queuedRequest';
import type { DirectOperation } from '../../operations/operation';

const force: FieldSpec = {
	displayName: 'Force',
	name: 'force',
	type: 'boolean',
	default: false,
	description:
		"Whether to delete the request even if it hasn't completed. This may leave the connection inconsistent, and doesn't undo what the request wrote.",
	wire: 'force',
	convert: (value, reading) => trueOrFalse(value, reading) || undefined,
};

/** DELETE /queued_requests/{request_id} (interface, section 4.4). */
export const deleteQueuedRequest: DirectOperation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete a queued request',
	description: 'Delete a request that is completed, failed or discarded',
	properties: [
		{
			displayName:
				'What the request wrote in QuickBooks stays there; its response is permanently deleted.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		connectionOfList,
		queuedRequest,
		fieldOf(force),
		{
			displayName:
				"With Force, a request that hasn't completed is deleted too. If it was already on its way to QuickBooks, nobody knows whether it took effect. Use it only for requests that are stuck.",
			name: 'forceNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { force: [true] } },
		},
	],
	async execute({ context, itemIndex, form }) {
		const id = requiredId(form, queuedRequest);
		await send(
			context,
			{
				method: 'DELETE',
				path: path('queued_requests', id),
				query: wireValues([force], form.values, form.timezone),
			},
			itemIndex,
		);
		return [{ json: { deleted: true, id } }];
	},
};
