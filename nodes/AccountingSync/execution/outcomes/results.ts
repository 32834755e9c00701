import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { elementsIn, recordsIn } from '../../../shared/qbxml/answer';
import type { AnswerElement } from '../../../shared/qbxml/answerFromXml';
import { errorOfRequest, type RequestError } from '../../../shared/transport/errors';
import { hasAnswer, type QueuedRecord, refusalIn } from '../../../shared/transport/queuedRecord';
import type { Awaited } from '../run/sleep';
import type { Outcome } from './checkCompletion';

/** The application's error: from the answer if we can read it there, otherwise as the service repeats it. */
const errorIn = (record: QueuedRecord): RequestError => ({
	...refusalIn(record),
	...(typeof record.error === 'object' ? (record.error as RequestError | null) : null),
});

const goneError = (node: INode, { id, itemIndex }: Awaited): NodeOperationError =>
	new NodeOperationError(node, `The service no longer knows the request ${id}.`, {
		itemIndex,
		description:
			'Someone has deleted it, and nobody knows whether it was carried out before that. Check in QuickBooks before you run this item in a new execution.',
	});

function unreadableError(node: INode, { id, itemIndex }: Awaited, because: string) {
	const error = new NodeOperationError(
		node,
		'The request has completed, but its answer could not be read completely.',
		{
			itemIndex,
			description: `Nothing is passed on, so that no record goes missing unnoticed: ${because}. The request has been carried out, so don't run a write again. Queued Request > Get with the ID ${id} shows what the service has.`,
		},
	);
	error.context.code = 'unreadable_answer';
	return error;
}

/** A request that has ended, and how. */
export interface Ended {
	awaited: Awaited;
	outcome: Outcome;
}

const UNKNOWN_FORM = 'the answer has a format that this node does not know';

/** The error of a request that was not carried out, or whose answer can't be read. */
export function errorOfOutcome(
	node: INode,
	awaited: Awaited,
	outcome: Outcome,
): NodeOperationError {
	if ('gone' in outcome) return goneError(node, awaited);
	if ('failed' in outcome) return errorOfRequest(node, errorIn(outcome.failed), awaited.itemIndex);
	const because = 'unreadable' in outcome ? outcome.unreadable : UNKNOWN_FORM;
	return unreadableError(node, awaited, because);
}

/** Why a request was not carried out, or that nobody knows whether it was. */
export function refusalOfOutcome(outcome: Exclude<Outcome, { pages: unknown }>): RequestError {
	if ('failed' in outcome) return errorIn(outcome.failed);
	if ('lost' in outcome) {
		return { code: 'unknown_outcome', message: 'It is unknown whether this request was queued.' };
	}
	return 'gone' in outcome
		? { code: 'not_found', message: 'The service no longer knows this request.' }
		: { code: 'unreadable_answer', message: 'Its answer could not be read completely.' };
}

/** The pages of a request that was carried out. */
function pagesOf(node: INode, { awaited, outcome }: Ended): QueuedRecord[] {
	if ('pages' in outcome) return outcome.pages;
	throw errorOfOutcome(node, awaited, outcome);
}

/** How the answers to an item's requests become its output. */
type Output = (answers: readonly AnswerElement[]) => IDataObject[];

/** All records of the answers, as they are. */
export const allRecords: Output = (answers) =>
	answers.flatMap((answer) => recordsIn(answer).map(({ fields }) => fields as IDataObject));

/**
 * The output for an item whose requests have ended: its records, plain, or the whole queued requests, one for each page. A
 * query without matches gives nothing.
 * @param output Undefined for the whole queued requests.
 * @throws NodeOperationError if one failed, is gone, or has an answer that we can't read. FormError from `output`.
 */
export function resultsOf(
	node: INode,
	ended: readonly Ended[],
	output: Output | undefined,
): INodeExecutionData[] {
	const pages = ended.flatMap((one) => pagesOf(node, one).map((page) => ({ page, one })));
	const [{ awaited }] = ended;
	const { alreadyExisted, itemIndex } = awaited;
	const toItem = (json: IDataObject): INodeExecutionData => ({
		json: alreadyExisted === undefined ? json : { ...json, already_existed: alreadyExisted },
		pairedItem: { item: itemIndex },
	});
	if (output === undefined && pages.every(({ page }) => hasAnswer(page))) {
		return pages.map(({ page }) => toItem(page));
	}
	const answers = pages.flatMap(({ page, one }) => {
		const elements = elementsIn(page);
		if (elements.length > 0) return elements;
		throw unreadableError(node, one.awaited, UNKNOWN_FORM);
	});
	return (output ?? allRecords)(answers).map(toItem);
}
