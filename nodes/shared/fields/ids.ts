import type { INodeProperties } from 'n8n-workflow';

import { chosen } from '../form/choice';
import { type Convert, required, textList, trimmed } from '../form/convert';
import type { FieldSpec } from '../form/fieldSpec';
import { FormError } from '../form/formError';
import {
	ASK_LABEL,
	ASK_VALUE,
	methodOf,
	type RecordListName,
	requestMethodOf,
} from './recordLists';

/** What sets one field for a record apart from the others. */
interface RecordLocator extends Pick<
	INodeProperties,
	'displayName' | 'name' | 'displayOptions' | 'hint'
> {
	description: string;
	/** The list that the user picks the record from. */
	list: RecordListName;
	/** Set if it must not be left empty. */
	required?: true;
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

/** A field for one record. The user picks it from the newest list of its kind on the connection, or gives its name or ID. */
export const recordLocator = ({
	list,
	required: isRequired,
	exampleId = '80000001-1700000001',
	exampleName,
	nameMode = byName,
	dependsOn,
	...field
}: RecordLocator): INodeProperties => ({
	...field,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	...(isRequired && { required: true }),
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
					label: ASK_LABEL,
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
	/** The name on the wire of a name, if the endpoint takes one as well. */
	nameWire?: string;
}

/** A field for one ID that an endpoint takes (interface, section 4.3). */
export const idField = ({ wire, nameWire, excludes, qbxml, ...field }: IdField): FieldSpec => ({
	...recordLocator(field),
	wire,
	...(nameWire !== undefined && { wireByMode: { name: nameWire } }),
	...(excludes && { excludes }),
	...(qbxml && { qbxml }),
	convert: chosen(field.required ? required(trimmed) : trimmed),
});

const chosenIds: Convert = (value, reading) => {
	const ids = textList(value, reading);
	if (Array.isArray(ids) && ids.includes(ASK_VALUE)) {
		throw new FormError(
			`${reading.label} still holds "${ASK_LABEL}".`,
			'Remove it from the field and choose what is meant, once the list is there.',
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
