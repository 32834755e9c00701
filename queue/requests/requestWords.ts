import { isObject, type JsonObject } from '../../quickbooks/json/object';
import type { ServiceCall } from '../calls/serviceCall';
import type { QueuedRecord } from './queuedRecord';
import { requestsInXml } from './requestsInXml';

/** The content of a request, however it is written: its request elements, and every text in them. */
export interface Words {
	elements: string[];
	texts: string[];
	/** Whether it has elements of which the service does not show what is in them. */
	isCutShort?: true;
}

/** The request elements that the endpoints for writes build (interface, section 4.3). */
const elementOf: Record<string, string> = {
	invoices: 'InvoiceAddRq',
	data_ext_mods: 'DataExtModRq',
};

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Services may write a text differently: `2.50` becomes `2.5`, and any white space counts as a blank. */
function plain(value: unknown): string {
	const text = String(value).trim().replace(/\s+/g, ' ');
	if (!DECIMAL.test(text)) return /^(true|false)$/i.test(text) ? text.toLowerCase() : text;
	return text.includes('.') ? text.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : text;
}

const isNothing = (value: unknown): boolean =>
	value === undefined || value === null || value === '';

/** Every text in a value, except those in attributes. */
function textsIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (isObject(value)) {
		return Object.entries(value)
			.filter(([name]) => !name.startsWith('@'))
			.flatMap(([, inside]) => textsIn(inside));
	}
	return isNothing(value) ? [] : [plain(value)];
}

function wordsOfXml(xml: string): Words | undefined {
	const requests = requestsInXml(xml);
	return (
		requests && {
			elements: requests.map(({ name }) => name).sort(),
			texts: requests.flatMap(({ content }) => textsIn(content)).sort(),
		}
	);
}

/** `request_json` puts an element's name in `name` and its text in `text`, at any depth (interface, section 2.2). */
function textsOfChildren(children: unknown): string[] {
	return (Array.isArray(children) ? children : [])
		.filter(isObject)
		.flatMap(({ text, children: inside }) => [...textsIn(text), ...textsOfChildren(inside)]);
}

/** Whether an element is shown with nothing in it, as where a service shows the first level alone. */
const isCutShort = (children: unknown): boolean =>
	(Array.isArray(children) ? children : [])
		.filter(isObject)
		.some(({ text, children: inside }) =>
			Array.isArray(inside) && inside.length > 0 ? isCutShort(inside) : isNothing(text),
		);

function wordsOfJson(json: unknown): Words | undefined {
	const request = isObject(json) ? json.request : undefined;
	if (!isObject(request) || typeof request.name !== 'string') return undefined;
	return {
		elements: [request.name],
		texts: textsOfChildren(request.children).sort(),
		...(isCutShort(request.children) && { isCutShort: true }),
	};
}

/** The words of a write that is about to go out. Undefined for a request that these nodes can't compare. */
export function wordsSent({ path, body }: ServiceCall): Words | undefined {
	const { request_xml: xml, request_json: json } = (body ?? {}) as JsonObject;
	if (xml !== undefined) return wordsOfXml(String(xml));
	if (json !== undefined) return wordsOfJson(json);
	const element = elementOf[path.split('/').pop() ?? ''];
	return element === undefined
		? undefined
		: { elements: [element], texts: textsIn(body as JsonObject).sort() };
}

/** The words of a queued request, as its record shows it. Undefined if the record shows nothing that we can read. */
export const wordsShown = ({
	request_xml: xml,
	request_json: json,
}: QueuedRecord): Words | undefined =>
	(typeof xml === 'string' ? wordsOfXml(xml) : undefined) ?? wordsOfJson(json);

/** A text that no service has a reason to rewrite: an ID, a date, a number, a word of plain letters. */
const isPlainWord = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/**
 * Whether a record certainly shows another request than the one that was sent: it lacks one of the elements or plain words of that.
 * It may have more of them, since a service may add its defaults, or a request of its own.
 */
export function areOtherWords(sent: Words | undefined, shown: Words | undefined): boolean {
	if (!sent || !shown) return false;
	if (sent.elements.some((element) => !shown.elements.includes(element))) return true;
	if (shown.isCutShort) return false;
	const left = [...shown.texts];
	const isMissing = (text: string) => {
		const at = left.indexOf(text);
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	};
	return sent.texts.filter(isPlainWord).some(isMissing);
}

/** The request elements of a queued request, such as `InvoiceAddRq`. Empty if its record shows none that we can read. */
export const elementsOf = (record: QueuedRecord): string =>
	wordsShown(record)?.elements.join() ?? '';

/** Whether a request can write, by its elements. */
export const mayWrite = (elements: readonly string[]): boolean =>
	elements.length === 0 || elements.some((element) => !element.endsWith('QueryRq'));
