import { InvalidXml } from '../../xml/invalid-xml';
import { createXmlReader, readXml, type XmlDocument, type XmlElement } from '../../xml/read-xml';
import { ElementJson, WHOLE_NUMBER } from './answer-json';
import { recordFilter, type ResponseFilter } from './filter-response';
import { MAXIMUM_RESPONSE_BYTES } from './limits';
import { createRepair, repairedDocument } from './repair';
import { type Keep, TextParts } from './text-parts';

/** The status that the accounting application gives a request: code 0 is success, the severity is Info, Warn or Error. */
interface ResponseStatus {
	readonly statusCode: number;
	readonly statusSeverity: string;
	readonly statusMessage: string;
	readonly requestID?: string;
}

/** The two forms of a response. */
export type AnswerForm = 'xml' | 'json';

/** A response document that has been read. `Text` is what a text is: itself, or the numbers of its parts. */
export interface QbxmlResponse<Text = string> {
	/** The attributes of its QBXMLMsgsRs. */
	readonly messages: XmlElement['attributes'];
	/** The first response in it, without its records. */
	readonly first?: Pick<XmlElement, 'name' | 'attributes'> & {
		/** The names of the elements in it. */
		readonly contents: ReadonlySet<string>;
	};
	/** Without what the filter has taken out. */
	readonly xml: Text;
	/**
	 * The document as JSON (`response_json`; interface, section 2.2). Attributes get an `@`; records (`…Ret`) and elements that
	 * repeat or may repeat become lists; `Is…` elements become booleans and counting attributes numbers. Other text stays exactly
	 * as written.
	 */
	readonly json: Text;
}

/** What is known of a response without its text. */
export type ResponseHead = Pick<QbxmlResponse, 'messages' | 'first'>;

const MESSAGES = 'QBXMLMsgsRs';

/** The levels of a response document: QBXML, QBXMLMsgsRs, responses, records. */
const DEPTH_OF_RECORDS = 4;

/**
 * The QBXMLMsgsRs of a response document.
 * @throws InvalidXml when it is not a qbXML response
 */
function messagesIn({ root }: Pick<XmlDocument, 'root'>): XmlElement {
	const messages = root.children.find(({ name }) => name === MESSAGES);
	if (root.name !== 'QBXML' || !messages)
		throw new InvalidXml(`The answer has no QBXML element with ${MESSAGES} in it.`);
	return messages;
}

/**
 * The QBXMLMsgsRs of a small response document, with everything in it.
 * @throws InvalidXml when it cannot be read or is not a qbXML response
 */
export const readMessages = (xml: string): XmlElement =>
	messagesIn(readXml(repairedDocument(xml), MAXIMUM_RESPONSE_BYTES));

interface First {
	readonly first?: Pick<XmlElement, 'name' | 'attributes'>;
}

function firstResponse({ first }: First): NonNullable<First['first']> {
	if (!first) throw new InvalidXml(`The answer holds no answer element in ${MESSAGES}.`);
	return first;
}

/**
 * The status of a document's first response.
 * @throws InvalidXml when there is no response in it, or one without a status
 */
export function statusOf(response: First): ResponseStatus {
	const { name, attributes } = firstResponse(response);
	const statusCode = attributes.get('statusCode');
	if (statusCode === undefined || !WHOLE_NUMBER.test(statusCode))
		throw new InvalidXml(`The answer ${name} carries no status code.`);
	const requestID = attributes.get('requestID');
	return {
		statusCode: Number(statusCode),
		statusSeverity: attributes.get('statusSeverity') ?? '',
		statusMessage: attributes.get('statusMessage') ?? '',
		...(requestID !== undefined && { requestID }),
	};
}

/**
 * The iterator of a response and how many records it still has; null when there is no iterator.
 * @throws InvalidXml when there is no response in the document
 */
export function iteratorOf(response: First): { iteratorID: string; remaining: number } | null {
	const { attributes } = firstResponse(response);
	const iteratorID = attributes.get('iteratorID');
	const remaining = attributes.get('iteratorRemainingCount');
	if (iteratorID === undefined || remaining === undefined || !WHOLE_NUMBER.test(remaining))
		return null;
	return { iteratorID, remaining: Number(remaining) };
}

/** Copies a text that comes in parts, without some of it. */
class TextWithout {
	readonly text: TextParts;
	#rest = '';
	/** Where the rest begins in the whole text. */
	#from = 0;

	constructor(keep: Keep) {
		this.text = new TextParts(keep);
	}

	write(part: string): void {
		this.#rest += part;
	}

	/** Takes out a part that comes after everything that was taken out before. */
	remove({ start, end }: { readonly start: number; readonly end: number }): void {
		this.keepUntil(start);
		this.#drop(end);
	}

	keepUntil(end: number): void {
		this.text.add(this.#rest.slice(0, end - this.#from));
		this.#drop(end);
	}

	keepAll(): void {
		this.keepUntil(this.#from + this.#rest.length);
	}

	#drop(end: number): void {
		this.#rest = this.#rest.slice(end - this.#from);
		this.#from = end;
	}
}

/** Reads a response document part by part. Of its records, only one is in memory as a tree at a time. */
interface ResponseReader {
	/**
	 * @param part of the XML; it must not end inside a surrogate pair
	 * @throws InvalidXml when it cannot be read
	 */
	write(part: string): void;
	/** @throws InvalidXml when the document is not complete, or not a qbXML response */
	end(): QbxmlResponse<readonly number[]>;
}

/**
 * @param keep keeps the parts of what has been read, in any order but those of the XML
 * @param filter what is taken out of the response before anybody sees it
 */
export function createResponseReader(
	keep: (form: AnswerForm, text: string) => number,
	filter?: ResponseFilter,
): ResponseReader {
	const filtered = filter && recordFilter(filter);
	const xml = new TextWithout((text) => keep('xml', text));
	const keepJson: Keep = (text) => keep('json', text);
	const texts = new Map<XmlElement, ElementJson>();
	const contents = new Map<XmlElement, Set<string>>();
	let bytes = 0;

	function jsonOf(response: XmlElement): ElementJson {
		const json = texts.get(response) ?? new ElementJson(keepJson);
		texts.set(response, json);
		return json;
	}

	function take(record: XmlElement, [root, messages, response]: readonly XmlElement[]): void {
		if (root.children.find(({ name }) => name === MESSAGES) !== messages) return;
		const names = contents.get(response) ?? new Set();
		contents.set(response, names.add(record.name));
		const { kept, removed } = filtered?.(record) ?? { kept: record, removed: [] };
		for (const span of removed) xml.remove(span);
		if (filtered) xml.keepUntil(record.end);
		if (kept) jsonOf(response).add(kept);
	}

	const reader = createXmlReader({ depth: DEPTH_OF_RECORDS, take });
	const repair = createRepair();

	function read(part: string): void {
		xml.write(part);
		reader.write(part);
		if (!filtered) xml.keepAll();
	}

	return {
		write(part) {
			bytes += Buffer.byteLength(part);
			if (bytes > MAXIMUM_RESPONSE_BYTES)
				throw new InvalidXml(`The XML is larger than ${MAXIMUM_RESPONSE_BYTES} bytes.`);
			read(repair.write(part));
		},
		end() {
			read(repair.end());
			const messages = messagesIn(reader.end());
			xml.keepAll();
			const [first] = messages.children;
			const json = new ElementJson(keepJson);
			for (const response of messages.children) json.append(response, jsonOf(response));
			const document = new TextParts(keepJson);
			document.add(`[{"${MESSAGES}":`);
			document.append(json.of(messages));
			document.add('}]');
			return {
				messages: messages.attributes,
				...(first && {
					first: {
						name: first.name,
						attributes: first.attributes,
						contents: contents.get(first) ?? new Set(),
					},
				}),
				xml: xml.text.end(),
				json: document.end(),
			};
		},
	};
}

/**
 * Reads a response document that is there as a whole.
 * @throws InvalidXml when it cannot be read or is not a qbXML response
 */
export function readResponse(xml: string, filter?: ResponseFilter): QbxmlResponse {
	const texts: string[] = [];
	const reader = createResponseReader((_form, text) => texts.push(text) - 1, filter);
	reader.write(xml);
	const response = reader.end();
	const textOf = (parts: readonly number[]) => parts.map((part) => texts[part]).join('');
	return { ...response, xml: textOf(response.xml), json: textOf(response.json) };
}
