import { type Group, isGroup, type Leaf, type Messages } from '../facts/facts';
import { textTaken } from './encodeRequest';
import { elementAt } from './recordFacts';
import type { RequestElement } from './requestXml';

/** The elements of a request whose texts go out otherwise than they are written, with what goes out. */
export type Rewritten = ReadonlyMap<RequestElement, string>;

/**
 * What goes out for the texts of requests that somebody has written themselves, such as the time of a database or a shop, which
 * QuickBooks would refuse the whole request for.
 * @throws FormError for the moment that JavaScript makes of a date that is null.
 */
export function rewritten(facts: Messages, requests: readonly RequestElement[]): Rewritten {
	const changed = new Map<RequestElement, string>();
	function look(element: RequestElement, particle: Leaf | Group | undefined): void {
		if (particle === undefined) return;
		if (isGroup(particle)) {
			for (const child of element.children) look(child, elementAt(particle.content, child.name));
		} else if (particle.type === 'dateTime' || particle.type === 'string') {
			const text = element.children.length > 0 ? element.text : textTaken(element.text, particle);
			if (text !== element.text) changed.set(element, text);
		}
	}
	for (const request of requests) {
		const message = facts.get(request.name);
		for (const child of message ? request.children : [])
			look(child, elementAt(message?.content ?? [], child.name));
	}
	return changed;
}

/** The same requests with those texts. */
export const withTexts = (
	requests: readonly RequestElement[],
	texts: Rewritten,
): RequestElement[] =>
	texts.size === 0
		? [...requests]
		: requests.map((element) => ({
				...element,
				text: texts.get(element) ?? element.text,
				children: withTexts(element.children, texts),
			}));

const OPENING = /<([^\s/>]+)(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*>/y;

/** What an element with a text can hold, up to its closing tag. */
const TEXT = /(?:[^<]+|<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)*/y;

/** Where what a pattern matches at a position ends. */
function endOf(pattern: RegExp, xml: string, position: number, name?: string): number {
	pattern.lastIndex = position;
	const found = pattern.exec(xml);
	if (!found || (name !== undefined && found[1] !== name))
		throw new Error(`There is no ${name ?? 'text'} at ${position} of the document.`);
	return pattern.lastIndex;
}

/**
 * The same document with those texts, and otherwise as it was written.
 * @param xml The document that the elements were read from.
 */
export function documentWithTexts(
	xml: string,
	texts: Rewritten,
	escaped: (text: string) => string,
): string {
	const places = [...texts].sort(([one], [other]) => (one.position ?? 0) - (other.position ?? 0));
	const pieces: string[] = [];
	let from = 0;
	for (const [{ name, position = 0 }, text] of places) {
		const start = endOf(OPENING, xml, position, name);
		pieces.push(xml.slice(from, start), escaped(text));
		from = endOf(TEXT, xml, start);
	}
	return pieces.join('') + xml.slice(from);
}
