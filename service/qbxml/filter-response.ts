import type { XmlElement } from '../../xml/read-xml';
import type { QbxmlResponse } from './response';

/** What a field has to meet for its record to stay. ISO dates are compared as text, and `contains` ignores case. */
interface FieldCondition {
	readonly field: string;
	readonly from?: string;
	readonly to?: string;
	readonly contains?: string;
	/** The field was requested only for this condition, so it is taken out of the response. */
	readonly hidden?: boolean;
}

/**
 * What the service filters out of a response before storing and delivering it, because qbXML has no filter for it. It is
 * plain JSON and is stored next to the request.
 */
export interface ResponseFilter {
	readonly conditions: readonly FieldCondition[];
	/** The maximum number of records, where the query itself could not contain it. */
	readonly limit?: number;
}

/** A part of the XML, from `start` to before `end`. */
interface Span {
	readonly start: number;
	readonly end: number;
}

/** The levels below QBXMLMsgsRs: responses, records, fields. */
const DEPTH_OF_FIELDS = 3;

function fieldOf(record: XmlElement, field: string): XmlElement | undefined {
	return record.children.find(({ name }) => name === field);
}

function meets(record: XmlElement, condition: FieldCondition): boolean {
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
 * Takes the records that the filter excludes out of a query's response: those whose field is missing or outside its bounds
 * (inclusive), and those beyond the limit. Everything else stays byte for byte, including the status.
 * @returns the response without them; its elements still have their positions in the unfiltered XML
 */
export function filterResponse(
	{ xml, messages }: QbxmlResponse,
	filter: ResponseFilter,
): QbxmlResponse {
	const { conditions, limit = Infinity } = filter;
	const records = messages.children.flatMap(({ children }) => children);
	const kept = new Set(
		records
			.filter((candidate) => conditions.every((condition) => meets(candidate, condition)))
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
