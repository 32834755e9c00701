import { sinceOfConcerns } from '../store/concerns';
import { openSessions } from '../store/connector-sessions';
import type { Store } from '../store/database';
import {
	type ConcernCount,
	countConcerns,
	databaseBytes,
	pendingDeliveries,
	waitingRequests,
} from '../store/measures';
import { hasSpace } from '../store/space';

/** What is measured when somebody looks. */
export interface Measures {
	readonly waiting: ReadonlyArray<{
		readonly application: string;
		readonly connection_id: string;
		readonly count: number;
		readonly ageSeconds: number;
	}>;
	readonly concerns: readonly ConcernCount[];
	readonly deliveries: {
		readonly pending: number;
		readonly due: number;
		readonly late: number;
		readonly oldestDueSeconds: number;
	};
	readonly sessions: number;
	readonly databaseBytes: number;
	/** Whether it has room for what is written. */
	readonly hasSpace: boolean;
}

/** Measures the store. */
export async function measure(store: Store): Promise<Measures> {
	const now = Date.now();
	const secondsSince = (then: string): number => Math.max(0, (now - Date.parse(then)) / 1000);
	const [waiting, concerns, deliveries, sessions, bytes] = await Promise.all([
		waitingRequests(store),
		countConcerns(store, sinceOfConcerns(now)),
		pendingDeliveries(store, new Date(now).toISOString()),
		openSessions(store),
		databaseBytes(store),
	]);
	const isWritable = await hasSpace(store);
	const { oldestDue, ...counts } = deliveries;
	return {
		waiting: waiting.map(({ oldest, ...connection }) => ({
			...connection,
			ageSeconds: secondsSince(oldest),
		})),
		concerns,
		deliveries: { ...counts, oldestDueSeconds: oldestDue === null ? 0 : secondsSince(oldestDue) },
		sessions,
		databaseBytes: bytes,
		hasSpace: isWritable,
	};
}
