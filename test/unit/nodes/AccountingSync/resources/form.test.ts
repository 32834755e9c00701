import type { INodeProperties } from 'n8n-workflow';

import {
	allFields,
	choicesOf,
	description,
	fieldsInside,
	fieldsOfOperation,
	operations,
	type PlacedField,
	resourceChoices,
} from '../../../support/description';

const smallWords = [
	'a',
	'an',
	'and',
	'at',
	'by',
	'from',
	'in',
	'of',
	'on',
	'or',
	'the',
	'to',
	'until',
	'with',
];
const spelledOtherwise = ['qbXML'];

/** Every word with a capital, but for the small ones inside. */
const isTitleCase = (title: string): boolean =>
	title
		.split(' ')
		.every(
			(word, index) =>
				/^\(?[A-Z0-9]/.test(word) ||
				spelledOtherwise.includes(word) ||
				(index > 0 && smallWords.includes(word)),
		);

const filledIn = allFields.filter(({ field }) => field.type !== 'notice');
const places = (fields: PlacedField[]) => fields.map(({ place }) => place);
const isSorted = (names: string[]): boolean =>
	names.every((name, index) => index === 0 || names[index - 1].localeCompare(name) <= 0);

test('every title is in Title Case', () => {
	expect(places(filledIn.filter(({ field }) => !isTitleCase(field.displayName)))).toEqual([]);
	const titles = resourceChoices.map(({ name }) => name);
	expect(titles.filter((title) => !isTitleCase(title))).toEqual([]);
});

test('no field has a pattern: n8n tries it each time that it wakes an execution, and fails it if the machine is busy', () => {
	expect(JSON.stringify(description.properties)).not.toMatch(/"(validation|regex)":/);
});

test('every field has a sentence of help, and every field in a collection', () => {
	const helpless = filledIn.filter(
		({ field: { type, description: help = '', hint = '' } }) =>
			type !== 'collection' && !/\w+ \w+/.test(`${help}${hint}`),
	);
	expect(places(helpless)).toEqual([]);
});

test('help begins with a capital, and ends with a full stop only if it is more than a sentence', () => {
	const odd = filledIn.filter(({ field: { description: help = '' } }) => {
		const sentences = help.split(/\. (?=[A-Z])/).length;
		return help !== '' && (!/^[A-Z]/.test(help) || help.endsWith('.') !== sentences > 1);
	});
	expect(places(odd)).toEqual([]);
});

test('help of a switch begins with "Whether"', () => {
	const switches = filledIn.filter(({ field }) => field.type === 'boolean');
	expect(switches.length).toBeGreaterThan(0);
	expect(
		places(switches.filter(({ field }) => !field.description?.startsWith('Whether '))),
	).toEqual([]);
});

test('choices and collections are sorted', () => {
	const unsorted = filledIn.filter(({ field }) => {
		const shown =
			field.type === 'collection'
				? fieldsInside(field).map(({ displayName }) => displayName)
				: choicesOf(field).map(({ name }) => name);
		return !isSorted(shown);
	});
	expect(places(unsorted)).toEqual([]);
});

test('a drop-down has its default among its choices', () => {
	const lost = filledIn.filter(
		({ field }) =>
			field.type === 'options' && !choicesOf(field).some(({ value }) => value === field.default),
	);
	expect(places(lost)).toEqual([]);
});

/** Whether two fields are never shown together, because they belong to different choices of another field. */
function excludeEachOther(one: INodeProperties, other: INodeProperties): boolean {
	const shown = other.displayOptions?.show ?? {};
	return Object.entries(one.displayOptions?.show ?? {}).some(
		([name, values = []]) =>
			name in shown &&
			!(values as unknown[]).some((value) => shown[name]?.includes(value as string)),
	);
}

/** The names of fields that are shown beside another one of the same name. */
const usedTwice = (fields: readonly INodeProperties[]): string[] =>
	fields
		.filter((field, index) =>
			fields
				.slice(0, index)
				.some((other) => other.name === field.name && !excludeEachOther(field, other)),
		)
		.map(({ name }) => name);

test.each(operations)('$resource.$operation: no name is used twice', ({ resource, operation }) => {
	expect(usedTwice(fieldsOfOperation(resource, operation))).toEqual([]);
	for (const { place, field } of allFields.filter((placed) =>
		placed.place.startsWith(`${resource}.${operation} >`),
	)) {
		expect({ place, twice: usedTwice(fieldsInside(field)) }).toEqual({ place, twice: [] });
	}
});

test('every field belongs to an operation', () => {
	const fields = description.properties.filter(
		({ name }) => !['resource', 'operation'].includes(name),
	);
	const isOwned = ({ displayOptions }: (typeof fields)[number]) =>
		operations.some(
			({ resource, operation }) =>
				displayOptions?.show?.resource?.includes(resource) &&
				displayOptions.show.operation?.includes(operation),
		);
	expect(fields.filter((field) => !isOwned(field))).toEqual([]);
});

test('nothing in the description is a function or lost when n8n stores it', () => {
	const stored = JSON.stringify(description);
	const kept = JSON.stringify(description, (_key, value: unknown) => {
		if (typeof value === 'function' || value === undefined) throw new Error('It would be lost.');
		return value;
	});
	expect(JSON.parse(stored)).toEqual(JSON.parse(kept));
});
