import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Answer } from '../../shared/qbxml/answer';
import { answerFromXml } from '../../shared/qbxml/answerFromXml';
import type { Delivery } from './delivery';

/** How a page comes out of the node. */
export interface EventOptions {
	splitIntoItems: boolean;
	includeResponse: boolean;
	/** Further facts of the page. */
	more?: IDataObject;
}

/** The page's facts, which each of its items carries. Null where the service does not say. */
function facts(
	{ id, page, page_request_id, state, timestamp, error }: Delivery,
	answer: Answer | null,
) {
	const remaining = answer?.remaining ?? null;
	// If an iterated request does not say how many records remain, nobody knows.
	const isOpen = answer?.iterates === true || (page_request_id !== null && page_request_id !== id);
	const isLastPage =
		remaining === null ? (isOpen && state === 'completed' ? null : true) : remaining === 0;
	return {
		id,
		page,
		page_request_id,
		state,
		timestamp,
		error: error ?? null,
		recordType: answer?.recordType ?? null,
		remaining,
		isLastPage,
	};
}

function jsonOf(xml: string | null): unknown {
	try {
		return xml === null || xml === '' ? null : answerFromXml(xml);
	} catch {
		return null;
	}
}

const response = ({ response_json: json, response_xml: xml }: Delivery) => ({
	response_json: json ?? jsonOf(xml),
	response_xml: xml,
});

/**
 * The items of one page: one item with all its records, or one for each record with the page's facts under `delivery`.
 * In both cases, a failed page or one with a warning gives one item for that, along with any records that it has.
 */
export function toItems(
	delivery: Delivery,
	answer: Answer | null,
	{ splitIntoItems, includeResponse, more }: EventOptions,
): INodeExecutionData[] {
	const page = {
		...facts(delivery, answer),
		...more,
		...(includeResponse && response(delivery)),
	};
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
	const isNotable = delivery.state !== 'completed' || more?.warning !== undefined;
	const notice = isNotable ? [{ json: { delivery: page as unknown as IDataObject } }] : [];
	const items = records.map(({ type, fields }) => ({
		json: { ...fields, delivery: { ...page, recordType: type } } as unknown as IDataObject,
	}));
	return [...notice, ...items];
}
