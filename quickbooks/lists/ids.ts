import { chosen } from '../form/choice';
import { type Convert, required, textList, trimmed } from '../form/convert';
import type { FormField } from '../form/field';
import type { FieldSpec } from '../form/fieldSpec';
import { FormError } from '../form/formError';
import {
	methodOf,
	type RecordListName,
	REFRESH_LABEL,
	REMARK_VALUE,
	requestMethodOf,
} from './recordLists';

/** What sets one field for a record apart from the others. */
interface RecordLocator extends Pick<
	FormField,
	'displayName' | 'name' | 'displayOptions' | 'hint'
> {
	description: string;
	/** The list that the user picks the record from. */
	list: RecordListName;
	/** An example of its IDs, if they don't look like list IDs. */
	exampleId?: string;
	/** What a name of such a record looks like, if it can be given by name, and what its mode is called. */
	exampleName?: string;
	nameMode?: { displayName: string; hint: string };
	/** The field that selects the list. When it changes, the chosen ID no longer applies. */
	dependsOn?: string;
}

const byName = {
	displayName: 'By Name',
	hint: 'The full name, as QuickBooks shows it',
};

/**
 * A field for one record. It is never marked as required for n8n, whose editor would draw a red triangle beside a list that
 * was only opened: what has to be filled in is checked before anything is sent. The user picks it from the newest list of its kind
 * on the connection, or gives its name or ID.
 */
export const recordLocator = ({
	list,
	exampleId = '80000001-1700000001',
	exampleName,
	nameMode = byName,
	dependsOn,
	...field
}: RecordLocator): FormField => ({
	...field,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	...(dependsOn !== undefined && { typeOptions: { loadOptionsDependsOn: [dependsOn] } }),
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose…',
			typeOptions: {
				searchListMethod: methodOf(list),
				searchable: true,
				allowNewResource: {
					label: REFRESH_LABEL,
					defaultName: '',
					method: requestMethodOf(list, field.name),
				},
			},
		},
		...(exampleName === undefined
			? []
			: [
					{
						...nameMode,
						name: 'name',
						type: 'string' as const,
						placeholder: `e.g. ${exampleName}`,
					},
				]),
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${exampleId}` },
	],
});

/** What sets one ID field of an endpoint apart from the others. */
interface IdField extends RecordLocator, Pick<FieldSpec, 'excludes' | 'qbxml'> {
	wire: string;
	/** Set if it must not be left empty. */
	required?: true;
	/** The name on the wire of a name, if the endpoint takes one as well. */
	nameWire?: string;
}

/** A field for one ID that an endpoint takes (interface, section 4.3). */
export const idField = ({
	wire,
	required: isRequired,
	nameWire,
	excludes,
	qbxml,
	...field
}: IdField): FieldSpec => ({
	...recordLocator(field),
	wire,
	...(nameWire !== undefined && { wireByMode: { name: nameWire } }),
	...(excludes && { excludes }),
	...(qbxml && { qbxml }),
	convert: chosen(isRequired ? required(trimmed) : trimmed),
});

const chosenIds: Convert = (value, reading) => {
	const ids = textList(value, reading);
	if (Array.isArray(ids) && ids.includes(REMARK_VALUE)) {
		throw new FormError(
			`${reading.label} holds a remark of the list instead of an entry.`,
			'Remove it from the field and choose what is meant.',
		);
	}
	return ids;
};

/** A filter for several IDs. The user picks them from the newest list of their kind, or uses an expression. */
export const idsField = ({
	list,
	description,
	...field
}: Pick<
	IdField,
	'displayName' | 'name' | 'description' | 'list' | 'wire' | 'qbxml'
>): FieldSpec => ({
	...field,
	type: 'multiOptions',
	typeOptions: {
		loadOptionsMethod: methodOf(list),
		loadOptionsDependsOn: ['connection', `filters.${field.name}`],
	},
	default: [],
	description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	convert: chosenIds,
});
