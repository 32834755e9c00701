/** The editions of other countries have letters before the number, such as `CA13.0`. */
const VERSION = /^([A-Z]{0,2})\s*(\d{1,2}(?:\.\d{1,2})?)$/i;

const numbersOf = (version: string): number[] =>
	(VERSION.exec(version.trim())?.[2] ?? '').split('.').map(Number);

/** Whether a text is a version of qbXML, such as `16.0`. */
export const isVersion = (text: string): boolean => VERSION.test(text.trim());

/** Whether a version is of another country than the United States. */
export const isForeignVersion = (version: string): boolean =>
	!/^(?:US)?$/i.test(VERSION.exec(version.trim())?.[1] ?? '');

/** Whether one version is newer than the other. */
export function isNewer(one: string, other: string): boolean {
	const [major, minor = 0] = numbersOf(one);
	const [otherMajor, otherMinor = 0] = numbersOf(other);
	return major > otherMajor || (major === otherMajor && minor > otherMinor);
}

/** Whether a document in one version can't be read by what understands the other. Versions of different countries can't be compared. */
export const isTooNew = (one: string, other: string): boolean =>
	isNewer(one, other) && isForeignVersion(one) === isForeignVersion(other);
