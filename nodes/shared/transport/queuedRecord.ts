import type { IDataObject } from 'n8n-workflow';

import { answerIn, elementsIn, type Refusal, refusalOf, wholeNumberIn } from '../qbxml/answer';

/** A queued request's own record (interface, section 2.2): the fields that the nodes read. */
export interface QueuedRecord extends IDataObject {
	id: string;
	state: string;
}

/** The states of a request (interface, section 3), including the words of its rule 1: in the first two it changes no more. */
const completedStates = new Set(['response_received', 'completed']);
const failedStates = new Set(['error', 'discarded']);
const openStates = new Set(['waiting', 'retryable', 'ticketed', 'sent']);

/** The application's own codes for a request that it did not carry out. */
const OWN_ERROR_CODE = /^3\d{3}$/;

const isFilled = (value: unknown): boolean =>
	typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

/** Whether there is any response at all, whatever it says. */
export const hasAnswer = ({ response_json: json, response_xml: xml }: IDataObject): boolean =>
	isFilled(json) || isFilled(xml);

/** The number of a page, from 0 or from 1. Null if it has none (interface, section 2.2). */
export const pageNumber = ({ page }: IDataObject): number | null => wholeNumberIn(page);

/** Why the accounting application did not carry out a request, whatever its state says. */
export const refusalIn = (record: IDataObject): Refusal | null => answerIn(record)?.refusal ?? null;

/** Whether a state says that the request was not carried out. */
export const isFailedState = (state: unknown): boolean => failedStates.has(String(state));

/** Whether a record will no longer change (interface, section 3). */
export function isTerminal(record: IDataObject): boolean {
	const state = String(record.state);
	if (openStates.has(state)) return false;
	return completedStates.has(state) || isFailedState(state) || hasAnswer(record);
}

/** Whether a request was not carried out: its state says so, or its answer is a refusal by the application. */
export const hasFailed = (record: IDataObject): boolean =>
	isFailedState(record.state) || (isTerminal(record) && refusalIn(record) !== null);

/** How many requests a record holds, as far as it shows them. */
function requestsIn({ request_xml: xml, request_json: json }: IDataObject): number {
	if (typeof xml === 'string') return (xml.match(/<(?!QBXMLMsgsRq)\w+Rq[\s/>]/g) ?? []).length;
	return isFilled((json as IDataObject | null | undefined)?.request) ? 1 : 0;
}

/**
 * Whether a request has certainly left nothing behind: the accounting application refused all of it, in its own words
 * or with a code of its own. Any other error leaves it open, since a service may put its own numbers there. A discarded
 * request may have been sent: nothing states otherwise (interface, section 3: transitions not shown).
 */
export function wroteNothing(record: QueuedRecord): boolean {
	if (!isTerminal(record)) return false;
	const elements = elementsIn(record);
	if (elements.length > 0) return elements.every((element) => refusalOf(element) !== null);
	const { code } = (record.error ?? {}) as { code?: unknown };
	return record.state === 'error' && OWN_ERROR_CODE.test(String(code)) && requestsIn(record) === 1;
}

/** Whether an iterated request still has pages to come after this one. */
export const hasMorePages = (record: QueuedRecord): boolean =>
	isTerminal(record) && !hasFailed(record) && (answerIn(record)?.remaining ?? 0) > 0;
