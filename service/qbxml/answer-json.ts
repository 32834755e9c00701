import { answers } from '../../quickbooks/facts/answers';
import { repeatedElements } from '../../quickbooks/facts/elements';
import { readMessages } from '../../quickbooks/facts/readMessages';
import type { XmlElement } from '../../xml/read-xml';
import { type Keep, TextParts } from './text-parts';

/** A value in the JSON form of a response (`response_json`; interface, section 2.2). */
type ResponseValue =
	string | number | boolean | ResponseValue[] | { [name: string]: ResponseValue };

const numericAttributes = new Set(['statusCode', 'iteratorRemainingCount', 'retCount']);

export const WHOLE_NUMBER = /^-?\d{1,15}$/;

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

/** What an element has besides its children. */
function ownEntries({ attributes, text }: XmlElement): Array<[string, ResponseValue]> {
	const attributeEntries = [...attributes].map(([attribute, value]): [string, ResponseValue] => [
		`@${attribute}`,
		attributeValue(attribute, value),
	]);
	return text === '' ? attributeEntries : [...attributeEntries, ['#text', text]];
}

function elementValue(element: XmlElement): ResponseValue {
	const { name, attributes, children, text } = element;
	if (attributes.size === 0 && children.length === 0) return leafValue(name, text);
	return Object.fromEntries([...ownEntries(element), ...childEntries(element)]);
}

/** The JSON of an element whose children are given to it one after another, because together they are too large. */
export class ElementJson {
	readonly #keep: Keep;
	readonly #children = new Map<string, { count: number; values: TextParts }>();

	constructor(keep: Keep) {
		this.#keep = keep;
	}

	#valuesOf(name: string): TextParts {
		const already = this.#children.get(name);
		if (already) {
			already.count += 1;
			already.values.add(',');
			return already.values;
		}
		const values = new TextParts(this.#keep);
		this.#children.set(name, { count: 1, values });
		return values;
	}

	/** Adds a child that is there as a whole. */
	add(child: XmlElement): void {
		this.#valuesOf(child.name).add(JSON.stringify(elementValue(child)));
	}

	/** Adds a child whose own children were added to its JSON. */
	append(child: XmlElement, json: ElementJson): void {
		this.#valuesOf(child.name).append(json.of(child));
	}

	/** @param element the element, without the children that were added */
	of(element: XmlElement): TextParts {
		const { name: parent, attributes, text } = element;
		const json = new TextParts(this.#keep);
		if (attributes.size === 0 && this.#children.size === 0) {
			json.add(JSON.stringify(leafValue(parent, text)));
			return json;
		}
		const own = JSON.stringify(Object.fromEntries(ownEntries(element))).slice(1, -1);
		let before = own === '' ? '{' : `{${own},`;
		for (const [name, { count, values }] of this.#children) {
			const isList = count > 1 || isAlwaysList(name, parent);
			json.add(`${before}${JSON.stringify(name)}:${isList ? '[' : ''}`);
			json.append(values);
			before = isList ? '],' : ',';
		}
		json.add(this.#children.size === 0 ? `{${own}}` : `${before.slice(0, -1)}}`);
		return json;
	}
}
