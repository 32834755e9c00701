import fc from 'fast-check';

import { amount, price, quantity, quantityAsNumber } from '../../../../quickbooks/form/convert';
import { FormError } from '../../../../quickbooks/form/formError';

const reading = { label: 'Rate', timezone: 'Europe/Berlin' };

describe('an amount goes out as text', () => {
	test.each<[given: unknown, sent: string | undefined]>([
		['150.00', '150.00'],
		['0.10', '0.10'],
		['-12.5', '-12.5'],
		['007', '007'],
		[' 19.99 ', '19.99'],
		['12345678901234567890.12', '12345678901234567890.12'],
		[150, '150'],
		[0, '0'],
		[0.1, '0.1'],
		[0.1 + 0.2, '0.3'],
		[0.1 + 0.2 - 0.3, '0'],
		[1.005, '1.005'],
		[19.99 * 3, '59.97'],
		[4.35 * 100, '435'],
		[-0.1 - 0.2, '-0.3'],
		[0.000001, '0.000001'],
		[123456789.12, '123456789.12'],
		['', undefined],
		[null, undefined],
		[undefined, undefined],
	])('%j becomes %j', (given, sent) => {
		expect(amount(given, reading)).toBe(sent);
	});

	test('a number of cents is the text one would write', () => {
		fc.assert(
			fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
				const sign = cents < 0 ? '-' : '';
				const whole = Math.floor(Math.abs(cents) / 100);
				const fraction = String(Math.abs(cents) % 100).padStart(2, '0');
				const written = `${sign}${whole}.${fraction}`.replace(/\.?0{1,2}$/, '');
				expect(amount(cents / 100, reading)).toBe(written);
			}),
		);
	});

	test.each<[unknown]>([
		['1e3'],
		['1E-7'],
		[1e-7],
		[1e21],
		[Number.NaN],
		[Number.POSITIVE_INFINITY],
		['1,50'],
		['1.234,56'],
		['1,000.00'],
		['$150.00'],
		['150.00 EUR'],
		['.5'],
		['5.'],
		['+5'],
		['1 000'],
		['0x10'],
		['free'],
		[true],
		[['150.00']],
		[{ amount: '150.00' }],
	])('%j is refused', (given) => {
		expect(() => amount(given, reading)).toThrow(FormError);
		expect(() => amount(given, reading)).toThrow(/^Rate must be /);
	});
});

describe('a quantity goes out as a number', () => {
	const ofQuantity = { ...reading, label: 'Line 2: Quantity' };

	test.each<[given: unknown, sent: number | undefined]>([
		[1, 1],
		[2.5, 2.5],
		['2.50', 2.5],
		[0.1 + 0.2, 0.3],
		[0, 0],
		['', undefined],
	])('%j becomes %j', (given, sent) => {
		expect(quantityAsNumber(given, ofQuantity)).toBe(sent);
	});

	test.each(['a dozen', '1e3', '2,5'])('%j is refused', (given) => {
		expect(() => quantityAsNumber(given, ofQuantity)).toThrow(/^Line 2: Quantity must be a number/);
	});
});

test.each<[number, string]>([
	[100 / 3, '33.33333'],
	[2 / 3, '0.66667'],
	[0.1 + 0.2, '0.3'],
	[-1 / 3, '-0.33333'],
	[1234567.891, '1234567.891'],
	[0.1 + 0.2 - 0.3, '0'],
])('a computed price or quantity %p goes out as %s', (given, sent) => {
	expect(price(given, reading)).toBe(sent);
	expect(quantity(given, reading)).toBe(sent);
});

test('what is less than QuickBooks keeps is refused', () => {
	expect(() => price(0.000001, reading)).toThrow(
		'Rate is 0.000001, but QuickBooks keeps only five decimals of it.',
	);
});
