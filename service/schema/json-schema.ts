/** A JSON Schema (2020-12, as in OpenAPI 3.1) as plain data. */
export interface Schema {
	readonly [keyword: string]: unknown;
}

/** A reference to a part of the OpenAPI document's `components`. */
export const reference = (kind: 'schemas' | 'responses' | 'parameters', name: string): Schema => ({
	$ref: `#/components/${kind}/${name}`,
});

/** A reference to a schema of the OpenAPI document. */
export const schema = (name: string): Schema => reference('schemas', name);

/** A reference to a schema, with its own description. */
export const described = (name: string, description: string): Schema => ({
	...schema(name),
	description,
});

/** An object with these properties and no others. */
export const closedObject = (properties: Schema, further: Schema = {}): Schema => ({
	type: 'object',
	properties,
	additionalProperties: false,
	...further,
});

const listed = (names: readonly string[], word: string): string =>
	names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;

/**
 * The rule that a field cannot be combined with any of the others. Its description is also the error message when the rule
 * is broken.
 */
export const excludes = (field: string, others: readonly string[]): Schema => ({
	description: `${field} cannot be used together with ${listed(others, 'or')}.`,
	not: { required: [field], anyOf: others.map((other) => ({ required: [other] })) },
});

/** The rule that exactly one of the fields must be given. */
export const exactlyOne = (fields: readonly string[], when = ''): Schema => ({
	description: `${when}Give exactly one of ${listed(fields, 'and')}.`,
	oneOf: fields.map((field) => ({ required: [field] })),
});
