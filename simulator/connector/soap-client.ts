import { Agent, request } from 'undici';

import { childOf, readXml, type XmlElement } from '../../xml/read-xml';
import { writeXml } from '../xml/write';

const NAMESPACE = 'http://developer.intuit.com/';
const TIMEOUT = 30_000;
const MAXIMUM_ANSWER = 16 * 1024 * 1024;

/** The service could not be reached, or its answer was not the method's result. */
class SoapError extends Error {}

/** Calls the methods of the service at a connector file's address. */
export interface SoapClient {
	/**
	 * Calls one of the Web Connector's methods.
	 * @param parameters by name, in the order of the method's signature
	 * @returns the result's strings: one, or for `authenticate` several
	 * @throws SoapError with a sentence that says what went wrong
	 */
	call: (method: string, parameters: Record<string, string>) => Promise<string[]>;
	/** Closes the kept-alive connections. */
	close: () => Promise<void>;
}

const envelope = (method: string, parameters: Record<string, string>): string =>
	`<?xml version="1.0" encoding="utf-8"?>${writeXml({
		'soap:Envelope': {
			'@xmlns:soap': 'http://schemas.xmlsoap.org/soap/envelope/',
			'soap:Body': { [method]: { '@xmlns': NAMESPACE, ...parameters } },
		},
	})}`;

const localName = (element: XmlElement): string => element.name.replace(/^.*:/, '');

const childNamed = (element: XmlElement, name: string): XmlElement | undefined =>
	element.children.find((child) => localName(child) === name);

function faultText(body: XmlElement): string | undefined {
	const fault = childNamed(body, 'Fault');
	return fault && (childOf(fault, 'faultstring')?.text || 'an unnamed fault');
}

/** The strings in a method's result. Any other answer is an error that names the method. */
function readResult(method: string, statusCode: number, text: string): string[] {
	const fail = (reason: string): never => {
		throw new SoapError(`${method}: the service answered ${reason}.`);
	};
	let root: XmlElement;
	try {
		({ root } = readXml(text));
	} catch {
		return fail(`HTTP ${statusCode} without a SOAP envelope`);
	}
	const body = childNamed(root, 'Body');
	if (localName(root) !== 'Envelope' || body === undefined) {
		return fail(`HTTP ${statusCode} without a SOAP envelope`);
	}
	const fault = faultText(body);
	if (fault !== undefined) return fail(`with a fault: ${fault}`);
	const response = childNamed(body, `${method}Response`);
	const result = response && childNamed(response, `${method}Result`);
	if (statusCode !== 200 || result === undefined)
		return fail(`HTTP ${statusCode} without a result`);
	return result.children.length === 0
		? [result.text]
		: result.children.map(({ text: value }) => value);
}

/** A client for the service at an address. The eight methods take and return only strings, so it needs no WSDL. */
export function createSoapClient(url: URL): SoapClient {
	const dispatcher = new Agent({
		headersTimeout: TIMEOUT,
		bodyTimeout: TIMEOUT,
		maxResponseSize: MAXIMUM_ANSWER,
	});
	return {
		call: async (method, parameters) => {
			const { statusCode, text } = await post(url, dispatcher, method, parameters);
			return readResult(method, statusCode, text);
		},
		close: () => dispatcher.close(),
	};
}

async function post(
	url: URL,
	dispatcher: Agent,
	method: string,
	parameters: Record<string, string>,
): Promise<{ statusCode: number; text: string }> {
	try {
		const response = await request(url, {
			dispatcher,
			method: 'POST',
			headers: {
				'content-type': 'text/xml; charset=utf-8',
				soapaction: `"${NAMESPACE}${method}"`,
			},
			body: envelope(method, parameters),
		});
		return { statusCode: response.statusCode, text: await response.body.text() };
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new SoapError(`${method}: no answer from ${url.href} (${reason})`);
	}
}
