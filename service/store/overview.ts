import type { Store } from './database';
import type { Delivery } from './deliveries';
import type { RequestRecord } from './queued-requests';
import { availableStates, type RequestState } from './states';

/** How many requests and pages a connection has in each state. States without any are left out. */
export function countsByState(
	store: Store,
	connectionId: string,
): Promise<Array<{ state: RequestState; count: number }>> {
	return store
		.selectFrom('queued_requests')
		.select(['state', ({ fn }) => fn.countAll<number>().as('count')])
		.where('connection_id', '=', connectionId)
		.groupBy('state')
		.execute();
}

/** How many requests of the connection will be fetched before this one. */
export async function countAhead(
	store: Store,
	{ connection_id, sequence }: RequestRecord,
): Promise<number> {
	const { ahead } = await store
		.selectFrom('queued_requests')
		.select(({ fn }) => fn.countAll<number>().as('ahead'))
		.where('connection_id', '=', connection_id)
		.where('state', 'in', availableStates)
		.where('sequence', '<', sequence)
		.executeTakeFirstOrThrow();
	return ahead;
}

/** The pending delivery of a record; undefined when there is none. */
export function pendingDelivery(
	store: Store,
	{ page_request_id }: RequestRecord,
): Promise<Delivery | undefined> {
	return store
		.selectFrom('deliveries')
		.selectAll()
		.where('page_request_id', '=', page_request_id)
		.executeTakeFirst();
}
