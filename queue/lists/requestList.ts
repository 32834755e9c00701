import type { ListKind } from '../../quickbooks/lists/recordLists';
import { encloseInQuery } from '../calls/envelope';
import { path, type ServiceCall } from '../calls/serviceCall';
import { sameId, sendForRecord } from '../reader/queuedRequests';
import type { QueuedRecord } from '../requests/queuedRecord';
import { listRequestId } from './cachedList';
import { listKey, type ListSource, ownRequests, rememberRequest } from './ownRequests';

/** A qbXML version that has all these queries and that every connector of recent years speaks. */
const QBXML_VERSION = '13.0';

const DAY = 24 * 60 * 60_000;

const dateRange = ({ lastDays }: ListKind, now: number): string =>
	lastDays === undefined
		? ''
		: `<TxnDateRangeFilter><FromTxnDate>${new Date(now - lastDays * DAY).toISOString().slice(0, 10)}</FromTxnDate></TxnDateRangeFilter>`;

function qbxml(kind: ListKind, now: number): string {
	const fields = kind.fields.map((field) => `<IncludeRetElement>${field}</IncludeRetElement>`);
	const request = `<${kind.query}Rq requestID="${listRequestId(kind)}">${dateRange(kind, now)}${fields.join('')}</${kind.query}Rq>`;
	return `<?xml version="1.0" encoding="utf-8"?><?qbxml version="${QBXML_VERSION}"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`;
}

/**
 * The request for a whole list: its IDs, its names and what tells its entries apart. It has no webhook URL, so nobody
 * is notified when it completes. It goes to the query's own endpoint (interface, section 4.3), if there is one.
 * @param now In milliseconds since 1970.
 */
export const listRequest = (connectionId: string, kind: ListKind, now: number): ServiceCall =>
	kind.endpoint === undefined
		? {
				method: 'POST',
				path: path('connections', connectionId, 'queued_requests'),
				body: { request_xml: qbxml(kind, now) },
			}
		: encloseInQuery(
				{
					method: 'GET',
					path: path('connections', connectionId, kind.endpoint),
					query: { include: [...kind.fields] },
				},
				{ requestId: listRequestId(kind) },
			);

/** Milliseconds since a request was queued. By n8n's clock if this process queued it. NaN if we can't tell. */
export function ageOf(
	source: ListSource,
	kind: ListKind,
	{ id, inserted_at: queuedAt }: QueuedRecord,
): number {
	const own = ownRequests(listKey(source, kind)).find((request) => sameId(request.id, id));
	return source.clock.now() - (own?.at ?? Date.parse(String(queuedAt)));
}

async function queue(
	{ service, connectionId, clock }: ListSource,
	kind: ListKind,
	deadline: AbortSignal,
	key: string,
): Promise<QueuedRecord> {
	const at = clock.now();
	const request = { ...listRequest(connectionId, kind, at), deadline };
	const queued = await sendForRecord(service, request);
	rememberRequest(key, { id: queued.id, at });
	return queued;
}

/** The lists that are being asked for at this moment, by their keys. */
const underway = new Map<string, Promise<QueuedRecord>>();

/**
 * Queues the request for a whole list that was not on its way when somebody looked. Several fields of a form may open the
 * same list at once: then it is queued once.
 * @param lookedAt When they began to look, in milliseconds since 1970.
 * @returns The request that is on its way.
 */
export async function requestList(
	source: ListSource,
	kind: ListKind,
	deadline: AbortSignal,
	lookedAt: number,
): Promise<QueuedRecord> {
	const key = listKey(source, kind);
	const [last] = ownRequests(key);
	if (last !== undefined && last.at >= lookedAt) return { id: last.id, state: 'waiting' };
	const request = underway.get(key) ?? queue(source, kind, deadline, key);
	underway.set(key, request);
	return await request.finally(() => underway.delete(key));
}
