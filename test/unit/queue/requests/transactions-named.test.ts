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

test('in JSON', () => {
	const json = {
		request: {
			name: 'InvoiceAddRq',
			children: [
				{
					name: 'InvoiceAdd',
					children: [
						{ name: 'LinkToTxnID', text: '1-1' },
						{ name: 'LinkToTxnID', text: '2-1' },
					],
				},
			],
		},
	};
	const shown = { ...record, request_json: json };
	expect(transactionsNamed(shown, 'InvoiceAdd')).toEqual([['1-1', '2-1']]);
	expect(transactionsNamed(shown, 'BillAdd')).toEqual([]);
});
