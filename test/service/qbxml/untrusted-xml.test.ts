import {
	InvalidXml,
	readResponse,
	type RequestChild,
	requestFromXml,
	requestToXml,
} from '../../../service/qbxml';

const request = (content: string, before = '') =>
	`<?xml version="1.0"?><?qbxml version="16.0"?>${before}<QBXML><QBXMLMsgsRq><A>${content}</A></QBXMLMsgsRq></QBXML>`;

const BOMB = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';

const refused: Array<[string, string, RegExp]> = [
	['a DOCTYPE', request('<B/>', '<!DOCTYPE QBXML>'), /DOCTYPE/],
	['a DOCTYPE in lower case', request('<B/>', '<!doctype QBXML>'), /DOCTYPE/],
	[
		'an external entity',
		request('<B>&x;</B>', '<!DOCTYPE x SYSTEM "file:///etc/passwd">'),
		/DOCTYPE/,
	],
	['entities that grow', request('<B>&b;</B>', BOMB), /DOCTYPE/],
	['an entity of HTML', request('<B>&nbsp;</B>'), /"&nbsp;"/],
	['an unknown entity in an attribute', request('<B c="&x;"/>'), /"&x;"/],
	['an ampersand alone', request('<B>Smith & Sons</B>'), /"&"/],
	[
		'a reference to a control character',
		request('<B>&#1;</B>'),
		/&#1; contains the character U\+0001/,
	],
	['a reference to half a pair', request('<B>&#xD800;</B>'), /U\+D800/],
	['a reference past the last character', request('<B>&#x110000;</B>'), /names no character/],
	['a control character as such', request('<B>\u0007</B>'), /U\+0007/],
	['a name of the prototype', request('<__proto__><polluted>1</polluted></__proto__>'), /./],
	['a constructor', request('<constructor><prototype/></constructor>'), /./],
	['an attribute of the prototype', request('<B __proto__="x"/>'), /./],
	['an end that is missing', request('<B>'), /./],
	['ends that cross', request('<B><C></B></C>'), /not well formed/],
	['an attribute twice', request('<B c="1" c="2"/>'), /not well formed/],
	['an attribute without quotes', request('<B c=1/>'), /not well formed/],
	['a comment without an end', request('<!-- <B/>'), /unclosed comment/],
	['something after the root', `${request('<B/>')}<C/>`, /one element around/],
	['no XML', 'CustomerQueryRq', /./],
	['nothing', '', /./],
];

describe('XML from outside', () => {
	it.each(refused)('is refused: %s', (_, xml, sentence) => {
		expect(() => requestFromXml(xml)).toThrow(InvalidXml);
		expect(() => requestFromXml(xml)).toThrow(sentence);
		expect(() => readResponse(xml)).toThrow(InvalidXml);
		expect({}).not.toHaveProperty('polluted');
	});

	it('may be 64 elements deep and no deeper, read or written', () => {
		const nested = (depth: number): RequestChild => ({
			name: 'B',
			...(depth > 1 ? { children: [nested(depth - 1)] } : { text: 'x' }),
		});
		const json = (depth: number) => ({
			version: '16.0',
			request: { name: 'A', attributes: {}, children: [nested(depth)] },
		});
		const elements = (depth: number) => request('<B>'.repeat(depth) + 'x' + '</B>'.repeat(depth));
		expect(requestFromXml(requestToXml(json(61)))).toEqual(json(61));
		expect(requestFromXml(elements(61))).toEqual(json(61));
		expect(() => requestToXml(json(62))).toThrow(/more than 64 elements/);
		expect(() => requestFromXml(elements(62))).toThrow(InvalidXml);
		expect(() => requestFromXml('<B>'.repeat(100_000))).toThrow(InvalidXml);
	});

	it('may have 10 MiB as a request and no more, read or written', () => {
		const limit = 10 * 1024 * 1024;
		const frame = Buffer.byteLength(request('<B></B>'));
		const largest = request(`<B>${'x'.repeat(limit - frame)}</B>`);
		expect(requestFromXml(largest).request.children?.[0].text).toHaveLength(limit - frame);
		expect(() => requestFromXml(largest.replace('x', 'ü'))).toThrow(/larger than 10485760 bytes/);
		const children = [{ name: 'B', text: 'x'.repeat(limit) }];
		expect(() => requestToXml({ version: '16.0', request: { name: 'A', children } })).toThrow(
			/larger than 10485760 bytes/,
		);
	});

	it('is not quoted at length when it is refused', () => {
		const error = (() => {
			try {
				return requestFromXml(request(`<B:${'x'.repeat(100_000)}/>`));
			} catch (caught) {
				return caught;
			}
		})();
		expect(error).toBeInstanceOf(InvalidXml);
		expect((error as InvalidXml).message.length).toBeLessThan(600);
	});
});
