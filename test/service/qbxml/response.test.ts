import * as qbxml from '../../../service/qbxml';
import { answerJson } from '../../support/answers';

const { InvalidXml, readResponse } = qbxml;
const statusOf = (xml: string) => qbxml.statusOf(readResponse(xml));
const iteratorOf = (xml: string) => qbxml.iteratorOf(readResponse(xml));

const answer = (content: string) =>
	`<?xml version="1.0" ?>\r\n<QBXML>\r\n<QBXMLMsgsRs>\r\n${content}\r\n</QBXMLMsgsRs>\r\n</QBXML>\r\n`;

const customers =
	answer(`<CustomerQueryRs requestID="32" statusCode="0" statusSeverity="Info" statusMessage="Status OK" retCount="1" iteratorRemainingCount="3" iteratorID="{eb05f701-e727-472f-8ade-6753c4f67a46}">
<CustomerRet>
<ListID>80000001-1</ListID>
<Name>007</Name>
<IsActive>true</IsActive>
<BillAddress>
<Addr1> M&#252;ller &amp; S&#246;hne </Addr1>
<Addr2></Addr2>
</BillAddress>
<Balance>150.00</Balance>
<DataExtRet><OwnerID>0</OwnerID><DataExtName>Colour</DataExtName></DataExtRet>
</CustomerRet>
</CustomerQueryRs>`);

describe('a response as JSON', () => {
	it('keeps text as written, types what counts and what is a yes or no, and lists its records', () => {
		expect(answerJson(customers)).toEqual([
			{
				QBXMLMsgsRs: {
					CustomerQueryRs: {
						'@requestID': '32',
						'@statusCode': 0,
						'@statusSeverity': 'Info',
						'@statusMessage': 'Status OK',
						'@retCount': 1,
						'@iteratorRemainingCount': 3,
						'@iteratorID': '{eb05f701-e727-472f-8ade-6753c4f67a46}',
						CustomerRet: [
							{
								ListID: '80000001-1',
								Name: '007',
								IsActive: true,
								BillAddress: { Addr1: ' Müller & Söhne ', Addr2: '' },
								Balance: '150.00',
								DataExtRet: [{ OwnerID: '0', DataExtName: 'Colour' }],
							},
						],
					},
				},
			},
		]);
	});

	it('keeps the order of the document, attributes first', () => {
		const json = JSON.stringify(
			answerJson(answer('<ARs b="1" a="2"><Z>1</Z><A>2</A><Z>3</Z></ARs>')),
		);
		expect(json).toBe('[{"QBXMLMsgsRs":{"ARs":{"@b":"1","@a":"2","Z":["1","3"],"A":"2"}}}]');
	});

	const values: Array<[string, string, unknown]> = [
		[
			'a linked transaction is a list',
			'<LinkedTxn><TxnID>1</TxnID></LinkedTxn>',
			{ LinkedTxn: [{ TxnID: '1' }] },
		],
		[
			'what may repeat is a list, be it text',
			'<HostRet><SupportedQBXMLVersion>16.0</SupportedQBXMLVersion></HostRet>',
			{ HostRet: [{ SupportedQBXMLVersion: ['16.0'] }] },
		],
		[
			'what may repeat in one element only is a list there',
			'<ItemSalesTaxGroupRet><ItemSalesTaxRef><ListID>1</ListID></ItemSalesTaxRef></ItemSalesTaxGroupRet>',
			{ ItemSalesTaxGroupRet: [{ ItemSalesTaxRef: [{ ListID: '1' }] }] },
		],
		[
			'what may repeat in one element only is no list elsewhere',
			'<CustomerRet><ItemSalesTaxRef><ListID>1</ListID></ItemSalesTaxRef></CustomerRet>',
			{ CustomerRet: [{ ItemSalesTaxRef: { ListID: '1' } }] },
		],
		[
			'repeated elements are a list',
			'<Version>1</Version><Version>2</Version>',
			{ Version: ['1', '2'] },
		],
		[
			'a leaf with attributes keeps both',
			'<Ref macro="x">1</Ref>',
			{ Ref: { '@macro': 'x', '#text': '1' } },
		],
		['an empty element is empty text', '<Memo/>', { Memo: '' }],
		['"true" elsewhere stays text', '<Value>true</Value>', { Value: 'true' }],
		['"Is" must begin a word', '<Issue>true</Issue>', { Issue: 'true' }],
		['a yes or no that is neither stays text', '<IsActive>maybe</IsActive>', { IsActive: 'maybe' }],
		['numbers stay text', '<Rate>0.10</Rate>', { Rate: '0.10' }],
		['a line break in a text stays', '<Note>a\nb</Note>', { Note: 'a\nb' }],
		['names of object members are names', '<toString>1</toString>', { toString: '1' }],
	];
	it.each(values)('%s', (_, xml, expected) => {
		expect(answerJson(answer(`<ARs>${xml}</ARs>`))).toEqual([{ QBXMLMsgsRs: { ARs: expected } }]);
	});

	it('is refused when it is not a response', () => {
		expect(() => answerJson('<QBXML><QBXMLMsgsRq/></QBXML>')).toThrow(InvalidXml);
		expect(() => answerJson('<html/>')).toThrow(/no QBXML element with QBXMLMsgsRs/);
	});
});

describe('the status of a response', () => {
	it('is that of its first response element', () => {
		expect(statusOf(customers)).toEqual({
			statusCode: 0,
			statusSeverity: 'Info',
			statusMessage: 'Status OK',
			requestID: '32',
		});
	});

	it('has no request ID when the response has none', () => {
		const xml = answer(
			'<InvoiceAddRs statusCode="3120" statusSeverity="Error" statusMessage="Object &quot;8&quot; cannot be found."/>',
		);
		expect(statusOf(xml)).toEqual({
			statusCode: 3120,
			statusSeverity: 'Error',
			statusMessage: 'Object "8" cannot be found.',
		});
	});

	it('is an error when there is none', () => {
		expect(() => statusOf(answer('<ARs/>'))).toThrow(/ARs carries no status code/);
		expect(() => statusOf(answer(''))).toThrow(/no answer element/);
	});
});

describe('the iterator of a response', () => {
	it('is its ID and how many records remain', () => {
		expect(iteratorOf(customers)).toEqual({
			iteratorID: '{eb05f701-e727-472f-8ade-6753c4f67a46}',
			remaining: 3,
		});
	});

	it('is null when the response opened none', () => {
		expect(iteratorOf(answer('<ARs statusCode="0"/>'))).toBeNull();
		expect(iteratorOf(answer('<ARs iteratorID="{x}"/>'))).toBeNull();
	});
});
