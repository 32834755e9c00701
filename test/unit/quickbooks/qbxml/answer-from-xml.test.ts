import fc from 'fast-check';

import { answerFromXml } from '../../../../quickbooks/qbxml/answerFromXml';
import { answerJson } from '../../../support/answers';

const document = (content: string) =>
	`<?xml version="1.0" ?>\n<QBXML><QBXMLMsgsRs>${content}</QBXMLMsgsRs></QBXML>`;

/** Names that are treated in a way of their own, and names that only look like it or like something else. */
const names = fc.constantFrom(
	'CustomerRet',
	'DataExtRet',
	'LinkedTxn',
	'SupportedQBXMLVersion',
	'ItemSalesTaxRef',
	'ItemSalesTaxGroupRet',
	'IsActive',
	'IsToBePrinted',
	'Issue',
	'Name',
	'Balance',
	'Retail',
	'toString',
);
const attributeNames = fc.constantFrom(
	'statusCode',
	'iteratorRemainingCount',
	'retCount',
	'requestID',
	'iteratorID',
	'statusMessage',
	'defMacro',
);

const written: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string =>
	text.replace(/[&<>"]/g, (character) => written[character]);

/** What XML can hold, wherever it comes from. */
const isXml = (text: string) =>
	/^[\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u.test(text);
const texts = fc.oneof(
	fc.constantFrom(
		'true',
		'false',
		' true',
		'TRUE',
		'007',
		'150.00',
		'-0',
		'1e5',
		'null',
		'',
		' ',
		'\n\t',
		' a ',
	),
	fc.constantFrom(
		'Müller & Söhne',
		'5 < 6 > 4',
		'"quoted"',
		"O'Hara",
		']]>',
		'&amp;',
		'&#65;',
		'😀',
		'a  b',
		'{}',
	),
	fc.string({ unit: 'binary' }).filter(isXml),
);

/** The ways to write a text: with entities, with numeric references, in CDATA. */
const ways: ReadonlyArray<(text: string) => string> = [
	escaped,
	(text) => [...text].map((each) => `&#${each.codePointAt(0)};`).join(''),
	(text) =>
		[...text].map((each) => `&#x${each.codePointAt(0)?.toString(16).toUpperCase()};`).join(''),
	(text) => (text.includes(']]>') || text === '' ? escaped(text) : `<![CDATA[${text}]]>`),
	(text) => {
		const [first = '', ...rest] = text;
		const others = rest.join('');
		return escaped(first) + (others.includes(']]>') ? escaped(others) : `<![CDATA[${others}]]>`);
	},
];
const content = fc.tuple(texts, fc.constantFrom(...ways)).map(([text, way]) => way(text));
const numbers = fc.constantFrom('0', '-1', '500', '007', '1.5', '', '12345678901234567890', 'many');
const attributes = fc
	.uniqueArray(fc.tuple(attributeNames, fc.oneof(numbers, texts)), { selector: ([name]) => name })
	.map((all) =>
		all.map(([name, value]) => ` ${name}="${escaped(value.replace(/[\n\t]/g, ' '))}"`).join(''),
	);
const between = fc.constantFrom('', ' ', '\n\t', '<!-- a comment -->', '<?an instruction?>');

const { element } = fc.letrec<{ element: string; inside: string }>((tie) => ({
	inside: fc.oneof(
		{ maxDepth: 5, depthSize: 'medium' },
		content,
		fc.array(fc.tuple(between, tie('element')), { maxLength: 6 }).map((all) => all.flat().join('')),
	),
	element: fc
		.tuple(names, attributes, tie('inside'))
		.map(([name, given, inside]) =>
			inside === '' ? `<${name}${given}/>` : `<${name}${given}>${inside}</${name}>`,
		),
}));

test('the XML of an answer gives what the service makes of it, to the letter', () => {
	fc.assert(
		fc.property(fc.array(element, { maxLength: 5 }), (elements) => {
			const xml = document(
				`<CustomerQueryRs requestID="1" statusCode="0">${elements.join('')}</CustomerQueryRs>`,
			);
			const made = answerFromXml(xml);
			const delivered = answerJson(xml) as unknown;
			expect(made).toEqual(delivered);
			// The order of the keys is that of the document, on both sides.
			expect(JSON.stringify(made)).toBe(JSON.stringify(delivered));
		}),
		{ numRuns: 500 },
	);
});

function inRecord(xml: string): unknown {
	const [{ QBXMLMsgsRs: messages }] = answerFromXml(document(`<Rs><R>${xml}</R></Rs>`));
	return (messages as { Rs: { R: unknown } }).Rs.R;
}

test.each<[what: string, xml: string, value: unknown]>([
	['a switch', '<IsActive>true</IsActive>', { IsActive: true }],
	['a switch with a word', '<IsActive>yes</IsActive>', { IsActive: 'yes' }],
	['a text that says true', '<Name>true</Name>', { Name: 'true' }],
	['an amount', '<Balance>150.00</Balance>', { Balance: '150.00' }],
	['leading zeros', '<RefNumber>007</RefNumber>', { RefNumber: '007' }],
	['one record', '<CustomerRet><Name>A</Name></CustomerRet>', { CustomerRet: [{ Name: 'A' }] }],
	['one link', '<LinkedTxn><TxnID>1</TxnID></LinkedTxn>', { LinkedTxn: [{ TxnID: '1' }] }],
	['one that may repeat', '<ShipToAddress/>', { ShipToAddress: [''] }],
	['one that may repeat elsewhere', '<AccountRef/>', { AccountRef: '' }],
	[
		'one that may repeat here',
		'<CategoryAccountMapping><AccountRef/></CategoryAccountMapping>',
		{ CategoryAccountMapping: [{ AccountRef: [''] }] },
	],
	['an element that repeats', '<A>1</A><B>2</B><A>3</A>', { A: ['1', '3'], B: '2' }],
	['an empty element', '<Memo/><Note></Note>', { Memo: '', Note: '' }],
	['the five entities', '<N>&lt;&gt;&amp;&quot;&apos;</N>', { N: '<>&"\'' }],
	['numeric references', '<N>M&#252;ller &#x1F600;</N>', { N: 'Müller 😀' }],
	['a reference that is written out', '<N>&amp;#252; &amp;amp;</N>', { N: '&#252; &amp;' }],
	['CDATA', '<N><![CDATA[<b> & &amp; ]]></N>', { N: '<b> & &amp; ' }],
	['white space', '<N> a\n b </N>', { N: ' a\n b ' }],
	[
		'attributes',
		'<N code="1" statusCode="7">x</N>',
		{ N: { '@code': '1', '@statusCode': 7, '#text': 'x' } },
	],
])('%s', (_what, xml, value) => {
	expect(inRecord(xml)).toEqual(value);
});

test.each([
	'<!DOCTYPE QBXML><QBXML><QBXMLMsgsRs/></QBXML>',
	'<!DOCTYPE QBXML [<!ENTITY a "aaaa">]><QBXML><QBXMLMsgsRs><Rs>&a;</Rs></QBXMLMsgsRs></QBXML>',
	'<!DOCTYPE QBXML [<!ENTITY a SYSTEM "file:///etc/passwd">]><QBXML>&a;</QBXML>',
])('a DOCTYPE is refused: %s', (xml) => {
	expect(() => answerFromXml(xml)).toThrow(/DOCTYPE|External entities/);
});

test.each(['', 'text', '<Other/>'])('what is no answer gives none: %j', (xml) => {
	expect(answerFromXml(xml)).toEqual([]);
});
