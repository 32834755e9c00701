import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Messages in the form in which the Web Connector sends them, as its logs show: written by .NET, with its three namespaces,
 * self-closing empty elements, its own line breaks in responses, and `Expect: 100-continue`, so that it sends the body only
 * when the service agrees.
 */
const USER_AGENT =
	'Mozilla/4.0 (compatible; MSIE 6.0; MS Web Services Client Protocol 4.0.30319.42000)';

export const NAMESPACE = 'http://developer.intuit.com/';

/** A call’s envelope as .NET writes it in document style. */
export const documentEnvelope = (body: string): string =>
	'<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ' +
	'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
	`<soap:Body>${body}</soap:Body></soap:Envelope>`;

/** A call’s envelope as .NET writes it in RPC style. */
export const rpcEnvelope = (body: string): string =>
	'<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ' +
	'xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:tns="http://developer.intuit.com" ' +
	'xmlns:types="http://developer.intuit.com/encodedTypes" ' +
	'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
	`<soap:Body soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">${body}</soap:Body></soap:Envelope>`;

/** A text in an element, as .NET escapes it. */
export const escaped = (value: string): string =>
	value
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('\r', '&#xD;');

/** An element with a text; an empty one closes itself. */
export const element = (name: string, value: string): string =>
	value === '' ? `<${name} />` : `<${name}>${escaped(value)}</${name}>`;

/** A call in document style, with its parameters in the order in which they are given. */
export const callOf = (
	method: string,
	parameters: Readonly<Record<string, string>> = {},
): string =>
	Object.keys(parameters).length === 0
		? `<${method} xmlns="${NAMESPACE}" />`
		: `<${method} xmlns="${NAMESPACE}">${Object.entries(parameters)
				.map(([name, value]) => element(name, value))
				.join('')}</${method}>`;

export interface Answered {
	readonly status: number;
	readonly type: string;
	readonly body: string;
}

async function answerOf(response: IncomingMessage): Promise<Answered> {
	return {
		status: response.statusCode ?? 0,
		type: String(response.headers['content-type']),
		body: await text(response),
	};
}

/**
 * Posts an envelope as the Web Connector does.
 * @param headers instead of or besides its own; undefined leaves one out
 */
export async function post(
	address: string,
	method: string,
	message: string | Buffer,
	headers: OutgoingHttpHeaders = {},
): Promise<Answered> {
	const all: OutgoingHttpHeaders = {
		'User-Agent': USER_AGENT,
		'Content-Type': 'text/xml; charset=utf-8',
		SOAPAction: `"${NAMESPACE}${method}"`,
		'Content-Length': Buffer.byteLength(message),
		Expect: '100-continue',
		...headers,
	};
	const sent = httpRequest(address, {
		method: 'POST',
		headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
	});
	const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
	sent.flushHeaders();
	if (all.Expect !== undefined) await once(sent, 'continue');
	sent.end(message);
	const [response] = await answered;
	return answerOf(response);
}

/** What a method has returned: the inside of its result element, still escaped. */
export const resultOf = (method: string, { body }: Answered): string =>
	new RegExp(`<${method}Result(?:\\s[^>]*)?>(.*)</${method}Result>`, 's').exec(body)?.[1] ?? '';

/** The two strings of `authenticate`. */
export function signInOf(answered: Answered): [ticket: string, companyFile: string] {
	const strings = [
		...resultOf('authenticate', answered).matchAll(/<string(?:\s*\/>|>([^<]*)<\/string>)/g),
	].map(([, value = '']) => value);
	return [strings[0] ?? '', strings[1] ?? ''];
}
