import fc from 'fast-check';

import { createRepair, repairedDocument } from '../../../service/qbxml/repair';

function inParts(parts: readonly string[]): string {
	const repair = createRepair();
	return parts.map((part) => repair.write(part)).join('') + repair.end();
}

test.each<[what: string, parts: string[], whole: string]>([
	['a reference', ['<a>', '&', 'amp;</a>'], '<a>&amp;</a>'],
	['a reference to what XML cannot hold', ['<a>&#', 'x0', 'B;</a>'], '<a>\uFFFD</a>'],
	['blanks within', ['<a>', '  ', '\n ', ' b</a>'], '<a>  \n  b</a>'],
	['blanks before a reference', ['<a>', ' ', ' &l', 't;</a>'], '<a>  &lt;</a>'],
	['signs at the end', ['<a/>', '\u0000 ', '\uFEFF', ' \n'], '<a/>  \n'],
	['signs before it', ['\uFEFF', ' \n', '<a/>'], '<a/>'],
	['an open end', ['<a/>', ' ', '&'], '<a/> &'],
])('a document is read in parts, as whole: %s', (_what, parts, whole) => {
	expect(inParts(parts)).toBe(whole);
	expect(repairedDocument(parts.join(''))).toBe(whole);
});

test('where it is divided makes no difference', () => {
	const piece = fc.constantFrom(
		'<a>',
		' ',
		'\n',
		'&',
		'&#x1;',
		'&lt;',
		';',
		'\u0001',
		'\uFEFF',
		'é',
	);
	const parts = fc.array(fc.string({ unit: piece, maxLength: 8 }), { maxLength: 8 });
	fc.assert(fc.property(parts, (all) => inParts(all) === repairedDocument(all.join(''))));
});
