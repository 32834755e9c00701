import type { JsonObject } from '../../quickbooks/json/object';
import { isFailedState, isTerminal } from './queuedRecord';
import { requestsInXml } from './requestsInXml';

/** The start of every identifier that these nodes make. */
export const IDENTIFIER_START = 'n8n-';

const objectIn = (value: unknown): JsonObject =>
	typeof value === 'object' && value !== null ? (value as JsonObject) : {};

/** The request identifier in XML, if one of its request elements carries one. None if the XML can't be read. */
export function requestIdInXml(xml: string): string | undefined {
	const identifier = requestsInXml(xml)
		?.map(({ content }) => objectIn(content)['@requestID'])
		.find((one) => one !== undefined);
	return identifier === undefined ? undefined : String(identifier);
}

/**
 * What to search for in a queue to find an identifier. The service looks into the XML, where some characters are
 * escaped, as are those beyond ASCII. So we search for the longest part without them.
 */
export const searchPhraseFor = (identifier: string): string =>
	identifier
		.split(/[&<>"'\s]|[^\x20-\x7e]/)
		.reduce((one, other) => (other.length > one.length ? other : one));

/**
 * Whether a record shows its request. The interface does not state which fields it has in which state (interface,
 * section 2.2).
 */
export const showsRequest = ({ request_json: json, request_xml: xml }: JsonObject): boolean =>
	(typeof xml === 'string' && xml.trim() !== '') || Object.keys(objectIn(json)).length > 0;

/**
 * Whether a record that was read by itself hides what its request asks for. Of what was answered, a service may empty the record when it is
 * old, which is as if it had deleted it.
 */
export const isHidden = (record: JsonObject): boolean =>
	!showsRequest(record) && (!isTerminal(record) || isFailedState(record.state));

/** The request identifier in a record's request. Undefined if we can't see one. */
export function requestIdIn({
	request_json: json,
	request_xml: xml,
}: JsonObject): string | undefined {
	const { attributes } = objectIn(objectIn(json).request);
	const { requestID: identifier } = objectIn(attributes);
	if (identifier !== undefined && identifier !== null) return String(identifier);
	return typeof xml === 'string' ? requestIdInXml(xml) : undefined;
}

interface ElementInJson {
	name?: string;
	text?: unknown;
	children?: readonly ElementInJson[];
}

function* elementsInJson(children: readonly ElementInJson[] = []): Generator<ElementInJson> {
	for (const child of children) {
		yield child;
		yield* elementsInJson(child.children);
	}
}

/** The `ExternalGUID` of the record that a request adds. Empty if it shows none. */
export function externalGuidIn({ request_json: json, request_xml: xml }: JsonObject): string {
	const [, guid] =
		(typeof xml === 'string' && /<ExternalGUID\s*>\s*(\{[\da-f-]{36}\})\s*</i.exec(xml)) || [];
	if (guid !== undefined) return guid;
	const { children } = objectIn(objectIn(json).request) as ElementInJson;
	for (const { name, text } of elementsInJson(children)) {
		if (name === 'ExternalGUID') return String(text);
	}
	return '';
}

/**
 * Whether an identifier in a record certainly came from a caller. A service may put its own number or UUID in its
 * place.
 */
export const isCallersOwn = (identifier: string | undefined): identifier is string =>
	identifier !== undefined &&
	!/^(\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(identifier);
