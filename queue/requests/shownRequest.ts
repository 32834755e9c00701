import type { JsonObject } from '../../quickbooks/json/object';
import { answerIn } from '../../quickbooks/qbxml/answer';
import { listOf } from '../../quickbooks/qbxml/answerFromJson';
import {
	type AnswerObject,
	type AnswerValue,
	isObject,
} from '../../quickbooks/qbxml/answerFromXml';
import type { QueuedRecord } from './queuedRecord';
import { requestsInXml } from './requestsInXml';

/**
 * What a record shows of its request. The service may show it as JSON, as XML or not at all (interface, section 2.2).
 */
export interface ShownRequest {
	/** The query in qbXML's words, such as `CustomerQuery`. With several requests, the first. */
	query: string;
	/** The caller's own identifier, if we can see it. */
	identifier?: string;
	/** The elements in it, with their texts. Undefined if we can't see them, or if it holds several requests. */
	children?: Array<{ name: string; text: string }>;
	/** The same with everything below. */
	content?: AnswerObject;
}

const textOf = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const identifierOf = (value: unknown): string | undefined => textOf(value) || undefined;

const queryOf = (element: string): string => element.replace(/Rq$/, '');

/** An element in `request_json` as an answer would show it. Of elements with the same name, the first. */
function contentInJson({ children, text }: AnswerObject): AnswerValue {
	if (!Array.isArray(children) || children.length === 0) return textOf(text);
	const named = children
		.filter(isObject)
		.map((child) => [textOf(child.name), contentInJson(child)]);
	return Object.fromEntries(named.reverse()) as AnswerObject;
}

function shownInJson(json: unknown): ShownRequest | undefined {
	const request = isObject(json) ? json.request : undefined;
	if (!isObject(request) || typeof request.name !== 'string') return undefined;
	const { name, attributes, children } = request;
	const content = contentInJson(request);
	return {
		...(isObject(content) && { content }),
		query: queryOf(name),
		identifier: identifierOf(isObject(attributes) ? attributes.requestID : undefined),
		children: (Array.isArray(children) ? children : [])
			.filter(isObject)
			.map((child) => ({ name: textOf(child.name), text: textOf(child.text) })),
	};
}

const childrenOf = (element: AnswerObject) =>
	Object.entries(element)
		.filter(([name]) => !name.startsWith('@') && !name.startsWith('#'))
		.flatMap(([name, value]) => listOf(value).map((one) => ({ name, text: textOf(one) })));

function shownInXml(xml: unknown): ShownRequest | undefined {
	if (typeof xml !== 'string') return undefined;
	const requests = requestsInXml(xml) ?? [];
	if (requests.length === 0) {
		const [, query] = /<(?!QBXMLMsgsRq)(\w+)Rq[\s/>]/.exec(xml) ?? [];
		return query === undefined ? undefined : { query };
	}
	const [first] = requests;
	const content = isObject(first.content) ? first.content : {};
	return {
		query: queryOf(first.name),
		identifier: identifierOf(content['@requestID']),
		...(requests.length === 1 && { children: childrenOf(content), content }),
	};
}

/** The request that a record shows. Undefined if it shows none that we can read. */
export function shownRequest({
	request_json: json,
	request_xml: xml,
}: JsonObject): ShownRequest | undefined {
	return shownInJson(json) ?? shownInXml(xml);
}

/** The attribute `iterator` of a record's request, such as `Continue`. Undefined if we can't see one. */
export function iteratorIn({ request_json: json, request_xml: xml }: QueuedRecord) {
	const request = isObject(json) ? json.request : undefined;
	const attributes = isObject(request) ? request.attributes : undefined;
	const [, inXml] = /<[\w.:-]+Rq\s[^<]*?\biterator\s*=\s*["']\s*(\w*)/.exec(textOf(xml)) ?? [];
	return (isObject(attributes) && identifierOf(attributes.iterator)) || inXml;
}

/** A record in the books, by its ID. */
export interface NamedRecord {
	by: 'ListID' | 'TxnID';
	value: string;
}

/** The records that a request changes, as it is shown. Undefined if that does not tell. */
function changedAsShown({ query, content }: ShownRequest): NamedRecord[] | undefined {
	if (!/(?:Mod|DataExtDel)$/.test(query)) return [];
	const [element = {}] = Object.values(content ?? {}).filter(isObject);
	const { ListObjRef } = element;
	const { TxnID, ListID } = { ...(isObject(ListObjRef) && ListObjRef), ...element };
	const named =
		TxnID === undefined
			? { by: 'ListID' as const, value: textOf(ListID) }
			: { by: 'TxnID' as const, value: textOf(TxnID) };
	return named.value === '' ? undefined : [named];
}

/** The records that a request changes. Undefined if we can't see what it asks for: its JSON may show less than its XML. */
export const changedIn = ({
	request_json: json,
	request_xml: xml,
}: JsonObject): NamedRecord[] | undefined =>
	[shownInJson(json), shownInXml(xml)]
		.map((shown) => shown && changedAsShown(shown))
		.find((changed) => changed !== undefined);

/** Which query a record belongs to, from its request or its answer. Undefined if it shows neither. */
export const queryIn = (record: QueuedRecord): string | undefined =>
	shownRequest(record)?.query ?? answerIn(record)?.requestType;

/** The caller's own identifier, from a record's request or from its answer, which may repeat it. */
export const identifierIn = (record: QueuedRecord): string | undefined =>
	shownRequest(record)?.identifier ?? answerIn(record)?.requestId ?? undefined;
