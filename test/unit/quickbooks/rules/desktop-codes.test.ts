import { connectorCodes, desktopCodeOf, hresults } from '../../../../quickbooks/rules/desktopCodes';
import { proofOf } from '../../../../quickbooks/rules/statuses';
import { connectorErrors, quickBooksErrors } from '../../../../service/pages/connector-errors';

const codes = { ...hresults, ...connectorCodes };

test.each(Object.entries(codes))('%s reads as a clause and a sentence', (code, { means, todo }) => {
	expect(code).toMatch(/^(0x8[0-9A-F]{7}|QBWC\d{4})$/);
	expect(means).not.toMatch(/\.$/);
	expect(todo).toMatch(/^[A-Z].*\.$/);
});

test('what proves that nothing was written is said to write nothing', () => {
	const proving = Object.keys(codes).filter((code) => proofOf(code));
	expect(proving).toEqual(['0x80040400', '0x80040423']);
	expect(proving.map((code) => codes[code].carriedOut)).toEqual(['no', 'no']);
	expect(['0x8004041C', 'QBWC1015', 'QBWC1042'].map((code) => codes[code].carriedOut)).toEqual([
		'unknown',
		'yes',
		'yes',
	]);
});

test('a code is known however a service shows it', () => {
	for (const code of ['0x8004041C', '8004041c', '-2147220452', 2147746844]) {
		expect(desktopCodeOf(code)).toBe(hresults['0x8004041C']);
	}
	expect(desktopCodeOf('QBWC 1042')).toBe(connectorCodes.QBWC1042);
	expect(desktopCodeOf('0x80049999')).toBeUndefined();
});

test('each code stands on the page for the person at the desktop once', () => {
	const shown = quickBooksErrors.flatMap((error) => error.codes);
	expect(new Set(shown).size).toBe(shown.length);
	expect(shown).toEqual(expect.arrayContaining(Object.keys(hresults)));
	expect(connectorErrors.flatMap((error) => error.codes)).toEqual(
		expect.arrayContaining(Object.keys(connectorCodes)),
	);
});
