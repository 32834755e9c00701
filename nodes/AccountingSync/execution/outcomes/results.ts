import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { answersOnPage, type Ended, pagesCarriedOut } from '../../../../queue/reader/outcomes';
import { hasAnswer } from '../../../../queue/requests/queuedRecord';
import { recordsIn } from '../../../../quickbooks/qbxml/answer';
import type { AnswerElement } from '../../../../quickbooks/qbxml/answerFromXml';
import type { Awaited } from '../run/sleep';

/** How the answers to an item's requests become its output. */
type Output = (answers: readonly AnswerElement[]) => IDataObject[];

/** All records of the answers, as they are. */
export const allRecords: Output = (answers) =>
	answers.flatMap((answer) => recordsIn(answer).map(({ fields }) => fields));

/**
 * The output for an item whose requests have ended: its records, plain, or the whole queued requests, one for each page. A
 * query without matches gives nothing.
 * @param output Undefined for the whole queued requests.
 * @param about What the output says before each record.
 * @throws QueueError if one failed, is gone, or has an answer that we can't read. FormError from `output`.
 */
export function resultsOf(
	ended: ReadonlyArray<Ended<Awaited>>,
	output: Output | undefined,
	about: IDataObject,
): INodeExecutionData[] {
	const pages = ended.flatMap(pagesCarriedOut);
	const [{ awaited }] = ended;
	const { itemIndex } = awaited;
	const toItem = (json: IDataObject): INodeExecutionData => ({
		json: { ...about, ...json },
		pairedItem: { item: itemIndex },
	});
	if (output === undefined && pages.every(hasAnswer)) {
		return pages.map(toItem);
	}
	return (output ?? allRecords)(pages.flatMap(answersOnPage)).map(toItem);
}
