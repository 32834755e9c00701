import { elementsIn, recordsIn, refusalOf } from '../../quickbooks/qbxml/answer';
import type { AnswerElement } from '../../quickbooks/qbxml/answerFromXml';
import { isUnclear, type Unclear, unclear } from '../../quickbooks/qbxml/certainty';
import { RECORD_NOT_FOUND } from '../../quickbooks/rules/statuses';
import { isTerminal, type QueuedRecord, wroteNothing } from './queuedRecord';
import { wordsShown } from './requestWords';

/** What the queue says of the record that a request has added. */
export type Standing =
	| { is: 'there' }
	/** It was voided or deleted, by the request with this ID. */
	| { is: 'removed'; by: string }
	| Unclear;

type Effect = Exclude<Standing, { is: 'there' }>;

const isEffect = (effect: Effect | undefined): effect is Effect => effect !== undefined;

/** The requests that take a record out of the books. */
export const removalRequests: readonly string[] = ['ListDelRq', 'TxnDelRq', 'TxnVoidRq'];

export const isRemoval = (element: string): boolean => removalRequests.includes(element);

interface Added {
	type: string;
	id: string;
}

/** The records that a request has added, as far as its answer shows them. */
export const addedBy = (record: QueuedRecord): Added[] =>
	elementsIn(record)
		.filter((element) => element.requestType.endsWith('Add') && !refusalOf(element))
		.flatMap(recordsIn)
		.flatMap(({ type, fields: { TxnID, ListID } }) => {
			const id = TxnID ?? ListID;
			return id === undefined ? [] : [{ type, id: String(id) }];
		});

/** Whether an answer is that to the removal of a record. */
function isAbout({ requestType, content }: AnswerElement, { type, id }: Added): boolean {
	const { TxnID, ListID } = content;
	return String(TxnID ?? ListID) === id && (content[`${requestType}Type`] ?? type) === type;
}

/** Whether a request asks for the removal of a record, as far as it shows what it asks for. */
function removes(request: QueuedRecord, { type, id }: Added): boolean {
	const { elements = [], texts = [] } = wordsShown(request) ?? {};
	return elements.some(isRemoval) && texts.includes(id) && texts.includes(type);
}

/** What one request has done to a record. Undefined if certainly nothing. */
function effectOf(request: QueuedRecord, added: Added): Effect | undefined {
	const removed: Effect = { is: 'removed', by: request.id };
	const answers = elementsIn(request).filter(({ requestType }) => isRemoval(`${requestType}Rq`));
	if (answers.some((answer) => !refusalOf(answer) && isAbout(answer, added))) return removed;
	if (!removes(request, added)) return undefined;
	const [answer] = answers;
	if (answers.length === 1 && refusalOf(answer)?.code === RECORD_NOT_FOUND) return removed;
	if (wroteNothing(request)) return undefined;
	return unclear(
		isTerminal(request)
			? `nobody knows whether the request ${request.id} has voided or deleted the record`
			: `the request ${request.id}, which voids or deletes the record, has not ended yet`,
	);
}

function effectOfAll(added: Added, requests: readonly QueuedRecord[]): Effect | undefined {
	const effects = requests.map((request) => effectOf(request, added)).filter(isEffect);
	return effects.find(({ is }) => is === 'removed') ?? effects[0];
}

/**
 * Whether what a request has added was voided or deleted since, by requests of any execution. An ID is never given again, so
 * that their order doesn't matter.
 * @param later What was queued after it, or more.
 */
export function standingOfRequest(request: QueuedRecord, later: readonly QueuedRecord[]): Standing {
	const added = addedBy(request);
	const effects = added.map((one) => effectOfAll(one, later)).filter(isEffect);
	if (effects.length === 0) return { is: 'there' };
	const unknown = effects.find(isUnclear);
	if (unknown) return unknown;
	return effects.length === added.length
		? effects[0]
		: unclear('only a part of what it has added was voided or deleted');
}
