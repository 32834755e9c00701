import { isObject, type JsonObject } from '../../quickbooks/json/object';
import { type Answer, answerIn, textOf } from '../../quickbooks/qbxml/answer';
import { isFailedState, isTerminal, pageNumber, type QueuedRecord } from '../requests/queuedRecord';

/**
 * What the service posts when a page of a request is complete. The interface does not say what the body contains
 * (section 6). Everything but the ID may be missing, and is null until we read it from the request's own record.
 */
export interface Delivery {
	timestamp: string | null;
	id: string;
	page_request_id: string | null;
	page: number | null;
	/** Null if there is none, and for a word that is not a state of a completed request. */
	state: 'completed' | 'error' | 'discarded' | null;
	response_xml: string | null;
	response_json: unknown;
	/** Undefined if the body has none. */
	error: JsonObject | null | undefined;
}

/** A delivery with its answer, or null if we can't read an answer in it. */
export interface Page {
	delivery: Delivery;
	answer: Answer | null;
	/** The request's own record, if it was delivered or looked up. */
	record: QueuedRecord | null;
}

/** The states of a request that has ended, in the words of its record and of its webhook. */
const states: Record<string, Delivery['state']> = {
	completed: 'completed',
	response_received: 'completed',
	error: 'error',
	discarded: 'discarded',
};

function errorIn(error: unknown): Delivery['error'] {
	if (isObject(error)) return error;
	if (error === undefined) return undefined;
	const message = textOf(error);
	return message === null ? null : { message };
}

/** Adjusts a page to its answer: a refusal is a failure, whatever the state says. */
function judged(delivery: Delivery, record: QueuedRecord | null): Page {
	const answer = answerIn(delivery);
	const { refusal } = answer ?? {};
	if (!refusal) return { delivery, answer, record };
	const state = isFailedState(delivery.state) ? delivery.state : 'error';
	return {
		delivery: { ...delivery, state, error: delivery.error ?? { ...refusal } },
		answer,
		record,
	};
}

/** Parses a body as JSON. Undefined if it is not JSON. */
export function jsonIn(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8')) as unknown;
	} catch {
		return undefined;
	}
}

/** The page in a body, plain or in `data`. Undefined if the body names no request. */
export function pageFrom(given: unknown): Page | undefined {
	const body = isObject(given) && given.id === undefined ? given.data : given;
	if (!isObject(body) || typeof body.id !== 'string' || body.id === '') return undefined;
	const state = String(body.state ?? '').toLowerCase();
	const delivery: Delivery = {
		timestamp: textOf(body.timestamp) ?? textOf(body.updated_at),
		id: body.id,
		page_request_id: textOf(body.page_request_id),
		page: pageNumber(body),
		state: Object.hasOwn(states, state) ? states[state] : null,
		response_xml: typeof body.response_xml === 'string' ? body.response_xml : null,
		response_json: body.response_json ?? null,
		error: errorIn(body.error),
	};
	const isRecord = ['request_json', 'request_xml', 'webhook_url'].some((name) => body[name]);
	const page = judged(delivery, isRecord ? (body as QueuedRecord) : null);
	const isCompleted = state === '' && page.answer !== null && page.delivery.state === null;
	return isCompleted ? { ...page, delivery: { ...page.delivery, state: 'completed' } } : page;
}

/** Whether a page has everything that we need to hand it over. */
export const isWhole = ({ delivery: { state, error }, answer }: Page): boolean =>
	isFailedState(state) ? error !== undefined : state === 'completed' && answer !== null;

/** What a record says about a page, in a delivery's words. */
function deliveryOf(record: QueuedRecord): Delivery {
	const { delivery } = pageFrom(record) as Page;
	return { ...delivery, state: delivery.state ?? (isTerminal(record) ? 'completed' : null) };
}

/** Fills in from its record what the delivery does not say. A failure in the record takes precedence. */
export function withRecord({ delivery, answer }: Page, record: QueuedRecord): Page {
	const known = deliveryOf(record);
	const { response_xml, response_json } = answer === null ? known : delivery;
	return judged(
		{
			timestamp: delivery.timestamp ?? known.timestamp,
			id: delivery.id,
			page_request_id: delivery.page_request_id ?? known.page_request_id,
			page: delivery.page ?? known.page,
			state: isFailedState(known.state) ? known.state : (delivery.state ?? known.state),
			response_xml,
			response_json,
			error: delivery.error ?? known.error ?? null,
		},
		record,
	);
}

/** A page whose request is gone, so that we can't learn anything more about it. */
export function withoutRecord({ delivery, answer }: Page): Page {
	const state = delivery.state ?? (answer === null ? null : 'completed');
	return { delivery: { ...delivery, state, error: delivery.error ?? null }, answer, record: null };
}
