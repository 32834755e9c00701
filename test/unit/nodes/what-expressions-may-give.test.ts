import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { resources } from '../../../nodes/AccountingSync/resources/registry';
import { properties as triggerProperties } from '../../../nodes/AccountingSyncTrigger/form';
import { checkExpressions } from '../../../quickbooks/form/checkExpressions';
import { FormError } from '../../../quickbooks/form/formError';
import { WHEN_NOTHING } from '../../../quickbooks/form/nothing';

/** A field with the form around it: a value of its own, as it is stored, and as n8n gives it. */
interface Place {
	/** Such as `invoice.create > Line > Rate`. */
	title: string;
	field: INodeProperties;
	/** The outermost field. */
	outer: INodeProperties;
	/** The outermost field's value around that of this one. */
	around(value: unknown): unknown;
}

/** A field and the fields inside it, each with what stands around it. */
function placesIn(
	title: string,
	field: INodeProperties,
	outer: INodeProperties,
	around: Place['around'],
): Place[] {
	const here = `${title} > ${field.displayName}`;
	const { name, type, options = [] } = field;
	if (type === 'notice') return [];
	if (type === 'collection') {
		return (options as INodeProperties[]).flatMap((inside) =>
			placesIn(here, inside, outer, (value) => around({ [inside.name]: value })),
		);
	}
	if (type === 'fixedCollection') {
		const isMany = field.typeOptions?.multipleValues === true;
		return (options as INodePropertyCollection[]).flatMap((kind) =>
			kind.values.flatMap((inside) =>
				placesIn(`${here} > ${kind.displayName}`, inside, outer, (value) => {
					const row = { [inside.name]: value };
					return around({ [kind.name]: isMany ? [row] : row });
				}),
			),
		);
	}
	if (name === '') throw new Error(here);
	return [{ title: here, field, outer, around }];
}

const placesOf = (title: string, fields: readonly INodeProperties[]): Place[] =>
	fields.flatMap((field) => placesIn(title, field, field, (value) => value));

const places: Place[] = [
	...resources.flatMap(({ value: resource, operations }) =>
		operations.flatMap(({ value: operation, properties }) =>
			placesOf(`${resource}.${operation}`, properties),
		),
	),
	...placesOf('trigger', triggerProperties),
];

/** A value as the field's type holds it. */
function held({ type, typeOptions }: INodeProperties, value: unknown): unknown {
	if (type === 'resourceLocator') return { __rl: true, mode: 'id', value };
	if (type === 'resourceMapper') {
		const schema = [{ id: 'CreditLimit', displayName: 'Credit Limit' }];
		return { mappingMode: 'defineBelow', value: { CreditLimit: value }, schema };
	}
	return typeOptions?.multipleValues === true ? [value] : value;
}

/** What a form says of a value in one of its fields: nothing, or the error. */
function saidOf({ field, outer, around }: Place, stored: string, given: unknown, part = given) {
	const at = (value: unknown) => ({ [outer.name]: around(held(field, value)) });
	try {
		checkExpressions([outer], at(stored), at(given), () => part);
		return undefined;
	} catch (error) {
		if (error instanceof FormError) return error.message;
		throw error;
	}
}

/** A difference of thousands would take jest minutes to show. */
const MOST_SHOWN = 30;

const titlesWhere = (isMeant: (place: Place) => boolean): string[] =>
	places
		.filter(isMeant)
		.map(({ title }) => title)
		.slice(0, MOST_SHOWN);

/** What one such field is called, without the operation and the number of its line. */
const lastName = (title: string): string => title.slice(title.lastIndexOf(' > ') + 3);

const EXPRESSION = '={{ $json.value }}';

test('the forms have all their fields here', () => {
	expect(places.length).toBeGreaterThan(4000);
	expect(titlesWhere(({ title }) => title.endsWith('Line > Rate')).length).toBeGreaterThan(5);
	expect(titlesWhere(({ title }) => title.startsWith('trigger > '))).toHaveLength(MOST_SHOWN);
});

describe('refused in every field, whatever it is', () => {
	test.each<[what: string, stored: string, given: unknown, part?: unknown]>([
		['an expression that is not evaluated', 'For {{ $json.name }}', 'For {{ $json.name }}'],
		['a number of 19 digits', EXPRESSION, 7615917337495251231],
		['a number with an exponent', EXPRESSION, 1e21],
		[
			'a number of 19 digits in a text',
			'=W-{{ $json.id }}',
			'W-7615917337495251000',
			7615917337495251231,
		],
		[
			'a number of 19 digits that JavaScript joins',
			'={{ "W-" + $json.id }}',
			'W-7615917337495251000',
			7615917337495251231,
		],
		['an object in a text', EXPRESSION, '[object Object]'],
	])('%s', (...[, stored, given, part]) => {
		expect(titlesWhere((place) => saidOf(place, stored, given, part) === undefined)).toEqual([]);
	});

	test('and each error names the field', () => {
		const unnamed = places.filter((place) => {
			const { title, field } = place;
			const name = field.type === 'resourceMapper' ? 'Credit Limit' : lastName(title);
			return !saidOf(place, 'For {{ $json.name }}', 'For')?.includes(`${name}: {{ $json.name }}`);
		});
		expect(unnamed.map(({ title }) => title)).toEqual([]);
	});
});

/** Every way in which a value is none, but for an empty text. */
const nothings = [
	...[undefined, null, NaN, [], [undefined], ['a', null]],
	...['undefined', 'Invalid DateTime', 'Invalid Date', 'NaN', 'Infinity'],
];
const blanks = ['', ' ', '\n'];

/** Switches and choices whose names only sound like it. */
const alsoCalledSo = ['Opening Balance Date', 'Billing Rate', 'Amounts in Home Currency'];

/** What the fields are called. The name is that of a connection, which the service can do without. */
const readByPeople: string[] = [
	...[
		'Alternative Contact',
		'Alternative Phone',
		'Asset Description',
		'CC',
		'Cash Back Memo',
		'City',
	],
	...['Company Name', 'Contact', 'Country', 'Department', 'Description', 'Email'],
	...['FOB', 'Fax', 'First Name', 'Job Description', 'Job Title', 'Last Name'],
	...['Line 1', 'Line 2', 'Line 3', 'Line 4', 'Line 5', 'Location'],
	...['Memo', 'Middle Name', 'Mobile', 'Name', 'Name on Check', 'Note'],
	...['Notes', 'Other', 'Other 1', 'Other 2', 'Phone', 'Postal Code'],
	...[
		'Print on Check As',
		'Purchase Description',
		'Purchase Description (Bought and Sold)',
		'Sale Description',
		'Sales Description',
		'Sales Description (Bought and Sold)',
	],
	...['Salutation', 'State', 'Tax ID', 'Vendor Message', 'Vendor or Payee'],
];

describe('nothing', () => {
	const isLeftOut = ({ field }: Place) =>
		(field as { [WHEN_NOTHING]?: string })[WHEN_NOTHING] === 'leftOut';
	const takes = (values: readonly unknown[]) => (place: Place) =>
		values.some((value) => saidOf(place, EXPRESSION, value) === undefined);

	test('is refused in every field but free text', () => {
		expect(titlesWhere((place) => takes(nothings)(place) && !isLeftOut(place))).toEqual([]);
	});

	/** Fields that an empty text leaves out; in Compare, it leaves a value of the order out of the comparison. */
	const leftOutByBlank = places.filter(
		(place) =>
			!place.title.startsWith('books.compare > ') &&
			takes(blanks)(place) &&
			!isLeftOut(place) &&
			place.field.name !== 'linesJson',
	);

	test('may be an empty text only where people add a field themselves, and in free text', () => {
		const atTop = leftOutByBlank.filter(({ outer, field }) => outer === field);
		expect(atTop.map(({ title }) => title)).toEqual([]);
	});

	test('is never an empty text where it says how much', () => {
		const names = new Set(leftOutByBlank.map(({ title }) => lastName(title)));
		const howMuch =
			/amount|quantity|rate$|price$|cost$|percent|hours|limit|total|balance|tolerance/i;
		expect([...names].filter((name) => howMuch.test(name))).toEqual(alsoCalledSo);
	});

	test('is left out in what people alone read, and nowhere else', () => {
		const names = new Set(places.filter(isLeftOut).map(({ title }) => lastName(title)));
		expect([...names].sort()).toEqual(readByPeople);
	});
});
