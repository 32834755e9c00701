import fc from 'fast-check';

import { readMessages } from '../../../../quickbooks/facts/readMessages';
import { requests } from '../../../../quickbooks/facts/requests';
import { checkRequest, versionNeeded } from '../../../../quickbooks/qbxml/checkRequest';
import {
	readRequestXml,
	type RequestElement,
	writeElement,
	writeRequestXml,
} from '../../../../quickbooks/qbxml/requestXml';
import { arbitraryRequest, type XmlTree } from '../../../support/qbxml-documents';
import { breakages } from './support/broken-requests';

const facts = readMessages(requests);
const messages = [...facts.values()];

const toElement = ({
	name,
	attributes = {},
	text = '',
	children = [],
}: XmlTree): RequestElement => ({
	name,
	attributes,
	text,
	children: children.map(toElement),
});

/** Without what a request may not have together by more than its facts: an iterator needs MaxReturned. */
function withoutIterator(tree: XmlTree): XmlTree {
	const attributes = { ...tree.attributes };
	delete attributes.iterator;
	return { ...tree, attributes };
}

const problemsOf = (tree: XmlTree, host = {}): string[] =>
	checkRequest(facts, toElement(tree), host).map(({ message }) => message);

const read = (inside: string) =>
	readRequestXml(
		`<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${inside}</QBXMLMsgsRq></QBXML>`,
	).root.children[0].children[0];

const inXml = (xml: string, host = {}) =>
	checkRequest(facts, read(xml), host).map(({ message }) => message);

describe('every request', () => {
	test.each(messages)('$name: what the facts allow has no problem', (message) => {
		fc.assert(
			fc.property(arbitraryRequest(message).map(withoutIterator), (tree) => {
				expect(problemsOf(tree)).toEqual([]);
			}),
			{ numRuns: 20 },
		);
	});

	test.each(messages)('$name: goes to XML and back to the same tree', (message) => {
		const withoutPosition = ({ name, attributes, text, children }: RequestElement): object => ({
			name,
			attributes,
			text,
			children: children.map(withoutPosition),
		});
		fc.assert(
			fc.property(arbitraryRequest(message).map(toElement), (element) => {
				const xml = writeRequestXml('16.0', element);
				expect(/^[\x20-\x7e]*$/.test(xml)).toBe(true);
				const { version, root } = readRequestXml(xml);
				expect(version).toBe('16.0');
				expect(withoutPosition(root.children[0].children[0])).toEqual(withoutPosition(element));
			}),
			{ numRuns: 10 },
		);
	});

	describe.each(Object.keys(breakages))('with %s', (kind) => {
		let broken = 0;

		test.each(messages)('$name is refused', (message) => {
			fc.assert(
				fc.property(arbitraryRequest(message).map(withoutIterator), fc.nat(), (tree, pick) => {
					const ways = breakages[kind](tree, message.content);
					if (ways.length === 0) return;
					broken++;
					const { tree: wrong, says } = ways[pick % ways.length];
					expect(problemsOf(wrong).join('\n')).toMatch(says);
				}),
				{ numRuns: 12 },
			);
		});

		test('most requests could be broken like this', () => {
			expect(broken).toBeGreaterThan(messages.length);
		});
	});

	test.each(messages)('$name is refused in a version that does not have all of it', (message) => {
		fc.assert(
			fc.property(arbitraryRequest(message).map(withoutIterator), (tree) => {
				const needed = versionNeeded(facts, toElement(tree));
				if (needed === undefined) return;
				expect(problemsOf(tree, { documentVersion: needed })).toEqual([]);
				expect(problemsOf(tree, { documentVersion: '1.0' }).join()).toMatch(
					/came with qbXML [\d.]+, but the request is written in 1.0/,
				);
				expect(problemsOf(tree, { documentVersion: '16.0', hostVersion: '1.0' }).join()).toMatch(
					/understands only 1.0/,
				);
			}),
			{ numRuns: 10 },
		);
	});
});

describe('messages', () => {
	test.each([
		[
			'a mistyped request',
			'<CustomerQueyRq/>',
			['CustomerQueyRq is not a request of qbXML. Did you mean CustomerQueryRq?'],
		],
		[
			'a mistyped element',
			'<CustomerAddRq><CustomerAdd><Name>A</Name><Nots>x</Nots></CustomerAdd></CustomerAddRq>',
			['CustomerAdd has no element Nots. Did you mean Notes?'],
		],
		[
			'an element of a group that stands beside it',
			'<CustomerAddRq><CustomerAdd><Name>A</Name><City>B</City></CustomerAdd></CustomerAddRq>',
			['CustomerAdd has no element City. It belongs in BillAddress, ShipAddress or ShipToAddress'],
		],
		[
			'one element that is out of order among many',
			'<CustomerAddRq><CustomerAdd><Phone>1</Phone><Name>A</Name><IsActive>true</IsActive><CompanyName>B</CompanyName></CustomerAdd></CustomerAddRq>',
			['Phone has to come after CompanyName in CustomerAdd'],
		],
		[
			'several problems, in the order of the document',
			`<CustomerAddRq><CustomerAdd><IsActive>yes</IsActive><Name>${'x'.repeat(42)}</Name></CustomerAdd></CustomerAddRq>`,
			[
				'IsActive is "yes", but it must be true or false',
				'IsActive has to come after Name in CustomerAdd',
				'Name has 42 characters, but at most 41 are allowed',
			],
		],
		[
			'a reference to nobody',
			'<InvoiceAddRq><InvoiceAdd><CustomerRef/></InvoiceAdd></InvoiceAddRq>',
			['CustomerRef needs ListID or FullName'],
		],
		[
			'none of the alternatives of which one is needed',
			'<ItemServiceAddRq><ItemServiceAdd><Name>A</Name></ItemServiceAdd></ItemServiceAddRq>',
			['ItemServiceAdd needs one of these: SalesOrPurchase or SalesAndPurchase'],
		],
		[
			'an iterator without a size of pages',
			'<CustomerQueryRq iterator="Start"/>',
			['An iterator needs MaxReturned in CustomerQueryRq'],
		],
		[
			'an iterator that goes on without saying which',
			'<CustomerQueryRq iterator="Continue"><MaxReturned>1</MaxReturned></CustomerQueryRq>',
			['To continue, an iterator needs the attribute iteratorID in CustomerQueryRq'],
		],
		[
			'an identifier that is too long',
			`<HostQueryRq requestID="${'x'.repeat(51)}"/>`,
			['requestID of HostQueryRq has 51 characters, but at most 50 are allowed'],
		],
		[
			'text where elements belong',
			'<HostQueryRq>all</HostQueryRq>',
			['HostQueryRq holds elements, but here it holds the text "all"'],
		],
		[
			'elements where a text belongs',
			'<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID><ID>1</ID></TxnID></TxnVoidRq>',
			['TxnID holds a text, but here it holds the element ID'],
		],
		[
			'an empty date',
			'<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>A</FullName></CustomerRef><TxnDate/></InvoiceAdd></InvoiceAddRq>',
			['TxnDate is empty. Leave it out'],
		],
		[
			'an empty text in a new record, as a spreadsheet gives it',
			'<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>A</FullName></CustomerRef><Memo/></InvoiceAdd></InvoiceAddRq>',
			['Memo is empty. Leave it out'],
		],
		[
			'an empty text in a change, which clears the field',
			'<InvoiceModRq><InvoiceMod><TxnID>1-1</TxnID><EditSequence>1</EditSequence><Memo/></InvoiceMod></InvoiceModRq>',
			[],
		],
		[
			'a field that a change clears',
			'<InvoiceModRq><InvoiceMod><TxnID>1-1</TxnID><EditSequence>1</EditSequence><ClassRef/><DueDate/></InvoiceMod></InvoiceModRq>',
			[],
		],
		[
			'what another request of the document makes',
			'<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef><FullName>A</FullName></CustomerRef><AppliedToTxnAdd><TxnID useMacro="TxnID:1"/></AppliedToTxnAdd></ReceivePaymentAdd></ReceivePaymentAddRq>',
			[],
		],
		[
			'an unknown attribute',
			'<InvoiceAddRq><InvoiceAdd defMacr="TxnID:1"><CustomerRef><FullName>A</FullName></CustomerRef></InvoiceAdd></InvoiceAddRq>',
			['InvoiceAdd has no attribute defMacr. Did you mean defMacro?'],
		],
		[
			'a required text that is empty or blank',
			'<CustomerAddRq><CustomerAdd><Name>  </Name></CustomerAdd></CustomerAddRq>',
			['Name is empty'],
		],
		['an empty identifier', '<HostQueryRq requestID=""/>', ['requestID of HostQueryRq is empty']],
		[
			'attributes that are names of JavaScript',
			'<CustomerQueryRq valueOf="1" __proto__="2"/>',
			['CustomerQueryRq has no attribute valueOf', 'CustomerQueryRq has no attribute __proto__'],
		],
		[
			'a macro with a text beside it',
			'<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef><FullName>A</FullName></CustomerRef><AppliedToTxnAdd><TxnID useMacro="TxnID:1">x</TxnID></AppliedToTxnAdd></ReceivePaymentAdd></ReceivePaymentAddRq>',
			['TxnID has useMacro, and so it must have no text'],
		],
		[
			'an element between lines',
			'<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>A</FullName></CustomerRef><InvoiceLineAdd/><Memo>a</Memo><InvoiceLineAdd/></InvoiceAdd></InvoiceAddRq>',
			['InvoiceLineAdd has to come after Memo in InvoiceAdd'],
		],
	])('%s', (_, xml, expected) => {
		expect(inXml(xml)).toEqual(expected);
	});

	test('where the host is of another country, what the facts do not know is a hint', () => {
		const problems = checkRequest(
			facts,
			read('<CustomerQueryRq><TaxRegion>1</TaxRegion></CustomerQueryRq>'),
			{
				isForeign: true,
			},
		);
		expect(problems).toMatchObject([
			{ message: 'CustomerQueryRq has no element TaxRegion', isHint: true },
		]);
	});

	test('each says where the element is: its path, and its place in the XML', () => {
		const xml =
			'<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>A</FullName></CustomerRef><InvoiceLineAdd/><InvoiceLineAdd><Quantity>two</Quantity></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>';
		const [{ path, position = 0 }] = checkRequest(facts, read(xml));
		expect(path).toBe('InvoiceAddRq > InvoiceAdd > InvoiceLineAdd (2) > Quantity');
		expect(position).toBe(
			'<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">'
				.length + xml.indexOf('<Quantity>'),
		);
	});

	test('a megabyte of lines with the last one wrong has one problem', () => {
		const line =
			'<InvoiceLineAdd><ItemRef><FullName>Consulting</FullName></ItemRef><Desc>Work</Desc><Quantity>1</Quantity></InvoiceLineAdd>';
		const lines = line.repeat(Math.ceil(1_000_000 / line.length));
		expect(
			inXml(
				`<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>A</FullName></CustomerRef>${lines}<Memo>late</Memo></InvoiceAdd></InvoiceAddRq>`,
			),
		).toEqual(['Memo has to come before InvoiceLineAdd in InvoiceAdd']);
	});
});

test('an element is written without white space, and with references for what is beyond ASCII', () => {
	expect(
		writeElement({
			name: 'Memo',
			attributes: { a: '"\t<é' },
			text: 'R&D <Müller> €\r\n',
			children: [],
		}),
	).toBe('<Memo a="&quot;&#9;&lt;&#233;">R&amp;D &lt;M&#252;ller&gt; &#8364;&#13;\n</Memo>');
});
