/** A telephone number, however it was written. */
export interface PhoneNumber {
	/** The code of its country. Undefined if it was written as one dials it at home. */
	country: string | undefined;
	/** Its digits inside its country, without the 0 that is dialled before them at home. */
	national: string;
	/** Undefined if none was written. */
	extension: string | undefined;
}

/** A number with fewer digits is that of an office, in which neither a country nor an extension is looked for. */
export const SHORTEST_NUMBER = 7;

/**
 * How a call to another country begins: 00 in most of them, 011 in North America and 0011 in Australia. Areas may begin with 011 too (Turin,
 * Delhi, São Paulo), but the numbers there are shorter.
 */
const ABROAD = /^(?:0011(?=\d{9})|011(?=\d{10})|00)/;

/** The codes of countries that have two digits (E.164). 1 and 7 have one, and all others three. */
const TWO_DIGITS = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

const EXTENSION = /(?:ext(?:ension|n)?|[x#])[\s.:=]*(\d{1,6})\W*$/i;

const digitsIn = (text: string): string => text.replace(/\D/g, '');

const withoutTrunk = (digits: string): string => digits.replace(/^0+/, '');

function withCountry(digits: string): Pick<PhoneNumber, 'country' | 'national'> {
	const length = /^[17]/.test(digits) ? 1 : TWO_DIGITS.test(digits) ? 2 : 3;
	return { country: digits.slice(0, length), national: withoutTrunk(digits.slice(length)) };
}

/** Reads +1 650 555 1234, 1-650-555-1234, 0049 (0)171 1234567 ext. 4 and the like. */
export function phoneNumberIn(text: string): PhoneNumber {
	const [end = '', extension] = EXTENSION.exec(text) ?? [];
	const before = text.slice(0, text.length - end.length);
	if (extension !== undefined && digitsIn(before).length >= SHORTEST_NUMBER) {
		return { ...phoneNumberIn(before), extension };
	}
	// The whole of an office's number may be (0). In a longer one, (0) is for those who call from home.
	const written = digitsIn(text);
	const digits = digitsIn(text.replace(/\(0\)/g, ''));
	const own = { extension: undefined };
	if (written.length < SHORTEST_NUMBER) return { ...own, country: undefined, national: written };
	if (digits.length < SHORTEST_NUMBER) return { ...own, country: undefined, national: digits };
	if (/^\W*\+/.test(text)) return { ...own, ...withCountry(digits) };
	if (ABROAD.test(digits)) return { ...own, ...withCountry(digits.replace(ABROAD, '')) };
	if (/^1\d{10}$/.test(digits)) return { ...own, ...withCountry(digits) };
	return { ...own, country: undefined, national: withoutTrunk(digits) };
}
