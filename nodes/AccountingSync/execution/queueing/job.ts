import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceCall } from '../../../../queue/calls/serviceCall';
import { shortHash } from '../../../../queue/calls/shortHash';
import {
	guidOf,
	itemPrefix,
	LONGEST_IDENTIFIER,
	readSlot,
	replacementIdentifier,
	STEP_WORDS_LENGTH,
	stepSlot,
	WORDS_LENGTH,
} from '../../../../queue/requests/identifiers';
import { externalGuidIn, requestIdIn } from '../../../../queue/requests/requestId';
import type { StepPosition, Write } from '../../../../queue/requests/write';
import { wireValues } from '../../../../quickbooks/form/fieldSpec';
import { type Form, optionsOf, requiredId } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { refuseObjectsInText } from '../../../../quickbooks/form/nothing';
import { once } from '../../../../quickbooks/form/once';
import { withoutVersion } from '../../../../quickbooks/qbxml/requestXml';
import { connection } from '../../../shared/fields/connection';
import { hint } from '../../../shared/n8nInternals/asHtml';
import { envelopeFields } from '../../operations/fields/options';
import { orderIdentifier } from '../../operations/fields/orderNumber';
import type { QueueingOperation } from '../../operations/queueingOperation';
import {
	type Asking,
	bodyOf,
	EXTERNAL_GUID,
	type QbxmlKnowledge,
	type RequestContent,
	withGuid,
	xmlIn,
} from '../../operations/requestContent';
import { encloseWherever } from '../../operations/requestDocument';
import type { Step } from '../../operations/steps';

/** One item's request, ready to be queued. */
export interface Job extends Write {
	itemIndex: number;
	/** What the user should know about the request although it can be sent. */
	hints: readonly string[];
	/** Without it, a request is not sent again after a lock, and closed periods are only warned of. */
	form?: Form;
	/** The days of what is written, YYYY-MM-DD, if it has any. */
	dates: readonly string[];
}

/** What sets an agent's request apart from the same on an earlier occasion. */
export const repeated = ({ repetition }: Form): number[] =>
	repetition === undefined ? [] : [repetition];

const textOf = (value: unknown): string | undefined =>
	value === undefined ? undefined : String(value);

function shortId(requestId: string | undefined): string | undefined {
	if (requestId === undefined || requestId.length <= LONGEST_IDENTIFIER) return requestId;
	throw new FormError(
		`Custom Request ID has ${requestId.length} characters, but QuickBooks accepts at most ${LONGEST_IDENTIFIER}.`,
		'Use a shorter ID, such as the number of the order.',
	);
}

/**
 * What a request writes, whenever it is made: without its version of qbXML, and without the edit sequence that the record had when
 * it was read.
 */
function lastingWords(content: ServiceCall): ServiceCall {
	const xml = xmlIn(content);
	if (xml === '') return content;
	const lasting = withoutVersion(xml).replace(/<EditSequence>[^<]*<\/EditSequence>/g, '');
	return { ...content, body: { request_xml: lasting } };
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
) {
	const { content, hints, isVersionOpen } = plainContent(request);
	const {
		request_id: requestId,
		webhook_url: webhookUrl,
		...others
	} = { ...wireValues(envelopeFields, optionsOf(form), form.timezone), ...content.query };
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

/** What is sent, without what the pipeline has to know about it. */
function plainContent(request: RequestContent) {
	const { hints = [], isVersionOpen = false, method, path, body, query } = request;
	return { content: { method, path, body, query } as ServiceCall, hints, isVersionOpen };
}

/** What a read is queued as, whichever item asks for it. */
type SharedRead = Omit<Job, 'dates' | 'form' | 'itemIndex'>;

function sharedRead(
	request: RequestContent,
	connectionId: string,
	{ prefix, execution, round }: Naming,
): SharedRead {
	const { content, hints, isVersionOpen } = plainContent(request);
	const words = isVersionOpen ? lastingWords(content) : content;
	const key = readSlot(prefix, round, shortHash(8, connectionId, words, execution));
	return {
		connectionId,
		request: encloseWherever(content, { requestId: key }),
		identifier: key,
		identity: 'made',
		isRead: true,
		key,
		slot: key,
		slotPrefix: key,
		part: '',
		externalGuid: '',
		hints,
	};
}

/** Thousands of items may ask for the very same object. It is enclosed only once in each round. */
const sharedReads = once<RequestContent, SharedRead>();

/** A read that is one of several steps. Items that read the same in one round share it. */
function sharedReadOf(request: RequestContent, form: Form, itemIndex: number, naming: Naming): Job {
	const connectionId = requiredId(form, connection);
	const { prefix, round, execution } = naming;
	const name = `${prefix}${round} ${execution} ${connectionId}`;
	const shared = sharedReads(request, name, () => sharedRead(request, connectionId, naming));
	return { ...shared, itemIndex, form, dates: [] };
}

/** What ends the identifier of a write, before the mark of its execution: a hash of what it writes and of what it is sent with. */
function wordsOf(
	length: number,
	{ writes }: RequestContent,
	{
		content,
		envelope,
		isVersionOpen,
	}: Pick<ReturnType<typeof contentAndEnvelope>, 'content' | 'envelope' | 'isVersionOpen'>,
	form: Form,
): string {
	const asked = writes ?? (isVersionOpen ? lastingWords(content) : content);
	return shortHash(length, asked, envelope, ...repeated(form));
}

/**
 * What may end the identifier of a write that leads to a step, before the mark of its execution. Undefined if the form alone does not
 * tell that.
 */
export function wordsOfStep(
	{ orderScope }: QueueingOperation,
	step: Step | undefined,
	asking: Asking,
): string[] | undefined {
	const { form } = asking;
	try {
		return step?.requests?.(asking).map((request) => {
			const named = contentAndEnvelope(request, form, { orderScope, part: '' });
			return wordsOf(STEP_WORDS_LENGTH, request, named, form);
		});
	} catch {
		// What is wrong now was something else when it was written.
		return [];
	}
}

/** What is asked for for one item alone: a write, or what Find and Get read. */
function ownRequestOf(
	operation: QueueingOperation,
	request: RequestContent,
	form: Form,
	itemIndex: number,
	{
		prefix,
		executionMark,
		isTool,
		part,
		position,
	}: Naming & { part: string; position?: StepPosition },
): Job {
	const { content, envelope, isOrder, hints, isVersionOpen } = contentAndEnvelope(request, form, {
		orderScope: operation.orderScope,
		part,
	});
	const { output, namedRecords, steps, passesLocks } = operation;
	const { replaces } = request;
	const connectionId = requiredId(form, connection);
	const body = bodyOf(content);
	const usersIdentifier = envelope.requestId ?? requestIdIn(body);
	const isRead = content.method !== 'POST' || operation.isQuery === true;
	// The user's identifier may be used again. This key names the request of this run alone.
	const length = position ? STEP_WORDS_LENGTH : WORDS_LENGTH;
	const words = wordsOf(length, request, { content, envelope, isVersionOpen }, form);
	const start = position ? `${prefix}${stepSlot(position)}${part}-` : itemPrefix(prefix, itemIndex);
	const key = `${start}${words}`;
	// What replaces a request is named after that one, whoever replaces it.
	const ownIdentifier =
		replaces === undefined ? key : replacementIdentifier(connectionId, replaces);
	const sentAs = isRead ? ownIdentifier : `${ownIdentifier}-${executionMark}`;
	const requestId = usersIdentifier === undefined ? sentAs : envelope.requestId;
	const isMarked = xmlIn(content).includes(EXTERNAL_GUID);
	const externalGuid = isMarked
		? guidOf(executionMark, prefix, itemIndex, [connectionId, key])
		: externalGuidIn(body);
	const enclosed = encloseWherever(content, { ...envelope, requestId });
	return {
		itemIndex,
		connectionId,
		request: isMarked ? withGuid(enclosed, externalGuid) : enclosed,
		identifier: usersIdentifier ?? ownIdentifier,
		identity: usersIdentifier === undefined ? 'made' : isOrder ? 'order' : 'users',
		isRead,
		key,
		slot: position ? `${stepSlot(position)}${part}` : isTool ? key : `${itemIndex}${part}`,
		slotPrefix: isTool ? key : start,
		...(position && { position }),
		part,
		...(replaces !== undefined && { replaces }),
		externalGuid,
		...(isOrder && { compare: operation.compareOrder?.(form, request) }),
		hints,
		...((output ?? namedRecords ?? steps ?? passesLocks) && { form }),
		dates: request.dates ?? [operation.dateOf?.(form) ?? []].flat(),
	};
}

/**
 * The jobs of one item in one round: the user's requests, with an identifier if they have none. The node's own identifier
 * contains a hash of the request, so a request found under it is the same in every word.
 * @param position Where they stand if they are not the item's first.
 * @throws FormError for what the interface forbids.
 */
export const jobsOf = (
	operation: QueueingOperation,
	requests: readonly RequestContent[],
	form: Form,
	itemIndex: number,
	naming: Naming,
	position?: StepPosition,
): Job[] =>
	requests.map((request, index) => {
		refuseObjectsInText({ body: request.body, query: request.query });
		return request.isRead
			? sharedReadOf(request, form, itemIndex, naming)
			: ownRequestOf(operation, request, form, itemIndex, {
					...naming,
					part: requests.length === 1 ? '' : `.${index + 1}`,
					position,
				});
	});

/** The requests that an item begins with. */
export const firstRequests = (
	operation: QueueingOperation,
	form: Form,
	qbxml: QbxmlKnowledge | undefined,
): readonly RequestContent[] => [operation.request(form, qbxml)].flat();

/** Tells the user once what each request's check has found, if the request can be sent all the same. */
export function showHints(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	jobs: ReadonlyArray<Pick<Job, 'hints'>>,
): void {
	const messages = new Set(jobs.flatMap(({ hints }) => hints));
	for (const message of messages) hint(context, message, 'warning');
}

/** Whether the service itself fetches page after page for the request. */
export const iterates = ({ request }: Pick<Job, 'request'>): boolean =>
	String(request.query?.iterate) === 'true';
