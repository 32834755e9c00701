import { answer } from './support/qbxml';
import {
	recordOf,
	service,
	stopServices,
	type TestConnection,
	type TestService,
} from './support/service';
import { documentEnvelope, escaped, post, resultOf } from './support/web-connector';

const NAMESPACE = 'xmlns="http://developer.intuit.com/"';

describe('messages of the Web Connector', () => {
	let running: TestService;
	let connection: TestConnection;
	beforeAll(async () => {
		running = await service();
		connection = await running.connect();
	});
	afterAll(stopServices);

	const call = (method: string, body: string) =>
		post(`${running.origin}/connector`, method, documentEnvelope(body));

	const authenticate = async (password: string) =>
		call(
			'authenticate',
			`<authenticate ${NAMESPACE}><strUserName>${connection.username}</strUserName><strPassword>${password}</strPassword></authenticate>`,
		);

	const HOST =
		'<?xml version="1.0" ?>\r\n<QBXML>\r\n<QBXMLMsgsRs>\r\n<HostQueryRs requestID="0" statusCode="0" statusSeverity="Info" statusMessage="Status OK">\r\n' +
		'<HostRet>\r\n<ProductName>QuickBooks Pro 2006</ProductName>\r\n<MajorVersion>16</MajorVersion>\r\n<MinorVersion>0</MinorVersion>\r\n<Country>US</Country>\r\n' +
		'<SupportedQBXMLVersion>1.0</SupportedQBXMLVersion>\r\n<SupportedQBXMLVersion>5.0</SupportedQBXMLVersion>\r\n<IsAutomaticLogin>false</IsAutomaticLogin>\r\n' +
		'<QBFileMode>SingleUser</QBFileMode>\r\n</HostRet>\r\n</HostQueryRs>\r\n<CompanyQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="Status OK">\r\n' +
		'<CompanyRet>\r\n<IsSampleCompany>false</IsSampleCompany>\r\n<CompanyName>Smith &amp; Sons</CompanyName>\r\n</CompanyRet>\r\n</CompanyQueryRs>\r\n</QBXMLMsgsRs>\r\n</QBXML>\r\n';

	it('make up a session, from serverVersion to closeConnection', async () => {
		const { id } = (await connection.call('GET', '/customers')).body.data;

		const server = await call('serverVersion', `<serverVersion ${NAMESPACE} />`);
		expect(server).toMatchObject({ status: 200, type: expect.stringContaining('text/xml') });
		expect(resultOf('serverVersion', server)).toMatch(/^\d+\.\d+\.\d+$/);

		const client = await call(
			'clientVersion',
			`<clientVersion ${NAMESPACE}><strVersion>2.3.0.215</strVersion></clientVersion>`,
		);
		expect(client.body).toMatch(
			/<clientVersionResult\s*\/>|<clientVersionResult><\/clientVersionResult>/,
		);

		const signedIn = await authenticate(connection.password);
		const [, ticket] =
			/<authenticateResult><string>([0-9a-f-]{36})<\/string><string(?:\/>|><\/string>)<\/authenticateResult>/.exec(
				signedIn.body,
			) ?? [];
		expect(ticket).toBeDefined();

		const sent = await call(
			'sendRequestXML',
			`<sendRequestXML ${NAMESPACE}><ticket>${ticket}</ticket><strHCPResponse>${escaped(HOST)}</strHCPResponse>` +
				'<strCompanyFileName>C:\\Users\\Public\\Documents\\Smith &amp; Sons.qbw</strCompanyFileName><qbXMLCountry>US</qbXMLCountry>' +
				'<qbXMLMajorVers>5</qbXMLMajorVers><qbXMLMinorVers>0</qbXMLMinorVers></sendRequestXML>',
		);
		expect(resultOf('sendRequestXML', sent)).toContain('&lt;CustomerQueryRq');

		const response = answer('CustomerQuery', {
			records: '\r\n<CustomerRet>\r\n<Name>Müller &amp; Söhne</Name>\r\n</CustomerRet>\r\n',
		});
		const received = await call(
			'receiveResponseXML',
			`<receiveResponseXML ${NAMESPACE}><ticket>${ticket}</ticket><response>${escaped(response)}</response><hresult /><message /></receiveResponseXML>`,
		);
		expect(resultOf('receiveResponseXML', received)).toBe('100');

		const closed = await call(
			'closeConnection',
			`<closeConnection ${NAMESPACE}><ticket>${ticket}</ticket></closeConnection>`,
		);
		expect(resultOf('closeConnection', closed)).toBe('OK');

		expect(await recordOf(running, id)).toMatchObject({
			state: 'response_received',
			response_xml: response,
		});
		expect((await running.api('GET', `/connections/${connection.id}`)).body.data).toMatchObject({
			name: 'Smith & Sons',
			company_file: 'C:\\Users\\Public\\Documents\\Smith & Sons.qbw',
			xml_version: '5.0',
			accounting_product_name: 'QuickBooks Pro 2006',
		});
	});

	it('report a busy application with an hresult and its message, and the request goes out again', async () => {
		const { id } = (await connection.call('GET', '/customers')).body.data;
		const [, ticket] =
			/<string>([0-9a-f-]{36})</.exec((await authenticate(connection.password)).body) ?? [];
		await call(
			'sendRequestXML',
			`<sendRequestXML ${NAMESPACE}><ticket>${ticket}</ticket><strHCPResponse /><strCompanyFileName /><qbXMLCountry>US</qbXMLCountry><qbXMLMajorVers>5</qbXMLMajorVers><qbXMLMinorVers>0</qbXMLMinorVers></sendRequestXML>`,
		);
		const message = 'A modal dialog box is showing in the QuickBooks user interface.';
		await call(
			'receiveResponseXML',
			`<receiveResponseXML ${NAMESPACE}><ticket>${ticket}</ticket><response /><hresult>0x80040414</hresult><message>${message}</message></receiveResponseXML>`,
		);
		expect(await recordOf(running, id)).toMatchObject({ state: 'retryable', error: { message } });
		const error = await call(
			'connectionError',
			`<connectionError ${NAMESPACE}><ticket>${ticket}</ticket><hresult>0x80040401</hresult><message>Could not access QuickBooks.</message></connectionError>`,
		);
		expect(resultOf('connectionError', error)).toBe('done');
	});

	it('with a wrong password are answered with nvu, and without a ticket', async () => {
		expect((await authenticate('wrong')).body).toMatch(
			/<authenticateResult><string(\/>|><\/string>)<string>nvu<\/string><\/authenticateResult>/,
		);
	});
});
