import type { Messages } from '../facts/facts';
import { versionNeeded } from './checkRequest';
import type { Desktop } from './desktop';
import type { RequestElement } from './requestXml';
import { isForeignVersion, isNewer, isTooNew } from './versions';

/** The version that most desktops in use understand. */
const USUAL_VERSION = '13.0';

/** The version that the facts are of. */
const KNOWN_VERSION = '16.0';

/**
 * The version to write requests in: the one of the connection's desktop, as far as it is known here. Before the desktop has connected,
 * it is the lowest usual one that has all that is asked for.
 */
export function versionFor(
	facts: Messages,
	desktop: Desktop | undefined,
	requests: readonly RequestElement[],
): string {
	const own = desktop?.version;
	if (own !== undefined)
		return isForeignVersion(own) || isTooNew(KNOWN_VERSION, own) ? own : KNOWN_VERSION;
	return requests
		.map((request) => versionNeeded(facts, request) ?? USUAL_VERSION)
		.reduce((newest, one) => (isNewer(one, newest) ? one : newest), USUAL_VERSION);
}

/**
 * The version in which a request goes out that was written before its desktop was known, or for another one: the desktop's own if the
 * written one is too new, because QuickBooks refuses all of that document (0x80040423). A request that needs the newer one
 * keeps it, so that the refusal says what it is.
 */
export function versionUnderstood(
	facts: Messages,
	{ version: own }: Desktop,
	written: string,
	request: RequestElement,
): string {
	if (own === undefined || !isTooNew(written, own) || !facts.has(request.name)) return written;
	return isNewer(versionNeeded(facts, request) ?? own, own) ? written : own;
}
