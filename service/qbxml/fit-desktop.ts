import type { Desktop } from '../../quickbooks/qbxml/desktop';
import { loadRequestFacts } from '../../quickbooks/qbxml/requestFacts';
import type { RequestElement } from '../../quickbooks/qbxml/requestXml';
import { versionFor, versionUnderstood } from '../../quickbooks/qbxml/versionFor';
import { withProlog } from './prolog';
import type { RequestChild, RequestJson } from './request';

const elementOf = ({
	name,
	attributes = {},
	text = '',
	children = [],
}: RequestChild): RequestElement => ({
	name,
	attributes,
	text,
	children: children.map(elementOf),
});

/** A request of the service's own in the version of qbXML that its desktop understands, as far as that is known yet. */
export async function writtenFor(
	desktop: Desktop,
	request: RequestJson['request'],
): Promise<RequestJson> {
	return { version: versionFor(await loadRequestFacts(), desktop, [elementOf(request)]), request };
}

/** The version in which a queued request goes out to a desktop. */
export const versionAt = async (
	desktop: Desktop,
	{ version, request }: RequestJson,
): Promise<string> =>
	versionUnderstood(await loadRequestFacts(), desktop, version, elementOf(request));

/** A queued request as it goes out to a desktop. */
export const documentAt = async (
	desktop: Desktop,
	{ request_xml, request_json }: { readonly request_xml: string; readonly request_json: string },
): Promise<string> =>
	withProlog(request_xml, await versionAt(desktop, JSON.parse(request_json) as RequestJson));
