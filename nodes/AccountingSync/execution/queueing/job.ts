import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { IDENTIFIER_START, requestIdInXml } from '../../../shared/transport/queuedRequests';
import type { ServiceRequest } from '../../../shared/transport/client';
import { connection, requiredId } from '../../../shared/fields/connection';
import type { Form } from '../../operations/operation';
import type { QueueingOperation } from '../../operations/queueingOperation';

/** One item's request, ready to be queued. */
export interface Job {
	itemIndex: number;
	connectionId: string;
	request: ServiceRequest;
	/** The request identifier that it carries. */
	identifier: string;
	/** Whether the identifier is the user's, which other requests may carry too, or the node's own. */
	isUsersIdentifier: boolean;
	/** Names what the item asks for in this run, whosever the identifier is. */
	key: string;
	/** The place in the run's state (see `RunState`): an item of input has one, and each wish of an agent. */
	slot: string;
}

const mark = (length: number, ...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, length);

/**
 * What the identifiers of one run of a node begin with.
 * @param runKey See `runKeyOf`.
 */
export const runPrefix = (runKey: string): string => `${IDENTIFIER_START}${runKey}-`;

/** The identifier in a request: in its query, or in the request given as JSON or XML. */
function identifierIn({ query, body }: ServiceRequest): string | undefined {
	if (query?.request_id !== undefined) return String(query.request_id);
	const { request_json: json, request_xml: xml } = (body ?? {}) as IDataObject;
	const { request } = (json ?? {}) as { request?: { attributes?: IDataObject } };
	const { requestID } = request?.attributes ?? {};
	if (requestID !== undefined) return String(requestID);
	return xml === undefined ? undefined : requestIdInXml(String(xml));
}

/** The form with what the node adds by itself, in the fields that the user could have filled in. */
const filledIn = (form: Form, options: IDataObject): Form => ({
	...form,
	values: { ...form.values, options: { ...(form.values.options as IDataObject), ...options } },
});

/**
 * The job of one item: the user's request, with an identifier if it has none. The node's own identifier holds a mark of
 * what is asked, so that a request that is found under it is the same in every word.
 * @throws FormError for what the interface forbids.
 */
export function jobOf(
	operation: QueueingOperation,
	form: Form,
	itemIndex: number,
	{ prefix, isTool }: { prefix: string; isTool: boolean },
): Job {
	const asked = operation.request(form);
	const usersIdentifier = identifierIn(asked);
	// The user's identifier may be used again; this one names the request of this run alone.
	const key = `${itemPrefix(prefix, itemIndex)}${mark(8, asked)}`;
	const identifier = usersIdentifier ?? key;
	const request =
		usersIdentifier === undefined
			? operation.request(filledIn(form, { customRequestId: identifier }))
			: asked;
	return {
		itemIndex,
		connectionId: requiredId(form, connection),
		request,
		identifier,
		isUsersIdentifier: usersIdentifier !== undefined,
		key,
		slot: isTool ? key : String(itemIndex),
	};
}

/** What the node's own identifiers of one item of a run begin with, whatever the item asks for. */
export const itemPrefix = (prefix: string, itemIndex: number): string => `${prefix}${itemIndex}-`;

/** Whether the service itself fetches page after page for it. */
export const iterates = ({ request }: Pick<Job, 'request'>): boolean =>
	String(request.query?.iterate) === 'true';

/** Whether it writes, so that its place among the others counts. */
export const isWrite = ({ request }: Pick<Job, 'request'>): boolean => request.method === 'POST';

/** Whether it goes to one of the pre-built endpoints (interface, section 4.3). */
export const isPrebuilt = ({ request }: Pick<Job, 'request'>): boolean =>
	!request.path.endsWith('/queued_requests');
