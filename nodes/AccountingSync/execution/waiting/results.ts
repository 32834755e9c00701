import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { answerIn } from '../../../shared/qbxml/answer';
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
	new NodeOperationError(node, `The service does not know the request ${id} any more.`, {
		itemIndex,
		description:
			'Somebody has deleted it, by hand or with a node. Whether it was carried out before is unknown: look in the accounting application before you run this item in a new execution.',
	});

function unreadableError(node: INode, { id, itemIndex }: Awaited, because: string) {
	const error = new NodeOperationError(
		node,
		'The request has completed, but its answer could not be read as a whole.',
		{
			itemIndex,
			description: `Nothing is passed on, so that no record is missing in silence: ${because}. The request has been carried out: do not run a write again. Queued Request > Get with the ID ${id} shows what the service has.`,
		},
	);
	error.context.code = 'unreadable_answer';
	return error;
}

/**
 * The output for a request that has ended: its records, plain, or the whole queued requests, one for each page. A query
 * without matches gives nothing.
 * @throws NodeOperationError if it failed, is gone, or has an answer that we can't read.
 */
export function resultsOf(
	node: INode,
	awaited: Awaited,
	outcome: Outcome,
	simplify: boolean,
): INodeExecutionData[] {
	const { itemIndex } = awaited;
	if ('gone' in outcome) throw goneError(node, awaited);
	if ('failed' in outcome) throw errorOfRequest(node, errorIn(outcome.failed), itemIndex);
	if ('unreadable' in outcome) throw unreadableError(node, awaited, outcome.unreadable);
	const pairedItem = { item: itemIndex };
	if (!simplify && outcome.pages.every(hasAnswer)) {
		return outcome.pages.map((json) => ({ json, pairedItem }));
	}
	return outcome.pages.flatMap((page) => {
		const answer = answerIn(page);
		if (answer === null) {
			throw unreadableError(node, awaited, 'the answer has a form that these nodes do not know');
		}
		return answer.records.map(({ fields }) => ({ json: fields as IDataObject, pairedItem }));
	});
}
