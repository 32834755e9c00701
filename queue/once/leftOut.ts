import { answerIn } from '../../quickbooks/qbxml/answer';
import type { Outcome } from '../reader/outcomes';
import type { QueuedRecord } from '../requests/queuedRecord';
import { shownRequest } from '../requests/shownRequest';

/** That records were left out, or may have been. */
export interface LeftOut {
	/** How many records were wanted. Infinity for all. */
	limit: number;
	/** How many a request asked for at most, if nobody knows whether there are more. */
	most?: number;
}

/**
 * The most records that a request asks for, as the service shows it, if its answer holds as many. Undefined if it holds
 * fewer, or is a page of several.
 */
function fullAt(record: QueuedRecord): number | undefined {
	const answer = answerIn(record);
	const shown = shownRequest(record)?.children?.find(({ name }) => name === 'MaxReturned');
	const most = Number(shown?.text ?? NaN);
	return answer?.iterates === false && answer.records.length >= most ? most : undefined;
}

/**
 * What is left out of what requests have found. Undefined if that is all there is.
 * @param found How many records that are.
 */
export function leftOut(
	found: number,
	limit: number,
	outcomes: ReadonlyArray<Outcome | undefined>,
): LeftOut | undefined {
	if (found > limit) return { limit };
	const most = outcomes
		.flatMap((outcome) => (outcome && 'pages' in outcome ? outcome.pages : []))
		.map(fullAt)
		.find((one) => one !== undefined);
	return most === undefined ? undefined : { limit, most };
}
