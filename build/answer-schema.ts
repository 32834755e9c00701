import { answers } from '../quickbooks/facts/answers';
import { elementsIn } from '../quickbooks/facts/elements';
import { type Group, isGroup, type Leaf } from '../quickbooks/facts/facts';
import { readMessages } from '../quickbooks/facts/readMessages';

/** A JSON schema as far as n8n reads the output schemas of nodes. */
export interface OutputSchema {
	/** One type, or the type and `null`: n8n shows the first. */
	type?: string | string[];
	format?: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	version?: number;
}

/** All names, each behind those that stand right before it in any of the objects. */
export function namesInOrder(objects: readonly object[]): string[] {
	const missing = new Map<string, Set<string>>();
	for (const names of objects.map(Object.keys)) {
		names.forEach((name, index) => {
			const before = missing.get(name) ?? new Set();
			missing.set(name, index === 0 ? before : before.add(names[index - 1]));
		});
	}
	const isNext = (before: Set<string>) => [...before].every((name) => !missing.has(name));
	const ordered: string[] = [];
	while (missing.size > 0) {
		const [next] = [...missing].find(([, before]) => isNext(before)) ?? [...missing][0];
		ordered.push(next);
		missing.delete(next);
	}
	return ordered;
}

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

type Named = [name: string, schema: OutputSchema];

/** A reference comes out as a name and an ID when it is simplified. Everything inside is simplified too. */
function flattened([name, schema]: Named): Named[] {
	const { type, properties = {}, items } = schema;
	if (type === 'object' && name.endsWith('Ref') && 'ListID' in properties) {
		const noun = name.replace(/Ref$/, '');
		return [
			[`${noun}Name`, { type: 'string' }],
			[`${noun}ListID`, { type: 'string' }],
		];
	}
	if (items) return [[name, { ...schema, items: flattenedObject(items) }]];
	return [[name, flattenedObject(schema)]];
}

const flattenedObject = (schema: OutputSchema): OutputSchema =>
	schema.properties
		? {
				...schema,
				properties: Object.fromEntries(Object.entries(schema.properties).flatMap(flattened)),
			}
		: schema;

/** What is worked out for records that don't show it. */
const workedOut: Readonly<Record<string, OutputSchema>> = {
	TotalAmount: { type: 'string' },
	ItemType: { type: 'string' },
};

/** A record with what Simplify keeps: what is named, in its order, the lists that were asked for, and the IDs of references. */
function simplifiedSchema(record: OutputSchema, names: readonly string[]): OutputSchema {
	const { properties = {} } = record;
	const lists = Object.entries(properties).filter(
		([name, { type }]) =>
			type === 'array' && !names.includes(name) && (name.endsWith('Ret') || name === 'LinkedTxn'),
	);
	const kept = names.map((name): Named => {
		const schema = properties[name] ?? workedOut[name];
		if (!schema) throw new Error(`Simplify keeps ${name}, but no such record has it.`);
		return [name, schema];
	});
	const shown = [...kept, ...lists].flatMap(flattened);
	const isIdOfReference = ([name]: Named) => /.ListID$/.test(name);
	return {
		...record,
		properties: Object.fromEntries([
			...shown.filter((one) => !isIdOfReference(one)),
			...shown.filter(isIdOfReference),
		]),
	};
}

/**
 * The schema of what comes out for answers, from the facts of qbXML. Answers with several kinds of records, such as that of
 * the item query, have the fields of all of them. One without records, such as that of a deletion, says what was done.
 * @param names The names of the answers, such as `InvoiceAddRs`.
 * @param kept What Simplify keeps of a record. Undefined for all.
 * @throws Error if qbXML has no such answer, or if no record has what Simplify keeps.
 */
export function recordSchemaOf(names: readonly string[], kept?: readonly string[]): OutputSchema {
	const kinds = names.flatMap((name) => {
		const message = messages.get(name);
		if (!message) throw new Error(`qbXML has no answer ${name}.`);
		const elements = elementsIn(message.content);
		const records = elements.filter(
			(element): element is Group => isGroup(element) && element.name.endsWith('Ret'),
		);
		if (records.length > 0) return records.map(schemaOfGroup);
		return [{ name, content: elements.filter((element) => !isGroup(element)) }].map(schemaOfGroup);
	});
	const record = merged(kinds);
	return { ...(kept ? simplifiedSchema(record, kept) : record), version: 1 };
}
