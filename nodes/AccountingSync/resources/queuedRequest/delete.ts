import { path } from '../../../../queue/calls/serviceCall';
import { trueOrFalse } from '../../../../quickbooks/form/convert';
import { type FieldSpec, wireValues } from '../../../../quickbooks/form/fieldSpec';
import { requiredId } from '../../../../quickbooks/form/form';
import { fieldOf } from '../../../shared/fields/fieldOf';
import { noticeField } from '../../../shared/fields/noticeField';
import { serviceOf } from '../../../shared/transport/service';
import { connectionOfList, queuedRequest } from '../../operations/fields/queuedRequest';
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
		noticeField(
			'deleteNotice',
			'What the request wrote in QuickBooks stays there; its response is permanently deleted.',
		),
		connectionOfList,
		queuedRequest,
		fieldOf(force),
		{
			...noticeField(
				'forceNotice',
				"With Force, a request that hasn't completed is deleted too. If it was already on its way to QuickBooks, nobody knows whether it took effect. Use it only for requests that are stuck.",
			),
			displayOptions: { show: { force: [true] } },
		},
	],
	async execute({ context, form }) {
		const id = requiredId(form, queuedRequest);
		await serviceOf(context).send({
			method: 'DELETE',
			path: path('queued_requests', id),
			query: wireValues([force], form.values, form.timezone),
		});
		return [{ json: { deleted: true, id } }];
	},
};
