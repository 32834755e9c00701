import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { InvalidXml } from '../qbxml';
import { KeyTaken } from '../queue/enqueue';
import {
	isOutOfSpace,
	isReferenceLost,
	isTextRefused,
	isUnavailable,
} from '../store/dialects/failures';
import { securityHeaders } from './security-headers';
import { connectionNotFound, requestNotFound, ServiceError } from './service-error';
import { closeIfUnread } from './unknown-callers';
import { validationMessage } from './validation-messages';

function validationError(error: FastifyError, request: FastifyRequest): ServiceError {
	if (error.validationContext === 'params')
		return 'request_id' in (request.params as object) ? requestNotFound() : connectionNotFound();
	return new ServiceError('invalid_request', error.message);
}

/** The messages for requests that the server itself refuses, by its error code. */
const refusals: Readonly<Record<string, string>> = {
	FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
	FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON (Content-Type: application/json).',
	FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not well-formed JSON.',
};

const UNAVAILABLE_STATUS = 503;

const nothingAt = ({ method, url }: FastifyRequest): ServiceError =>
	new ServiceError('not_found', `There is nothing at ${method} ${url.split('?')[0]}.`);

/** The error to answer with, whatever was thrown. */
export function serviceError(error: FastifyError, request: FastifyRequest): ServiceError {
	if (error instanceof ServiceError) return error;
	if (error.validation) return validationError(error, request);
	if (error.code === 'FST_ERR_BAD_URL') return nothingAt(request);
	if (error instanceof InvalidXml || error instanceof KeyTaken)
		return new ServiceError('invalid_request', error.message);
	const status = error.statusCode ?? 500;
	if (isReferenceLost(error)) return connectionNotFound();
	if (isTextRefused(error))
		return new ServiceError('invalid_request', 'The character U+0000 can’t be part of a text.');
	if (isUnavailable(error))
		return new ServiceError(
			'internal_error',
			'The service can’t reach its database at the moment. Try again later.',
			UNAVAILABLE_STATUS,
		);
	if (isOutOfSpace(error))
		return new ServiceError(
			'internal_error',
			'The service can’t store anything at the moment, so nothing was done. Its log says why. Try again later.',
			UNAVAILABLE_STATUS,
		);
	if (status < 500)
		return new ServiceError('invalid_request', refusals[error.code] ?? error.message, status);
	return new ServiceError('internal_error', 'The service failed; its log says why.');
}

function answer(reply: FastifyReply, { status, code, message }: ServiceError) {
	reply.request.errorCode = code;
	return reply.status(status).send({ error: { code, message } });
}

/** Answers with the error object (interface, section 2.4). The service’s own failures also go to its log. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
	const known = serviceError(error, request);
	if (known.status >= 500 && error !== known) request.log.error(error);
	// An address that can’t be read is refused before there are any hooks.
	closeIfUnread(request, reply);
	return answer(reply.headers(securityHeaders), known);
}

/** Makes the server answer every error with the error object, including unknown paths. */
export function addErrorHandler(server: FastifyInstance): void {
	server.setSchemaErrorFormatter((errors) => new Error(validationMessage(errors)));
	server.setErrorHandler(answerError);
	server.setNotFoundHandler((request, reply) => answer(reply, nothingAt(request)));
}
