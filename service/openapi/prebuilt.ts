import { type PrebuiltOperation, prebuiltOperations } from '../prebuilt';
import { reference, type Schema, schema } from '../schema/json-schema';
import { dataOf, idempotencyKey, json, queryParameter } from './building-blocks';
import { bodyErrorReferences, errorReferences } from './error-responses';

/** The queries and bodies of the pre-built operations. */
export const prebuiltSchemas = Object.assign(
	{},
	...prebuiltOperations.map(({ schemas }) => schemas),
) as Schema;

const accepted = { 202: dataOf('The queued request.', 'CreatedRequest') };

const described = ({ operationId, summary, query, body }: PrebuiltOperation): Schema => ({
	operationId,
	summary,
	parameters: [queryParameter(query), idempotencyKey],
	...(body === undefined
		? { responses: { ...accepted, ...errorReferences('401', '404', '422') } }
		: {
				requestBody: { required: true, content: json(schema(body)) },
				responses: { ...accepted, ...bodyErrorReferences('401', '404') },
			}),
});

/** The paths of the pre-built operations (interface, section 4.3). */
export const prebuiltPaths: Schema = Object.fromEntries(
	[...new Set(prebuiltOperations.map(({ path }) => path))].map((path) => [
		`/connections/{connection_id}/${path}`,
		{
			parameters: [reference('parameters', 'ConnectionId')],
			...Object.fromEntries(
				prebuiltOperations
					.filter((candidate) => candidate.path === path)
					.map((operation) => [operation.method, described(operation)]),
			),
		},
	]),
);
