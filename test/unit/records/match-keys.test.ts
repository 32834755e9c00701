import fc from 'fast-check';

import { customer } from '../../../nodes/shared/records/customer';
import { item } from '../../../nodes/shared/records/item';
import {
	customFieldKey,
	KeyIndex,
	type MatchKey,
	matchKeysOf,
} from '../../../nodes/shared/records/matchKeys';
import type { RecordKind } from '../../../nodes/shared/records/record';
import { vendor } from '../../../nodes/shared/records/vendor';

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

test('an index gives what a look at each record gives', () => {
	const phone = fc.stringMatching(/^[0-3 ()-]{0,4}$/);
	const key = keyOf('phone');
	fc.assert(
		fc.property(fc.array(phone), phone, (phones, wanted) => {
			const records = phones.map((one) => record({ Phone: one }));
			const digits = wanted.replace(/\D/g, '');
			expect(new KeyIndex(key, records).having(wanted)).toEqual(
				records.filter(({ fields }) => digits !== '' && fields.Phone.replace(/\D/g, '') === digits),
			);
		}),
	);
});
