/** Older connectors lack calls that the service needs. */
const oldest = [2, 0];
/** Older ones do not support TLS 1.2, which services on the internet require. */
const recommended = [2, 1];

const VERSION_FORM = /^\s*(\d{1,5})(?:\.(\d{1,5}))?/;

const isBefore = ([major, minor]: readonly number[], [otherMajor, otherMinor]: readonly number[]) =>
	major < otherMajor || (major === otherMajor && minor < otherMinor);

/**
 * The service’s verdict on a connector’s version, in the Web Connector’s own form: an empty text lets it continue, `W:` with
 * a text warns its user, and `E:` with a text ends the session before it starts.
 * @param version such as `2.3.0.215`; an unreadable version is accepted
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
