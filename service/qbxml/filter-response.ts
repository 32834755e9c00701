import type { XmlElement } from '../../xml/read-xml';

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

/** What stays of a record, and what has to be taken out of the XML for it. */
interface Filtered {
	readonly kept?: XmlElement;
	readonly removed: readonly Span[];
}

function meets(record: XmlElement, condition: FieldCondition): boolean {
	const text = record.children.find(({ name }) => name === condition.field)?.text;
	if (text === undefined) return false;
	const { from = text, to = text, contains = '' } = condition;
	return from <= text && text <= to && text.toLowerCase().includes(contains.toLowerCase());
}

/**
 * Takes the records that the filter excludes out of a query's response: those whose field is missing or outside its bounds
 * (inclusive), and those beyond the limit. Everything else stays byte for byte, including the status.
 * @returns a function that gets the records of one response in order
 */
export function recordFilter(filter: ResponseFilter): (record: XmlElement) => Filtered {
	const { conditions, limit = Infinity } = filter;
	const hidden = new Set(
		conditions.filter((condition) => condition.hidden).map(({ field }) => field),
	);
	let count = 0;
	return (record) => {
		if (count >= limit || !conditions.every((condition) => meets(record, condition)))
			return { removed: [record] };
		count += 1;
		const isHidden = ({ name }: XmlElement) => hidden.has(name);
		return {
			kept: { ...record, children: record.children.filter((child) => !isHidden(child)) },
			removed: record.children.filter(isHidden),
		};
	};
}
