import { closedObject, type Schema, schema } from '../../schema/json-schema';
import { propertiesOf, type Source } from './fields';
import { rulesOf } from './filters';
import { commonParameters, type PrebuiltOperation, requestOf } from './operation';
import { type QueryContent, queryRequest } from './query-request';

/** A pre-built query, as its file states it. */
interface Query extends QueryContent {
	readonly path: string;
	readonly operationId: string;
	readonly summary: string;
	/** The qbXML element of the query. */
	readonly request: string;
	/** Whether it takes part in automatic iteration. */
	readonly iterates: boolean;
	/** The fields that can be requested, where the interface lists them all. */
	readonly fields?: readonly string[];
}

const iterate: Schema = {
	type: 'boolean',
	default: false,
	description: 'Let the service go on until all records are returned, a page at a time.',
};

const include = (fields?: readonly string[]): Schema => ({
	type: 'array',
	minItems: 1,
	items: fields ? { type: 'string', enum: fields } : schema('ElementName'),
	description: 'Top-level elements of the returned records; without it, all of them.',
});

function parametersOf({ filters, extras = [], iterates, fields }: Query): Schema {
	const rules = rulesOf(filters);
	return closedObject(
		{
			...commonParameters,
			...(iterates && { iterate }),
			max_returned: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 },
			'include[]': include(fields),
			...propertiesOf([...filters, ...extras]),
		},
		{ ...(rules.length > 0 && { allOf: rules }) },
	);
}

/** A parameter with an empty value counts as not given. */
const withoutEmpty = (query: Source): Source =>
	Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

/** Makes a query endpoint from its rows. The parameters in the OpenAPI document and the request both come from them. */
export function queryEndpoint(query: Query): PrebuiltOperation {
	const { path, operationId, summary } = query;
	const parameters = `${operationId[0].toUpperCase()}${operationId.slice(1)}Parameters`;
	return {
		path,
		method: 'get',
		operationId,
		summary,
		query: parameters,
		schemas: { [parameters]: parametersOf(query) },
		request: (source) => {
			const { children, responseFilter } = queryRequest(query, withoutEmpty(source));
			return {
				request: requestOf(query.request, source, children),
				...(responseFilter && { responseFilter }),
			};
		},
	};
}
