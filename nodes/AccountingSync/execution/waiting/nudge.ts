import { findRequest, sameId } from '../../../shared/transport/queuedRequests';
import { path, sendForData, type ServiceContext } from '../../../shared/transport/client';
import { type QueuedRecord, isTerminal } from '../../../shared/transport/queuedRecord';
import type { Nudge } from '../run/sleep';

/** A version of qbXML that every connector of the last years speaks. */
const QBXML_VERSION = '13.0';

/** The query for the desktop's host: a few lines, of no record. */
const hostQuery = (identifier: string): string =>
	`<?xml version="1.0" encoding="utf-8"?><?qbxml version="${QBXML_VERSION}"?><QBXML><QBXMLMsgsRq onError="stopOnError"><HostQueryRq requestID="${identifier}"/></QBXMLMsgsRq></QBXML>`;

/**
 * Queues a nudge (interface, section 4.2). What the users' requests deliver, and where to, is left to the users.
 * @param resumeUrl Where the execution is woken.
 * @returns undefined when it can't be queued: the execution then wakes by its clock.
 */
export async function queueNudge(
	context: ServiceContext,
	connectionId: string,
	identifier: string,
	resumeUrl: string,
): Promise<Nudge | undefined> {
	const [result] = await Promise.allSettled([
		sendForData<Partial<QueuedRecord> | null>(context, {
			method: 'POST',
			path: path('connections', connectionId, 'queued_requests'),
			body: { request_xml: hostQuery(identifier), webhook_url: resumeUrl },
			idempotencyKey: identifier,
		}),
	]);
	const id = result.status === 'fulfilled' ? result.value?.id : undefined;
	return typeof id === 'string' ? { connectionId, id } : undefined;
}

/** Whether a nudge may still be delivered. */
export async function isUnderway(context: ServiceContext, { id }: Nudge): Promise<boolean> {
	const record = await findRequest(context, id);
	return record !== undefined && (!isTerminal(record) || record.webhook_state === 'pending');
}

/** Which of the nudges a delivery belongs to, by the ID in its body; undefined where that does not tell. */
export function nudgeIn(body: unknown, nudges: readonly Nudge[]): Nudge | undefined {
	const { id, data } = (body ?? {}) as { id?: unknown; data?: { id?: unknown } };
	const given = typeof id === 'string' ? id : data?.id;
	return typeof given === 'string' ? nudges.find((nudge) => sameId(nudge.id, given)) : undefined;
}
