import { createHash } from 'node:crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { requestIdInXml } from '../../shared/service/queue';
import type { ServiceRequest } from '../../shared/service/client';
import { connection, requiredId } from '../fields/connection';
import type { Form } from '../operation';
import type { QueueingOperation } from '../queueing';
import { isTool } from '../tool';
import { runIndexOf } from '../waiting/run';

/** One item's request, ready to be queued. */
export interface Job {
	itemIndex: number;
	connectionId: string;
	request: ServiceRequest;
	/** The request identifier that it carries. */
	identifier: string;
	/** Whether the identifier is the user's, which other requests may carry too, or the node's own. */
	isUsersIdentifier: boolean;
	/** Whether the user has given the result a place of its own to go to. */
	hasUsersWebhook: boolean;
}

const mark = (length: number, ...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, length);

/**
 * Which run of its execution it is. n8n counts each try of an agent's tool as another run: a tool's writes are known by
 * their words alone, so that the same write goes out once in an execution.
 */
const runMark = (context: IExecuteFunctions, operation: QueueingOperation): number | 'tool' =>
	isTool(context) && !('query' in operation) ? 'tool' : runIndexOf(context);

/**
 * What the identifiers of one run of a node begin with. A second try of the same run, on whatever machine, begins the
 * same; any other run of any other n8n begins otherwise.
 */
export const runPrefix = (context: IExecuteFunctions, operation: QueueingOperation): string =>
	`n8n-${mark(
		16,
		context.getInstanceId(),
		context.getWorkflow().id,
		context.getExecutionId(),
		context.getNode().id,
		runMark(context, operation),
	)}-`;

/** The identifier in a request: in its query, or in the request given as JSON or XML. */
function identifierIn({ query, body }: ServiceRequest): string | undefined {
	if (query?.request_id !== undefined) return String(query.request_id);
	const { request_json: json, request_xml: xml } = (body ?? {}) as IDataObject;
	const { request } = (json ?? {}) as { request?: { attributes?: IDataObject } };
	const { requestID } = request?.attributes ?? {};
	if (requestID !== undefined) return String(requestID);
	return xml === undefined ? undefined : requestIdInXml(String(xml));
}

const webhookIn = ({ query, body }: ServiceRequest): unknown =>
	query?.webhook_url ?? (body as IDataObject | undefined)?.webhook_url;

/** The form with what the node adds by itself, in the fields that the user could have filled in. */
const filledIn = (form: Form, options: IDataObject): Form => ({
	...form,
	values: { ...form.values, options: { ...(form.values.options as IDataObject), ...options } },
});

/**
 * The job of one item: the user's request, with an identifier if it has none and with the node's webhook if there is
 * one and the user has not given another. The identifier holds a mark of what is asked, so that a request that is found
 * under it is the same in every word.
 * @throws FormError for what the interface forbids.
 */
export function jobOf(
	operation: QueueingOperation,
	form: Form,
	itemIndex: number,
	prefix: string,
	webhookUrl?: string,
): Job {
	const asked = operation.request(form);
	const usersIdentifier = identifierIn(asked);
	const hasUsersWebhook = webhookIn(asked) !== undefined;
	// The user's identifier may be used again; this one names the request of this run alone.
	const idempotencyKey = `${prefix}${itemIndex}-${mark(8, asked)}`;
	const identifier = usersIdentifier ?? idempotencyKey;
	const request = operation.request(
		filledIn(form, {
			...(usersIdentifier === undefined && { customRequestId: identifier }),
			...(webhookUrl !== undefined && !hasUsersWebhook && { webhookUrl }),
		}),
	);
	return {
		itemIndex,
		connectionId: requiredId(form, connection),
		request: { ...request, idempotencyKey },
		identifier,
		isUsersIdentifier: usersIdentifier !== undefined,
		hasUsersWebhook,
	};
}

/** Whether the service itself fetches page after page for it. */
export const iterates = ({ request }: Pick<Job, 'request'>): boolean =>
	String(request.query?.iterate) === 'true';

/** Whether it writes, so that its place among the others counts. */
export const isWrite = ({ request }: Pick<Job, 'request'>): boolean => request.method === 'POST';
