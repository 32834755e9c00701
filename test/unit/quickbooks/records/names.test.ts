import fc from 'fast-check';

import { meantAmong, NameIndex, nearName, sameName } from '../../../../quickbooks/records/names';

const record = (name: string, more = {}) => ({
	type: 'Customer',
	fields: { FullName: name, ...more },
});

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });

test.each([
	['José García', 'JOSE  GARCIA'],
	['Großmann & Søn', 'grossmann&son'],
	['Łukasz Đorđević', 'lukasz dordevic'],
	['Ann Lee', 'AnnLee'],
	['Æther', 'aether'],
])('%s and %s are nearly the same', (one, other) => {
	expect(nearName(one)).toBe(nearName(other));
	const index = new NameIndex([record(one)]);
	expect(index.called(other)).toEqual([]);
	expect(index.nearlyCalled(other)).toEqual([record(one)]);
});

test.each([
	['Ann Lee', 'Ann Leo'],
	['Lee:Kitchen', 'Lee Kitchen'],
	['Smith 1', 'Smith 2'],
])('%s and %s are not', (one, other) => {
	expect(new NameIndex([record(one)]).nearlyCalled(other)).toEqual([]);
});

test('case makes no difference to the name itself, so that it is no near one', () => {
	const index = new NameIndex([record('Café Zoë')]);
	expect(index.called(' CAFÉ ZOË ')).toEqual([record('Café Zoë')]);
	expect(index.nearlyCalled('CAFÉ ZOË')).toEqual([]);
});

test('letters that the application has lost are near to those that were sent', () => {
	expect(new NameIndex([record('?ukasz ?')]).nearlyCalled('Łukasz 北')).toEqual([
		record('?ukasz ?'),
	]);
});

test.each(['Pawe? ?ród?o', 'Pawel Zródlo', 'Pawe? Zród?o', 'PAWEŁ ŹRÓDŁO', 'Pawel ?ród?o'])(
	'%s is what the application made of a name',
	(kept) => {
		const index = new NameIndex([record(kept), record('Pawe? Zród?a'), record('Pawer Zródlo')]);
		expect(index.called('Paweł Źródło')).toEqual([record(kept)]);
	},
);

test('two records that may be meant by a name with lost letters are both found', () => {
	const both = [record('?ukasz'), record('Lukasz')];
	expect(new NameIndex(both).called('Łukasz')).toHaveLength(2);
});

test('a name with a wrong letter in place of a lost one is only near', () => {
	const index = new NameIndex([record('Kolié'), record('Kolin')]);
	expect(index.called('Kolić')).toEqual([]);
	expect(index.nearlyCalled('Kolić')).toEqual([record('Kolié')]);
});

test('every record is found by its name, and no other record is', () => {
	fc.assert(
		fc.property(fc.array(name), name, (names, wanted) => {
			const records = names.map((one) => record(one));
			const index = new NameIndex(records);
			const called = records.filter(({ fields }) => sameName(fields.FullName) === sameName(wanted));
			expect(index.called(wanted)).toEqual(called);
			for (const near of index.nearlyCalled(wanted)) {
				expect(called).not.toContain(near);
			}
			for (const one of records) {
				const { FullName } = one.fields;
				const [same, near] = [index.called(FullName), index.nearlyCalled(FullName)];
				expect([...same, ...near]).toContain(one);
			}
		}),
	);
});

describe('of several with the same value', () => {
	const [customer, job, part, other] = ['Cook', 'Cook:Kitchen', 'cook:kitchen:Sink', 'Cooking'].map(
		(one) => record(one),
	);

	test('those that stand below none of the others are meant', () => {
		expect(meantAmong([job, customer, part], undefined)).toEqual([customer]);
		expect(meantAmong([customer, other], undefined)).toEqual([customer, other]);
		expect(meantAmong([part, job], undefined)).toEqual([job]);
	});

	test('or those below the parent, if there is one', () => {
		expect(meantAmong([customer, job, other], 'COOK')).toEqual([job]);
		expect(meantAmong([customer], 'Cook')).toEqual([]);
	});
});
