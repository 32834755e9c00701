import { namesInOrder, type OutputSchema } from '../../../build/answer-schema';

type Json = null | string | number | boolean | Json[] | { [name: string]: Json };

/** Whose content differs from one request to the next, so that one answer says nothing of the others. */
const contentVaries = new Set(['response_json', 'attributes', 'details']);

const isObject = (value: Json): value is Record<string, Json> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function typeOf(value: Json): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

const formats: Record<string, RegExp> = {
	date: /^\d{4}-\d\d-\d\d$/,
	'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
};

function formatOf(texts: string[]): string | undefined {
	const found = Object.entries(formats).find(([, form]) => texts.every((text) => form.test(text)));
	return texts.length > 0 ? found?.[0] : undefined;
}

function propertiesOf(objects: ReadonlyArray<Record<string, Json>>): Record<string, OutputSchema> {
	return Object.fromEntries(
		namesInOrder(objects).map((name) => {
			const values = objects.flatMap((object) => (name in object ? [object[name]] : []));
			return [name, contentVaries.has(name) ? outerSchemaOf(values) : schemaOf(values)];
		}),
	);
}

/** The schema without what is inside. */
function outerSchemaOf(values: readonly Json[]): OutputSchema {
	const { type } = schemaOf(values);
	return type === 'array' ? { type, items: { type: 'object' } } : { type };
}

/**
 * The schema of values that were seen: their types, the fields of objects in their order, and the formats of dates.
 * @throws Error when the values are of several types beside null, which n8n can't show.
 */
function schemaOf(values: readonly Json[]): OutputSchema {
	const [type = 'null', ...others] = [...new Set(values.map(typeOf))].filter(
		(one) => one !== 'null',
	);
	if (others.length > 0) throw new Error(`Both ${[type, ...others].join(' and ')}`);
	const isNullable = type !== 'null' && values.includes(null);
	const shown = { type: isNullable ? [type, 'null'] : type };
	if (type === 'object') return { ...shown, properties: propertiesOf(values.filter(isObject)) };
	if (type === 'array') {
		const inside = values.flatMap((value) => (Array.isArray(value) ? value : []));
		return inside.length === 0 ? shown : { ...shown, items: schemaOf(inside) };
	}
	const format = formatOf(values.filter((value): value is string => typeof value === 'string'));
	return { ...shown, ...(format && { format }) };
}

/** The schema of an operation's output, from the items that came out of it. */
export const outputSchemaOf = (items: readonly object[]): OutputSchema => ({
	...schemaOf(items as Json[]),
	version: 1,
});
