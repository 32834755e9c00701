import { isObject } from '../../quickbooks/json/object';
import type { QueuedRecord } from './queuedRecord';
import { requestsInXml } from './requestsInXml';

/** The elements that name a transaction, such as `LinkToTxnID` and `CreditTxnID`. */
const NAMES_A_TRANSACTION = /TxnID$/;

/** The IDs of transactions in an element as XML is read: names with their contents. */
function namedBelow(content: unknown, name = ''): string[] {
	if (Array.isArray(content)) return content.flatMap((one) => namedBelow(one, name));
	if (isObject(content)) {
		return Object.entries(content).flatMap(([inside, one]) => namedBelow(one, inside));
	}
	const id = NAMES_A_TRANSACTION.test(name) ? String(content ?? '').trim() : '';
	return id === '' ? [] : [id];
}

/** The same in `request_json`, which puts an element's name in `name` and its text in `text` (interface, section 2.2). */
function namedBelowJson({ name, text, children }: Record<string, unknown>): string[] {
	const inside = (Array.isArray(children) ? children : []).filter(isObject);
	return [...namedBelow(text, String(name)), ...inside.flatMap(namedBelowJson)];
}

const namedInXml = (xml: string, request: string): string[][] =>
	(requestsInXml(xml) ?? [])
		.filter(({ name }) => name === `${request}Rq`)
		.map(({ content }) => namedBelow(content));

/**
 * The IDs of the transactions that a queued request names: those that it applies to, credits, deposits or is made out of.
 * @param request In qbXML's words, such as `InvoiceAdd`.
 * @returns One list for each of its elements of that name, in their order. Empty if the record does not show them.
 */
export function transactionsNamed(
	{ request_xml: xml, request_json: json }: QueuedRecord,
	request: string,
): string[][] {
	const inXml = typeof xml === 'string' ? namedInXml(xml, request) : [];
	if (inXml.length > 0) return inXml;
	const element = isObject(json) ? json.request : undefined;
	return isObject(element) && element.name === `${request}Rq`
		? [namedBelowJson(element as Record<string, unknown>)]
		: [];
}
