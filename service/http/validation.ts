import Ajv2020, { type Options } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { openApiDocument } from '../openapi/document';

const DOCUMENT = 'openapi.json';

/** A reference to a part of the OpenAPI document, given the way to it. */
export const documentReference = (...way: string[]): { $ref: string } => ({
	$ref: `${DOCUMENT}#/${way
		.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
		.join('/')}`,
});

function validator(options: Options): Ajv2020 {
	const ajv = new Ajv2020({ verbose: true, strictTypes: false, ...options });
	addFormats(ajv);
	// What the service can open, no more and no less: the standard's pattern lets a port of 99999 through.
	ajv.addFormat('uri', (text) => URL.canParse(text));
	ajv.addVocabulary(Object.keys(openApiDocument));
	return ajv.addSchema(openApiDocument, DOCUMENT);
}

/**
 * Validation by the OpenAPI document. What arrives as text (a query, a path) is turned into the type that the document
 * names, and defaults are filled in; a JSON body has to have the right types already.
 */
export function documentValidation(): FastifySchemaCompiler<object> {
	const text = validator({ coerceTypes: 'array', useDefaults: true });
	const body = validator({});
	return ({ schema, httpPart }) => (httpPart === 'body' ? body : text).compile(schema);
}
