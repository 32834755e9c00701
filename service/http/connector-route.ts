import type { FastifyInstance } from 'fastify';
import type { Server } from 'soap';
import { CONNECTOR_PATH } from '../connector/connector-file';
import { wsdlAt } from '../connector/wsdl';
import { maximumAnswerBytes } from '../qbxml/limits';
import { originOf } from './context';

/** An answer travels as escaped text, which makes it longer. */
const BODY_LIMIT = 2 * maximumAnswerBytes;

const FAULT =
	'<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
	'<soap:Fault><faultcode>soap:Client</faultcode><faultstring>A document type is not allowed.</faultstring></soap:Fault>' +
	'</soap:Body></soap:Envelope>';

/** The connector endpoint over HTTP: the WSDL on GET, the eight methods on POST. */
export function addConnectorRoute(server: FastifyInstance, soap: Server): void {
	server.register(async (scope) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
			done(null, body),
		);
		scope.get(CONNECTOR_PATH, async (request, reply) =>
			reply.type('text/xml; charset=utf-8').send(wsdlAt(`${originOf(request)}${CONNECTOR_PATH}`)),
		);
		scope.post(CONNECTOR_PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
			const envelope = String(request.body ?? '');
			reply.type('text/xml; charset=utf-8');
			if (/<!DOCTYPE/i.test(envelope)) return reply.status(500).send(FAULT);
			const { statusCode, body } = await soap.processRequest(envelope, {
				headers: { ...request.headers },
				url: CONNECTOR_PATH,
			});
			return reply.status(statusCode).send(body);
		});
	});
}
