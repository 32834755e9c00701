import {
	type AnswerElement,
	type AnswerObject,
	type AnswerValue,
	isObject,
	isSwitch,
} from './answerFromXml';
import { isRepeated } from './repeatedElements';

/** The attributes of a request element in an answer. */
const attributes = new Set([
	'requestID',
	'statusCode',
	'statusSeverity',
	'statusMessage',
	'iteratorRemainingCount',
	'iteratorID',
	'retCount',
]);

export const listOf = (value: AnswerValue | undefined): AnswerValue[] =>
	value === undefined ? [] : Array.isArray(value) ? value : [value];

/** The objects in a value that may be one, or a list of them. */
export const objectsIn = (value: AnswerValue | undefined): AnswerObject[] =>
	listOf(value).filter(isObject);

const unlisted = (value: AnswerValue): AnswerValue =>
	Array.isArray(value) && value.length === 1 ? value[0] : value;

export const isRecordName = (name: string): boolean => name.endsWith('Ret');

/** Attributes carry `@`, and an element whose name ends in `Ret` is a record, or several. */
const isElement = (content: AnswerValue): content is AnswerObject =>
	isObject(content) &&
	Object.keys(content).some((name) => name.startsWith('@')) &&
	Object.entries(content).every(
		([name, value]) => !isRecordName(name) || listOf(value).every(isObject),
	);

const withMarkedAttributes = (content: AnswerValue): AnswerValue =>
	isObject(content)
		? Object.fromEntries(
				Object.entries(content).map(([name, value]) => [
					attributes.has(name) ? `@${name}` : name,
					value,
				]),
			)
		: content;

/** The request elements of a document, grouped by name. */
function groupsIn(document: unknown): Array<[name: string, elements: AnswerValue[]]> {
	const inner = isObject(document) && isObject(document.QBXML) ? document.QBXML : document;
	const messages = isObject(inner) ? inner.QBXMLMsgsRs : undefined;
	if (!isObject(messages)) return [];
	return Object.entries(messages)
		.filter(([name]) => name.endsWith('Rs'))
		.map(([name, value]) => [name.slice(0, -2), listOf(value)]);
}

/** They may stand anywhere. */
const ANYWHERE = 0;
const BEHIND_HEAD = 6;

/** The elements that stand before all others in qbXML, by their place. JSON that has one of them later has lost the order. */
const places: ReadonlyMap<string, number> = new Map([
	['ListType', ANYWHERE],
	['TxnType', ANYWHERE],
	['ListDelType', ANYWHERE],
	['TxnDelType', ANYWHERE],
	['ListID', 1],
	['TxnID', 1],
	['TxnLineID', 2],
	['TimeCreated', 3],
	['TimeModified', 4],
	['EditSequence', 5],
]);

const placeOf = (name: string): number =>
	places.get(name) ?? (name.startsWith('@') ? ANYWHERE : BEHIND_HEAD);

const isSwitchAsText = (name: string, text: string): boolean =>
	(text === 'true' || text === 'false') && isSwitch(name);

/**
 * Whether a value is exactly what the XML would give: what may repeat is a list and no other single element is, switches are
 * booleans, everything else is text, and the head comes first. Answers can be tens of megabytes, so this is one pass without a
 * list in between.
 */
function isAsFromXml(value: AnswerValue, name: string): boolean {
	if (typeof value === 'string') return !isSwitchAsText(name, value);
	if (typeof value === 'boolean') return isSwitch(name);
	if (!isObject(value)) return false;
	let place = ANYWHERE;
	for (const child in value) {
		const part = value[child];
		if (Array.isArray(part)) {
			if (part.length === 0 || (part.length === 1 && !isRepeated(child, name))) return false;
			for (const one of part) if (!isAsFromXml(one, child)) return false;
		} else if (isRepeated(child, name) || !isAsFromXml(part, child)) {
			return false;
		}
		const next = placeOf(child);
		if (next === ANYWHERE) continue;
		if (next < place) return false;
		place = next;
	}
	return true;
}

/** Converts a value to the form it would have if made from XML, as far as we can tell. */
function asFromXml(value: AnswerValue, name: string): AnswerValue {
	if (Array.isArray(value)) return value.map((part) => asFromXml(part, name));
	if (isObject(value)) {
		return Object.fromEntries(
			Object.entries(value).flatMap(([child, part]) => {
				const parts = listOf(part).map((one) => asFromXml(one, child));
				if (parts.length === 0) return [];
				return [[child, parts.length > 1 || isRepeated(child, name) ? parts : parts[0]]];
			}),
		);
	}
	if (typeof value === 'boolean' && !isSwitch(name)) return String(value);
	return typeof value === 'string' && isSwitchAsText(name, value) ? value === 'true' : value;
}

/** The records of these elements, each list with the name of its records. */
const recordsIn = (elements: AnswerElement[]): Array<[name: string, records: AnswerValue[]]> =>
	elements.flatMap(({ content }) =>
		Object.entries(content)
			.filter(([name]) => isRecordName(name))
			.map(([name, value]): [string, AnswerValue[]] => [name, listOf(value)]),
	);

const normalised = ({ requestType, content }: AnswerElement): AnswerElement => ({
	requestType,
	content: Object.fromEntries(
		Object.entries(content).map(([name, value]) => [
			name,
			isRecordName(name) ? listOf(value).map((record) => asFromXml(record, name)) : unlisted(value),
		]),
	),
});

/** Whether something is a list that is no list of records: an attribute, or an element of an answer without records. */
const hasOtherLists = ({ content }: AnswerElement): boolean =>
	Object.entries(content).some(([name, value]) => !isRecordName(name) && Array.isArray(value));

/** The content of a `response_json`. */
export interface JsonAnswer {
	elements: AnswerElement[];
	/** Whether it says everything that the XML next to it would, in the same way. */
	isExact: boolean;
}

/** JSON loses the order if elements with different names alternate. */
const keepsOrder = (groups: Array<[name: string, elements: AnswerValue[]]>): boolean =>
	groups.length === 1 || groups.every(([, { length }]) => length === 1);

function elementsOf(
	groups: Array<[name: string, elements: AnswerValue[]]>,
	read: (content: AnswerValue) => AnswerValue,
): AnswerElement[] | null {
	const elements = groups.flatMap(([requestType, contents]) =>
		contents.map((content) => ({ requestType, content: read(content) })),
	);
	const areKnown = elements.every(({ content }) => isElement(content));
	return areKnown && elements.length > 0 ? (elements as AnswerElement[]) : null;
}

/**
 * The request elements in a `response_json`. The interface only says that it is a list of objects (section 2.2). Null
 * if it has none of the shapes that we know.
 */
export function elementsInJson(json: unknown): JsonAnswer | null {
	const documents = (Array.isArray(json) ? (json as unknown[]) : [json]).map(groupsIn);
	if (documents.some(({ length }) => length === 0)) return null;
	const groups = documents.flat();
	const elements = elementsOf(groups, (content) => content);
	if (elements !== null) {
		const records = recordsIn(elements);
		const isFaithful =
			!elements.some(hasOtherLists) &&
			records.every(([name, all]) => all.every((record) => isAsFromXml(record, name)));
		return {
			elements: isFaithful ? elements : elements.map(normalised),
			isExact:
				isFaithful && records.some(([, { length }]) => length > 0) && documents.every(keepsOrder),
		};
	}
	const marked = elementsOf(groups, withMarkedAttributes);
	return marked && { elements: marked.map(normalised), isExact: false };
}
