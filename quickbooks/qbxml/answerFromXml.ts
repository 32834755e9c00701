import { hasAttributes, readXml, type XmlElement } from './readXml';
import { isRepeated } from './repeatedElements';

/** One element in the form that `response_json` has: text, a switch, or an object of its attributes and children. */
export type AnswerValue = string | number | boolean | AnswerObject | AnswerValue[];
export interface AnswerObject {
	[name: string]: AnswerValue;
}

export const isObject = (value: unknown): value is AnswerObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const TEXT_KEY = '#text';
const WHOLE_NUMBER = /^-?\d{1,15}$/;
const numericAttributes = new Set(['statusCode', 'iteratorRemainingCount', 'retCount']);
/** Whether an element is true or false. */
export const isSwitch = (name: string): boolean => /^Is[A-Z]/.test(name);

const valueOfAttribute = (name: string, text: string): AnswerValue =>
	numericAttributes.has(name) && WHOLE_NUMBER.test(text) ? Number(text) : text;

/** Does `object[name] = value`, but is safe for the one name that would set a prototype. */
function set(object: AnswerObject, name: string, value: AnswerValue): void {
	if (name !== '__proto__') object[name] = value;
	else Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
}

/** A copy with texts of its own. Otherwise the whole XML would stay in memory for as long as a part of it does. */
const copied = (value: AnswerValue): AnswerValue =>
	typeof value === 'object' ? (JSON.parse(JSON.stringify(value)) as AnswerValue) : value;

function leafValue(name: string, text: string): AnswerValue {
	return isSwitch(name) && (text === 'true' || text === 'false') ? text === 'true' : text;
}

// Answers can be tens of megabytes, so this is one pass without a list in between.
function addElements(object: AnswerObject, elements: readonly XmlElement[], parent: string): void {
	for (const element of elements) {
		const { name } = element;
		const value = valueOf(element);
		const before = Object.hasOwn(object, name) ? object[name] : undefined;
		if (Array.isArray(before)) before.push(value);
		else if (before !== undefined) set(object, name, [before, value]);
		else set(object, name, isRepeated(name, parent) ? [value] : value);
	}
}

function valueOf(element: XmlElement): AnswerValue {
	const { name, attributes, text, children } = element;
	if (children.length === 0 && !hasAttributes(element)) return leafValue(name, text);
	const object: AnswerObject = {};
	for (const attribute in attributes) {
		set(object, `@${attribute}`, valueOfAttribute(attribute, attributes[attribute]));
	}
	if (text !== '') object[TEXT_KEY] = text;
	addElements(object, children, name);
	return object;
}

/** The outermost elements of an answer. There should be one. */
const outermostOf = (xml: string): readonly XmlElement[] =>
	readXml(xml, { isLenient: true }).outermost;

/** If a document lacks its end, something after it was lost. */
const END = /<\/QBXML(MsgsRs)?\s*>\s*$/;

/** The request elements of an answer: their names without the `Rs`, and their content. */
export interface AnswerElement {
	requestType: string;
	content: AnswerObject;
}

const messagesIn = (outermost: readonly XmlElement[]): readonly XmlElement[] =>
	outermost
		.flatMap((root) => (root.name === 'QBXML' ? root.children : root))
		.filter(({ name }) => name === 'QBXMLMsgsRs');

/**
 * The request elements of an answer document, in order. None if it is not an answer.
 * @throws Error if it can't be read, has a DOCTYPE, or breaks off.
 */
export function elementsInXml(xml: string): AnswerElement[] {
	if (!END.test(xml)) throw new Error('The answer breaks off.');
	return messagesIn(outermostOf(xml))
		.flatMap(({ children }) => children)
		.filter(({ name }) => name.endsWith('Rs'))
		.map((element) => {
			const content = copied(valueOf(element));
			return {
				requestType: element.name.slice(0, -2),
				content: isObject(content) ? content : {},
			};
		});
}

/**
 * Converts an answer document to the form of `response_json`: attributes carry `@`, elements that repeat are lists,
 * switches are booleans, and every other text stays as the accounting application wrote it.
 * @param xml The answer, starting with `<QBXML>` or with its declaration.
 * @returns A list with one object, like `response_json`. Empty if it is not an answer.
 * @throws Error if it can't be read, or has a DOCTYPE.
 */
export function answerFromXml(xml: string): AnswerObject[] {
	if (!xml.trimStart().startsWith('<')) return [];
	const root = outermostOf(xml).find(({ name }) => name === 'QBXML');
	const document = root && copied(valueOf(root));
	return isObject(document) ? [document] : [];
}
