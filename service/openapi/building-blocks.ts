import { reference, schema, type Schema } from '../schema/json-schema';

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

/** The header of the operations that queue a request. */
export const idempotencyKey = reference('parameters', 'IdempotencyKey');
