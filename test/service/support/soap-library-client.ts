import { promisify } from 'node:util';

import { type Operation, soap } from 'strong-soap';

/**
 * A connector made by a SOAP library from nothing but the served WSDL: what the WSDL says wrong, it does wrong. The
 * library is not the one that the service uses.
 * @param wsdl where the WSDL is served
 */
export async function soapLibraryClient(wsdl: string) {
	const client = await promisify(soap.createClient)(wsdl, {});

	/** Calls an operation of the WSDL; the result is undefined when it is an empty text. */
	async function call(operation: string, named: object = {}): Promise<unknown> {
		const run = client[operation] as Operation | undefined;
		if (!run) throw new Error(`The WSDL has no operation ${operation}.`);
		const result = await promisify(run)(named);
		return result[`${operation}Result`];
	}

	return {
		call,
		async authenticate(strUserName: string, strPassword: string): Promise<string[]> {
			const result = await call('authenticate', { strUserName, strPassword });
			const { string } = result as { string: (string | null | undefined)[] };
			return string.map((each) => each ?? '');
		},
		send: (ticket: string, strCompanyFileName = '') =>
			call('sendRequestXML', {
				ticket,
				strHCPResponse: '',
				strCompanyFileName,
				qbXMLCountry: 'US',
				qbXMLMajorVers: 16,
				qbXMLMinorVers: 0,
			}),
		receive: (ticket: string, response: string, hresult = '', message = '') =>
			call('receiveResponseXML', { ticket, response, hresult, message }),
	};
}

export type SoapLibraryClient = Awaited<ReturnType<typeof soapLibraryClient>>;
