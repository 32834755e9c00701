import type { INodeExecutionData } from 'n8n-workflow';

import type { Outcomes } from '../../../../queue/reader/checkCompletion';
import {
	distinctWarnings,
	elementsIn,
	type Warning,
	warningOf,
} from '../../../../quickbooks/qbxml/answer';
import type { AnswerElement } from '../../../../quickbooks/qbxml/answerFromXml';
import { NOTHING_FOUND } from '../../../../quickbooks/rules/statuses';
import type { Awaited } from '../run/sleep';

const isOfQuery = ({ requestType }: AnswerElement): boolean => requestType.endsWith('Query');

/** The answers to requests that were carried out. */
const answersTo = (requests: readonly Awaited[], outcomes: Outcomes): AnswerElement[] =>
	requests.flatMap(({ id }) => {
		const outcome = outcomes.get(id);
		return outcome && 'pages' in outcome ? outcome.pages.flatMap(elementsIn) : [];
	});

/** What QuickBooks warned of when it carried out requests of one item. What a step looks for may well not be there: it says so itself. */
export const warningsOn = (requests: readonly Awaited[], outcomes: Outcomes): Warning[] =>
	distinctWarnings(
		answersTo(requests, outcomes).flatMap((answer) => {
			const warning = warningOf(answer);
			const isLook = requests[0]?.item !== undefined && isOfQuery(answer);
			return !warning || (isLook && warning.code === NOTHING_FOUND) ? [] : [warning];
		}),
	);

/** Whether requests that were carried out have done something else than to ask. */
const haveWritten = (requests: readonly Awaited[], outcomes: Outcomes): boolean =>
	answersTo(requests, outcomes).some((answer) => !isOfQuery(answer));

/**
 * The output of an item, with what QuickBooks warned of: "saved, but" is no plain success, and what a query could not find is missing
 * among its records.
 * @param isTool A model sees nothing but the output, and would take no output for "there is none".
 */
export function withWarnings(
	items: readonly INodeExecutionData[],
	warnings: readonly Warning[],
	requests: readonly Awaited[],
	{ outcomes, isTool }: { outcomes: Outcomes; isTool: boolean },
): INodeExecutionData[] {
	if (warnings.length === 0) return [...items];
	const alone = { json: {}, pairedItem: { item: requests[0].itemIndex } };
	const isShown = items.length > 0 || isTool || haveWritten(requests, outcomes);
	return (items.length === 0 && isShown ? [alone] : items).map((item) => ({
		...item,
		json: { ...item.json, warnings: warnings.map((one) => ({ ...one })) },
	}));
}
