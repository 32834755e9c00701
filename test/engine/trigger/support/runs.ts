import type { QueuedRequest } from '../../../../n8n/clients/service';
import { until } from '../../../../n8n/until';
import type { LocalService } from '../../support/local-service';

/** The request identifier that a record went out with. */
const requestIdOf = ({ request_json: json }: QueuedRequest): string =>
	(json.request.attributes as { requestID: string }).requestID;

/** The start of a run, by its request identifier. */
export const startOf = (record: QueuedRequest): string =>
	/^n8n-[0-9a-f]{16}-(.*)-[0-9a-z]{4}$/.exec(requestIdOf(record))?.[1] ?? '';

const OVERLAP_MILLISECONDS = 75 * 60_000;

/** From when the run after that one asks for changes, down to the second, unless the form says otherwise. */
export const shortlyBefore = (record: QueuedRequest): string =>
	new Date(Date.parse(startOf(record)) - OVERLAP_MILLISECONDS).toISOString().slice(0, 19);

/** From when a request asks for changes; undefined when it asks for everything. */
export const changedSince = ({ request_xml: xml }: QueuedRequest): string | undefined =>
	/<FromModifiedDate>(.*?)<\/FromModifiedDate>/.exec(xml)?.[1];

/** The runs on a connection by their first pages, the oldest first. */
export async function runsOn(
	service: LocalService,
	connectionId: string,
): Promise<QueuedRequest[]> {
	const records = await service.requestsOf(connectionId);
	const first = new Map(
		records.map((record) => [requestIdOf(record), record]).reverse() as Array<
			[string, QueuedRequest]
		>,
	);
	return [...first.values()].reverse();
}

/** Waits until that many runs have been queued, and gives them. */
export const untilRuns = async (service: LocalService, connectionId: string, count: number) =>
	await until(
		async () => await runsOn(service, connectionId),
		(runs) => runs.length >= count,
	);

/** Waits until every delivery on a connection has ended, well or not, and gives the records. */
export const untilDelivered = async (service: LocalService, connectionId: string) =>
	await until(
		async () => await service.requestsOf(connectionId),
		(records) => records.every(({ webhook_state: state }) => state !== 'pending'),
	);
