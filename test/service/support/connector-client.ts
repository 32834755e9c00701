import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { request } from 'undici';

/**
 * A connector for the tests alone: it writes and reads SOAP 1.1 on its own, as the Web Connector does, so that the
 * service's SOAP library is not tested with itself.
 */
const NAMESPACE = 'http://developer.intuit.com/';

const builder = new XMLBuilder({ ignoreAttributes: false });
const parser = new XMLParser({
	removeNSPrefix: true,
	parseTagValue: false,
	trimValues: false,
	isArray: (name) => name === 'string',
});

interface SoapAnswer {
	readonly status: number;
	readonly result: unknown;
	readonly fault?: string;
}

/** Posts a SOAP envelope as it is and reads what comes back. */
export async function postEnvelope(
	appUrl: string,
	envelope: string,
	method: string,
): Promise<SoapAnswer> {
	const { statusCode, body } = await request(appUrl, {
		method: 'POST',
		headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${NAMESPACE}${method}"` },
		body: envelope,
	});
	const { Body: content } = parser.parse(await body.text()).Envelope;
	const result = content[`${method}Response`]?.[`${method}Result`];
	return { status: statusCode, result, fault: content.Fault && JSON.stringify(content.Fault) };
}

/** The envelope of a call with the given arguments. */
export const envelopeOf = (method: string, named: Readonly<Record<string, string>>): string =>
	'<?xml version="1.0" encoding="utf-8"?>' +
	builder.build({
		'soap:Envelope': {
			'@_xmlns:soap': 'http://schemas.xmlsoap.org/soap/envelope/',
			'soap:Body': { [method]: { '@_xmlns': NAMESPACE, ...named } },
		},
	});

export interface HostFacts {
	readonly hostAndCompany?: string;
	readonly companyFile?: string;
}

/** The eight methods against one connector endpoint. */
export function connectorClient(appUrl: string) {
	async function call(method: string, named: Readonly<Record<string, string>>): Promise<unknown> {
		const { status, result, fault } = await postEnvelope(appUrl, envelopeOf(method, named), method);
		if (status !== 200) throw new Error(`${method} was answered with ${status}: ${fault}`);
		return result;
	}

	return {
		serverVersion: () => call('serverVersion', {}),
		clientVersion: (strVersion: string) => call('clientVersion', { strVersion }),
		async authenticate(strUserName: string, strPassword: string): Promise<[string, string]> {
			const result = await call('authenticate', { strUserName, strPassword });
			const [ticket, answer] = (result as { string: string[] }).string;
			return [ticket, answer];
		},
		sendRequestXML: (ticket: string, { hostAndCompany = '', companyFile = '' }: HostFacts = {}) =>
			call('sendRequestXML', {
				ticket,
				strHCPResponse: hostAndCompany,
				strCompanyFileName: companyFile,
				qbXMLCountry: 'US',
				qbXMLMajorVers: '16',
				qbXMLMinorVers: '0',
			}).then(String),
		receiveResponseXML: (ticket: string, response: string, hresult = '', message = '') =>
			call('receiveResponseXML', { ticket, response, hresult, message }).then(Number),
		connectionError: (ticket: string, hresult: string, message: string) =>
			call('connectionError', { ticket, hresult, message }),
		getLastError: (ticket: string) => call('getLastError', { ticket }).then(String),
		closeConnection: (ticket: string) => call('closeConnection', { ticket }),
	};
}

export type ConnectorClient = ReturnType<typeof connectorClient>;
