import {
	type Attributes,
	type Content,
	type Group,
	isGroup,
	type Leaf,
	type Message,
} from '../../../qbxml/facts';
import type { XmlElement } from '../../../xml/read-xml';
import { StatusError, unparseable } from '../protocol/status-errors';
import { modelOf } from './content-model';
import type { Support } from './support';
import { checkValue } from './values';

const MAXIMUM_REQUEST_ID = 50;
/** Where a value comes from another request of the same document, and where one gives it a name. */
const USE_MACRO = 'useMacro';
const DEFINE_MACRO = 'defMacro';

const macroUser: Attributes = { [USE_MACRO]: { type: 'macro', optional: true } };

interface Document {
	version: number;
	/** Whether an empty element clears the field, as in requests that change a record. */
	clears: boolean;
}

function checkAttributes({ attributes }: XmlElement, known: Attributes = {}): void {
	for (const [name, value] of attributes) {
		const words = known[name]?.values;
		if (!Object.hasOwn(known, name) || words?.includes(value) === false) throw unparseable();
	}
}

function checkLeaf(element: XmlElement, leaf: Leaf, { clears }: Document): StatusError | undefined {
	checkAttributes(element, leaf.macro && macroUser);
	if (element.children.length > 0) throw unparseable();
	if (element.attributes.has(USE_MACRO)) return new StatusError(3250, USE_MACRO);
	if (clears && leaf.optional && element.text === '') return undefined;
	return checkValue(leaf, element.text);
}

function checkGroup(
	element: XmlElement,
	group: Pick<Group, 'attributes' | 'content'>,
	document: Document,
	support: Support,
): StatusError | undefined {
	checkAttributes(element, group.attributes);
	const refusal = checkContent(element, group.content, document, support);
	return element.attributes.has(DEFINE_MACRO) ? new StatusError(3250, DEFINE_MACRO) : refusal;
}

/** Goes through all elements even after a refusal, because the parser sees the whole document first. */
function checkContent(
	element: XmlElement,
	content: Content,
	document: Document,
	support: Support,
): StatusError | undefined {
	if (element.text.trim() !== '') throw unparseable();
	const { accepts, places } = modelOf(content, document.version);
	if (!accepts(element.children.map(({ name }) => name))) throw unparseable();
	let first: StatusError | undefined;
	for (const child of element.children) {
		const place = places.get(child.name) as Leaf | Group;
		const supported = support === 'all' ? support : support[child.name];
		const refusal = isGroup(place)
			? checkGroup(child, place, document, supported ?? 'all')
			: checkLeaf(child, place, document);
		first ??= supported === undefined ? new StatusError(3250, child.name) : refusal;
	}
	return first;
}

/**
 * Checks a request against the facts of qbXML, as the request processor does before it carries any request of a document out:
 * only known elements and attributes, in order, one alternative of a choice, all required ones, nothing newer than the version
 * that the document asks for.
 * @returns why this request alone is refused: a value that cannot be converted, or something legal that is not supported here
 * @throws RequestProcessorError when the structure is wrong, which refuses the whole document
 */
export function checkRequest(
	request: XmlElement,
	facts: Message,
	version: string,
	support: Support,
): StatusError | undefined {
	const document = { version: Number(version), clears: request.name.endsWith('ModRq') };
	if (Number(facts.since ?? '1.0') > document.version) throw unparseable();
	const refusal = checkGroup(request, facts, document, support);
	const requestID = request.attributes.get('requestID') ?? '';
	return requestID.length > MAXIMUM_REQUEST_ID ? new StatusError(1060, requestID) : refusal;
}
