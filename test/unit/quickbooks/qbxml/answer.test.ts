import fc from 'fast-check';

import { answerIn, elementsIn } from '../../../../quickbooks/qbxml/answer';
import { answerFromXml, type AnswerObject } from '../../../../quickbooks/qbxml/answerFromXml';

const xmlOf = (content: string) =>
	`<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${content}</QBXMLMsgsRs></QBXML>`;
const vendorXml = xmlOf(
	'<VendorQueryRs requestID="7" statusCode="0" statusSeverity="Info" iteratorRemainingCount="3" iteratorID="{1}">' +
		'<VendorRet><ListID>1</ListID><RefNumber>007</RefNumber><IsActive>true</IsActive>' +
		'<DataExtRet><DataExtName>a</DataExtName></DataExtRet></VendorRet></VendorQueryRs>',
);
const vendorJson = answerFromXml(vendorXml);
const vendors = [
	{
		type: 'Vendor',
		fields: { ListID: '1', RefNumber: '007', IsActive: true, DataExtRet: [{ DataExtName: 'a' }] },
	},
];
const read = {
	requestType: 'VendorQuery',
	requestId: '7',
	remaining: 3,
	recordType: 'Vendor',
	records: vendors,
	refusal: null,
	warnings: [],
	iterates: true,
};
const [{ QBXMLMsgsRs: messages }] = vendorJson as [{ QBXMLMsgsRs: AnswerObject }];
const element = messages.VendorQueryRs as AnswerObject;
const withoutMarks = Object.fromEntries(
	Object.entries(element).map(([name, value]) => [name.replace('@', ''), value]),
);

test('JSON and XML that say the same are read the same', () => {
	for (const response of [
		{ response_json: vendorJson },
		{ response_xml: vendorXml },
		{ response_json: vendorJson, response_xml: vendorXml },
	]) {
		expect(answerIn(response)).toEqual(read);
	}
});

test.each<[what: string, xml: string]>([
	['a < in an attribute', vendorXml.replace('statusSeverity', 'note="<x>" statusSeverity')],
	['text before it', `Answer: ${vendorXml}`],
	['text behind it', `${vendorXml.replace('</QBXML>', '')}rest</QBXML>`],
	['an attribute twice', vendorXml.replace('statusCode', 'statusSeverity="Warn" statusCode')],
	['a control character', vendorXml.replace('007', '007\u0001')],
])('XML with %s is read all the same', (_what, xml) => {
	expect(answerIn({ response_xml: xml })).toMatchObject({
		requestType: 'VendorQuery',
		remaining: 3,
	});
});

test('an answer without records has no lists of one either', () => {
	const content = { '@statusCode': 0, TxnVoidType: ['Bill'], TxnID: ['1A-1'] };
	expect(elementsIn({ response_json: [{ QBXMLMsgsRs: { TxnVoidRs: [content] } }] })).toEqual([
		{
			requestType: 'TxnVoid',
			content: { '@statusCode': 0, TxnVoidType: 'Bill', TxnID: '1A-1' },
		},
	]);
});

test('JSON of the known shape counts without a look at the XML', () => {
	expect(answerIn({ response_json: vendorJson, response_xml: '<broken' })).toEqual(read);
});

test.each<[what: string, json: unknown]>([
	['an empty list', []],
	['nothing', null],
	['a list of records', [{ ListID: '1' }, { ListID: '2' }]],
	['a text', 'see the XML'],
	['another envelope', [{ response: { vendors: [{ ListID: '9' }] } }]],
	['attributes apart', [{ QBXMLMsgsRs: { VendorQueryRs: { $: { requestID: '9' } } } }]],
	['attributes without @', [{ QBXMLMsgsRs: { VendorQueryRs: withoutMarks } }]],
	['no records', [{ QBXMLMsgsRs: { VendorQueryRs: { '@statusCode': 0 } } }]],
	[
		'records that are texts',
		[{ QBXMLMsgsRs: { VendorQueryRs: { '@statusCode': 0, VendorRet: ['1'] } } }],
	],
	[
		'numbers in its records',
		[
			{
				QBXMLMsgsRs: { VendorQueryRs: { '@statusCode': 0, VendorRet: [{ RefNumber: 7 }] } },
			},
		],
	],
	[
		'a switch as text in a later record',
		[
			{
				QBXMLMsgsRs: {
					VendorQueryRs: { ...element, VendorRet: [{ IsActive: true }, { IsActive: 'true' }] },
				},
			},
		],
	],
	[
		'names in another order',
		[
			{
				QBXMLMsgsRs: {
					VendorQueryRs: { ...element, VendorRet: [{ IsActive: true, ListID: '1' }] },
				},
			},
		],
	],
])('with %s as JSON the XML decides', (_what, json) => {
	expect(answerIn({ response_json: json, response_xml: vendorXml })).toEqual(read);
});

test.each<[what: string, json: unknown]>([
	['inside QBXML', [{ QBXML: { QBXMLMsgsRs: messages } }]],
	['as an object in place of the list', { QBXMLMsgsRs: messages }],
	['with elements in lists', [{ QBXMLMsgsRs: { VendorQueryRs: [element] } }]],
	['with attributes without @', [{ QBXMLMsgsRs: { VendorQueryRs: withoutMarks } }]],
	[
		'with numbers and switches as text, and lists of one without a list',
		[
			{
				QBXMLMsgsRs: {
					VendorQueryRs: {
						...element,
						'@statusCode': '0',
						'@iteratorRemainingCount': '3',
						VendorRet: {
							...vendors[0].fields,
							IsActive: 'true',
							DataExtRet: { DataExtName: 'a' },
						},
					},
				},
			},
		],
	],
])('JSON %s is read where there is no XML', (_what, json) => {
	expect(answerIn({ response_json: json })).toEqual(read);
});

test('switches as text become booleans though the first records have none', () => {
	const json = [
		{
			QBXMLMsgsRs: {
				ItemQueryRs: {
					'@statusCode': 0,
					ItemServiceRet: [{ Name: 'true' }, { Name: 'b', IsActive: 'false', IsWhat: 'so' }],
				},
			},
		},
	];
	expect(answerIn({ response_json: json })?.records.map(({ fields }) => fields)).toEqual([
		{ Name: 'true' },
		{ Name: 'b', IsActive: false, IsWhat: 'so' },
	]);
});

test('a switch whose name does not say so becomes text, and an empty list nothing', () => {
	const record = { AccountantCopyExists: true, IsActive: false, LinkedTxn: [] };
	const json = [{ QBXMLMsgsRs: { CompanyQueryRs: { '@statusCode': 0, CompanyRet: record } } }];
	expect(answerIn({ response_json: json })?.records.map(({ fields }) => fields)).toEqual([
		{ AccountantCopyExists: 'true', IsActive: false },
	]);
});

test('attributes in records stay, beside text too', () => {
	const xml = xmlOf(
		'<JournalEntryQueryRs statusCode="0"><JournalEntryRet><JournalDebitLine defMacro="TxnID:1"><Memo x="1">a</Memo></JournalDebitLine></JournalEntryRet></JournalEntryQueryRs>',
	);
	for (const response_json of [undefined, answerFromXml(xml)]) {
		const [{ fields }] = answerIn({ response_xml: xml, response_json })?.records ?? [];
		expect(fields).toEqual({
			JournalDebitLine: [{ '@defMacro': 'TxnID:1', Memo: { '@x': '1', '#text': 'a' } }],
		});
	}
});

test('the records of JSON are handed over as they are, not copied', () => {
	const answer = answerIn({ response_json: vendorJson });
	expect(answer?.records[0].fields).toBe((element.VendorRet as AnswerObject[])[0]);
});

describe('several requests in one document', () => {
	const xml = xmlOf(
		'<InvoiceAddRs statusCode="0" statusSeverity="Info"><InvoiceRet><TxnID>1</TxnID></InvoiceRet></InvoiceAddRs>' +
			'<CustomerAddRs requestID="c" statusCode="3100" statusSeverity="Error" statusMessage="In use."/>' +
			'<InvoiceAddRs statusCode="0" statusSeverity="Info"><InvoiceRet><TxnID>2</TxnID></InvoiceRet></InvoiceAddRs>',
	);
	test('give all their records in order, and any refusal', () => {
		for (const response_json of [undefined, answerFromXml(xml)]) {
			expect(answerIn({ response_xml: xml, response_json })).toMatchObject({
				requestType: 'InvoiceAdd',
				requestId: 'c',
				records: [{ fields: { TxnID: '1' } }, { fields: { TxnID: '2' } }],
				refusal: { code: '3100', message: 'In use.' },
			});
		}
	});

	test('keep the order of the XML where their kinds alternate', () => {
		const kinds = ['Invoice', 'Customer', 'Invoice'];
		const alternating = xmlOf(
			kinds
				.map(
					(kind, at) =>
						`<${kind}AddRs statusCode="0"><${kind}Ret><A>${at}</A></${kind}Ret></${kind}AddRs>`,
				)
				.join(''),
		);
		const answer = answerIn({
			response_json: answerFromXml(alternating),
			response_xml: alternating,
		});
		expect(answer?.records.map(({ type, fields }) => [type, fields.A])).toEqual([
			['Invoice', '0'],
			['Customer', '1'],
			['Invoice', '2'],
		]);
	});

	test('may come in several documents', () => {
		const documents = ['1', '2'].map((id) => ({
			QBXMLMsgsRs: { InvoiceAddRs: { '@statusCode': 0, InvoiceRet: [{ TxnID: id }] } },
		}));
		expect(answerIn({ response_json: documents })?.records).toHaveLength(2);
	});
});

describe('a refusal', () => {
	const refusalOf = (attributes: object) =>
		answerIn({ response_json: [{ QBXMLMsgsRs: { InvoiceAddRs: { '@': '', ...attributes } } }] })
			?.refusal;
	test.each<[attributes: object, refusal: object | null]>([
		[
			{ '@statusSeverity': 'Error', '@statusCode': 3120, '@statusMessage': 'No.' },
			{ code: '3120', message: 'No.' },
		],
		[
			{ '@statusSeverity': 'ERROR', '@statusCode': '3120', '@statusMessage': 'No.' },
			{ code: '3120', message: 'No.' },
		],
		[
			{ '@statusSeverity': 'error', '@statusCode': 1 },
			{ code: '1', message: 'QuickBooks refused the request.' },
		],
		[
			{ '@statusCode': '1000', '@statusMessage': 'No.' },
			{ code: '1000', message: 'No.' },
		],
		[{ '@statusCode': 999 }, null],
		[{ '@statusCode': 1, '@statusSeverity': 'Info' }, null],
		[{ '@statusCode': 3180, '@statusSeverity': 'Warn' }, null],
		[{}, null],
	])('%j', (attributes, refusal) => {
		expect(refusalOf(attributes)).toEqual(refusal);
	});
});

test.each<[remaining: unknown, read: number | null]>([
	[3, 3],
	['3', 3],
	[' 0 ', 0],
	[0, 0],
	['three', null],
	['1.5', null],
	[-1, null],
	[null, null],
])('%j as what remains', (remaining, expected) => {
	const json = [{ QBXMLMsgsRs: { VendorQueryRs: { '@iteratorRemainingCount': remaining } } }];
	expect(answerIn({ response_json: json })?.remaining).toBe(expected);
});

test.each<[what: string, xml: unknown]>([
	['no answer', '<QBXML/>'],
	['an answer without a request', xmlOf('')],
	['one that breaks off', vendorXml.slice(0, vendorXml.indexOf('<DataExtRet>'))],
	['one that breaks off after a record', vendorXml.slice(0, vendorXml.indexOf('</VendorQueryRs>'))],
	['a page of a proxy', '<html><body>Bad gateway</body></html>'],
	['a DOCTYPE', `<!DOCTYPE x [<!ENTITY a "b">]>${vendorXml.slice(22)}`],
	['no text', 7],
])('XML with %s says nothing', (_what, response_xml) => {
	expect(answerIn({ response_xml })).toBeNull();
});

test('whatever comes, reading never fails', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), (response_json, response_xml) => {
			expect(() => answerIn({ response_json, response_xml })).not.toThrow();
		}),
	);
	const shaped = fc.dictionary(
		fc.constantFrom(
			'QBXML',
			'QBXMLMsgsRs',
			'ARs',
			'ARet',
			'@statusCode',
			'statusCode',
			'__proto__',
		),
		fc.jsonValue(),
	);
	fc.assert(
		fc.property(shaped, (messages) => {
			const response_json = [{ QBXMLMsgsRs: { ARs: messages } }];
			expect(() => answerIn({ response_json })).not.toThrow();
		}),
	);
});

test('the warnings of all answers are there, each once', () => {
	const answered = (type: string, code: number, severity: string, message: string) =>
		`<${type}Rs statusCode="${code}" statusSeverity="${severity}" statusMessage="${message}" />`;
	const xml = xmlOf(
		[
			answered('InvoiceAdd', 570, 'Warn', 'Closed.'),
			answered('CustomerQuery', 1, 'Warn', 'None.'),
			answered('BillAdd', 570, 'Warn', 'Closed.'),
			answered('CustomerQuery', 500, 'Info', 'Missing.'),
			answered('CheckAdd', 3140, 'Error', 'Refused.'),
			answered('VendorAdd', 0, 'Info', 'Status OK'),
		].join(''),
	);
	const warnings = [
		{ code: '570', message: 'Closed.' },
		{ code: '500', message: 'Missing.' },
	];
	expect(answerIn({ response_xml: xml })?.warnings).toEqual(warnings);
	expect(answerIn({ response_json: answerFromXml(xml) })?.warnings).toHaveLength(2);
});
