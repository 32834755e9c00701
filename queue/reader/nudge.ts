import type { Service } from '../calls/ports';
import { path } from '../calls/serviceCall';
import { settled } from '../calls/settled';
import { isTerminal } from '../requests/queuedRecord';
import { findRequest, sameId, sendForRecord } from './queuedRequests';

/**
 * A cheap read that is queued behind the requests that a sleeping execution waits for. Its webhook wakes the execution.
 */
export interface Nudge {
	connectionId: string;
	id: string;
}

/** A qbXML version that every connector of recent years speaks. */
const QBXML_VERSION = '13.0';

/** A query for the desktop's host. Its answer is a few lines and contains no record. */
const hostQuery = (identifier: string): string =>
	`<?xml version="1.0" encoding="utf-8"?><?qbxml version="${QBXML_VERSION}"?><QBXML><QBXMLMsgsRq onError="stopOnError"><HostQueryRq requestID="${identifier}"/></QBXMLMsgsRq></QBXML>`;

/**
 * Queues a nudge (interface, section 4.2). It leaves the users' own requests and their webhook URLs alone.
 * @param resumeUrl The address that wakes the execution.
 * @returns undefined if it can't be queued. The clock then wakes the execution.
 */
export async function queueNudge(
	service: Service,
	connectionId: string,
	identifier: string,
	resumeUrl: string,
): Promise<Nudge | undefined> {
	const result = await settled(
		sendForRecord(service, {
			method: 'POST',
			path: path('connections', connectionId, 'queued_requests'),
			body: { request_xml: hostQuery(identifier), webhook_url: resumeUrl },
			idempotencyKey: identifier,
		}),
	);
	return result.status === 'fulfilled' ? { connectionId, id: result.value.id } : undefined;
}

/** Whether a nudge may still be delivered. */
export async function isUnderway(service: Service, { id }: Nudge): Promise<boolean> {
	const record = await findRequest(service, id);
	return record !== undefined && (!isTerminal(record) || record.webhook_state === 'pending');
}

/** Finds the nudge that a delivery belongs to, by the ID in its body. Undefined if the body does not say. */
export function nudgeIn(body: unknown, nudges: readonly Nudge[]): Nudge | undefined {
	const { id, data } = (body ?? {}) as { id?: unknown; data?: { id?: unknown } };
	const given = typeof id === 'string' ? id : data?.id;
	return typeof given === 'string' ? nudges.find((nudge) => sameId(nudge.id, given)) : undefined;
}
