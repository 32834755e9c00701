import { text, textList } from '../form/convert';
import type { FieldSpec } from '../form/fieldSpec';
import { idField } from '../lists/ids';

/** A filter by a part of the name, in qbXML. */
const namePart =
	(MatchCriterion: 'Contains' | 'EndsWith' | 'StartsWith'): FieldSpec['qbxml'] =>
	(value) => ({
		'NameFilter.MatchCriterion': MatchCriterion,
		'NameFilter.Name': value as string,
	});

/** Part of the name. Every resource except items has it. */
export const nameContains: FieldSpec = {
	displayName: 'Name Contains',
	name: 'nameContains',
	type: 'string',
	default: '',
	placeholder: 'e.g. smith',
	description: 'Only records with this text anywhere in their name, regardless of case',
	wire: 'name',
	qbxml: namePart('Contains'),
	convert: text,
};

export const nameFrom: FieldSpec = {
	displayName: 'Name From',
	name: 'nameFrom',
	type: 'string',
	default: '',
	placeholder: 'e.g. A',
	description: 'Only records whose name is this or comes later in the alphabet',
	wire: 'from_name',
	qbxml: (value) => ({ 'NameRangeFilter.FromName': value as string }),
	convert: text,
};

export const nameTo: FieldSpec = {
	displayName: 'Name To',
	name: 'nameTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. M',
	description: 'Only records whose name is this or comes earlier in the alphabet',
	wire: 'to_name',
	qbxml: (value) => ({ 'NameRangeFilter.ToName': value as string }),
	convert: text,
};

/**
 * The filters by name of a list that has no endpoint of its own. A query in qbXML has either a part of the name or its
 * bounds.
 */
export const nameFilters: readonly FieldSpec[] = [
	{
		...nameContains,
		description: `${nameContains.description}. Can't be combined with Name From and To.`,
		excludes: ['nameFrom', 'nameTo'],
	},
	nameFrom,
	nameTo,
];

/** The bounds of the full name, for sales tax items and codes. */
export const fullNameFrom: FieldSpec = {
	...nameFrom,
	displayName: 'Full Name From',
	description: 'Only records whose full name is this or comes later in the alphabet',
};

export const fullNameTo: FieldSpec = {
	...nameTo,
	displayName: 'Full Name To',
	description: 'Only records whose full name is this or comes earlier in the alphabet',
};

export const fullNames: FieldSpec = {
	displayName: 'Full Names',
	name: 'fullNames',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Full Name' },
	default: [],
	description: 'Only records with one of these full names, written exactly like this',
	wire: 'full_names',
	qbxml: (value) => ({ FullName: value as string[] }),
	convert: textList,
};

const otherItemNames = [
	'name',
	'nameFrom',
	'nameTo',
	'nameStartsWith',
	'nameContains',
	'nameEndsWith',
];
const allBut = (name: string) => otherItemNames.filter((other) => other !== name);

/** The names of items, with the filters that they can't be combined with (interface, section 4.3). */
export const itemName: FieldSpec = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Consulting',
	description:
		"Only the item with this name, regardless of case. Can't be combined with another filter.",
	wire: 'name',
	qbxml: (value) => ({ FullName: [String(value)] }),
	convert: text,
	excludes: 'every other',
};

export const itemListId = idField({
	displayName: 'Item',
	name: 'listId',
	list: 'items',
	description: "Only this item. Can't be combined with another filter.",
	wire: 'list_id',
	exampleName: 'Consulting',
	nameWire: 'name',
	qbxml: (value, mode) => ({ [mode === 'name' ? 'FullName' : 'ListID']: [String(value)] }),
	excludes: 'every other',
});

export const itemNameStartsWith: FieldSpec = {
	displayName: 'Name Starts With',
	name: 'nameStartsWith',
	type: 'string',
	default: '',
	description:
		"Only items whose name starts with this text, regardless of case. Can't be combined with another name filter.",
	wire: 'name_starts_with',
	qbxml: namePart('StartsWith'),
	convert: text,
	excludes: allBut('nameStartsWith'),
};

export const itemNameContains: FieldSpec = {
	displayName: 'Name Contains',
	name: 'nameContains',
	type: 'string',
	default: '',
	description:
		"Only items with this text anywhere in their name, regardless of case. Can't be combined with another name filter.",
	wire: 'name_contains',
	qbxml: namePart('Contains'),
	convert: text,
	excludes: allBut('nameContains'),
};

export const itemNameEndsWith: FieldSpec = {
	displayName: 'Name Ends With',
	name: 'nameEndsWith',
	type: 'string',
	default: '',
	description:
		"Only items whose name ends with this text, regardless of case. Can't be combined with another name filter.",
	wire: 'name_ends_with',
	qbxml: namePart('EndsWith'),
	convert: text,
	excludes: allBut('nameEndsWith'),
};
