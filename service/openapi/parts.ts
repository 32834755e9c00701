/** A JSON Schema (2020-12, as OpenAPI 3.1 uses it), kept as the plain data it is. */
export type Schema = { readonly [keyword: string]: unknown };

export const reference = (kind: 'schemas' | 'responses' | 'parameters', name: string): Schema => ({
	$ref: `#/components/${kind}/${name}`,
});

export const schema = (name: string): Schema => reference('schemas', name);

/** A body, of a request or an answer, that is JSON of the given schema. */
export const json = (body: Schema): Schema => ({ 'application/json': { schema: body } });

/** An answer with the one object that the service wraps in `data`. */
export const dataOf = (description: string, name: string): Schema => ({
	description,
	content: json({ type: 'object', required: ['data'], properties: { data: schema(name) } }),
});

/**
 * The query of an operation as one exploded object, so that rules between parameters (`not`, `oneOf`) stand in
 * the same JSON Schema as the parameters and are checked with them.
 */
export const queryParameter = (name: string): Schema => ({
	name: 'query',
	in: 'query',
	style: 'form',
	explode: true,
	schema: schema(name),
});

/** An object that takes the given properties and nothing else. */
export const closedObject = (properties: Schema, further: Schema = {}): Schema => ({
	type: 'object',
	properties,
	additionalProperties: false,
	...further,
});

const listed = (names: readonly string[], word: string): string =>
	names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;

/**
 * The rule that a field cannot be given together with any of the others. The description is also what the
 * service answers when the rule is broken.
 */
export const excludes = (field: string, others: readonly string[]): Schema => ({
	description: `${field} cannot be used together with ${listed(others, 'or')}.`,
	not: { required: [field], anyOf: others.map((other) => ({ required: [other] })) },
});

/** The rule that exactly one of the fields is given. */
export const exactlyOne = (fields: readonly string[], when = ''): Schema => ({
	description: `${when}Give exactly one of ${listed(fields, 'and')}.`,
	oneOf: fields.map((field) => ({ required: [field] })),
});
