import Ajv2020, { type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';

import { isUrl } from '../network/is-url';
import { openApiDocument } from '../openapi/document';

const DOCUMENT = 'openapi.json';

/** A reference to a part of the OpenAPI document, by the steps that lead to it. */
export const documentReference = (...steps: string[]): { $ref: string } => ({
	$ref: `${DOCUMENT}#/${steps
		.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
		.join('/')}`,
});

function validator(options: Options): Ajv2020 {
	const ajv = new Ajv2020({ verbose: true, strictTypes: false, ...options });
	addFormats(ajv);
	// Exactly what the service can open. The standard's pattern accepts a port of 99999.
	ajv.addFormat('uri', (text) => isUrl(text));
	ajv.addVocabulary(Object.keys(openApiDocument));
	return ajv.addSchema(openApiDocument, DOCUMENT);
}

/** The name of a number that a text such as 1e999 was converted to. The validator applies no rule to it, and no database takes it. */
const endlessNumber = (data: object): string | undefined =>
	Object.entries(data).find(([, value]) => value === Infinity || value === -Infinity)?.[0];

const tooLarge = (name: string): ErrorObject => ({
	instancePath: `/${name}`,
	keyword: 'finite',
	message: 'must be a number of a sensible size',
	params: {},
	schemaPath: '',
});

/**
 * Validates requests by the OpenAPI document. Texts in a query or path are converted to the document's types, and defaults
 * are filled in. A JSON body must already have the right types.
 */
export function documentValidation(): FastifySchemaCompiler<object> {
	const text = validator({ coerceTypes: 'array', useDefaults: true });
	const body = validator({});
	return ({ schema, httpPart }) => {
		const isBody = httpPart === 'body';
		// For the first request: to compile all schemas takes longer than the rest of the service's start.
		let validate: ValidateFunction | undefined;
		return (data) => {
			validate ??= (isBody ? body : text).compile(schema);
			if (!validate(data)) return { error: validate.errors ?? [] };
			const endless = isBody ? undefined : endlessNumber(data as object);
			return endless === undefined ? true : { error: [tooLarge(endless)] };
		};
	};
}
