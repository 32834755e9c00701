import { alphabetically } from '../form/alphabetically';
import { type Convert, textList, wholeNumber } from '../form/convert';
import type { FieldOption } from '../form/field';
import type { FieldSpec } from '../form/fieldSpec';
import { totalParts } from '../qbxml/totals';

export const maximumResults: FieldSpec = {
	displayName: 'Maximum Results',
	name: 'maximumResults',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description: 'The most records to return. Where they come in pages, it is the size of a page.',
	wire: 'max_returned',
	qbxml: (value) => ({ MaxReturned: value as number }),
	convert: wholeNumber(1),
};

/** The names of elements. Some sales show their total in two parts, so that it can only be worked out from these. */
function elementNames(...[value, reading]: Parameters<Convert>): ReturnType<Convert> {
	const names = textList(value, reading);
	return Array.isArray(names) && names.includes('TotalAmount')
		? [...new Set([...names, ...totalParts])]
		: names;
}

/** The name of the method that loads the fields that a query can include. */
const FIELD_NAMES_METHOD = 'loadFieldNames';

/**
 * The record elements to include: the ones that the interface names and, unless those are all, the ones seen in earlier
 * answers.
 */
export const includedFields = (known: readonly string[], areComplete = false): FieldSpec => ({
	displayName: 'Fields',
	name: 'fields',
	type: 'multiOptions',
	...(!areComplete && {
		typeOptions: { loadOptionsMethod: FIELD_NAMES_METHOD, loadOptionsDependsOn: ['connection'] },
	}),
	options: alphabetically(known, (field) => field).map((field): FieldOption => ({
		name: field,
		value: field,
	})),
	default: [],
	description:
		'Which fields of each record to return. If empty, all fields are returned. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	wire: 'include',
	qbxml: (value) => ({ IncludeRetElement: value as string[] }),
	convert: elementNames,
});

/** Free entry in addition to the known fields, since the interface does not list them all. */
export const otherFields: FieldSpec = {
	displayName: 'Other Fields',
	name: 'otherFields',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Field' },
	default: [],
	placeholder: 'e.g. CompanyName',
	description:
		'More fields of each record, by their qbXML names, in addition to those chosen under Fields',
	wire: 'include',
	qbxml: (value) => ({ IncludeRetElement: value as string[] }),
	convert: elementNames,
};
