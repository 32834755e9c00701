import { closedObject, type Schema } from '../json-schema';
import { type Field, isObject } from './fields';
import { commonParameters, type PrebuiltOperation, requestOf } from './operation';

/** A pre-built write, as its file states it. */
interface Write {
	readonly path: string;
	readonly operationId: string;
	readonly summary: string;
	/** The element of qbXML that writes. */
	readonly request: string;
	/** The name of the body's schema. */
	readonly body: string;
	/** The body's fields, in the order that qbXML's schema demands. */
	readonly content: Field;
	/** What the body's schema says beyond its fields. */
	readonly rules: Schema;
	/** Schemas that the fields refer to. */
	readonly schemas?: Schema;
}

/** Makes the endpoint of a write from its rows: the body in the document and the request are drawn from them. */
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
