import type { INodeProperties } from 'n8n-workflow';

import { chosen } from '../form/choice';
import { type Convert, required, text, textList } from '../form/convert';
import type { FieldSpec } from '../form/fieldSpec';
import { FormError } from '../form/formError';
import { ASK_LABEL, ASK_VALUE, methodOf, type RecordListName } from './recordLists';

/** What sets one ID field apart from the others. */
type IdField = Pick<INodeProperties, 'displayName' | 'name' | 'displayOptions'> & {
	description: string;
	/** The list that the user picks the ID from. */
	list: RecordListName;
	wire: string;
	/** Set if it must not be left empty. */
	required?: true;
	/** An example of its IDs, if they don't look like list IDs. */
	exampleId?: string;
	/** Set if the interface takes a name as well: its name on the wire, and what such a name looks like. */
	byName?: { wire: string; placeholder: string };
	/** The field that selects the list. When it changes, the chosen ID no longer applies. */
	dependsOn?: string;
	excludes?: FieldSpec['excludes'];
};

/** A field for one ID. The user picks it from the newest list of its kind on the connection, or gives it. */
export const idField = ({
	list,
	required: isRequired,
	exampleId = '80000001-1700000001',
	byName,
	dependsOn,
	...field
}: IdField): FieldSpec => ({
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
				allowNewResource: { label: ASK_LABEL, defaultName: '', method: methodOf(list) },
			},
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${exampleId}` },
		...(byName
			? [
					{
						displayName: 'By Name',
						name: 'name',
						type: 'string' as const,
						hint: 'The full name, written exactly as in the accounting application',
						placeholder: byName.placeholder,
					},
				]
			: []),
	],
	...(byName && { wireByMode: { name: byName.wire } }),
	convert: chosen(isRequired ? required(text) : text),
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
}: Pick<IdField, 'displayName' | 'name' | 'description' | 'list' | 'wire'>): FieldSpec => ({
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
