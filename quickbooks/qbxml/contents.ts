import { isObject } from '../json/object';
import type { Unclear } from './certainty';
import { readXml } from './readXml';
import type { RequestElement } from './requestXml';

/** How what is to be written compares with what was written before under the same number. */
export type Contents =
	| { is: 'same' }
	/** Each difference as people read it: `Line 1: Quantity: "2" was written, and this run has "3"`. */
	| { is: 'other'; differences: readonly string[] }
	| Unclear;

/** An element of `request_json`, at any depth (interface, section 2.2). Undefined for what is none. */
export function elementOfJson(value: unknown): RequestElement | undefined {
	if (!isObject(value) || typeof value.name !== 'string') return undefined;
	const { name, attributes, text, children } = value;
	return {
		name,
		attributes: isObject(attributes) ? (attributes as Record<string, string>) : {},
		text: text === undefined || text === null ? '' : String(text),
		children: (Array.isArray(children) ? children : []).flatMap((one) => elementOfJson(one) ?? []),
	};
}

function elementsOfXml(xml: string): readonly RequestElement[] {
	try {
		return readXml(xml)
			.root.children.filter(({ name }) => name === 'QBXMLMsgsRq')
			.flatMap(({ children }) => children);
	} catch {
		return [];
	}
}

/** The request elements that a queued request shows, from its XML or else its JSON. None if it shows none that can be read. */
export function requestsShown({
	request_xml: xml,
	request_json: json,
}: Record<string, unknown>): readonly RequestElement[] {
	const fromXml = typeof xml === 'string' ? elementsOfXml(xml) : [];
	if (fromXml.length > 0) return fromXml;
	const fromJson = elementOfJson(isObject(json) ? json.request : undefined);
	return fromJson ? [fromJson] : [];
}
