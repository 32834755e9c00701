import fc from 'fast-check';

import {
	InvalidXml,
	type RequestChild,
	requestFromXml,
	requestToXml,
} from '../../../service/qbxml';

const HEAD = '<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?>';
const wrap = (content: string) =>
	`${HEAD}<QBXML><QBXMLMsgsRq onError="stopOnError">${content}</QBXMLMsgsRq></QBXML>`;

const customerQuery = {
	version: '16.0',
	request: {
		name: 'CustomerQueryRq',
		attributes: { requestID: '32' },
		children: [
			{ name: 'MaxReturned', text: '10' },
			{ name: 'CurrencyFilter', children: [{ name: 'ListID', text: '80000001-1' }] },
		],
	},
};

const customerQueryXml = wrap(
	'<CustomerQueryRq requestID="32"><MaxReturned>10</MaxReturned><CurrencyFilter><ListID>80000001-1</ListID></CurrencyFilter></CustomerQueryRq>',
);

describe('a request', () => {
	it('is written as one qbXML document', () => {
		expect(requestToXml(customerQuery)).toBe(customerQueryXml);
	});

	it('is read back into its JSON form', () => {
		expect(requestFromXml(customerQueryXml)).toEqual(customerQuery);
	});

	it('is read from XML with line breaks, comments, CDATA, references and a byte order mark', () => {
		const xml = `\uFEFF<?xml version="1.0"?>\r\n<?qbxml version='13.0'?>\r\n<!-- <!DOCTYPE is only a comment here -->
			<QBXML>
				<QBXMLMsgsRq onError="continueOnError">
					<CustomerQueryRq requestID='a&quot;b'>
						<FullName>M&#252;ller <!-- and --><![CDATA[& <Sons>]]> &#x26; Co</FullName>
						<IncludeRetElement/>
					</CustomerQueryRq>
				</QBXMLMsgsRq>
			</QBXML>\n`;
		expect(requestFromXml(xml)).toEqual({
			version: '13.0',
			request: {
				name: 'CustomerQueryRq',
				attributes: { requestID: 'a"b' },
				children: [
					{ name: 'FullName', text: 'Müller & <Sons> & Co' },
					{ name: 'IncludeRetElement', text: '' },
				],
			},
		});
	});

	it('may lack attributes and children, and a child may lack text', () => {
		const request = { name: 'CompanyQueryRq' };
		expect(requestToXml({ version: 'CA3.0', request })).toContain(
			'<?qbxml version="CA3.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CompanyQueryRq></CompanyQueryRq>',
		);
		const empty = { name: 'CompanyQueryRq', children: [{ name: 'OwnerID' }] };
		expect(requestToXml({ version: '16.0', request: empty })).toBe(
			wrap('<CompanyQueryRq><OwnerID></OwnerID></CompanyQueryRq>'),
		);
	});
});

/** Any text that XML 1.0 can contain, with many characters that need escaping. */
const text = fc.oneof(
	fc
		.string({ unit: 'binary' })
		.map((value) => value.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')),
	fc.string({
		unit: fc.constantFrom(
			'&',
			'<',
			'>',
			'"',
			"'",
			']',
			';',
			'#',
			'amp',
			'\r',
			'\n',
			'\t',
			' ',
			'x',
		),
	}),
);
const name = fc
	.stringMatching(/^[A-Za-z]\w{0,12}$/)
	.filter((word) => word !== 'constructor' && word !== 'prototype');
const attributes = fc.dictionary(name, text, { maxKeys: 3, noNullPrototype: true });

const { child } = fc.letrec<{ child: RequestChild }>((tie) => ({
	child: fc.oneof(
		{ maxDepth: 4, depthIdentifier: 'child' },
		fc.record({ name, text }),
		fc.record({ name, children: fc.array(tie('child'), { minLength: 1, maxLength: 3 }) }),
		fc.record({
			name,
			attributes: attributes.filter((map) => Object.keys(map).length > 0),
			text,
		}),
	),
}));

describe('the two forms of a request', () => {
	it('turn into each other without loss', () => {
		const request = fc.record({ name, attributes, children: fc.array(child, { maxLength: 4 }) });
		fc.assert(
			fc.property(request, (written) => {
				const json = { version: '16.0', request: written };
				expect(requestFromXml(requestToXml(json))).toEqual(json);
			}),
			{ numRuns: 500 },
		);
	});
});

const refusedXml: Array<[string, string, RegExp]> = [
	['no request', wrap(''), /exactly one request element .* here are 0/],
	[
		'two requests',
		wrap('<HostQueryRq/><HostQueryRq/>'),
		/exactly one request element .* here are 2/,
	],
	['text beside the request', wrap('x<HostQueryRq/>'), /exactly one request element/],
	['text in the request', wrap('<HostQueryRq>x</HostQueryRq>'), /elements only/],
	['text beside elements', wrap('<A><B>x<C/></B></A>'), /B has both text and elements/],
	[
		'two sets of requests',
		`${HEAD}<QBXML><QBXMLMsgsRq/><QBXMLMsgsRq/></QBXML>`,
		/exactly one QBXMLMsgsRq/,
	],
	['another root', `${HEAD}<QBPOSXML/>`, /here it is QBPOSXML/],
	['a namespace', wrap('<q:HostQueryRq/>'), /"q:HostQueryRq" is not a name/],
	[
		'no qbXML version',
		'<QBXML><QBXMLMsgsRq><A/></QBXMLMsgsRq></QBXML>',
		/does not say its qbXML version/,
	],
	[
		'a version after the root only',
		'<QBXML><QBXMLMsgsRq><A/></QBXMLMsgsRq></QBXML><?qbxml version="16.0"?>',
		/does not say its qbXML version/,
	],
	['a version that is none', customerQueryXml.replace('16.0', 'new'), /"new" is no qbXML version/],
];

describe('XML that is no single request', () => {
	it.each(refusedXml)('is refused: %s', (_, xml, sentence) => {
		expect(() => requestFromXml(xml)).toThrow(InvalidXml);
		expect(() => requestFromXml(xml)).toThrow(sentence);
	});
});

const leaf = (fields: object) => ({
	name: 'CustomerQueryRq',
	children: [{ name: 'FullName', ...fields }],
});

const refusedJson: Array<[string, RegExp, { name: string }]> = [
	[
		'a control character',
		/text of FullName contains the character U\+0001/,
		leaf({ text: 'a\u0001' }),
	],
	['a noncharacter', /U\+FFFF/, leaf({ text: '\uFFFF' })],
	[
		'a control character in an attribute',
		/attribute note of FullName .* U\+0000/,
		leaf({ attributes: { note: '\0' } }),
	],
	['a name that closes the tag', /is not a name/, leaf({ name: 'A><B' })],
	['a name of the prototype', /"__proto__" is not a name/, leaf({ name: '__proto__' })],
	[
		'an attribute of the prototype',
		/"__proto__" is not a name/,
		leaf({ attributes: JSON.parse('{"__proto__": "x"}') }),
	],
	[
		'text and children',
		/FullName has both text and children/,
		leaf({ text: 'x', children: [{ name: 'A' }] }),
	],
];

describe('JSON that cannot be written', () => {
	it.each(refusedJson)('is refused: %s', (_, sentence, request) => {
		expect(() => requestToXml({ version: '16.0', request })).toThrow(InvalidXml);
		expect(() => requestToXml({ version: '16.0', request })).toThrow(sentence);
	});

	it('is refused: a version that would close the instruction', () => {
		const json = { ...customerQuery, version: '1.0"?><!DOCTYPE x>' };
		expect(() => requestToXml(json)).toThrow(/is no qbXML version/);
	});
});
