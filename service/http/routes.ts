import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';

import { idempotencyKey } from '../openapi/building-blocks';
import { openApiDocument } from '../openapi/document';
import { documentReference } from './validation';

/** Handles an operation: takes a request that is valid by the OpenAPI document, and returns the response body. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The handlers by `operationId`. */
export type Handlers = Readonly<Record<string, Handler>>;

interface Operation {
	readonly operationId: string;
	readonly parameters?: readonly { readonly in?: string; readonly $ref?: string }[];
	readonly requestBody?: unknown;
	readonly responses: Readonly<Record<string, unknown>>;
}

type PathItem = Readonly<Record<string, Operation | undefined>>;

const methods = ['get', 'post', 'delete'] as const;

const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

const successStatus = ({ responses }: Operation): number =>
	Number(Object.keys(responses).find((status) => status.startsWith('2')));

function schemas(path: string, method: string, operation: Operation): object {
	const identifiers = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	const query = operation.parameters?.findIndex((parameter) => parameter.in === 'query') ?? -1;
	const pointer = ['paths', path, method];
	return {
		...(identifiers.length > 0 && {
			params: {
				type: 'object',
				properties: Object.fromEntries(
					identifiers.map((name) => [
						name,
						documentReference('components', 'schemas', 'Identifier'),
					]),
				),
			},
		}),
		...(operation.parameters?.some(({ $ref }) => $ref === idempotencyKey.$ref) && {
			headers: {
				type: 'object',
				properties: {
					'idempotency-key': documentReference(
						...['components', 'parameters', 'IdempotencyKey', 'schema'],
					),
				},
			},
		}),
		...(query >= 0 && {
			querystring: documentReference(...pointer, 'parameters', String(query), 'schema'),
		}),
		...(operation.requestBody !== undefined && {
			body: documentReference(...pointer, 'requestBody', 'content', 'application/json', 'schema'),
		}),
	};
}

/**
 * Adds the routes of the OpenAPI document. Paths, methods, validation and success statuses all come from it.
 * @throws Error when an operation has no handler, or a handler has no operation
 */
export function addRoutes(server: FastifyInstance, handlers: Handlers): void {
	const unused = new Set(Object.keys(handlers));
	for (const [path, item] of Object.entries(openApiDocument.paths)) {
		for (const method of methods) {
			const operation = (item as PathItem)[method];
			if (!operation) continue;
			const handler = handlers[operation.operationId];
			if (!handler) throw new Error(`Operation ${operation.operationId} has no handler.`);
			unused.delete(operation.operationId);
			server.route({
				method: method.toUpperCase() as HTTPMethods,
				url: routePath(path),
				schema: schemas(path, method, operation),
				handler: (request, reply) => {
					reply.status(successStatus(operation));
					return handler(request, reply);
				},
			});
		}
	}
	if (unused.size > 0) throw new Error(`No operation for ${[...unused].join(', ')}.`);
}
