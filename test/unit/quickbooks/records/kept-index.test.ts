import fc from 'fast-check';

import { isSameText } from '../../../../quickbooks/qbxml/characters';
import { KeptIndex } from '../../../../quickbooks/records/keptIndex';

const shownText = fc.stringMatching(/^[alz?³½L]{0,4}$/);
const meantText = fc.stringMatching(/^[ałźl?ﬁ😀]{0,4}$/u);

test('what is shown is found by all texts that may have become it', () => {
	fc.assert(
		fc.property(fc.array(shownText), meantText, (shown, meant) => {
			const index = new KeptIndex<string>();
			for (const one of shown) index.addShown(one, one);
			const expected = shown.filter((one) => isSameText(meant, one));
			expect(new Set(index.find(meant))).toEqual(new Set(expected));
		}),
	);
});

test('what is meant is found by all texts that it may have become', () => {
	fc.assert(
		fc.property(fc.array(meantText), shownText, (meant, shown) => {
			const index = new KeptIndex<string>();
			for (const one of meant) index.addMeant(one, one);
			const expected = meant.filter((one) => isSameText(one, shown));
			expect(new Set(index.find(shown))).toEqual(new Set(expected));
		}),
	);
});

test('texts that may become the same are found by each other', () => {
	const index = new KeptIndex<number>((text) => text.toLowerCase());
	['Łódź', 'Żódź', 'Łódka', '?ódz'].forEach((text, number) => index.addMeant(text, number));
	expect(index.find('łódź').sort()).toEqual([0, 1, 3]);
	expect(index.find('Łódka')).toEqual([2]);
});

test('nothing is not what is left of an accent', () => {
	const index = new KeptIndex<string>();
	index.addShown('', 'nothing');
	expect(index.find('\u030c')).toEqual([]);
	expect(index.find('')).toEqual(['nothing']);
});
