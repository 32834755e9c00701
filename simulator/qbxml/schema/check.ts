import {
	type Attributes,
	type Group,
	isGroup,
	type Leaf,
	type Message,
} from '../../../quickbooks/facts/facts';
import { rules } from '../../../quickbooks/rules';
import type { XmlElement } from '../../../xml/read-xml';
import { StatusError, unparseable } from '../protocol/status-errors';
import { modelOf } from './content-model';
import { checkValue } from './values';

const MAXIMUM_REQUEST_ID = 50;

/** The attribute of an element whose value comes from another request of the same document. */
const macroUser: Attributes = { useMacro: { type: 'macro', optional: true } };

/** What qbXML does not call optional, because it is one of several alternatives, and what a change may still send empty. */
const emptiedAlternatives: ReadonlySet<string> = new Set(['Rate']);

/** The requests that may be empty, and may not have blanks in place of nothing. */
const notBlank: ReadonlySet<string> = new Set(
	rules['whitespace-in-a-preferences-query'].requests.map((name) => `${name}Rq`),
);

interface Document {
	version: number;
	/** Whether an empty element clears the field, as in requests that change a record. */
	clears: boolean;
}

function checkAttributes({ attributes }: XmlElement, known: Attributes = {}): void {
	for (const [name, value] of attributes) {
		const words = Object.hasOwn(known, name) ? (known[name].values ?? [value]) : [];
		if (!words.includes(value)) throw unparseable();
	}
}

function checkLeaf(element: XmlElement, leaf: Leaf, { clears }: Document): StatusError | undefined {
	checkAttributes(element, leaf.macro && macroUser);
	if (element.children.length > 0) throw unparseable();
	const mayBeEmpty = clears && (leaf.optional || emptiedAlternatives.has(leaf.name));
	const hasNoValue = element.text === '' && (mayBeEmpty || element.attributes.has('useMacro'));
	return hasNoValue ? undefined : checkValue(leaf, element.text);
}

/** Goes through all elements even after a wrong value, because the parser sees the whole document first. */
function checkGroup(
	element: XmlElement,
	{ attributes, content }: Pick<Group, 'attributes' | 'content'>,
	document: Document,
): StatusError | undefined {
	checkAttributes(element, attributes);
	if (element.text.trim() !== '') throw unparseable();
	const { accepts, places } = modelOf(content, document.version);
	if (!accepts(element.children.map(({ name }) => name))) throw unparseable();
	let first: StatusError | undefined;
	for (const child of element.children) {
		const place = places.get(child.name) as Leaf | Group;
		const refusal = isGroup(place)
			? checkGroup(child, place, document)
			: checkLeaf(child, place, document);
		first ??= refusal;
	}
	return first;
}

/**
 * Checks a request against the facts of qbXML, as the request processor does before it carries any request of a document out:
 * only known elements and attributes, in order, one alternative of a choice, all required ones, nothing newer than the version
 * that the document asks for.
 * @returns why this request alone is refused, if a value in it cannot be converted
 * @throws RequestProcessorError when the structure is wrong, which refuses the whole document
 */
export function checkRequest(
	request: XmlElement,
	facts: Message,
	version: string,
): StatusError | undefined {
	const document = { version: Number(version), clears: request.name.endsWith('ModRq') };
	if (Number(facts.since ?? '1.0') > document.version) throw unparseable();
	const hasBlanksAlone = request.children.length === 0 && request.text !== '';
	if (hasBlanksAlone && notBlank.has(request.name)) throw unparseable();
	const refusal = checkGroup(request, facts, document);
	const requestID = request.attributes.get('requestID') ?? '';
	return requestID.length > MAXIMUM_REQUEST_ID ? new StatusError(1060, requestID) : refusal;
}
