import type { Messages } from '../facts/facts';
import type { JsonObject } from '../json/object';
import { checkForDesktop, type Source } from './checkForDesktop';
import type { Desktop } from './desktop';
import { encodeRequest } from './encodeRequest';
import { writeRequestXml } from './requestXml';
import { versionFor } from './versionFor';

/** A request of a document: its name, and its values by path. */
export interface DocumentRequest {
	name: string;
	values: JsonObject | Record<string, unknown>;
	/** What the user should know about it although it can be sent. */
	hints?: readonly string[];
}

/** What a document is made and checked by. */
export interface DocumentKnowledge {
	facts: Messages;
	/** The accounting application that it is for. Undefined if nothing is known of it. */
	desktop: Desktop | undefined;
	/** Of the workflow (IANA name). */
	timezone: string;
}

/**
 * A document with requests, encoded and checked by the facts, in the version of the connection's accounting application.
 * @returns Its XML, and what the user should know although it can be sent.
 * @throws FormError for what the accounting application would refuse.
 */
export function documentOf(
	{ facts, desktop, timezone }: DocumentKnowledge,
	requests: readonly DocumentRequest[],
	source: Omit<Source, 'version'>,
): { xml: string; hints: string[] } {
	const elements = requests.map(({ name, values }) => {
		const message = facts.get(name);
		if (!message) throw new Error(`qbXML has no request ${name}.`);
		return encodeRequest(message, values as JsonObject, timezone);
	});
	const version = versionFor(facts, desktop, elements);
	const hints = checkForDesktop(facts, desktop, elements, { ...source, version });
	return { xml: writeRequestXml(version, ...elements), hints };
}
