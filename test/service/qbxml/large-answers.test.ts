import fc from 'fast-check';

import { createAnswerThread, readResponse, type ResponseFilter } from '../../../service/qbxml';
import { createResponseReader } from '../../../service/qbxml/response';
import { createUnescaper } from '../../../service/qbxml/unescape';
import { answer } from '../support/qbxml';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;' };
const escaped = (xml: string) => xml.replace(/[&<>"]/g, (sign) => escapes[sign]);

/** A text cut at the given places, but never inside a character. */
function cut(text: string, places: readonly number[]): string[] {
	const characters = [...text];
	const ends = [...new Set(places.map((place) => place % (characters.length + 1)))].sort(
		(one, other) => one - other,
	);
	return [...ends, characters.length].map((end, index) =>
		characters.slice(index === 0 ? 0 : ends[index - 1], end).join(''),
	);
}

const texts = fc.constantFrom(
	'true',
	' ',
	'\r\n\t',
	'Müller &amp; Söhne',
	'&#65;&#x1F600;',
	'😀',
	'<!-- <a> & -->',
	'<![CDATA[ <a> & ]]>',
	']]>',
	'<?name content?>',
);
const attributes = fc.constantFrom('', ' a="1"', " retCount='2' b='&quot;&lt;'", ' a="<"');
const names = fc.constantFrom(
	'ARs',
	'CustomerRet',
	'Memo',
	'IsActive',
	'DataExtRet',
	'QBXMLMsgsRs',
);

const { element } = fc.letrec<{ element: string }>((tie) => ({
	element: fc
		.tuple(
			names,
			attributes,
			fc.array(fc.oneof({ maxDepth: 6 }, texts, tie('element')), { maxLength: 5 }),
		)
		.map(([name, written, content]) =>
			content.length === 0
				? `<${name}${written} />`
				: `<${name}${written}>${content.join('')}</${name}>`,
		),
}));

const documents = fc
	.array(element, { maxLength: 4 })
	.map(
		(content) =>
			`\uFEFF<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${content.join('\n')}</QBXMLMsgsRs></QBXML>`,
	);

const filters: fc.Arbitrary<ResponseFilter | undefined> = fc.option(
	fc.record({
		conditions: fc.array(
			fc.record({ field: names, contains: fc.constantFrom('', 'ü'), hidden: fc.boolean() }),
			{ maxLength: 2 },
		),
		limit: fc.option(fc.nat(3), { nil: undefined }),
	}),
	{ nil: undefined },
);

const places = fc.array(fc.nat(1000), { maxLength: 20 });

describe('an answer that is read in parts', () => {
	it('is the same as one that is read at once, wherever it is cut', () => {
		fc.assert(
			fc.property(documents, filters, places, (xml, filter, where) => {
				const reader = createResponseReader(filter);
				for (const part of cut(xml, where)) reader.write(part);
				expect(reader.end()).toEqual(readResponse(xml, filter));
			}),
		);
	});

	it('has its escaped text back, wherever it is cut', () => {
		fc.assert(
			fc.property(documents, places, (xml, where) => {
				const unescaper = createUnescaper();
				const parts = cut(escaped(xml), where).map((part) => unescaper.write(part));
				expect(parts.join('') + unescaper.end('')).toBe(xml);
			}),
		);
	});

	it.each([
		['a DOCTYPE', '<QBXML><!DOCTYPE a></QBXML>'],
		['a comment without an end', '<QBXML><!-- --'],
		['an entity of HTML', '<QBXML>&nbsp;</QBXML>'],
		['a reference to a control character', '<QBXML>&#1;</QBXML>'],
		['a control character', '<QBXML>\u0001</QBXML>'],
		['ends that cross', '<QBXML><A><B></A></B></QBXML>'],
		['two roots', '<QBXML/><QBXML/>'],
		['too many levels', '<A>'.repeat(65)],
		['no messages', '<QBXML/>'],
	])('is refused for the same reason, wherever it is cut: %s', (_, xml) => {
		const reasonOf = (parts: readonly string[]): string => {
			const reader = createResponseReader();
			try {
				for (const part of parts) reader.write(part);
				reader.end();
				return 'none';
			} catch (error) {
				return String(error);
			}
		};
		const reason = reasonOf([xml]);
		expect(reason).toMatch(/^InvalidXml: /);
		for (let place = 0; place < xml.length; place += 1)
			expect(reasonOf([xml.slice(0, place), xml.slice(place)])).toBe(reason);
	});
});

describe('the thread that reads large answers', () => {
	const thread = createAnswerThread();
	afterAll(() => thread.close());

	const inParts = (text: string) =>
		cut(text, [7, 100]).map((part) => new TextEncoder().encode(part));

	it('reads them as they are read elsewhere, filtered too', async () => {
		const records =
			'<CustomerRet><Name>ü</Name></CustomerRet><CustomerRet><Name>b</Name></CustomerRet>';
		const xml = answer('CustomerQuery', { records });
		const filter = { conditions: [{ field: 'Name', contains: 'B' }] };
		const [whole, filtered] = await Promise.all([
			thread.read(inParts(escaped(xml))),
			thread.read(inParts(escaped(xml)), filter),
		]);
		expect(whole).toEqual(readResponse(xml));
		expect(filtered).toEqual(readResponse(xml, filter));
	});

	it('says what is wrong with one, and reads the next one', async () => {
		await expect(thread.read(inParts('no answer'))).rejects.toThrow(/not well formed/);
		const xml = answer('CustomerQuery');
		expect(await thread.read(inParts(escaped(xml)))).toEqual(readResponse(xml));
	});
});
