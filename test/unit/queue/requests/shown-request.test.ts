import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import {
	changedIn,
	identifierIn,
	queryIn,
	shownRequest,
} from '../../../../queue/requests/shownRequest';

const record = (more: object): QueuedRecord => ({ id: 'r1', state: 'waiting', ...more });
const inXml = (requests: string) =>
	record({
		request_xml: `<QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`,
	});
const inJson = (request: unknown) => record({ request_json: { version: '16.0', request } });

const children = [
	{ name: 'ActiveStatus', text: 'All' },
	{ name: 'NameFilter', text: '' },
	{ name: 'MaxReturned', text: '20' },
];
const content = {
	ActiveStatus: 'All',
	NameFilter: { MatchCriterion: 'Contains', Name: 'Ab' },
	MaxReturned: '20',
};

it('is read from JSON', () => {
	const shown = shownRequest(
		inJson({
			name: 'CustomerQueryRq',
			attributes: { requestID: 'A-1' },
			children: [
				{ name: 'ActiveStatus', text: 'All' },
				{
					name: 'NameFilter',
					children: [
						{ name: 'MatchCriterion', text: 'Contains' },
						{ name: 'Name', text: 'Ab' },
						{ name: 'Name', text: 'second' },
						'no element',
					],
				},
				{ name: 'MaxReturned', text: 20 },
				null,
			],
		}),
	);
	expect(shown).toEqual({
		query: 'CustomerQuery',
		identifier: 'A-1',
		children,
		content,
	});
});

it('has each of several elements of one name, but not attributes', () => {
	const shown = shownRequest(
		inXml('<BillQueryRq requestID="A-1">text<TxnID>1</TxnID><TxnID>2</TxnID></BillQueryRq>'),
	);
	expect(shown?.children).toEqual([
		{ name: 'TxnID', text: '1' },
		{ name: 'TxnID', text: '2' },
	]);
});

it('is the first of several in XML, whose content is not shown', () => {
	const two = '<BillQueryRq requestID="A-1"><TxnID>1</TxnID></BillQueryRq><CustomerQueryRq/>';
	expect(shownRequest(inXml(two))).toEqual({ query: 'BillQuery', identifier: 'A-1' });
});

it('is known by its name if the XML is cut off', () => {
	expect(
		shownRequest(
			record({ request_xml: '<QBXML><QBXMLMsgsRq onError="x"><BillQueryRq requestID="A' }),
		),
	).toEqual({ query: 'BillQuery' });
	expect(shownRequest(record({ request_xml: '<QBXML><QBXMLMsgsRq><Bill' }))).toBeUndefined();
});

it.each([
	[{}],
	[{ request_json: null, request_xml: 7 }],
	[{ request_json: {} }],
	[{ request_json: { request: {} } }],
	[{ request_json: { request: { name: 1 } } }],
	[{ request_xml: '<QBXML><QBXMLMsgsRq/></QBXML>' }],
	[{ request_xml: '<QBXML/>' }],
	[{ request_xml: 'text' }],
])('is not shown by %j', (more) => {
	expect(shownRequest(record(more))).toBeUndefined();
	expect(queryIn(record(more))).toBeUndefined();
	expect(identifierIn(record(more))).toBeUndefined();
});

it('is told by the answer if the request is not shown', () => {
	const answer = record({
		response_xml:
			'<QBXML><QBXMLMsgsRs><BillQueryRs requestID="A-1" statusCode="0" statusSeverity="Info" statusMessage="OK"/></QBXMLMsgsRs></QBXML>',
	});
	expect([queryIn(answer), identifierIn(answer)]).toEqual(['BillQuery', 'A-1']);
	const shown = inXml('<BillQueryRq requestID="A-2"/>');
	expect([queryIn(shown), identifierIn(shown)]).toEqual(['BillQuery', 'A-2']);
});

describe('the records that a request changes', () => {
	const json = (name: string, inside: unknown) =>
		inJson({ name: `${name}Rq`, children: [{ name, children: inside }] });
	const ref = { name: 'CustomerRef', children: [{ name: 'ListID', text: 'C' }] };

	it.each([
		[
			'a transaction',
			inXml(
				'<InvoiceModRq requestID="A-1"><InvoiceMod><TxnID>A</TxnID><CustomerRef><ListID>C</ListID></CustomerRef></InvoiceMod></InvoiceModRq>',
			),
			[{ by: 'TxnID', value: 'A' }],
		],
		[
			'the same in JSON',
			json('InvoiceMod', [ref, { name: 'TxnID', text: 'A' }]),
			[{ by: 'TxnID', value: 'A' }],
		],
		[
			'a record of a list',
			json('CustomerMod', [{ name: 'ListID', children: [], text: 'A' }]),
			[{ by: 'ListID', value: 'A' }],
		],
		[
			'a custom field',
			inXml(
				'<DataExtModRq><DataExtMod><ListObjRef><ListID>A</ListID></ListObjRef></DataExtMod></DataExtModRq>',
			),
			[{ by: 'ListID', value: 'A' }],
		],
		[
			'a custom field that is emptied',
			inXml('<DataExtDelRq><DataExtDel><TxnID>A</TxnID></DataExtDel></DataExtDelRq>'),
			[{ by: 'TxnID', value: 'A' }],
		],
		['nothing, if one is created', json('InvoiceAdd', [ref]), []],
		['nobody knows what, if only its start is shown', inJson({ name: 'InvoiceModRq' }), undefined],
		[
			'nobody knows what, if only the first level is shown',
			inJson({ name: 'InvoiceModRq', children: [{ name: 'InvoiceMod', text: '' }] }),
			undefined,
		],
		[
			'what its XML says, if only the first level is shown in JSON',
			record({
				request_xml:
					'<QBXML><QBXMLMsgsRq><InvoiceModRq><InvoiceMod><TxnID>A</TxnID></InvoiceMod></InvoiceModRq></QBXMLMsgsRq></QBXML>',
				request_json: {
					request: { name: 'InvoiceModRq', children: [{ name: 'InvoiceMod', text: '' }] },
				},
			}),
			[{ by: 'TxnID', value: 'A' }],
		],
		['nobody knows what, if it names no record', json('InvoiceMod', [ref]), undefined],
		['nobody knows what, if it is not shown', record({}), undefined],
	])('%s', (_what, request, expected) => {
		expect(changedIn(request)).toEqual(expected);
	});
});
