import { closedObject, type Schema } from '../../schema/json-schema';
import { type Field, isObject } from './fields';
import { commonParameters, type PrebuiltOperation, requestOf } from './operation';

/** A pre-built write, as its file states it. */
interface Write {
	readonly path: string;
	readonly operationId: string;
	readonly summary: string;
	/** The qbXML element of the write. */
	readonly request: string;
	/** The name of the body's schema. */
	readonly body: string;
	/** The body's fields, in the order that qbXML's schema demands. */
	readonly content: Field;
	/** What the body's schema says besides its fields. */
	readonly rules: Schema;
	/** Schemas that the fields refer to by name. */
	readonly schemas?: Schema;
}

/** Makes a write endpoint from its rows. The body in the OpenAPI document and the request both come from them. */
export function writeEndpoint({
	path,
	operationId,
	summary,
	request,
	body,
	content,
	rules,
	schemas,
}: Write): PrebuiltOperation {
	return {
		path,
		method: 'post',
		operationId,
		summary,
		query: 'WriteParameters',
		body,
		schemas: {
			WriteParameters: closedObject(commonParameters),
			...schemas,
			[body]: closedObject(content.properties, rules),
		},
		request: (query, source) => ({
			request: requestOf(request, query, content.write(isObject(source) ? source : {})),
		}),
	};
}
