import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { answerFromXml } from '../../shared/answer/answerFromXml';
import type { Answer } from '../../shared/answer/records';
import type { Delivery } from './delivery';

/** How a page comes out of the node. */
export interface EventOptions {
	splitIntoItems: boolean;
	includeResponse: boolean;
}

/** The page's facts, which every item of it carries. */
function facts(
	{ id, page, page_request_id, state, timestamp, error }: Delivery,
	answer: Answer | null,
) {
	const remaining = answer?.remaining ?? null;
	return {
		id,
		page,
		page_request_id,
		state,
		timestamp,
		error,
		recordType: answer?.recordType ?? null,
		remaining,
		isLastPage: remaining === null || remaining === 0,
	};
}

const response = ({ response_json: json, response_xml: xml }: Delivery) => ({
	response_json: json ?? (xml === null || xml === '' ? null : answerFromXml(xml)),
	response_xml: xml,
});

/**
 * The items of one page: one with all its records, or one for each record with the page's facts under `delivery`.
 * A page that failed has no records and gives one item either way.
 */
export function itemsOf(
	delivery: Delivery,
	answer: Answer | null,
	{ splitIntoItems, includeResponse }: EventOptions,
): INodeExecutionData[] {
	const page = { ...facts(delivery, answer), ...(includeResponse && response(delivery)) };
	const records = answer?.records ?? [];
	if (!splitIntoItems) {
		const { recordType, remaining, isLastPage, ...others } = page;
		const json = {
			...others,
			records: records.map(({ fields }) => fields),
			recordType,
			remaining,
			isLastPage,
		};
		return [{ json: json as unknown as IDataObject }];
	}
	if (delivery.state !== 'completed') {
		return [{ json: { delivery: page as unknown as IDataObject } }];
	}
	return records.map(({ type, fields }) => ({
		json: { ...fields, delivery: { ...page, recordType: type } } as unknown as IDataObject,
	}));
}
