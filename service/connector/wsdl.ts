/** A method’s parameters, all strings, and what it returns. */
interface MethodShape {
	readonly parameters: readonly string[];
	readonly result: 'string' | 'int' | 'ArrayOfString';
}

/** The methods of the Web Connector’s SOAP interface. */
export const methodShapes = {
	serverVersion: { parameters: [], result: 'string' },
	clientVersion: { parameters: ['strVersion'], result: 'string' },
	authenticate: { parameters: ['strUserName', 'strPassword'], result: 'ArrayOfString' },
	sendRequestXML: {
		parameters: [
			'ticket',
			'strHCPResponse',
			'strCompanyFileName',
			'qbXMLCountry',
			'qbXMLMajorVers',
			'qbXMLMinorVers',
		],
		result: 'string',
	},
	receiveResponseXML: {
		parameters: ['ticket', 'response', 'hresult', 'message'],
		result: 'int',
	},
	connectionError: { parameters: ['ticket', 'hresult', 'message'], result: 'string' },
	getLastError: { parameters: ['ticket'], result: 'string' },
	closeConnection: { parameters: ['ticket'], result: 'string' },
} as const satisfies Record<string, MethodShape>;

export type MethodName = keyof typeof methodShapes;

const NAMESPACE = 'http://developer.intuit.com/';
export const SERVICE_NAME = 'QBWebConnectorSvc';
export const PORT_NAME = 'QBWebConnectorSvcSoap';

const numbers = new Set(['qbXMLMajorVers', 'qbXMLMinorVers']);
const methods = Object.entries<MethodShape>(methodShapes);
const each = (write: (name: string, shape: MethodShape) => string): string =>
	methods.map(([name, shape]) => write(name, shape)).join('');

const resultType = ({ result }: MethodShape): string =>
	result === 'ArrayOfString' ? 'tns:ArrayOfString' : `s:${result}`;

const parameter = (name: string): string =>
	`<s:element minOccurs="0" maxOccurs="1" name="${name}" type="s:${numbers.has(name) ? 'int' : 'string'}"/>`;

const types = each(
	(name, shape) =>
		`<s:element name="${name}"><s:complexType><s:sequence>${shape.parameters.map(parameter).join('')}</s:sequence></s:complexType></s:element>` +
		`<s:element name="${name}Response"><s:complexType><s:sequence><s:element minOccurs="0" maxOccurs="1" name="${name}Result" type="${resultType(shape)}"/></s:sequence></s:complexType></s:element>`,
);

const messages = each(
	(name) =>
		`<wsdl:message name="${name}SoapIn"><wsdl:part name="parameters" element="tns:${name}"/></wsdl:message>` +
		`<wsdl:message name="${name}SoapOut"><wsdl:part name="parameters" element="tns:${name}Response"/></wsdl:message>`,
);

const operations = each(
	(name) =>
		`<wsdl:operation name="${name}"><wsdl:input message="tns:${name}SoapIn"/><wsdl:output message="tns:${name}SoapOut"/></wsdl:operation>`,
);

const LITERAL = '<soap:body use="literal"/>';
const bindings = each(
	(name) =>
		`<wsdl:operation name="${name}"><soap:operation soapAction="${NAMESPACE}${name}" style="document"/><wsdl:input>${LITERAL}</wsdl:input><wsdl:output>${LITERAL}</wsdl:output></wsdl:operation>`,
);

/**
 * The WSDL of the connector endpoint: SOAP 1.1, document style, literal, as the Web Connector expects it.
 * @param address the address of the endpoint
 */
export const wsdlAt = (address: string): string =>
	'<?xml version="1.0" encoding="utf-8"?>' +
	`<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:tns="${NAMESPACE}" targetNamespace="${NAMESPACE}">` +
	`<wsdl:types><s:schema elementFormDefault="qualified" targetNamespace="${NAMESPACE}">${types}` +
	'<s:complexType name="ArrayOfString"><s:sequence><s:element minOccurs="0" maxOccurs="unbounded" name="string" nillable="true" type="s:string"/></s:sequence></s:complexType>' +
	`</s:schema></wsdl:types>${messages}` +
	`<wsdl:portType name="${PORT_NAME}">${operations}</wsdl:portType>` +
	`<wsdl:binding name="${PORT_NAME}" type="tns:${PORT_NAME}"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bindings}</wsdl:binding>` +
	`<wsdl:service name="${SERVICE_NAME}"><wsdl:port name="${PORT_NAME}" binding="tns:${PORT_NAME}"><soap:address location="${encodeURI(address).replaceAll('&', '&amp;')}"/></wsdl:port></wsdl:service>` +
	'</wsdl:definitions>';
