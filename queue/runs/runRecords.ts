import type { Service } from '../calls/ports';
import type { QueryValues } from '../calls/serviceCall';
import { sameId } from '../reader/queuedRequests';
import { scanQueue } from '../reader/scanQueue';
import type { QueuedRecord } from '../requests/queuedRecord';

/** How many records of a queue we read for one look at most. */
export const MOST_IN_LOOK = 300;

/**
 * The records with one ID: the pages of a request (interface, section 2.2). The search is a shortcut that we use if it
 * shows the ID. Otherwise we read the queue in its order, up to the limit of one look.
 */
export async function recordsWithId(
	service: Service,
	connectionId: string,
	id: string,
	isEnough: (records: QueuedRecord[]) => boolean = ({ length }) => length > 0,
): Promise<QueuedRecord[]> {
	let found: QueuedRecord[] = [];
	const ways: QueryValues[] = [{ search_phrase: id }, {}];
	for (const query of ways) {
		const records: QueuedRecord[] = [];
		const visit = (record: QueuedRecord) => {
			if (sameId(record.id, id)) records.push(record);
			return false;
		};
		await scanQueue(service, connectionId, { visit, query, limit: MOST_IN_LOOK });
		if (isEnough(records)) return records;
		if (records.length >= found.length) found = records;
	}
	return found;
}
