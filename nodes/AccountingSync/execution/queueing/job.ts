import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { connection } from '../../../shared/fields/connection';
import { wireValues } from '../../../shared/form/fieldSpec';
import { type Form, requiredId } from '../../../shared/form/form';
import { FormError } from '../../../shared/form/formError';
import type { ServiceRequest } from '../../../shared/transport/client';
import { encloseInQuery, type Envelope } from '../../../shared/transport/envelope';
import { IDENTIFIER_START, requestIdInXml } from '../../../shared/transport/queuedRequests';
import { envelopeFields } from '../../fields/options';
import { orderIdentifier } from '../../fields/orderNumber';
import type {
	QbxmlKnowledge,
	QueueingOperation,
	RequestContent,
} from '../../operations/queueingOperation';

/** One item's request, ready to be queued. */
export interface Job {
	itemIndex: number;
	connectionId: string;
	request: ServiceRequest;
	identifier: string;
	/** Whether the user gave the identifier (other requests may carry the same one) or the node made it. */
	isUsersIdentifier: boolean;
	/** Whether the identifier is the number of an order, under which nothing is written twice. */
	isOrder: boolean;
	/** Whether the job writes, so that its order among the others matters. */
	isWrite: boolean;
	/** Names what the item asks for in this run, whoever gave the identifier. */
	key: string;
	/**
	 * The job's place in the run's state (see `RunState`): one for each input item, or one for each thing an agent asks
	 * for.
	 */
	slot: string;
	/** What the user should know about the request although it can be sent. */
	hints: readonly string[];
	/** The form, if the output depends on it. */
	form?: Form;
	/** The day of what is written, YYYY-MM-DD, if it has one. */
	date?: string;
}

/** A short text of letters and digits that stands for values. It can go anywhere, in a header too. */
export const mark = (length: number, ...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, length);

/** The start of every identifier in one run of a node. */
export const runPrefix = (runKey: string): string => `${IDENTIFIER_START}${runKey}-`;

/** The identifier in the content of a request, given as JSON or XML. */
function identifierIn({ body }: ServiceRequest): string | undefined {
	const { request_json: json, request_xml: xml } = (body ?? {}) as IDataObject;
	const { request } = (json ?? {}) as { request?: { attributes?: IDataObject } };
	const { requestID } = request?.attributes ?? {};
	if (requestID !== undefined) return String(requestID);
	return xml === undefined ? undefined : requestIdInXml(String(xml));
}

const textOf = (value: unknown): string | undefined =>
	value === undefined ? undefined : String(value);

/** qbXML takes no longer identifiers: the accounting application would refuse the request (status 1060). */
const LONGEST_ID = 50;

function shortId(requestId: string | undefined): string | undefined {
	if (requestId === undefined || requestId.length <= LONGEST_ID) return requestId;
	throw new FormError(
		`Custom Request ID has ${requestId.length} characters, but the accounting application accepts at most ${LONGEST_ID}.`,
		'Use a shorter ID, such as the number of the order.',
	);
}

/** The request without its version of qbXML: the words are the same in all of them. */
function withoutVersion(content: ServiceRequest): ServiceRequest {
	const { request_xml: xml } = (content.body ?? {}) as IDataObject;
	if (typeof xml !== 'string') return content;
	return { ...content, body: { request_xml: xml.replace(/<\?qbxml[^>]*\?>/, '') } };
}

/**
 * Separates what the user asks for from what it is sent with. The latter comes from the options, or from Extra Query
 * Parameters, which take precedence.
 * @throws FormError for what the interface forbids.
 */
export function contentAndEnvelope(
	{ query = {}, hints = [], isVersionOpen = false, ...content }: RequestContent,
	form: Form,
	{ orderScope, part }: { orderScope: string | undefined; part: string },
): {
	content: ServiceRequest;
	envelope: Envelope;
	isOrder: boolean;
	hints: readonly string[];
	isVersionOpen: boolean;
} {
	const options = (form.values.options ?? {}) as IDataObject;
	const {
		request_id: requestId,
		webhook_url: webhookUrl,
		...others
	} = {
		...wireValues(envelopeFields, options, form.timezone),
		...query,
	};
	const order = orderIdentifier(form, orderScope);
	if (order !== undefined && requestId !== undefined) {
		throw new FormError(
			'Order Number and Custom Request ID are both filled in.',
			'Both name the request. Remove one of the two.',
		);
	}
	const given = order ?? textOf(requestId);
	return {
		content: { ...content, query: others },
		envelope: {
			requestId: given === undefined ? undefined : shortId(`${given}${part}`),
			webhookUrl: textOf(webhookUrl),
		},
		isOrder: order !== undefined,
		hints,
		isVersionOpen,
	};
}

/** What all jobs of a run are made with. */
interface Naming {
	prefix: string;
	isTool: boolean;
	qbxml?: QbxmlKnowledge;
}

function jobOf(
	operation: QueueingOperation,
	request: RequestContent,
	form: Form,
	itemIndex: number,
	{ prefix, isTool, part }: Naming & { part: string },
): Job {
	const { content, envelope, isOrder, hints, isVersionOpen } = contentAndEnvelope(request, form, {
		orderScope: operation.orderScope,
		part,
	});
	const { enclose = encloseInQuery, isQuery } = operation;
	const ownIdentifier = identifierIn(content);
	const usersIdentifier = envelope.requestId ?? ownIdentifier;
	// The user's identifier may be used again. This key names the request of this run alone.
	const key = `${itemPrefix(prefix, itemIndex)}${mark(8, isVersionOpen ? withoutVersion(content) : content, envelope)}`;
	const requestId = usersIdentifier === undefined ? key : envelope.requestId;
	return {
		itemIndex,
		connectionId: requiredId(form, connection),
		request: enclose(content, { ...envelope, requestId }),
		identifier: usersIdentifier ?? key,
		isUsersIdentifier: usersIdentifier !== undefined,
		isOrder,
		isWrite: content.method === 'POST' && isQuery !== true,
		key,
		slot: isTool ? key : `${itemIndex}${part}`,
		hints,
		...((operation.output ?? operation.namedRecords) && { form }),
		date: operation.dateOf?.(form),
	};
}

/**
 * The jobs of one item: the user's requests, with an identifier if they have none. The node's own identifier contains a
 * hash of the request, so a request found under it is the same in every word.
 * @throws FormError for what the interface forbids.
 */
export function jobsOf(
	operation: QueueingOperation,
	form: Form,
	itemIndex: number,
	naming: Naming,
): Job[] {
	const requests = [operation.request(form, naming.qbxml)].flat();
	return requests.map((request, index) =>
		jobOf(operation, request, form, itemIndex, {
			...naming,
			part: requests.length === 1 ? '' : `.${index + 1}`,
		}),
	);
}

/** The start of the node's own identifiers for one item of a run, whatever the item asks for. */
export const itemPrefix = (prefix: string, itemIndex: number): string => `${prefix}${itemIndex}-`;

/** Whether the service itself fetches page after page for the request. */
export const iterates = ({ request }: Pick<Job, 'request'>): boolean =>
	String(request.query?.iterate) === 'true';

/** Whether the job goes to one of the pre-built endpoints (interface, section 4.3). */
export const isPrebuilt = ({ request }: Pick<Job, 'request'>): boolean =>
	!request.path.endsWith('/queued_requests');
