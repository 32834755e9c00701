import type { IDataObject } from 'n8n-workflow';

import { FormError } from '../../../../../../quickbooks/form/formError';
import { requestOf } from '../../../../support/request-of';

/** Filters of items by their names in the form, with the labels they have there. */
const itemFilters: Record<string, [label: string, value: string]> = {
	name: ['Name', 'Wood Door'],
	listId: ['Item', '80000001-1'],
	nameFrom: ['Name From', 'A'],
	nameTo: ['Name To', 'M'],
	nameStartsWith: ['Name Starts With', 'Wood'],
	nameContains: ['Name Contains', 'oo'],
	nameEndsWith: ['Name Ends With', 'Door'],
	modifiedAfter: ['Modified After', '2026-01-01T00:00:00Z'],
	modifiedBefore: ['Modified Before', '2026-01-31T00:00:00Z'],
	activeStatus: ['Active Status', 'All'],
};

const names = Object.keys(itemFilters);
const alone = ['name', 'listId'];
const exclusiveNames = ['nameStartsWith', 'nameContains', 'nameEndsWith'];
const nameFilters = ['nameFrom', 'nameTo', ...exclusiveNames];

/** Section 4.3: which two filters of items may not stand together. */
const together = (one: string, other: string): boolean =>
	![one, other].some((name) => alone.includes(name)) &&
	!(
		[one, other].every((name) => nameFilters.includes(name)) &&
		[one, other].some((name) => exclusiveNames.includes(name))
	);

const pairs = names.flatMap((one, index) =>
	names.slice(index + 1).map((other): [string, string] => [one, other]),
);
const query = (...filters: string[]) =>
	requestOf('item', 'query', {
		filters: Object.fromEntries(filters.map((name) => [name, itemFilters[name][1]])),
	}).query;

describe('items: filters that exclude each other', () => {
	test.each(pairs.filter(([one, other]) => !together(one, other)))(
		'%s with %s is refused, naming both',
		(one, other) => {
			const refused = () => query(one, other);
			expect(refused).toThrow(FormError);
			expect(refused).toThrow(itemFilters[one][0]);
			expect(refused).toThrow(itemFilters[other][0]);
			expect(refused).toThrow(/can't be used together/);
		},
	);

	test.each(pairs.filter(([one, other]) => together(one, other)))(
		'%s with %s is fine',
		(one, other) => {
			expect(Object.keys(query(one, other) ?? {})).toHaveLength(3);
		},
	);

	test('a filter that was left empty excludes nothing', () => {
		const filters: IDataObject = { name: '', listId: '', nameContains: 'oo', activeStatus: 'All' };
		expect(requestOf('item', 'query', { filters }).query).toEqual({
			name_contains: 'oo',
			active_status: 'All',
			max_returned: 51,
		});
	});

	test('options are no filters', () => {
		const form = { filters: { name: 'Wood Door' }, options: { fields: ['ListID'] } };
		expect(requestOf('item', 'query', form).query).toEqual({
			name: 'Wood Door',
			include: ['ListID'],
		});
	});
});

describe('credit memos: the reference number', () => {
	test.each([
		['refNumberFrom', 'Reference Number From'],
		['refNumberTo', 'Reference Number To'],
	])('a part of it with %s is refused, naming both', (name, label) => {
		expect(() =>
			requestOf('creditMemo', 'query', { filters: { refNumberContains: '10', [name]: '1' } }),
		).toThrow(new FormError(`Reference Number Contains and ${label} can't be used together.`));
	});
});

describe('where the interface excludes nothing', () => {
	test.each<[resource: string, asked: object]>([
		['customer', {}],
		['vendor', { iterate: true }],
		['salesTaxItem', { iterate: true }],
		['salesTaxCode', {}],
	])(
		'%s: a part of the name goes with its bounds, and all that fit are read',
		(resource, asked) => {
			const filters = { nameContains: 'a', nameFrom: 'A', nameTo: 'M' };
			expect(requestOf(resource, 'query', { filters }).query).toEqual({
				name: 'a',
				from_name: 'A',
				to_name: 'M',
				...asked,
			});
		},
	);
});
