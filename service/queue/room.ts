import type { Store } from '../store/database';
import { countAvailable } from '../store/queued-requests';

/** Says whether a connection's queue takes one more request. Call it once for each that is about to be queued. */
export type HasRoom = (connectionId: string) => Promise<boolean>;

/** How many connections are remembered. The one unused for longest is forgotten first, and counted again. */
const MOST_REMEMBERED = 10_000;

/**
 * @param queueLength how many requests of a connection may wait. With several processes on one database, there can be a few more:
 * each counts again only when it has itself queued as many as there was room for.
 */
export function createRoom(store: Store, queueLength: number): HasRoom {
	/** To count a long queue takes long, so each count is used for as many requests as it leaves room for. */
	const left = new Map<string, number>();
	return async (connectionId) => {
		let room = left.get(connectionId) ?? 0;
		if (room <= 0) room = queueLength - (await countAvailable(store, connectionId));
		left.delete(connectionId);
		left.set(connectionId, room - 1);
		if (left.size > MOST_REMEMBERED) left.delete(left.keys().next().value ?? '');
		return room > 0;
	};
}
