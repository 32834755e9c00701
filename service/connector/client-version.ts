/** Older connectors lack calls that the service answers to. */
const oldest = [2, 0];
/** Older ones cannot speak TLS 1.2, which services on the internet ask for. */
const recommended = [2, 1];

const VERSION_FORM = /^\s*(\d{1,5})(?:\.(\d{1,5}))?/;

const isBefore = ([major, minor]: readonly number[], [otherMajor, otherMinor]: readonly number[]) =>
	major < otherMajor || (major === otherMajor && minor < otherMinor);

/**
 * What the service says to a connector’s version, in the Web Connector’s own terms: nothing lets it go on, a text after
 * `W:` warns its user, a text after `E:` ends the session before it begins.
 * @param version such as `2.3.0.215`; one that cannot be read is let through
 */
export function clientVersionVerdict(version: string): string {
	const [, major, minor = '0'] = VERSION_FORM.exec(version) ?? [];
	if (major === undefined) return '';
	const given = [Number(major), Number(minor)];
	if (isBefore(given, oldest))
		return `E:This service needs version ${oldest.join('.')} of the Web Connector or a later one; here it is ${version}.`;
	if (isBefore(given, recommended))
		return `W:This service recommends version ${recommended.join('.')} of the Web Connector or a later one; here it is ${version}.`;
	return '';
}
