/** A JSON Schema (2020-12, as OpenAPI 3.1 uses it), kept as the plain data it is. */
export interface Schema {
	readonly [keyword: string]: unknown;
}

/** A part of the OpenAPI document that stands under `components`, by its name there. */
export const reference = (kind: 'schemas' | 'responses' | 'parameters', name: string): Schema => ({
	$ref: `#/components/${kind}/${name}`,
});

/** A schema of the OpenAPI document, by its name there. */
export const schema = (name: string): Schema => reference('schemas', name);

/** The schema of that name with a description of its own. */
export const described = (name: string, description: string): Schema => ({
	...schema(name),
	description,
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
