import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { identifierIn, queryIn, shownRequest } from '../../../../queue/requests/shownRequest';

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
		inXml('<BillQueryRq requestID="A-1"><TxnID>1</TxnID><TxnID>2</TxnID></BillQueryRq>'),
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
