import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { connection } from '../../../shared/fields/connection';
import { wireValues } from '../../../shared/form/fieldSpec';
import { type Form, requiredId } from '../../../shared/form/form';
import { FormError } from '../../../shared/form/formError';
import type { ServiceRequest } from '../../../shared/transport/client';
import { encloseInQuery, type Envelope } from '../../../shared/transport/envelope';
import {
	externalGuidIn,
	IDENTIFIER_START,
	requestIdInXml,
} from '../../../shared/transport/queuedRequests';
import { envelopeFields } from '../../fields/options';
import { orderIdentifier } from '../../fields/orderNumber';
import type { QueueingOperation } from '../../operations/queueingOperation';
import {
	EXTERNAL_GUID,
	type QbxmlKnowledge,
	type RequestContent,
} from '../../operations/requestContent';

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
	 * for. Each write of a later step has its own, and items that read the same in one round share one.
	 */
	slot: string;
	/** The request instead of which it goes out, if it does (see `RequestContent`). */
	insteadOf?: string;
	/** The `ExternalGUID` of the record that it adds. Empty if it adds none. */
	externalGuid: string;
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
		`Custom Request ID has ${requestId.length} characters, but QuickBooks accepts at most ${LONGEST_ID}.`,
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
	request: RequestContent,
	form: Form,
	{ orderScope, part }: { orderScope: string | undefined; part: string },
): {
	content: ServiceRequest;
	envelope: Envelope;
	isOrder: boolean;
	hints: readonly string[];
	isVersionOpen: boolean;
} {
	const { content, hints, isVersionOpen } = plainContent(request);
	const options = (form.values.options ?? {}) as IDataObject;
	const {
		request_id: requestId,
		webhook_url: webhookUrl,
		...others
	} = {
		...wireValues(envelopeFields, options, form.timezone),
		...content.query,
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

/** The place of a write among the rounds of an item with several steps. */
export interface Place {
	/** Names the item, and for a tool what it was asked for. */
	item: string;
	round: number;
	/** The number of the step that takes its answer. */
	step: number;
}

/** What all jobs of a run are made with. */
export interface Naming {
	prefix: string;
	/** See `executionMark`. */
	executionMark: string;
	isTool: boolean;
	/** The number of this execution. A retry has another one, and reads anew. */
	execution: string;
	/** In which round of the run they are asked for. */
	round: number;
}

/** How the identifiers of an item's writes in a later round begin. */
const placePrefix = (prefix: string, { item, round, step }: Place, part: string): string =>
	`${prefix}${placeSlot({ item, round, step })}${part}-`;

const placeSlot = ({ item, round, step }: Place): string => `${item}r${round}s${step}`;

/**
 * The place that an identifier names, if it belongs to a write of a later round.
 * @param prefix The start of the run's identifiers.
 */
export function placeIn(
	prefix: string,
	identifier: string,
): (Place & { slot: string }) | undefined {
	if (!identifier.startsWith(prefix)) return undefined;
	const found = /^((\d+(?:w[\w-]{5})?)r(\d+)s(\d+)(?:\.\d+)?)-/.exec(
		identifier.slice(prefix.length),
	);
	if (!found) return undefined;
	const [, slot, item, round, step] = found;
	return { slot, item, round: Number(round), step: Number(step) };
}

/** An `ExternalGUID`. It begins with the mark of the execution that adds the record, so that all of them can be found. */
function externalGuidOf(executionMark: string, ...parts: unknown[]): string {
	const digits = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
	const groups = [4, 4, 4, 12].map((length, index, lengths) => {
		const start = lengths.slice(0, index).reduce((sum, one) => sum + one, 0);
		return digits.slice(start, start + length);
	});
	return `{${[executionMark, ...groups].join('-')}}`;
}

function withExternalGuid(request: ServiceRequest, guid: string): ServiceRequest {
	const { request_xml: xml } = (request.body ?? {}) as IDataObject;
	return guid === ''
		? request
		: {
				...request,
				body: { ...request.body, request_xml: String(xml).replace(EXTERNAL_GUID, guid) },
			};
}

function addsWithGuid({ body }: ServiceRequest): boolean {
	const { request_xml: xml } = (body ?? {}) as IDataObject;
	return typeof xml === 'string' && xml.includes(EXTERNAL_GUID);
}

/** What is sent, without what the pipeline has to know about it. */
function plainContent(request: RequestContent) {
	const { hints = [], isVersionOpen = false } = request;
	const content: RequestContent = { ...request };
	delete content.hints;
	delete content.isVersionOpen;
	delete content.isRead;
	delete content.insteadOf;
	return { content: content as ServiceRequest, hints, isVersionOpen };
}

/** What a read is queued as, whichever item asks for it. */
function sharedRead(
	{ enclose = encloseInQuery }: QueueingOperation,
	request: RequestContent,
	connectionId: string,
	{ prefix, execution, round }: Naming,
): Omit<Job, 'form' | 'itemIndex'> {
	const { content, hints, isVersionOpen } = plainContent(request);
	const words = isVersionOpen ? withoutVersion(content) : content;
	const key = `${prefix}q${round}-${mark(8, connectionId, words, execution)}`;
	return {
		connectionId,
		request: enclose(content, { requestId: key }),
		identifier: key,
		isUsersIdentifier: false,
		isOrder: false,
		isWrite: false,
		key,
		slot: key,
		externalGuid: '',
		hints,
	};
}

/** Thousands of items may ask for the very same object. It is enclosed only once in each round. */
const sharedReads = new WeakMap<RequestContent, Map<string, Omit<Job, 'form' | 'itemIndex'>>>();

/** A read that is one of several steps. Items that read the same in one round share it. */
function readOf(
	operation: QueueingOperation,
	request: RequestContent,
	form: Form,
	itemIndex: number,
	naming: Naming,
): Job {
	const connectionId = requiredId(form, connection);
	const rounds = sharedReads.get(request) ?? new Map<string, Omit<Job, 'form' | 'itemIndex'>>();
	sharedReads.set(request, rounds);
	const round = `${naming.prefix}${naming.round} ${connectionId}`;
	const shared = rounds.get(round) ?? sharedRead(operation, request, connectionId, naming);
	rounds.set(round, shared);
	return { ...shared, itemIndex, form };
}

function writeOf(
	operation: QueueingOperation,
	request: RequestContent,
	form: Form,
	itemIndex: number,
	{ prefix, executionMark, isTool, part, place }: Naming & { part: string; place?: Place },
): Job {
	const { content, envelope, isOrder, hints, isVersionOpen } = contentAndEnvelope(request, form, {
		orderScope: operation.orderScope,
		part,
	});
	const { enclose = encloseInQuery, isQuery } = operation;
	const connectionId = requiredId(form, connection);
	const ownIdentifier = identifierIn(content);
	const usersIdentifier = envelope.requestId ?? ownIdentifier;
	const isWrite = content.method === 'POST' && isQuery !== true;
	// The user's identifier may be used again. This key names the request of this run alone.
	const words = mark(place ? 6 : 8, isVersionOpen ? withoutVersion(content) : content, envelope);
	const key = `${place ? placePrefix(prefix, place, part) : itemPrefix(prefix, itemIndex)}${words}`;
	const ownId = isWrite ? `${key}-${executionMark}` : key;
	const requestId = usersIdentifier === undefined ? ownId : envelope.requestId;
	const externalGuid = addsWithGuid(content)
		? externalGuidOf(executionMark, connectionId, key)
		: externalGuidIn((content.body ?? {}) as IDataObject);
	return {
		itemIndex,
		connectionId,
		request: withExternalGuid(enclose(content, { ...envelope, requestId }), externalGuid),
		identifier: usersIdentifier ?? key,
		isUsersIdentifier: usersIdentifier !== undefined,
		isOrder,
		isWrite,
		key,
		slot: place ? `${placeSlot(place)}${part}` : isTool ? key : `${itemIndex}${part}`,
		insteadOf: request.insteadOf,
		externalGuid,
		hints,
		...((operation.output ?? operation.namedRecords ?? operation.steps) && { form }),
		date: operation.dateOf?.(form),
	};
}

/**
 * The jobs of one item in one round: the user's requests, with an identifier if they have none. The node's own identifier
 * contains a hash of the request, so a request found under it is the same in every word.
 * @param place Where they stand if they are not the item's first.
 * @throws FormError for what the interface forbids.
 */
export const jobsOf = (
	operation: QueueingOperation,
	requests: readonly RequestContent[],
	form: Form,
	itemIndex: number,
	naming: Naming,
	place?: Place,
): Job[] =>
	requests.map((request, index) =>
		request.isRead
			? readOf(operation, request, form, itemIndex, naming)
			: writeOf(operation, request, form, itemIndex, {
					...naming,
					part: requests.length === 1 ? '' : `.${index + 1}`,
					place,
				}),
	);

/** The requests that an item begins with. */
export const firstRequests = (
	operation: QueueingOperation,
	form: Form,
	qbxml: QbxmlKnowledge | undefined,
): readonly RequestContent[] => [operation.request(form, qbxml)].flat();

/** The start of the node's own identifiers for one item of a run, whatever the item asks for. */
export const itemPrefix = (prefix: string, itemIndex: number): string => `${prefix}${itemIndex}-`;

/** Whether the service itself fetches page after page for the request. */
export const iterates = ({ request }: Pick<Job, 'request'>): boolean =>
	String(request.query?.iterate) === 'true';

/** Whether the job goes to one of the pre-built endpoints (interface, section 4.3). */
export const isPrebuilt = ({ request }: Pick<Job, 'request'>): boolean =>
	!request.path.endsWith('/queued_requests');
