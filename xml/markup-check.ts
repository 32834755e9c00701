import { decodeEntities } from './entities';
import { InvalidXml } from './invalid-xml';

const endOf: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' };

const MARKUP = /<!--|<!\[CDATA\[|<!|&(?!(?:amp|lt|gt|quot|apos);)[^;&<\s]{0,32};?/g;

/** The longest beginning of what is looked for, such as `&#x10FFFF;`. Longer names are wrong anyway. */
const LONGEST = 40;

const LONGEST_END = ']]>'.length;

/** Where what is looked for could begin, but end in the next part. */
function endOfCertain(text: string): number {
	const last = Math.max(text.lastIndexOf('<'), text.lastIndexOf('&'));
	const isNear = last >= 0 && last >= text.length - LONGEST;
	return isNear ? last : Math.max(0, text.length - LONGEST_END + 1);
}

/** Looks at a document part by part for markup that is not allowed here. */
export interface MarkupCheck {
	/**
	 * @returns the text up to where it has been looked at; the rest comes with the next part
	 * @throws InvalidXml
	 */
	check(part: string): string;
	/** @returns the last of the text */
	end(): string;
}

/** Refuses DOCTYPEs and other declarations, and all entities but XML's own five. */
export function createMarkupCheck(): MarkupCheck {
	let rest = '';
	/** What ends the comment or the CDATA section that is open. */
	let awaited: string | undefined;

	function look(text: string): void {
		let from = 0;
		for (;;) {
			if (awaited !== undefined) {
				const end = text.indexOf(awaited, from);
				if (end < 0) return;
				from = end + awaited.length;
				awaited = undefined;
			}
			MARKUP.lastIndex = from;
			const found = MARKUP.exec(text)?.[0];
			if (found === undefined) return;
			from = MARKUP.lastIndex;
			if (found.startsWith('&')) decodeEntities(found);
			else if (endOf[found]) awaited = endOf[found];
			else refuse();
		}
	}

	function refuse(): never {
		throw new InvalidXml(
			'The XML contains a DOCTYPE, another declaration or an unclosed comment, which is not allowed.',
		);
	}

	return {
		check(part) {
			const text = rest + part;
			const end = endOfCertain(text);
			const certain = text.slice(0, end);
			rest = text.slice(end);
			look(certain);
			return certain;
		},
		end() {
			look(rest);
			if (awaited !== undefined) refuse();
			return rest;
		},
	};
}
