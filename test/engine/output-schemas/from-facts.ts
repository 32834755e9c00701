import { answers } from '../../../qbxml/answers';
import { elementsIn } from '../../../qbxml/elements';
import { type Group, isGroup, type Leaf } from '../../../qbxml/facts';
import { readMessages } from '../../../qbxml/read-messages';
import { namesInOrder, type OutputSchema } from './schema';

const messages = readMessages(answers);

const formats: Readonly<Partial<Record<Leaf['type'], string>>> = {
	date: 'date',
	dateTime: 'date-time',
};

/** A switch comes out as a boolean if its name says that it is one. Everything else is text, amounts too. */
function schemaOfText({ name, type }: Leaf): OutputSchema {
	if (type === 'boolean' && /^Is[A-Z]/.test(name)) return { type: 'boolean' };
	const format = formats[type];
	return { type: 'string', ...(format && { format }) };
}

/** Attributes come before the elements. A macro names what a request makes, so answers have none. */
const schemasOfAttributes = ({ attributes = {} }: Group): Array<[string, OutputSchema]> =>
	Object.entries(attributes)
		.filter(([, { type }]) => type !== 'macro')
		.map(([name]) => [`@${name}`, { type: 'string' }]);

const schemaOfGroup = (group: Group): OutputSchema => ({
	type: 'object',
	properties: Object.fromEntries([
		...schemasOfAttributes(group),
		...elementsIn(group.content).map((element) => [element.name, schemaOfElement(element)]),
	]),
});

function schemaOfElement(element: Leaf | Group): OutputSchema {
	const schema = isGroup(element) ? schemaOfGroup(element) : schemaOfText(element);
	const isList = element.repeats || element.name.endsWith('Ret');
	return isList ? { type: 'array', items: schema } : schema;
}

const present = <Part>(parts: ReadonlyArray<Part | undefined>): Part[] =>
	parts.filter((part) => part !== undefined);

/** One schema for all: the fields of each, in an order that is that of each. */
function merged(all: readonly OutputSchema[]): OutputSchema {
	const [{ type, format }] = all;
	const items = present(all.map((one) => one.items));
	const properties = present(all.map((one) => one.properties));
	if (all.some((one) => one.type !== type || one.format !== format)) {
		throw new Error(`Not alike: ${JSON.stringify(all)}`);
	}
	if (items.length > 0) return { type, items: merged(items) };
	if (properties.length === 0) return { type, ...(format && { format }) };
	const named = namesInOrder(properties).map((name) => [
		name,
		merged(present(properties.map((one) => one[name]))),
	]);
	return { type, properties: Object.fromEntries(named) as OutputSchema['properties'] };
}

/**
 * The schema of the records in an answer, from the facts of qbXML. An answer with several kinds of records, such as that of
 * the item query, has the fields of all of them.
 * @param answer The name of the answer, such as `InvoiceAddRs`.
 * @throws Error if qbXML has no such answer, or one without records.
 */
export function recordSchemaOf(answer: string): OutputSchema {
	const kinds = elementsIn(messages.get(answer)?.content ?? [])
		.filter((element): element is Group => isGroup(element) && element.name.endsWith('Ret'))
		.map(schemaOfGroup);
	if (kinds.length === 0) throw new Error(`qbXML has no answer ${answer} with records.`);
	return { ...merged(kinds), version: 1 };
}
