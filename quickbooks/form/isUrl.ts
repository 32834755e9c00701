/**
 * Whether a text is an absolute URL. `URL.canParse` is of no use for that: in Node.js 20 it says no to addresses with letters such as ü
 * once it has been called often enough to be optimised.
 * @param base what a relative one is relative to
 */
export function isUrl(text: string, base?: string): boolean {
	try {
		return new URL(text, base) !== undefined;
	} catch {
		return false;
	}
}
