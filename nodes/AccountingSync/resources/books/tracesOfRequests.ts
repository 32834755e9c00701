import {
	errorOn,
	isTerminal,
	type QueuedRecord,
	wroteNothing,
} from '../../../../queue/requests/queuedRecord';
import { wordsShown } from '../../../../queue/requests/requestWords';
import { transactionsNamed } from '../../../../queue/requests/transactionsNamed';
import {
	isRead,
	nothingKnown,
	textOrNull,
	type Trace,
	traceOfElement,
	typeOf,
} from '../../../../quickbooks/books/undo/traces';
import { elementsIn } from '../../../../quickbooks/qbxml/answer';
import type { AnswerElement } from '../../../../quickbooks/qbxml/answerFromXml';

/** The transactions that a request names, by its answer: the answers of a set come in the order of its requests. */
function namedFor(
	record: QueuedRecord,
	answered: readonly AnswerElement[],
	element: AnswerElement,
): string[] {
	const { requestType: request } = element;
	const own = answered.filter(({ requestType }) => requestType === request);
	return transactionsNamed(record, request)[own.indexOf(element)] ?? [];
}

/** What a queued request has done, or is going to do, the last thing first. Nothing if it only reads. */
function tracesOfRequest(record: QueuedRecord): Trace[] {
	const { id: requestId } = record;
	const answered = isTerminal(record) ? elementsIn(record) : [];
	if (answered.length > 0) {
		return answered
			.filter(({ requestType }) => !isRead(requestType))
			.map((element) => traceOfElement(requestId, element, namedFor(record, answered, element)))
			.reverse();
	}
	const asked = (wordsShown(record)?.elements ?? []).map((name) => name.replace(/Rq$/, ''));
	const writes = asked.filter((request) => !isRead(request));
	if (asked.length > 0 && writes.length === 0) return [];
	const request = writes.join(', ');
	const fate = !isTerminal(record) ? 'waiting' : wroteNothing(record) ? 'refused' : 'unknown';
	return [
		{
			...nothingKnown,
			fate,
			request,
			requestId,
			type: writes.map(typeOf).join(', '),
			why: fate === 'waiting' ? null : textOrNull(errorOn(record).message),
		},
	];
}

/**
 * What an execution has done, the last thing first, from its requests. What it has voided or deleted of its own additions
 * counts as a part of these.
 * @param records Its requests with their answers, the newest first.
 */
export function tracesOf(records: readonly QueuedRecord[]): Trace[] {
	const traces = records.flatMap(tracesOfRequest);
	const added = new Set(traces.filter(({ fate }) => fate === 'added').map(({ id }) => id));
	return traces.filter(({ fate, id }) => fate !== 'removed' || !added.has(id));
}
