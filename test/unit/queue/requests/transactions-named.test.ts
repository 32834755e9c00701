import { transactionsNamed } from '../../../../queue/requests/transactionsNamed';

const record = { id: 'r', state: 'response_received' };
const document = (requests: string) =>
	`<QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`;
const invoice = (content: string) =>
	`<InvoiceAddRq><InvoiceAdd>${content}</InvoiceAdd></InvoiceAddRq>`;

test('in XML, of each addition by itself, at every depth', () => {
	const xml = document(
		invoice('<LinkToTxnID>1-1</LinkToTxnID><LinkToTxnID>2-1</LinkToTxnID><Memo>TxnID</Memo>') +
			'<BillAddRq><BillAdd><LinkToTxnID>9-1</LinkToTxnID></BillAdd></BillAddRq>' +
			invoice('') +
			invoice(
				'<SetCredit><CreditTxnID>3-1</CreditTxnID></SetCredit><InvoiceLineAdd><LinkToTxn><TxnID>4-1</TxnID><TxnLineID>5-1</TxnLineID></LinkToTxn></InvoiceLineAdd>',
			),
	);
	expect(transactionsNamed({ ...record, request_xml: xml }, 'InvoiceAdd')).toEqual([
		['1-1', '2-1'],
		[],
		['3-1', '4-1'],
	]);
});

/** An invoice in JSON, with this in it. */
const invoiceJson = (children: unknown) => ({
	request: { name: 'InvoiceAddRq', children: [{ name: 'InvoiceAdd', children }] },
});

test('in JSON', () => {
	const json = invoiceJson([
		{ name: 'LinkToTxnID', text: '1-1' },
		{ name: 'LinkToTxnID', text: '2-1' },
	]);
	const shown = { ...record, request_json: json };
	expect(transactionsNamed(shown, 'InvoiceAdd')).toEqual([['1-1', '2-1']]);
	expect(transactionsNamed(shown, 'BillAdd')).toEqual([]);
});

const inJson = invoiceJson([{ name: 'LinkToTxnID', text: '1-1' }]);

test.each<[what: string, shown: Record<string, unknown>, named: string[][]]>([
	['in neither', {}, []],
	['in XML that is cut off', { request_xml: '<QBXML><QBXMLMsgsRq' }, []],
	['in JSON beside such XML', { request_xml: '<QBXML>', request_json: inJson }, [['1-1']]],
	['in JSON beside no XML', { request_xml: null, request_json: inJson }, [['1-1']]],
	['in JSON that is none', { request_json: 'InvoiceAddRq' }, []],
	['in JSON without a request', { request_json: { request: null } }, []],
	['in JSON without contents', { request_json: { request: { name: 'InvoiceAddRq' } } }, [[]]],
	['in children that are no list', { request_json: invoiceJson('TxnID') }, [[]]],
	['in children that are no elements', { request_json: invoiceJson([null, 'TxnID']) }, [[]]],
	[
		'by empty elements',
		{
			request_json: invoiceJson([
				{ name: 'TxnID' },
				{ name: 'TxnID', text: null },
				{ name: 'TxnID', text: ' ' },
			]),
		},
		[[]],
	],
	[
		'by empty elements in XML',
		{ request_xml: document(invoice('<TxnID/><LinkToTxnID> </LinkToTxnID>')) },
		[[]],
	],
	[
		'without the white space around',
		{ request_json: invoiceJson([{ name: 'TxnID', text: ' 1-1\n' }]) },
		[['1-1']],
	],
	[
		'by elements whose names end so alone',
		{ request_json: invoiceJson([{ name: 'TxnIDKind', text: 'a' }, { text: 'b' }]) },
		[[]],
	],
])('what is named %s', (_what, shown, named) => {
	expect(transactionsNamed({ ...record, ...shown }, 'InvoiceAdd')).toEqual(named);
});
