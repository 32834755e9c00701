import fc from 'fast-check';

import {
	hintOfLost,
	isSameName,
	isSameText,
	isTelling,
	waysKept,
} from '../../../../quickbooks/qbxml/characters';

test.each<[string, string[]]>([
	['Žižkov – Œuvre €5', ['Žižkov – Œuvre €5']],
	['Łódź', ['Łódź', '?ód?', 'Lódz']],
	['Nguyễn', ['Nguyễn', 'Nguy?n', 'Nguyen']],
	['北 1', ['北 1', '? 1']],
	['a😀', ['a😀', 'a?', 'a??']],
	['Işık', ['Işık', 'I??k', 'Isik']],
	['Cafe\u0301', ['Café']],
])('%p may be kept as %p', (text, ways) => {
	expect(waysKept(text).slice(0, ways.length)).toEqual(ways);
});

test.each([
	['Łódź', '?ód?', true],
	['?ód?', 'Łódź', true],
	['Łódź', 'Lódz', true],
	['Łódź', '?ódz', true],
	['?ódz', 'Łódź', true],
	['Łódź', 'Lód?', true],
	['Łódź', '£ódŸ', true],
	['Łódź', '£ódk', false],
	['Łódź', '?ódk', false],
	['Łódź', '?ódzz', false],
	['Nguyễn', 'Nguyên', true],
	['Kolić', 'Kolin', false],
	['Kolić', 'Kolie', false],
	['Kolić', 'Moli?', false],
	['№ 7', 'No 7', true],
	['№ 7', 'No 8', false],
	['a\u2011b', 'a-b', true],
	['⅓', '1/3', true],
	['⅓', '½', false],
	['₽100', '€100', false],
	['１３', '12', false],
	['x\u030c', 'x?', true],
	['x\u030c', 'x', true],
	['😀Ł', '??L', true],
	['Łódź', 'łódź', false],
	['Łódź', 'Lodz', false],
	['Łódź', 'Xódy', false],
	['Łódź', 'Żódź', false],
	['Łódź', '?ód', false],
	['a\r\nb ', 'a\nb', true],
	['Café', 'Cafe', false],
	['', ' ', true],
])('whether %p and %p are the same: %p', (one, other, expected) => {
	expect(isSameText(one, other)).toBe(expected);
});

test('a long row of characters that are lost takes no time', () => {
	expect(isSameText('😀'.repeat(500), `${'?'.repeat(700)}!`)).toBe(false);
	expect(isSameText('😀'.repeat(500), '?'.repeat(700))).toBe(true);
});

test('case makes no difference to names, before letters are lost and after', () => {
	expect(isSameName('İSTANBUL', '?stanbul')).toBe(true);
	expect(isSameName('łódź', '?ÓD?')).toBe(true);
	expect(isSameName('Łódź', 'LÓDZ')).toBe(true);
	expect(isSameName('łódź', '?ÓDZ')).toBe(true);
	expect(isSameName('Łódź', 'ódz')).toBe(false);
});

test.each([
	['Łódź', true],
	['Paweł Źródło', true],
	['Parent:Łódź', true],
	['', true],
	['李明', false],
	['Иван Ltd', false],
	['Ł. Nowak', true],
	['Parent:ŁŹŻ', false],
])('whether enough is left of %p: %p', (name, expected) => {
	expect(isTelling(name)).toBe(expected);
});

test('each lost letter may become something else than the others', () => {
	const letter = fc.constantFrom<[string, string]>(
		['a', 'a'],
		['Đ', 'Đ'],
		...(['?', 'l', '³'] as const).map((instead): [string, string] => ['ł', instead]),
		...(['?', 'z', 'Ÿ'] as const).map((instead): [string, string] => ['ź', instead]),
	);
	fc.assert(
		fc.property(fc.array(letter), (letters) => {
			const [text, shown] = [0, 1].map((part) => letters.map((pair) => pair[part]).join(''));
			expect(isSameText(text, shown)).toBe(true);
			expect(isSameText(`${text}a`, `${shown}b`)).toBe(false);
		}),
	);
});

test('whatever QuickBooks makes of a text is the same as that text, and has lost no more', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (given) => {
			// Blanks at the ends make no difference, whichever they are.
			const text = given.trim();
			for (const way of waysKept(text)) expect(isSameText(text, way)).toBe(true);
			const [, ...kept] = waysKept(text);
			expect(hintOfLost(kept.join(''))).toEqual([]);
		}),
	);
});

test('a character that nobody sees is shown by its number', () => {
	expect(hintOfLost('Ł\u200b')[0]).toMatch(/^QuickBooks can't keep these characters: Ł U\+200B\. /);
});
