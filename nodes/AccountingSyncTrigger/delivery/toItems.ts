import type { GenericValue, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Delivery } from '../../../queue/deliveries/delivery';
import type { Answer, AnswerRecord } from '../../../quickbooks/qbxml/answer';
import { answerFromXml, type AnswerObject } from '../../../quickbooks/qbxml/answerFromXml';

/** How a page comes out of the node. */
export interface EventOptions {
	splitIntoItems: boolean;
	includeResponse: boolean;
	/** What comes out of a record. */
	shown: (record: AnswerRecord) => AnswerObject;
	/** Further facts of the page. */
	more?: IDataObject;
}

/** The page's facts, which each of its items carries. Null where the service does not say. */
function facts(
	{ id, page, page_request_id, state, timestamp, error }: Delivery,
	answer: Answer | null,
) {
	const { remaining = null, warnings = [] } = answer ?? {};
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
		...(warnings.length > 0 && { warnings: warnings.map((one) => ({ ...one })) }),
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

const response = ({ response_json: json, response_xml: xml }: Delivery): IDataObject => ({
	response_json: (json ?? jsonOf(xml)) as GenericValue,
	response_xml: xml,
});

/**
 * The items of one page: one item with all its records, or one for each record with the page's facts under `delivery`.
 * In both cases, a failed page or one with a warning gives one item for that, along with any records that it has.
 */
export function toItems(
	delivery: Delivery,
	answer: Answer | null,
	{ splitIntoItems, includeResponse, shown, more }: EventOptions,
): INodeExecutionData[] {
	const page = { ...facts(delivery, answer), ...more, ...(includeResponse && response(delivery)) };
	const records = answer?.records ?? [];
	if (!splitIntoItems) {
		const { recordType, remaining, isLastPage, ...others } = page;
		const json = { ...others, records: records.map(shown), recordType, remaining, isLastPage };
		return [{ json }];
	}
	// What a query could not find stands on the records that it found, or alone.
	const isUnseen = records.length === 0 && 'warnings' in page;
	const isNotable = delivery.state !== 'completed' || more?.warning !== undefined || isUnseen;
	const notice = isNotable ? [{ json: { delivery: page } }] : [];
	const items = records.map((record) => ({
		json: { ...shown(record), delivery: { ...page, recordType: record.type } },
	}));
	return [...notice, ...items];
}
