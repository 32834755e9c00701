import { elementsIn } from '../../quickbooks/qbxml/answer';
import { type AnswerElement, isObject } from '../../quickbooks/qbxml/answerFromXml';
import { RECORD_NOT_FOUND } from '../../quickbooks/rules/statuses';
import { notOpenForPayment } from '../calls/advice';
import { errorOfRequest, QueueError, type RequestError, UNKNOWN_OUTCOME } from '../calls/errors';
import { errorOn, type QueuedRecord, refusalIn, wroteNothing } from '../requests/queuedRecord';
import { shownRequest } from '../requests/shownRequest';

/** How a request ended. */
export type Outcome =
	/** All its pages, in order. */
	| { pages: QueuedRecord[] }
	/** It was not carried out. */
	| { failed: QueuedRecord }
	/** The service no longer knows it. */
	| { gone: true }
	/** Nobody knows whether it was queued. */
	| { lost: true }
	/** Its answer lacks something that we need. `because` is a clause. */
	| { unreadable: string; record: QueuedRecord };

/** Whether a request has certainly written nothing. */
export const isCertainlyRefused = (outcome: Outcome | undefined): boolean =>
	outcome !== undefined && 'failed' in outcome && wroteNothing(outcome.failed);

/** A request that was queued. */
interface Requested {
	id: string;
}

/**
 * The application's error: from the answer if we can read it there, otherwise as the service repeats it, which may put a code of its own
 * in the place of the application's.
 */
function errorIn(record: QueuedRecord): RequestError {
	const refusal = refusalIn(record);
	return refusal !== null && refusal.code !== '' ? refusal : { ...refusal, ...errorOn(record) };
}

/** Whether a payment was refused for something that it names, and not because it is itself not there. */
function isNotOpen(record: QueuedRecord, { code, message = '' }: RequestError): boolean {
	const { query = '', content = {} } = shownRequest(record) ?? {};
	if (code !== RECORD_NOT_FOUND || !/^(?:ReceivePayment|BillPayment\w+)(?:Add|Mod)$/.test(query))
		return false;
	const { [query]: own } = content;
	return !isObject(own) || !message.includes(`"${String(own.TxnID)}"`);
}

const goneError = ({ id }: Requested): QueueError =>
	new QueueError(
		`The service no longer knows the request ${id}.`,
		'Someone has deleted it, and nobody knows whether it was carried out before that. Check in QuickBooks before you run this item in a new execution.',
	);

const unreadableError = ({ id }: Requested, because: string): QueueError =>
	new QueueError(
		'The request has completed, but its answer could not be read completely.',
		`Nothing is passed on, so that no record goes missing unnoticed: ${because}. The request has been carried out, so don't run a write again. Queued Request > Get with the ID ${id} shows what the service has.`,
		'unreadable_answer',
	);

const UNKNOWN_FORM = 'the answer has a format that this node does not know';

/** The error of a request that was not carried out, or whose answer can't be read. */
export function errorOfOutcome(awaited: Requested, outcome: Outcome): QueueError {
	if ('gone' in outcome) return goneError(awaited);
	if ('failed' in outcome) {
		const error = errorIn(outcome.failed);
		return errorOfRequest(error, isNotOpen(outcome.failed, error) ? notOpenForPayment : undefined);
	}
	const because = 'unreadable' in outcome ? outcome.unreadable : UNKNOWN_FORM;
	return unreadableError(awaited, because);
}

/** Why a request was not carried out, or that nobody knows whether it was. */
export function refusalOfOutcome(outcome: Exclude<Outcome, { pages: unknown }>): RequestError {
	if ('failed' in outcome) return errorIn(outcome.failed);
	if ('lost' in outcome) {
		return { code: UNKNOWN_OUTCOME, message: 'It is unknown whether this request was queued.' };
	}
	return 'gone' in outcome
		? { code: 'not_found', message: 'The service no longer knows this request.' }
		: { code: 'unreadable_answer', message: 'Its answer could not be read completely.' };
}

/** A request that has ended, and how. */
export interface Ended<Request extends Requested> {
	awaited: Request;
	outcome: Outcome;
}

/**
 * The pages of a request that was carried out.
 * @throws QueueError if it was not.
 */
export function pagesCarriedOut({ awaited, outcome }: Ended<Requested>): QueuedRecord[] {
	if ('pages' in outcome) return outcome.pages;
	throw errorOfOutcome(awaited, outcome);
}

/**
 * The answers on a page.
 * @throws QueueError if they can't be read.
 */
export function answersOnPage(page: QueuedRecord): readonly AnswerElement[] {
	const elements = elementsIn(page);
	if (elements.length > 0) return elements;
	throw unreadableError(page, UNKNOWN_FORM);
}
