import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { type LastSync, lastSyncSentence } from '../../../../queue/words/lastSyncs';

function duration(limit: number): string {
	const minutes = Math.round(limit / 60_000);
	if (minutes < 1) return `${Math.round(limit / 1000)} seconds`;
	return minutes % 60 === 0 && minutes > 60
		? `${minutes / 60} hours`
		: `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

/** The message for a request that is not complete when the time is up. */
export const timeoutMessage = (
	limit: number,
	lastSync: LastSync | undefined,
	timezone: string,
): string =>
	`Still waiting after ${duration(limit)}. ${lastSyncSentence(lastSync ?? {}, timezone) || 'The desktop has not answered yet.'}`;

/** The same message as an error. The request stays in the queue. */
export const timeoutError = (
	context: Pick<IExecuteFunctions, 'getNode'>,
	message: string,
	id: string,
	itemIndex: number,
): NodeOperationError =>
	new NodeOperationError(context.getNode(), message, {
		itemIndex,
		description: `The request stays in the queue and will still be carried out, so do not queue it again. To go on waiting for it, use Retry on this execution. Queued Request: Get with the ID ${id} shows how it is doing.`,
	});

/** The same message as data. */
export const timeoutData = (message: string, record: IDataObject): IDataObject => ({
	...record,
	still_waiting: true,
	message,
});
