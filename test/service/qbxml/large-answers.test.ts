import fc from 'fast-check';

import {
	type AnswerReading,
	createAnswerThread,
	type KeptPart,
	readResponse,
	type ResponseFilter,
} from '../../../service/qbxml';
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
				const texts: string[] = [];
				const reader = createResponseReader((_, text) => texts.push(text) - 1, filter);
				for (const part of cut(xml, where)) reader.write(part);
				const response = reader.end();
				const textOf = (parts: readonly number[]) => parts.map((part) => texts[part]).join('');
				expect({
					...response,
					xml: textOf(response.xml),
					json: textOf(response.json),
				}).toEqual(readResponse(xml, filter));
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
			const reader = createResponseReader(() => 0);
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

	const bytesOf = (text: string) => new TextEncoder().encode(text);

	/** Reads the rest of an answer that was begun with some parts, and puts all parts in their order. */
	async function restOf(reading: AnswerReading, before: readonly KeptPart[]) {
		const { kept, response } = await reading.end();
		reading.drop();
		const texts = new Map(
			[...before, ...kept].map(({ number, form, content }) => [
				`${form} ${number}`,
				new TextDecoder('utf-8', { ignoreBOM: true }).decode(content),
			]),
		);
		const { xml, json } = response;
		return {
			...response,
			xml: xml.map((number) => texts.get(`xml ${number}`)).join(''),
			json: json.map((number) => texts.get(`json ${number}`)).join(''),
		};
	}

	async function read(xml: string, filter?: ResponseFilter) {
		const reading = thread.open(filter);
		const kept: KeptPart[] = [];
		for (const part of cut(escaped(xml), [7, 100, 400_000, 800_000]))
			kept.push(...(await reading.write({ bytes: bytesOf(part), isEscaped: true })));
		return { ...(await restOf(reading, kept)), early: kept.length };
	}

	const recordsOf = (count: number): string =>
		Array.from(
			{ length: count },
			(_, index) =>
				`<${index % 2 === 0 ? 'CustomerRet' : 'VendorRet'}><Name>ü${index % 3}😀</Name></${index % 2 === 0 ? 'CustomerRet' : 'VendorRet'}>`,
		).join('');

	it('reads them as they are read elsewhere, several at a time, filtered too', async () => {
		const xml = answer('CustomerQuery', { records: recordsOf(9) });
		const filter = { conditions: [{ field: 'Name', contains: 'Ü1' }] };
		const [whole, filtered] = await Promise.all([read(xml), read(xml, filter)]);
		expect(whole).toEqual({ ...readResponse(xml), early: 0 });
		expect(filtered).toEqual({ ...readResponse(xml, filter), early: 0 });
	});

	it('hands over what it has read before it has read everything, and puts it in order at the end', async () => {
		const xml = answer('EntityQuery', { records: recordsOf(40_000) });
		const { early, ...response } = await read(xml);
		expect(early).toBeGreaterThan(3);
		expect(response).toEqual(readResponse(xml));
	});

	it('reads what stands in CDATA sections as it is', async () => {
		const xml = answer('CustomerQuery', {
			records: '<CustomerRet><Name>a &amp; 😀</Name></CustomerRet>',
		});
		const half = xml.indexOf('&');
		const reading = thread.open();
		await reading.write({ bytes: bytesOf(escaped(xml.slice(0, 9))), isEscaped: true });
		await reading.write({ bytes: bytesOf(xml.slice(9, half)), isEscaped: false });
		await reading.write({ bytes: bytesOf(escaped(xml.slice(half))), isEscaped: true });
		expect(await restOf(reading, [])).toEqual(readResponse(xml));
	});

	it('says what is wrong with one, and reads the next one', async () => {
		await expect(read('no answer')).rejects.toThrow(/not well formed/);
		const xml = answer('CustomerQuery');
		expect(await read(xml)).toMatchObject(readResponse(xml));
	});

	it('says that it has ended to those who were waiting for it', async () => {
		const other = createAnswerThread();
		const reading = other.open();
		const written = reading.write({ bytes: bytesOf('a'), isEscaped: true });
		await Promise.all([expect(written).rejects.toThrow(/has ended/), other.close()]);
		await expect(reading.end()).rejects.toThrow(/has ended/);
	});
});
