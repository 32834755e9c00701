import { readMessages } from '../../../../quickbooks/facts/readMessages';
import { requests } from '../../../../quickbooks/facts/requests';
import type { JsonObject } from '../../../../quickbooks/json/object';
import { checkRequest } from '../../../../quickbooks/qbxml/checkRequest';
import { cleared } from '../../../../quickbooks/qbxml/clearing';
import { encodeRequest } from '../../../../quickbooks/qbxml/encodeRequest';
import { writeElement } from '../../../../quickbooks/qbxml/requestXml';

const facts = readMessages(requests);

function encoded(name: string, values: object): string {
	const message = facts.get(name);
	if (!message) throw new Error(`There is no ${name}.`);
	return writeElement(encodeRequest(message, values as JsonObject, 'America/New_York'));
}

const customer = { CustomerRef: { FullName: 'A' } };
const inInvoice = (values: object): string =>
	encoded('InvoiceAddRq', { ...customer, ...values })
		.replace('<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>A</FullName></CustomerRef>', '')
		.replace('</InvoiceAdd></InvoiceAddRq>', '');

test.each([
	[
		'elements in the order of qbXML, whatever the order of the values',
		{ Memo: 'b', TxnDate: '2026-01-31' },
		'<TxnDate>2026-01-31</TxnDate><Memo>b</Memo>',
	],
	[
		'paths and objects together',
		{ 'BillAddress.City': 'Bayshore', BillAddress: { Addr1: 'A', State: 'CA' } },
		'<BillAddress><Addr1>A</Addr1><City>Bayshore</City><State>CA</State></BillAddress>',
	],
	[
		'a text for a reference as its full name',
		{ TermsRef: 'Net 30' },
		'<TermsRef><FullName>Net 30</FullName></TermsRef>',
	],
	[
		'a number as its digits, without the noise of binary fractions',
		{ ExchangeRate: 0.1 + 0.2 },
		'<ExchangeRate>0.3</ExchangeRate>',
	],
	[
		'an amount that is a text as it stands',
		{ InvoiceLineAdd: { Amount: '12345678901.10' } },
		'<InvoiceLineAdd><Amount>12345678901.10</Amount></InvoiceLineAdd>',
	],
	[
		'an amount with its cents',
		{ InvoiceLineAdd: [{ Amount: '97.5' }, { Amount: 100 }, { Amount: -0.3 }, { Amount: '1,5' }] },
		['97.50', '100.00', '-0.30', '1,5']
			.map((amount) => `<InvoiceLineAdd><Amount>${amount}</Amount></InvoiceLineAdd>`)
			.join(''),
	],
	[
		'a whole number to its last digit',
		{ Other: 4111111111111111 },
		'<Other>4111111111111111</Other>',
	],
	['a switch', { IsToBePrinted: false }, '<IsToBePrinted>false</IsToBePrinted>'],
	[
		'the day that a moment has in the time zone of the workflow',
		{ TxnDate: '2026-02-01T03:00:00.000Z' },
		'<TxnDate>2026-01-31</TxnDate>',
	],
	['a Date', { TxnDate: new Date('2026-02-01T12:00:00Z') }, '<TxnDate>2026-02-01</TxnDate>'],
	[
		'nothing for what was left empty',
		{
			Memo: '',
			PONumber: null,
			BillAddress: { City: '' },
			InvoiceLineAdd: [{ ItemRef: { FullName: '' } }],
		},
		'',
	],
	[
		'lines in the order of their list',
		{ InvoiceLineAdd: [{ Desc: '1' }, { Desc: '2' }] },
		'<InvoiceLineAdd><Desc>1</Desc></InvoiceLineAdd><InvoiceLineAdd><Desc>2</Desc></InvoiceLineAdd>',
	],
	[
		'lines and groups of items in the order in which they are named',
		{ InvoiceLineGroupAdd: { ItemGroupRef: 'G' }, InvoiceLineAdd: { Desc: '1' } },
		'<InvoiceLineGroupAdd><ItemGroupRef><FullName>G</FullName></ItemGroupRef></InvoiceLineGroupAdd><InvoiceLineAdd><Desc>1</Desc></InvoiceLineAdd>',
	],
	[
		'lines and groups of items in any order',
		{
			'InvoiceLineAdd|InvoiceLineGroupAdd': [
				{ InvoiceLineAdd: { Desc: '1' } },
				{ InvoiceLineGroupAdd: { ItemGroupRef: 'G' } },
				{ InvoiceLineAdd: { Desc: '2' } },
			],
		},
		'<InvoiceLineAdd><Desc>1</Desc></InvoiceLineAdd><InvoiceLineGroupAdd><ItemGroupRef><FullName>G</FullName></ItemGroupRef></InvoiceLineGroupAdd><InvoiceLineAdd><Desc>2</Desc></InvoiceLineAdd>',
	],
	[
		'what does not belong there, last',
		{ Nonsense: { a: 1 }, Memo: 'x' },
		'<Memo>x</Memo><Nonsense><a>1</a></Nonsense>',
	],
	[
		'the signs of XML and letters beyond ASCII as references',
		{ Memo: 'R&D <é>' },
		'<Memo>R&amp;D &lt;&#233;&gt;</Memo>',
	],
])('%s', (_, values, expected) => {
	expect(inInvoice(values)).toBe(expected);
});

test('attributes carry an @: those of the request, and macros', () => {
	expect(encoded('InvoiceAddRq', { '@requestID': '7', '@defMacro': 'TxnID:1', ...customer })).toBe(
		'<InvoiceAddRq requestID="7"><InvoiceAdd defMacro="TxnID:1"><CustomerRef><FullName>A</FullName></CustomerRef></InvoiceAdd></InvoiceAddRq>',
	);
	expect(
		encoded('ReceivePaymentAddRq', {
			AppliedToTxnAdd: { TxnID: { '@useMacro': 'TxnID:1' }, PaymentAmount: '1.00' },
		}),
	).toContain(
		'<AppliedToTxnAdd><TxnID useMacro="TxnID:1"/><PaymentAmount>1.00</PaymentAmount></AppliedToTxnAdd>',
	);
});

test('what stands beside the record stays beside it', () => {
	expect(encoded('CustomerAddRq', { Name: 'A', IncludeRetElement: ['ListID', 'Name'] })).toBe(
		'<CustomerAddRq><CustomerAdd><Name>A</Name></CustomerAdd><IncludeRetElement>ListID</IncludeRetElement><IncludeRetElement>Name</IncludeRetElement></CustomerAddRq>',
	);
	expect(encoded('CustomerAddRq', { CustomerAdd: { Name: 'A' } })).toBe(
		'<CustomerAddRq><CustomerAdd><Name>A</Name></CustomerAdd></CustomerAddRq>',
	);
});

test('a request without a record takes its values itself', () => {
	expect(encoded('TxnVoidRq', { TxnID: '1-1', TxnVoidType: 'Invoice' })).toBe(
		'<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>1-1</TxnID></TxnVoidRq>',
	);
	expect(
		encoded('CustomerQueryRq', {
			'NameFilter.Name': 'A',
			NameFilter: { MatchCriterion: 'Contains' },
			MaxReturned: 10,
		}),
	).toBe(
		'<CustomerQueryRq><MaxReturned>10</MaxReturned><NameFilter><MatchCriterion>Contains</MatchCriterion><Name>A</Name></NameFilter></CustomerQueryRq>',
	);
});

test('without values the record is there, so that the check can say what it lacks', () => {
	const message = facts.get('CustomerAddRq');
	const request = message && encodeRequest(message, {}, 'UTC');
	expect(request && checkRequest(facts, request)).toMatchObject([
		{ message: 'Name is missing in CustomerAdd', path: 'CustomerAddRq > CustomerAdd' },
	]);
});

test('paths below the record and beside it come together', () => {
	expect(inInvoice({ 'InvoiceAdd.BillAddress.City': 'Bayshore', 'BillAddress.State': 'CA' })).toBe(
		'<BillAddress><City>Bayshore</City><State>CA</State></BillAddress>',
	);
});

test('a name of an object of JavaScript is a name like any other', () => {
	const values = JSON.parse('{"__proto__": {"Notes": "x"}, "constructor.a": 1}') as object;
	expect(inInvoice(values)).toBe(
		'<__proto__><Notes>x</Notes></__proto__><constructor><a>1</a></constructor>',
	);
});

test('in a change, an empty entry among lines is refused: what is not named is deleted', () => {
	const lines = (...entries: object[]) => ({ TxnID: '1-1', InvoiceLineMod: entries });
	expect(() => encoded('InvoiceModRq', lines({ TxnLineID: '2-1' }, { TxnLineID: '' }))).toThrow(
		'An entry of InvoiceLineMod is empty.',
	);
	expect(encoded('InvoiceModRq', lines({ TxnLineID: '' }))).not.toContain('InvoiceLineMod');
});

describe('in a change, what is cleared', () => {
	const inChange = (values: object): string =>
		encoded('InvoiceModRq', { TxnID: '1-1', EditSequence: '1', ...values });

	test.each([
		['a text', { Memo: cleared }, '<Memo/>'],
		['a reference', { TermsRef: cleared }, '<TermsRef><FullName/></TermsRef>'],
		[
			'part of an address',
			{ BillAddress: { Addr1: 'A', Addr2: cleared } },
			'<BillAddress><Addr1>A</Addr1><Addr2/></BillAddress>',
		],
		['part of an address by its path', { 'BillAddress.Addr2': cleared }, '<BillAddress><Addr2/>'],
		['an address', { ShipAddress: cleared }, '<ShipAddress><Addr1/><Addr2/>'],
		[
			'the text of a line',
			{ InvoiceLineMod: [{ TxnLineID: '2-1', Desc: cleared }] },
			'<InvoiceLineMod><TxnLineID>2-1</TxnLineID><Desc/></InvoiceLineMod>',
		],
		[
			'what has been stored in between',
			{ Memo: JSON.parse(JSON.stringify(cleared)) as unknown },
			'<Memo/>',
		],
	])('%s is an empty element', (_, values, expected) => {
		const message = facts.get('InvoiceModRq');
		const given = { TxnID: '1-1', EditSequence: '1', ...values } as JsonObject;
		expect(inChange(values)).toContain(expected);
		expect(message && checkRequest(facts, encodeRequest(message, given, 'UTC'))).toEqual([]);
	});

	test.each([
		['CustomerRef', { CustomerRef: cleared }],
		['TxnDate', { TxnDate: cleared }],
		['DueDate', { DueDate: cleared }],
		['ItemSalesTaxRef', { ItemSalesTaxRef: cleared }],
		['IsPending', { IsPending: cleared }],
		['ExchangeRate', { ExchangeRate: cleared }],
		['TxnID', { TxnID: cleared }],
		['Quantity', { InvoiceLineMod: [{ TxnLineID: '2-1', Quantity: cleared }] }],
		['SalesTaxCodeRef', { InvoiceLineMod: [{ TxnLineID: '2-1', SalesTaxCodeRef: cleared }] }],
		['InvoiceLineMod', { InvoiceLineMod: cleared }],
	])('%s is refused, because it would stay', (name, values) => {
		expect(() => inChange(values)).toThrow(`${name} can't be cleared.`);
	});

	test.each([
		['SalesTaxCodeRef', '<SalesTaxCodeRef><FullName/></SalesTaxCodeRef>'],
		['ItemSalesTaxRef', '<ItemSalesTaxRef><FullName/></ItemSalesTaxRef>'],
		['JobStartDate', '<JobStartDate/>'],
	])('%s of a customer can be cleared', (name, expected) => {
		expect(encoded('CustomerModRq', { ListID: '1-1', [name]: cleared })).toContain(expected);
	});

	test('nothing can be cleared where a record is added', () => {
		expect(() => inInvoice({ Memo: cleared })).toThrow("Memo can't be cleared.");
	});
});

test.each([
	[
		'a path that is given twice, in two ways',
		{ Memo: 'a', InvoiceAdd: { Memo: 'b' } },
		'Memo is given more than once.',
	],
	[
		'lines that are given in both ways',
		{
			InvoiceLineAdd: [{ Desc: 'a' }],
			'InvoiceLineAdd|InvoiceLineGroupAdd': [{ InvoiceLineAdd: { Desc: 'a' } }],
		},
		'InvoiceLineAdd is given twice: by itself, and under InvoiceLineAdd|InvoiceLineGroupAdd.',
	],
	['a record that is a list', { InvoiceAdd: [{ Memo: 'a' }] }, 'InvoiceAdd must be one object'],
	['a list within a list', { LinkToTxnID: [['1-1']] }, 'LinkToTxnID holds a list within a list.'],
	['a path into a text', { Memo: 'a', 'Memo.Text': 'b' }, 'Memo is given more than once.'],
	[
		'a number that has no digits',
		{ ExchangeRate: Infinity },
		'ExchangeRate must be a plain decimal number',
	],
	[
		'a number too large to be exact',
		{ Memo: 12345678901234567 },
		'Memo is the number 12345678901234568, which is too large to be exact.',
	],
])('%s is refused', (_, values, message) => {
	expect(() => inInvoice(values)).toThrow(message);
});
