import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { shownMoment } from '../../../shared/form/shownMoment';
import { path, sendForData } from '../../../shared/transport/client';

interface SeenConnection {
	id: string;
	last_connected_at?: string | null;
}

const DAY = 24 * 60 * 60_000;

/** When each connection's connector was last seen; null for never. */
export type LastSeen = ReadonlyMap<string, string | null>;

/** Asks for all connections in one call. This only makes messages clearer: if the call fails, the messages say less. */
export async function lastSeen(context: IExecuteFunctions): Promise<LastSeen> {
	const [result] = await Promise.allSettled([
		sendForData<unknown>(context, { method: 'GET', path: path('connections') }),
	]);
	const given = result.status === 'fulfilled' ? result.value : [];
	const connections = Array.isArray(given) ? (given as SeenConnection[]) : [];
	return new Map(connections.map(({ id, last_connected_at: at }) => [id, at ?? null]));
}

function sentence(seen: LastSeen, connectionId: string): string {
	const at = seen.get(connectionId);
	if (at === undefined) return "The customer's connector has not fetched and answered it yet.";
	return at === null
		? 'The connection has never connected: the customer has yet to finish the setup.'
		: `The connection last connected ${shownMoment(at)}.`;
}

/** A hint about connections that have not been seen for a day. Undefined if there are none. */
export function unseenHint(
	seen: LastSeen,
	connectionIds: ReadonlySet<string>,
	now: number,
): string | undefined {
	const [unseen] = [...connectionIds].filter((id) => {
		const at = seen.get(id);
		return at === null || (at !== undefined && now - Date.parse(at) > DAY);
	});
	return unseen === undefined
		? undefined
		: `This request waits until the customer's connector fetches it. ${sentence(seen, unseen)}`;
}

function duration(limit: number): string {
	const minutes = Math.round(limit / 60_000);
	if (minutes < 1) return `${Math.round(limit / 1000)} seconds`;
	return minutes % 60 === 0 && minutes > 60
		? `${minutes / 60} hours`
		: `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

/** The message for a request that is not complete when the time is up. */
export const timeoutMessage = (limit: number, seen: LastSeen, connectionId: string): string =>
	`Still waiting after ${duration(limit)}. ${sentence(seen, connectionId)}`;

/** The same message as an error. The request stays in the queue. */
export const timeoutError = (
	context: Pick<IExecuteFunctions, 'getNode'>,
	message: string,
	id: string,
	itemIndex: number,
): NodeOperationError =>
	new NodeOperationError(context.getNode(), message, {
		itemIndex,
		description: `The request stays in the queue and will still be carried out: do not queue it again. Retry on this execution goes on waiting for it. Queued Request: Get with the ID ${id} shows what becomes of it.`,
	});

/** The same message as data. */
export const timeoutData = (message: string, record: IDataObject): IDataObject => ({
	...record,
	still_waiting: true,
	message,
});
