import type { Desktop } from '../../quickbooks/qbxml/desktop';
import { loadRequestFacts } from '../../quickbooks/qbxml/requestFacts';
import type { RequestElement } from '../../quickbooks/qbxml/requestXml';
import { versionUnderstood } from '../../quickbooks/qbxml/versionFor';
import { withProlog } from './prolog';
import type { RequestChild, RequestJson } from './request';

export const elementOf = ({
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
