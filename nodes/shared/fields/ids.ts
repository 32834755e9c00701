import type { INodeProperties } from 'n8n-workflow';

import { chosen } from '../form/choice';
import { required, text, textList, type Convert } from '../form/convert';
import { FormError } from '../form/formError';
import type { FieldSpec } from '../form/fieldSpec';
import { ASK_LABEL, ASK_VALUE, methodOf, type RecordListName } from './recordLists';

/** What sets one field that takes an ID apart from the others. */
type IdField = Pick<INodeProperties, 'displayName' | 'name' | 'displayOptions'> & {
	description: string;
	/** The list that the ID is chosen from. */
	list: RecordListName;
	wire: string;
	/** Whether it must not be left empty. */
	required?: true;
	/** An ID as they look, in place of a list ID. */
	exampleId?: string;
	/** Set where the interface takes a name as well: under which name on the wire, and what one looks like. */
	byName?: { wire: string; placeholder: string };
	/** A field that says which list it is: with another one, what was chosen counts no more. */
	dependsOn?: string;
	excludes?: FieldSpec['excludes'];
};

/** A field that takes one ID: picked from the newest list of its kind on the connection, or given. */
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

/** A filter that takes several IDs: picked from the newest list of their kind, or from an expression. */
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
