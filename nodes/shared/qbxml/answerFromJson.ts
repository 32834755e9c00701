import {
	type AnswerElement,
	type AnswerObject,
	type AnswerValue,
	isObject,
	isRepeated,
	isSwitch,
} from './answerFromXml';

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

export const listOf = (value: AnswerValue): AnswerValue[] =>
	Array.isArray(value) ? value : [value];

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

/** The first defined result of `isIt`, called with the records of these elements. */
function firstOf(elements: AnswerElement[], isIt: (value: AnswerValue) => boolean | undefined) {
	for (const { content } of elements) {
		for (const [name, value] of Object.entries(content)) {
			if (!isRecordName(name)) continue;
			for (const record of listOf(value)) {
				const known = isIt(record);
				if (known !== undefined) return known;
			}
		}
	}
	return undefined;
}

/** In JSON made from XML, elements that repeat or may repeat are lists. Any other single element is not. */
const isListedOtherwise = (name: string, value: AnswerValue): boolean =>
	isRepeated(name) ? !Array.isArray(value) : Array.isArray(value) && value.length === 1;

const unlisted = (name: string, value: AnswerValue): AnswerValue =>
	!isRepeated(name) && Array.isArray(value) && value.length === 1 ? value[0] : value;

/**
 * Whether a value looks like an answer made from XML: switches are booleans, elements that may repeat are lists even
 * when single, and everything else is text. Undefined if it has no switch that shows this.
 */
function isAsFromXml(value: AnswerValue, name = ''): boolean | undefined {
	if (Array.isArray(value) || isObject(value)) {
		const parts = Array.isArray(value)
			? value.map((part) => isAsFromXml(part, name))
			: Object.entries(value).map(([child, part]) =>
					isListedOtherwise(child, part) ? false : isAsFromXml(part, child),
				);
		return parts.includes(false) ? false : parts.find((part) => part !== undefined);
	}
	if (typeof value === 'boolean') return true;
	if (typeof value !== 'string') return false;
	return isSwitch(name) && (value === 'true' || value === 'false') ? false : undefined;
}

/** Converts a value to the form it would have if made from XML, as far as we can tell. */
function asFromXml(value: AnswerValue, name = ''): AnswerValue {
	if (Array.isArray(value)) return value.map((part) => asFromXml(part, name));
	if (isObject(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([child, part]) => [
				child,
				isRepeated(child)
					? listOf(part).map((one) => asFromXml(one))
					: asFromXml(unlisted(child, part), child),
			]),
		);
	}
	return isSwitch(name) && (value === 'true' || value === 'false') ? value === 'true' : value;
}

const normalised = ({ requestType, content }: AnswerElement): AnswerElement => ({
	requestType,
	content: Object.fromEntries(
		Object.entries(content).map(([name, value]) => [
			name,
			isRecordName(name) ? listOf(value).map((record) => asFromXml(record)) : unlisted(name, value),
		]),
	),
});

const hasListedAttribute = ({ content }: AnswerElement): boolean =>
	Object.entries(content).some(([name, value]) => name.startsWith('@') && Array.isArray(value));

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
		const exact = firstOf(elements, isAsFromXml);
		const hasRecords = firstOf(elements, () => true) ?? false;
		return {
			elements:
				exact === false || elements.some(hasListedAttribute) ? elements.map(normalised) : elements,
			isExact:
				exact !== false &&
				hasRecords &&
				documents.every(keepsOrder) &&
				!elements.some(hasListedAttribute),
		};
	}
	const marked = elementsOf(groups, withMarkedAttributes);
	return marked && { elements: marked.map(normalised), isExact: false };
}
