import { requireXmlCharacters } from './characters';
import { InvalidXml } from './invalid-xml';

const predefined = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
]);

const REFERENCE = /&(?:#x([0-9a-f]{1,20});|#([0-9]{1,20});|([^;&<\s]{1,32});)?/gi;

function allowedCharacter(code: number, written: string): string {
	if (code > 0x10ffff) throw new InvalidXml(`The reference ${written} names no character.`);
	const character = String.fromCodePoint(code);
	requireXmlCharacters(character, `The reference ${written}`);
	return character;
}

/**
 * Decodes XML's five predefined entities and numeric character references.
 * @param characterOf the character of a reference; without it, one that XML cannot hold is refused
 * @throws InvalidXml on any other entity, and on an ampersand that does not start one
 */
export function decodeEntities(
	text: string,
	characterOf: (code: number, written: string) => string = allowedCharacter,
): string {
	return text.replace(
		REFERENCE,
		(written: string, hexadecimal?: string, decimal?: string, name?: string) => {
			if (hexadecimal) return characterOf(Number.parseInt(hexadecimal, 16), written);
			if (decimal) return characterOf(Number.parseInt(decimal, 10), written);
			const character = name === undefined ? undefined : predefined.get(name);
			if (character === undefined)
				throw new InvalidXml(
					`The XML contains "${written}", which is none of XML's five entities and no character reference.`,
				);
			return character;
		},
	);
}
