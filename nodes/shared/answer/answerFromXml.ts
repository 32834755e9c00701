import { XMLParser } from 'fast-xml-parser';

/** One element in the form that `response_json` has: text, a switch, or an object of its attributes and children. */
export type AnswerValue = string | number | boolean | AnswerObject | AnswerValue[];
export interface AnswerObject {
	[name: string]: AnswerValue;
}

/** The parser's own form, which keeps the order: `{ Name: children, ':@': attributes }`, or `{ '#text': … }`. */
type ParsedNode = Record<string, unknown>;

const attributesKey = ':@';
const textKey = '#text';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XML's five entities and numeric references; any other reference stays as it is written. */
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

const refuseDoctype = () => {
	throw new Error('The answer has a DOCTYPE.');
};

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
	// The parser's own decoder leaves out numeric references and counts how many entities a document may have.
	entityDecoder: {
		decode: decoded,
		setExternalEntities: doNothing,
		addInputEntities: refuseDoctype,
		reset: doNothing,
		setXmlVersion: doNothing,
	},
});

const wholeNumber = /^-?\d{1,15}$/;
const numericAttributes = new Set(['statusCode', 'iteratorRemainingCount', 'retCount']);
const repeatedNames = new Set(['LinkedTxn']);
const isRepeated = (name: string): boolean => name.endsWith('Ret') || repeatedNames.has(name);
const isSwitch = (name: string): boolean => /^Is[A-Z]/.test(name);

type Entries = Array<[name: string, value: AnswerValue]>;

const attributesOf = (node: ParsedNode): Entries =>
	Object.entries((node[attributesKey] ?? {}) as Record<string, string>).map(([name, value]) => [
		`@${name}`,
		numericAttributes.has(name) && wholeNumber.test(value) ? Number(value) : value,
	]);

const nameOf = (node: ParsedNode): string =>
	Object.keys(node).find((key) => key !== attributesKey) ?? '';

const textOf = (children: ParsedNode[]): string =>
	children.map((child) => String(child[textKey] ?? '')).join('');

function leafValue(name: string, text: string): AnswerValue {
	return isSwitch(name) && (text === 'true' || text === 'false') ? text === 'true' : text;
}

function valueOf(name: string, node: ParsedNode): AnswerValue {
	const children = node[name] as ParsedNode[];
	const elements = children.filter((child) => nameOf(child) !== textKey);
	const attributes = attributesOf(node);
	const text = textOf(children);
	if (attributes.length === 0 && elements.length === 0) return leafValue(name, text);
	// White space between elements is no text.
	const hasText = elements.length > 0 ? text.trim() !== '' : text !== '';
	const texts: Entries = hasText ? [[textKey, text]] : [];
	return Object.fromEntries([...attributes, ...texts, ...childrenOf(elements)]);
}

function childrenOf(elements: ParsedNode[]): Entries {
	const values = new Map<string, AnswerValue[]>();
	for (const element of elements) {
		const name = nameOf(element);
		const value = valueOf(name, element);
		const before = values.get(name);
		if (before) before.push(value);
		else values.set(name, [value]);
	}
	return [...values].map(([name, list]) => [
		name,
		list.length > 1 || isRepeated(name) ? list : list[0],
	]);
}

/**
 * An answer document in the form of `response_json`: attributes carry `@`, elements that repeat are lists, switches
 * are booleans, and every other text stays as the accounting application wrote it.
 * @param xml The answer, from `<QBXML>` on or with its declaration.
 * @returns A list with one object, as `response_json` is; an empty one when it is no answer.
 * @throws Error when it can't be read, or has a DOCTYPE.
 */
export function answerFromXml(xml: string): AnswerObject[] {
	const elements = (parser.parse(xml) as ParsedNode[]).filter((node) => nameOf(node) !== textKey);
	const document = new Map(childrenOf(elements)).get('QBXML');
	return typeof document === 'object' && !Array.isArray(document) ? [document] : [];
}
