import { XMLParser } from 'fast-xml-parser';

import { isRepeated } from './repeatedElements';

/** One element in the form that `response_json` has: text, a switch, or an object of its attributes and children. */
export type AnswerValue = string | number | boolean | AnswerObject | AnswerValue[];
export interface AnswerObject {
	[name: string]: AnswerValue;
}

export const isObject = (value: unknown): value is AnswerObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parser's own form, which keeps the order: `{ Name: children, ':@': attributes }`, or `{ '#text': … }`. */
type ParsedNode = Record<string, unknown>;

const ATTRIBUTES_KEY = ':@';
const TEXT_KEY = '#text';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes XML's five entities and numeric references. Any other reference stays as it is. */
const decoded = (text: string): string =>
	text.replace(
		/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
		(written: string, hexadecimal?: string, decimal?: string, name = '') => {
			const code = hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal);
			if (code <= 0x10ffff) return String.fromCodePoint(code);
			return Object.hasOwn(entities, name) ? entities[name] : written;
		},
	);

const doNothing = () => undefined;

function refuseDoctype() {
	throw new Error('The answer has a DOCTYPE.');
}

const parser = new XMLParser({
	preserveOrder: true,
	ignoreAttributes: false,
	attributeNamePrefix: '',
	parseTagValue: false,
	trimValues: false,
	jPath: false,
	ignoreDeclaration: true,
	ignorePiTags: true,
	onDangerousProperty: (name) => name,
	// The parser's own decoder skips numeric references and limits how many entities a document may have.
	entityDecoder: {
		decode: decoded,
		setExternalEntities: doNothing,
		addInputEntities: refuseDoctype,
		reset: doNothing,
		setXmlVersion: doNothing,
	},
});

/** XML as the parser returns it, before it gets the form of `response_json`. */
export const parsed = (xml: string): ParsedNode[] => parser.parse(xml) as ParsedNode[];

const WHOLE_NUMBER = /^-?\d{1,15}$/;
const numericAttributes = new Set(['statusCode', 'iteratorRemainingCount', 'retCount']);
/** Whether an element is true or false. */
export const isSwitch = (name: string): boolean => /^Is[A-Z]/.test(name);

const valueOfAttribute = (name: string, text: string): AnswerValue =>
	numericAttributes.has(name) && WHOLE_NUMBER.test(text) ? Number(text) : text;

function nameOf(node: ParsedNode): string {
	for (const key in node) if (key !== ATTRIBUTES_KEY) return key;
	return '';
}

/** Does `object[name] = value`, but is safe for the one name that would set a prototype. */
function set(object: AnswerObject, name: string, value: AnswerValue): void {
	if (name !== '__proto__') object[name] = value;
	else Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
}

function leafValue(name: string, text: string): AnswerValue {
	return isSwitch(name) && (text === 'true' || text === 'false') ? text === 'true' : text;
}

function textOf(children: ParsedNode[]): string {
	let text = '';
	for (const child of children) text += (child[TEXT_KEY] as string | undefined) ?? '';
	return text;
}

// Answers can be tens of megabytes, so this is one pass without a list in between.
function addElements(object: AnswerObject, nodes: ParsedNode[], parent = ''): AnswerObject {
	for (const node of nodes) {
		const name = nameOf(node);
		if (name === TEXT_KEY) continue;
		const value = valueOf(name, node);
		const before = Object.hasOwn(object, name) ? object[name] : undefined;
		if (Array.isArray(before)) before.push(value);
		else if (before !== undefined) set(object, name, [before, value]);
		else set(object, name, isRepeated(name, parent) ? [value] : value);
	}
	return object;
}

function valueOf(name: string, node: ParsedNode): AnswerValue {
	const children = node[name] as ParsedNode[];
	const attributes = node[ATTRIBUTES_KEY] as Record<string, string> | undefined;
	const hasElements = children.some((child) => !(TEXT_KEY in child));
	if (attributes === undefined && !hasElements) return leafValue(name, textOf(children));
	const object: AnswerObject = {};
	for (const attribute in attributes) {
		set(object, `@${attribute}`, valueOfAttribute(attribute, attributes[attribute]));
	}
	const text = textOf(children);
	// White space between elements is not text.
	if (hasElements ? text.trim() !== '' : text !== '') object[TEXT_KEY] = text;
	return addElements(object, children, name);
}

/** If a document lacks its end, something after it was lost. */
const END = /<\/QBXML(MsgsRs)?\s*>\s*$/;

/** The request elements of an answer: their names without the `Rs`, and their content. */
export interface AnswerElement {
	requestType: string;
	content: AnswerObject;
}

const childrenOf = (nodes: ParsedNode[], name: string): ParsedNode[] =>
	nodes.flatMap((node) => (node[name] as ParsedNode[] | undefined) ?? []);

/**
 * The request elements of an answer document, in order. None if it is not an answer.
 * @throws Error if it can't be read, has a DOCTYPE, or breaks off.
 */
export function elementsInXml(xml: string): AnswerElement[] {
	if (!END.test(xml)) throw new Error('The answer breaks off.');
	const document = parsed(xml);
	const messages = childrenOf([...childrenOf(document, 'QBXML'), ...document], 'QBXMLMsgsRs');
	return messages.flatMap((node) => {
		const name = nameOf(node);
		if (!name.endsWith('Rs')) return [];
		const content = valueOf(name, node);
		return [{ requestType: name.slice(0, -2), content: isObject(content) ? content : {} }];
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
	const { QBXML: document } = addElements({}, parsed(xml));
	return isObject(document) ? [document] : [];
}
