import { InvalidXml } from './invalid-xml';
import { maximumResponseBytes } from './limits';
import { readXml, type XmlElement } from './read-xml';

/** A value in the record form of an answer (`response_json`; interface.md, section 2.2). */
type ResponseValue =
	string | number | boolean | ResponseValue[] | { [name: string]: ResponseValue };

/** What the accounting application says of a request: 0 is success; severity is Info, Warn or Error. */
export interface ResponseStatus {
	readonly statusCode: number;
	readonly statusSeverity: string;
	readonly statusMessage: string;
	readonly requestID?: string;
}

const numericAttributes = new Set(['statusCode', 'iteratorRemainingCount', 'retCount']);
const WHOLE_NUMBER = /^-?\d{1,15}$/;

/** An answer document that has been read, which is dear for a large one and therefore done once. */
export interface QbxmlResponse {
	readonly xml: string;
	/** Its `QBXMLMsgsRs`. */
	readonly messages: XmlElement;
}

/**
 * Reads an answer document.
 * @throws InvalidXml when it cannot be read or is no qbXML answer
 */
export function readResponse(xml: string): QbxmlResponse {
	const { root } = readXml(xml, maximumResponseBytes);
	const messages = root.children.find(({ name }) => name === 'QBXMLMsgsRs');
	if (root.name !== 'QBXML' || !messages)
		throw new InvalidXml('The answer has no QBXML element with QBXMLMsgsRs in it.');
	return { xml, messages };
}

function firstResponse({ messages }: QbxmlResponse): XmlElement {
	const [answer] = messages.children;
	if (!answer) throw new InvalidXml('The answer holds no answer element in QBXMLMsgsRs.');
	return answer;
}

function attributeValue(name: string, text: string): string | number {
	return numericAttributes.has(name) && WHOLE_NUMBER.test(text) ? Number(text) : text;
}

function leafValue(name: string, text: string): string | boolean {
	return /^Is[A-Z]/.test(name) && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

function isAlwaysList(name: string): boolean {
	return name.endsWith('Ret') || name === 'LinkedTxn';
}

function childEntries(children: readonly XmlElement[]): Array<[string, ResponseValue]> {
	const valuesByName = new Map<string, ResponseValue[]>();
	for (const child of children) {
		const values = valuesByName.get(child.name);
		if (values) values.push(elementValue(child));
		else valuesByName.set(child.name, [elementValue(child)]);
	}
	return [...valuesByName].map(([name, values]) => [
		name,
		values.length > 1 || isAlwaysList(name) ? values : values[0],
	]);
}

function elementValue({ name, attributes, children, text }: XmlElement): ResponseValue {
	if (attributes.size === 0 && children.length === 0) return leafValue(name, text);
	const attributeEntries = [...attributes].map(([attribute, value]): [string, ResponseValue] => [
		`@${attribute}`,
		attributeValue(attribute, value),
	]);
	const textEntries: Array<[string, ResponseValue]> = text === '' ? [] : [['#text', text]];
	return Object.fromEntries([...attributeEntries, ...textEntries, ...childEntries(children)]);
}

/**
 * Turns an answer document into the record form: attributes carry `@`, `…Ret`, `LinkedTxn` and repeated elements are
 * lists, text stays exactly as written; `Is…` elements become booleans and the counting attributes numbers.
 * @returns one object per answer document, so always one
 */
export function responseToJson({ messages }: QbxmlResponse): object[] {
	return [{ QBXMLMsgsRs: elementValue(messages) }];
}

/**
 * The status of the first answer element of a document.
 * @throws InvalidXml when it holds no answer element, or one without a status
 */
export function statusOf(answer: QbxmlResponse): ResponseStatus {
	const { name, attributes } = firstResponse(answer);
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
 * The iterator of an answer and how many records it still has to give; null when the answer opened none.
 * @throws InvalidXml when it holds no answer element
 */
export function iteratorOf(
	answer: QbxmlResponse,
): { iteratorID: string; remaining: number } | null {
	const { attributes } = firstResponse(answer);
	const iteratorID = attributes.get('iteratorID');
	const remaining = attributes.get('iteratorRemainingCount');
	if (iteratorID === undefined || remaining === undefined || !WHOLE_NUMBER.test(remaining))
		return null;
	return { iteratorID, remaining: Number(remaining) };
}
