import type { JsonObject } from '../json/object';
import { elementsInJson, isRecordName, objectsIn } from './answerFromJson';
import { type AnswerElement, type AnswerObject, elementsInXml } from './answerFromXml';

/** One record of an answer: its kind in qbXML's words without the `Ret`, such as `Customer`, and its fields. */
export interface AnswerRecord {
	type: string;
	fields: AnswerObject;
}

/** Why the accounting application did not carry out a request, in its own words. */
export interface Refusal {
	code: string;
	message: string;
}

/** An answer, read from its elements in QBXMLMsgsRs. */
export interface Answer {
	/** What was asked, such as `CustomerQuery` or `InvoiceAdd`. With several requests, the first. */
	requestType: string;
	/** The caller's own identifier for the request. */
	requestId: string | null;
	/** How many records the iterator still has. Null if the answer does not say. */
	remaining: number | null;
	/** The kind of the records. With several kinds, what was asked for, such as `Item`. Null without records. */
	recordType: string | null;
	/** The records of all its requests, in order. */
	records: AnswerRecord[];
	/** The first refusal of a request in it. Null if there is none. */
	refusal: Refusal | null;
	/** What the accounting application warned of when it carried out its requests, each once. */
	warnings: Warning[];
	/** Whether it shows an iterator. */
	iterates: boolean;
}

/** An object that carries a response: a delivery or a record (interface, section 2.2). */
export type Response = JsonObject | { response_json?: unknown; response_xml?: unknown };

/** If an answer has no severity, a status from this number on means an error. */
const FIRST_ERROR_STATUS = 1000;

/** A text that is not empty, or a number as text. */
export const textOf = (value: unknown): string | null =>
	(typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;

/** A whole number of at least 0. It may be written as text. */
export function wholeNumberIn(value: unknown): number | null {
	const text = typeof value === 'string' ? value.trim() : value;
	const number = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text;
	return Number.isSafeInteger(number) && Number(number) >= 0 ? Number(number) : null;
}

/** The records in the answer to one request, in order. */
export const recordsIn = ({ content }: AnswerElement): AnswerRecord[] =>
	Object.entries(content)
		.filter(([name]) => isRecordName(name))
		.flatMap(([name, value]) =>
			objectsIn(value).map((fields) => ({ type: name.replace(/Ret$/, ''), fields })),
		);

function typeOf(requestType: string, records: AnswerRecord[]): string | null {
	if (records.length === 0) return null;
	const types = new Set(records.map(({ type }) => type));
	return types.size === 1 ? records[0].type : requestType.replace(/Query$/, '');
}

/** Why one request of an answer was not carried out. Null if it was. */
export function refusalOf({ content }: AnswerElement): Refusal | null {
	const severity = textOf(content['@statusSeverity']);
	const code = textOf(content['@statusCode'])?.trim() ?? '';
	const isError =
		severity === null ? Number(code) >= FIRST_ERROR_STATUS : /^error$/i.test(severity.trim());
	if (!isError) return null;
	const message = textOf(content['@statusMessage']);
	return { code, message: message ?? 'QuickBooks refused the request.' };
}

/** What the accounting application says of a request that it carried out, though maybe not as it was meant, in its own words. */
export interface Warning {
	code: string;
	message: string;
}

/** The statuses of warnings, whatever severity they come with: not every service shows one. */
const WARNING = /^[5-9]\d\d$/;

/** The warning in the answer to one request. Null if there is none, or if the request was refused. */
export function warningOf(element: AnswerElement): Warning | null {
	const {
		'@statusSeverity': severity,
		'@statusCode': status,
		'@statusMessage': text,
	} = element.content;
	const code = textOf(status)?.trim() ?? '';
	const isWarning =
		WARNING.test(code) || (/^warn/i.test(textOf(severity) ?? '') && !isNoMatch(code));
	if (!isWarning || refusalOf(element)) return null;
	return { code, message: textOf(text) ?? 'QuickBooks carried it out with a warning.' };
}

/** Whether a query has found nothing. Some give this as a warning. */
const isNoMatch = (code: string): boolean => code === '1';

/** Each warning once, in the order in which they came. */
export const distinctWarnings = (warnings: readonly Warning[]): Warning[] => [
	...new Map(warnings.map((one) => [JSON.stringify([one.code, one.message]), one])).values(),
];

/** The elements that were read, by their response. We keep them because pages can be tens of megabytes. */
const elementsRead = new WeakMap<Response, readonly AnswerElement[]>();

function readElements({ response_json: json, response_xml: xml }: Response): AnswerElement[] {
	const fromJson = elementsInJson(json);
	if (fromJson?.isExact) return fromJson.elements;
	try {
		const fromXml = typeof xml === 'string' ? elementsInXml(xml) : [];
		if (fromXml.length > 0) return fromXml;
	} catch {
		// A response that can't be read is treated as missing.
	}
	return fromJson?.elements ?? [];
}

/**
 * The answers to each request in a response, in order. None if it can't be read. We use the JSON if it is exactly what
 * the XML next to it would give. Otherwise we use the XML. If there is no XML, we use as much of the JSON as we know.
 */
export function elementsIn(response: Response): readonly AnswerElement[] {
	const before = elementsRead.get(response);
	if (before) return before;
	const elements = readElements(response);
	elementsRead.set(response, elements);
	return elements;
}

const firstText = (elements: readonly AnswerElement[], name: string): string | null =>
	elements.reduce<string | null>((found, { content }) => found ?? textOf(content[name]), null);

/** Reads a response. Null if nothing in it can be read. Never throws. */
export function answerIn(response: Response): Answer | null {
	const elements = elementsIn(response);
	if (elements.length === 0) return null;
	const [{ requestType }] = elements;
	const records = elements.flatMap(recordsIn);
	return {
		requestType,
		requestId: firstText(elements, '@requestID'),
		remaining: wholeNumberIn(firstText(elements, '@iteratorRemainingCount')),
		recordType: typeOf(requestType, records),
		records,
		refusal: elements.map(refusalOf).find((refusal) => refusal !== null) ?? null,
		warnings: distinctWarnings(elements.flatMap((element) => warningOf(element) ?? [])),
		iterates:
			firstText(elements, '@iteratorID') !== null ||
			firstText(elements, '@iteratorRemainingCount') !== null,
	};
}
