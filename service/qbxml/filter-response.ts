import type { QbxmlResponse } from './response';
import type { XmlElement } from './read-xml';

/** What a field's text must fulfil for its record to stay: ISO dates compare as text; `contains` ignores case. */
export interface FieldCondition {
	readonly field: string;
	readonly from?: string;
	readonly to?: string;
	readonly contains?: string;
	/** The field was asked for only to judge the record, so it is taken out of the answer. */
	readonly hidden?: boolean;
}

/**
 * What qbXML could not be asked for and so is done to the answer before it is stored and delivered. Plain JSON, so that
 * it can be kept beside the request.
 */
export interface ResponseFilter {
	readonly conditions: readonly FieldCondition[];
	/** How many records may stay at most, where the query itself could not carry it. */
	readonly limit?: number;
}

/** A part of the answer, from `start` to before `end`. */
interface Span {
	readonly start: number;
	readonly end: number;
}

/** From QBXMLMsgsRs down to the fields: answers, records, fields. */
const DEPTH_OF_FIELDS = 3;

function fieldOf(record: XmlElement, field: string): XmlElement | undefined {
	return record.children.find(({ name }) => name === field);
}

function fulfils(record: XmlElement, condition: FieldCondition): boolean {
	const text = fieldOf(record, condition.field)?.text;
	if (text === undefined) return false;
	const { from = text, to = text, contains = '' } = condition;
	return from <= text && text <= to && text.toLowerCase().includes(contains.toLowerCase());
}

function without(text: string, spans: readonly Span[]): string {
	const starts = [0, ...spans.map(({ end }) => end)];
	return starts.map((start, index) => text.slice(start, spans[index]?.start)).join('');
}

/**
 * Takes out of an answer to a query the records that the filter excludes: those whose field lies outside its bounds
 * (inclusive) or is missing, and those past the limit. Everything else stays byte for byte, the status included.
 * @returns the answer as it is without them; its elements know their places in the unfiltered XML only
 */
export function filterResponse(
	{ xml, messages }: QbxmlResponse,
	filter: ResponseFilter,
): QbxmlResponse {
	const { conditions, limit = Infinity } = filter;
	const records = messages.children.flatMap(({ children }) => children);
	const kept = new Set(
		records
			.filter((candidate) => conditions.every((condition) => fulfils(candidate, condition)))
			.slice(0, limit),
	);
	const hidden = new Set(
		conditions.filter((condition) => condition.hidden).map(({ field }) => field),
	);
	const removed = new Set(
		records.flatMap((candidate) =>
			kept.has(candidate) ? candidate.children.filter(({ name }) => hidden.has(name)) : [candidate],
		),
	);
	const reduced = (element: XmlElement, depth: number): XmlElement =>
		depth === 0
			? element
			: {
					...element,
					children: element.children
						.filter((child) => !removed.has(child))
						.map((child) => reduced(child, depth - 1)),
				};
	return { xml: without(xml, [...removed]), messages: reduced(messages, DEPTH_OF_FIELDS) };
}
