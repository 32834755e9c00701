import { reference, type Schema, schema } from '../schema/json-schema';

/** The content of a request or response: JSON with the given schema. */
export const json = (body: Schema): Schema => ({ 'application/json': { schema: body } });

/** A response with one object, wrapped in `data`. */
export const dataOf = (description: string, name: string): Schema => ({
	description,
	content: json({ type: 'object', required: ['data'], properties: { data: schema(name) } }),
});

/**
 * The query of an operation as one exploded object, so that rules between parameters (`not`, `oneOf`) are part of the same
 * JSON Schema as the parameters.
 */
export const queryParameter = (name: string): Schema => ({
	name: 'query',
	in: 'query',
	style: 'form',
	explode: true,
	schema: schema(name),
});

/** The idempotency header of operations that queue a request. */
export const idempotencyKey = reference('parameters', 'IdempotencyKey');
