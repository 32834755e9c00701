import { isObject, type JsonObject } from '../../quickbooks/json/object';
import {
	answerIn,
	elementsIn,
	type Refusal,
	refusalOf,
	textOf,
	wholeNumberIn,
} from '../../quickbooks/qbxml/answer';
import { proofOf, statusesOf, statusIn } from '../../quickbooks/rules/statuses';
import { adviceByCode } from '../calls/advice';
import type { RequestError } from '../calls/errors';

/** A queued request's own record (interface, section 2.2): the fields that the nodes read. */
export interface QueuedRecord extends JsonObject {
	id: string;
	state: string;
}

/** The state of a request that was answered (interface, section 3). */
export const COMPLETED = 'response_received';

/** The states of a request (interface, section 3), including the words of its rule 1: in the first two it changes no more. */
const completedStates = new Set([COMPLETED, 'completed']);
export const failedStates: readonly string[] = ['error', 'discarded'];
export const openStates: readonly string[] = ['waiting', 'retryable', 'ticketed', 'sent'];

const isFilled = (value: unknown): boolean =>
	typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

/** Whether there is any response at all, whatever it says. */
export const hasAnswer = ({ response_json: json, response_xml: xml }: JsonObject): boolean =>
	isFilled(json) || isFilled(xml);

/** The number of a page, from 0 or from 1. Null if it has none (interface, section 2.2). */
export const pageNumber = ({ page }: JsonObject): number | null => wholeNumberIn(page);

/** Why the accounting application did not carry out a request, whatever its state says. */
export const refusalIn = (record: JsonObject): Refusal | null => answerIn(record)?.refusal ?? null;

/** Whether a state says that the request was not carried out. */
export const isFailedState = (state: unknown): boolean => failedStates.includes(String(state));

/** Whether a record will no longer change (interface, section 3). */
export function isTerminal(record: JsonObject): boolean {
	const state = String(record.state);
	if (openStates.includes(state)) return false;
	return completedStates.has(state) || isFailedState(state) || hasAnswer(record);
}

/**
 * How far a request has got. The interface does not state which fields show in which state (section 2.2): a service may make the words of
 * a request when a desktop fetches it, or show them only once it has ended.
 */
export const phaseOf = (record: JsonObject): string =>
	isTerminal(record) ? 'ended' : String(record.state);

/** Whether a request was not carried out: its state says so, or its answer is a refusal by the application. */
export const hasFailed = (record: JsonObject): boolean =>
	isFailedState(record.state) || (isTerminal(record) && refusalIn(record) !== null);

/** How many requests a record holds, as far as it shows them. */
function requestsIn({ request_xml: xml, request_json: json }: JsonObject): number {
	if (typeof xml === 'string') return (xml.match(/<(?!QBXMLMsgsRq)\w+Rq[\s/>]/g) ?? []).length;
	return isFilled((json as JsonObject | null | undefined)?.request) ? 1 : 0;
}

/** Whether a refusal proves that the request has left nothing behind. */
const provesNothingWritten = (refusal: Refusal | null): boolean =>
	refusal !== null && proofOf(statusIn(refusal.code)) !== undefined;

/** The statuses that a record's own `error` names. The interface's codes, such as that of a session that ended, stand for themselves. */
function statusesOn({ error }: JsonObject): string[] {
	if (!isObject(error)) return statusesOf({ message: error });
	return Object.hasOwn(adviceByCode, String(error.code)) ? [] : statusesOf(error);
}

/** What a record's own `error` says. Its code is the status that it names, as `statusIn` gives it, if it names one. */
export function errorOn(record: JsonObject): RequestError {
	const { error } = record;
	const { code, message } = isObject(error) ? error : { code: undefined, message: error };
	const named = statusesOn(record)[0] ?? textOf(code);
	const said = textOf(message);
	return { ...(named !== null && { code: named }), ...(said !== null && { message: said }) };
}

/** Whether the error of a record proves that nothing of its document was carried out. */
function hasProof(record: QueuedRecord): boolean {
	const proofs = statusesOn(record).map(proofOf);
	const isAlone = requestsIn(record) === 1;
	return (
		proofs.length > 0 &&
		proofs.every((proof) => proof !== undefined && (proof.isOfWhole || isAlone))
	);
}

/**
 * Whether a request has certainly left nothing behind: the accounting application refused all of it, with a status that proves
 * that. Any other error leaves it open, since a service may put its own numbers there. A discarded
 * request may have been sent: nothing states otherwise (interface, section 3: transitions not shown).
 */
export function wroteNothing(record: QueuedRecord): boolean {
	if (!isTerminal(record)) return false;
	const elements = elementsIn(record);
	if (elements.length > 0) {
		return elements.every((element) => provesNothingWritten(refusalOf(element)));
	}
	return record.state === 'error' && hasProof(record);
}

/** Whether an iterated request still has pages to come after this one. */
export const hasMorePages = (record: QueuedRecord): boolean =>
	isTerminal(record) && !hasFailed(record) && (answerIn(record)?.remaining ?? 0) > 0;
