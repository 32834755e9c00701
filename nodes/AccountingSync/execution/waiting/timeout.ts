import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { type LastSync, lastSyncSentence } from '../../../../queue/words/lastSyncs';
import type { Reader } from '../../../../queue/words/localMoment';
import { endOf } from '../../../shared/n8nInternals/execution';
import type { Awaited } from '../run/sleep';
import { LONGEST_RESERVE } from './waitStrategy';

function duration(limit: number): string {
	const minutes = Math.round(limit / 60_000);
	if (minutes < 1) return `${Math.round(limit / 1000)} seconds`;
	return minutes % 60 === 0 && minutes > 60
		? `${minutes / 60} hours`
		: `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

/** What is said of an item that has not come to writing. */
export const ONLY_READS =
	'An item that has only read so far has not queued its change: Retry sends it.';

/**
 * The message for a request that is not complete when the time is up.
 * @param isReading Whether its item writes after it.
 */
export const timeoutMessage = (
	limit: number,
	lastSync: LastSync | undefined,
	reader: Reader,
	isReading: boolean,
): string =>
	`Still waiting after ${duration(limit)}. ${lastSyncSentence(lastSync ?? {}, reader) || 'The desktop has not answered yet.'}${isReading ? ` ${ONLY_READS}` : ''}`;

/** Whether n8n would soon cancel the execution. */
const endsSoon = (context: IExecuteFunctions): boolean =>
	endOf(context) - Date.now() <= LONGEST_RESERVE;

/** The same message as an error. The request stays in the queue. */
export const timeoutError = (
	context: IExecuteFunctions,
	message: string,
	{ id, itemIndex }: Pick<Awaited, 'id' | 'itemIndex'>,
	isReading: boolean,
): NodeOperationError =>
	new NodeOperationError(context.getNode(), message, {
		itemIndex,
		description: `${endsSoon(context) ? 'The workflow has a timeout, and n8n cancels the execution then. ' : ''}${isReading ? 'Use Retry on this execution: it reads again, and writes then.' : 'The request stays in the queue and will still be carried out, so do not queue it again. To go on waiting for it, use Retry on this execution.'} Queued Request: Get with the ID ${id} shows how it is doing.`,
	});

/** The same message as data. */
export const timeoutData = (message: string, record: IDataObject): IDataObject => ({
	...record,
	still_waiting: true,
	message,
});
