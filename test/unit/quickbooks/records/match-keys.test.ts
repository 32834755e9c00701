import fc from 'fast-check';

import { customer } from '../../../../quickbooks/records/customer';
import { item } from '../../../../quickbooks/records/item';
import {
	customFieldKey,
	KeyIndex,
	type MatchKey,
	matchKeysOf,
} from '../../../../quickbooks/records/matchKeys';
import type { RecordKind } from '../../../../quickbooks/records/record';
import { vendor } from '../../../../quickbooks/records/vendor';

test.each<[RecordKind, string[]]>([
	[customer, ['accountNumber', 'email', 'phone']],
	[vendor, ['accountNumber', 'email', 'phone']],
	[item, ['manufacturerPartNumber']],
])('$value: what it is recognised by', (kind, keys) => {
	expect(matchKeysOf(kind).map(({ value }) => value)).toEqual(keys);
});

function keyOf(value: string): MatchKey {
	const key = matchKeysOf(customer).find((one) => one.value === value);
	if (!key) throw new Error(`There is no key ${value}.`);
	return key;
}

const record = (fields: Record<string, string>) => ({ type: 'Customer', fields });

test.each([
	['email', 'Email', 'kristy@example.com', ' Kristy@Example.COM ', 'kristy@example.org'],
	['phone', 'Phone', '(415) 555-6579', '415.555.6579', '415-555-6578'],
	['accountNumber', 'AccountNumber', ' C-1042', 'C-1042 ', 'c-1042'],
])('%s: however it is written', (value, element, held, same, other) => {
	const one = record({ [element]: held });
	const index = new KeyIndex(keyOf(value), [one, record({ Name: 'without it' })]);
	expect(index.having(same)).toEqual([one]);
	expect(index.having(other)).toEqual([]);
	expect(index.having('')).toEqual([]);
});

test.each([
	['email', 'Email', 'office@example.com; Kristy@example.com', 'kristy@example.com'],
	['email', 'Email', 'kristy@example.com', 'books@example.com, kristy@example.com'],
	['phone', 'Phone', '(650) 555-1234', '+1 650 555 1234'],
	['phone', 'Phone', '+1 650 555 1234', '650.555.1234'],
	['phone', 'Phone', '1-650-555-1234', '+1 (650) 555-1234'],
	['phone', 'Phone', '0171 1234567', '+49 171 1234567'],
	['phone', 'Phone', '0049 (0)171 1234567', '0171/1234567'],
	['phone', 'Phone', '(0)', '0'],
	['phone', 'Phone', '(0)2', '02'],
	['phone', 'Phone', '(0)123456', '0123456'],
	['email', 'Email', 'Kristy <kristy@example.com>', 'kristy@example.com'],
	['email', 'Email', 'mailto:kristy@example.com', '"Kristy" <Kristy@Example.com>;'],
	['phone', 'Phone', '650-555-1234 x12', '650-555-1234'],
	['phone', 'Phone', '650-555-1234', '+1 650 555 1234 ext. 4'],
	['phone', 'Phone', '650-555-1234x12', '(650) 555-1234 Ext 12'],
	['phone', 'Phone', '650 555 1234 extension 12', '1 650 555 1234 #12'],
	['phone', 'Phone', '650 555 1234;ext=12', '6505551234 Extn: 12 '],
	['phone', 'Phone', '011 49 171 1234567', '+49 171 1234567'],
	['phone', 'Phone', '011 49 171 1234567', '0171 1234567'],
	['phone', 'Phone', '(0049) 171 1234567', '+49 0171 1234567'],
	['phone', 'Phone', '0011 1 650 555 1234', '650 555 1234'],
	['phone', 'Phone', '(+44) 20 7946 0123', '020 7946 0123'],
	['phone', 'Phone', '+353 1 496 0123', '01 496 0123'],
	['phone', 'Phone', '+39 011 5621234', '011 5621234'],
	['phone', 'Phone', '+91 11 23456789', '011 2345 6789'],
	['phone', 'Phone', '+55 11 91234 5678', '011 91234-5678'],
])('%s: %s %s is also %s', (value, element, held, same) => {
	const one = record({ [element]: held });
	const key = keyOf(value);
	expect(new KeyIndex(key, [one]).having(same)).toEqual([one]);
	// Otherwise two items of one execution would both create it.
	expect(key.shared(held).filter((one) => key.shared(same).includes(one))).not.toEqual([]);
	expect(new KeyIndex(key, [record({ [element]: same })]).having(held)).toHaveLength(1);
});

test.each([
	['email', 'Email', 'office@example.com; kristy@example.com', 'kristy@example.co'],
	['phone', 'Phone', '+1 650 555 1234', '+44 650 555 1234'],
	['phone', 'Phone', '555-1234', '650-555-1234'],
	['phone', 'Phone', '6505551234', '505551234'],
	['phone', 'Phone', '+1 65', '65'],
	['phone', 'Phone', '(0)2', '2'],
	['email', 'Email', 'Kristy <kristy@example.com>', 'Kristy <kristy@example.org>'],
	['phone', 'Phone', '650-555-1234 x12', '650-555-1234 x4'],
	['phone', 'Phone', '650-555-1234 x12', '650-555-123412'],
	['phone', 'Phone', '555 x12', '555'],
	['phone', 'Phone', '650-555-1235 x12', '650-555-1234'],
	// The country has two digits, and its number begins with none of the others.
	['phone', 'Phone', '+49 650 5551234', '50 5551234'],
	['phone', 'Phone', '+49 650 5551234', '0505551234'],
	['phone', 'Phone', '011 562 1234', '+562 1234'],
])('%s: %s %s is not %s', (value, element, held, other) => {
	const one = record({ [element]: held });
	expect(new KeyIndex(keyOf(value), [one]).having(other)).toEqual([]);
	const another = record({ [element]: other });
	expect(new KeyIndex(keyOf(value), [another]).having(held)).toEqual([]);
});

test('a number with the very same extension comes before one without', () => {
	const [office, kristy, other] = ['650-555-1234', '650-555-1234 x12', '650-555-1234 x4'].map(
		(Phone) => record({ Phone }),
	);
	const index = new KeyIndex(keyOf('phone'), [office, kristy, other]);
	expect(index.having('+1 650 555 1234 ext 12')).toEqual([kristy]);
	expect(index.having('+1 650 555 1234')).toEqual([office]);
	expect(index.having('+1 650 555 1234 ext 5')).toEqual([office]);
	expect(new KeyIndex(keyOf('phone'), [kristy, other]).having('6505551234')).toHaveLength(2);
});

test('addresses that have one in common are for one record', () => {
	const { shared } = keyOf('email');
	expect(shared('b@example.com; a@example.com')).toContain('b@example.com');
});

test('a custom field by its name in any case, among others', () => {
	const field = (DataExtName: string, DataExtValue: string) => ({ DataExtName, DataExtValue });
	const one = {
		type: 'Customer',
		fields: { DataExtRet: [field('Route', '1042'), field('Shop ID', '7')] },
	};
	const index = new KeyIndex(customFieldKey('shop id'), [one]);
	expect(index.having(' 7 ')).toEqual([one]);
	expect(index.having('1042')).toEqual([]);
});

test.each(['?ód? 7', 'Lódz 7', '?ódz 7', '£ódŸ 7'])(
	'a value whose letters were lost: %s',
	(held) => {
		const one = record({ AccountNumber: held });
		const index = new KeyIndex(keyOf('accountNumber'), [one, record({ AccountNumber: '?ódz 8' })]);
		expect(index.having('Łódź 7')).toEqual([one]);
		expect(index.having('łódka 7')).toEqual([]);
	},
);

test('an index gives what a look at each record gives', () => {
	const phone = fc.stringMatching(/^[0-3 ()-]{0,4}$/);
	const digitsIn = (text: string): string => text.replace(/\D/g, '');
	const key = keyOf('phone');
	fc.assert(
		fc.property(fc.array(phone), phone, (phones, wanted) => {
			const records = phones.map((one) => record({ Phone: one }));
			const digits = digitsIn(wanted);
			expect(new KeyIndex(key, records).having(wanted)).toEqual(
				records.filter(({ fields }) => digits !== '' && digitsIn(fields.Phone) === digits),
			);
		}),
		{
			examples: [
				[['(0)', '0'], '0'],
				[['0', '(0)'], '(0)'],
				[['(0)2'], '2'],
			],
		},
	);
});
