import { answers } from '../../qbxml/answers';
import { repeatedElements } from '../../qbxml/elements';
import { readMessages } from '../../qbxml/read-messages';
import { InvalidXml } from '../../xml/invalid-xml';
import { readXml, type XmlElement } from '../../xml/read-xml';
import { MAXIMUM_RESPONSE_BYTES } from './limits';

/** A value in the JSON form of a response (`response_json`; interface, section 2.2). */
type ResponseValue =
	string | number | boolean | ResponseValue[] | { [name: string]: ResponseValue };

/** The status that the accounting application gives a request: code 0 is success, the severity is Info, Warn or Error. */
interface ResponseStatus {
	readonly statusCode: number;
	readonly statusSeverity: string;
	readonly statusMessage: string;
	readonly requestID?: string;
}

const numericAttributes = new Set(['statusCode', 'iteratorRemainingCount', 'retCount']);
const WHOLE_NUMBER = /^-?\d{1,15}$/;

/** A response document that has been parsed. That is slow for a large one, so it is done only once. */
export interface QbxmlResponse {
	readonly xml: string;
	/** Its `QBXMLMsgsRs`. */
	readonly messages: XmlElement;
}

/**
 * Parses a response document.
 * @throws InvalidXml when it cannot be read or is not a qbXML response
 */
export function readResponse(xml: string): QbxmlResponse {
	const { root } = readXml(xml, MAXIMUM_RESPONSE_BYTES);
	const messages = root.children.find(({ name }) => name === 'QBXMLMsgsRs');
	if (root.name !== 'QBXML' || !messages)
		throw new InvalidXml('The answer has no QBXML element with QBXMLMsgsRs in it.');
	return { xml, messages };
}

function firstResponse({ messages }: QbxmlResponse): XmlElement {
	const [response] = messages.children;
	if (!response) throw new InvalidXml('The answer holds no answer element in QBXMLMsgsRs.');
	return response;
}

function attributeValue(name: string, text: string): string | number {
	return numericAttributes.has(name) && WHOLE_NUMBER.test(text) ? Number(text) : text;
}

function leafValue(name: string, text: string): string | boolean {
	return /^Is[A-Z]/.test(name) && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

const repeated = repeatedElements(readMessages(answers));

function isAlwaysList(name: string, parent: string): boolean {
	if (name.endsWith('Ret')) return true;
	const where = repeated.get(name);
	return where === 'everywhere' || (where?.has(parent) ?? false);
}

function childEntries({ name: parent, children }: XmlElement): Array<[string, ResponseValue]> {
	const valuesByName = new Map<string, ResponseValue[]>();
	for (const child of children) {
		const values = valuesByName.get(child.name);
		if (values) values.push(elementValue(child));
		else valuesByName.set(child.name, [elementValue(child)]);
	}
	return [...valuesByName].map(([name, values]) => [
		name,
		values.length > 1 || isAlwaysList(name, parent) ? values : values[0],
	]);
}

function elementValue(element: XmlElement): ResponseValue {
	const { name, attributes, children, text } = element;
	if (attributes.size === 0 && children.length === 0) return leafValue(name, text);
	const attributeEntries = [...attributes].map(([attribute, value]): [string, ResponseValue] => [
		`@${attribute}`,
		attributeValue(attribute, value),
	]);
	const textEntries: Array<[string, ResponseValue]> = text === '' ? [] : [['#text', text]];
	return Object.fromEntries([...attributeEntries, ...textEntries, ...childEntries(element)]);
}

/**
 * Converts a response document to JSON. Attributes get an `@`; records (`…Ret`) and elements that repeat or may repeat become
 * lists; `Is…` elements become booleans and counting attributes numbers. Other text stays exactly as written.
 * @returns one object per response document, so always one
 */
export function responseToJson({ messages }: QbxmlResponse): object[] {
	return [{ QBXMLMsgsRs: elementValue(messages) }];
}

/**
 * The status of a document's first response.
 * @throws InvalidXml when there is no response in it, or one without a status
 */
export function statusOf(response: QbxmlResponse): ResponseStatus {
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
export function iteratorOf(
	response: QbxmlResponse,
): { iteratorID: string; remaining: number } | null {
	const { attributes } = firstResponse(response);
	const iteratorID = attributes.get('iteratorID');
	const remaining = attributes.get('iteratorRemainingCount');
	if (iteratorID === undefined || remaining === undefined || !WHOLE_NUMBER.test(remaining))
		return null;
	return { iteratorID, remaining: Number(remaining) };
}
