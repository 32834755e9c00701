import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { alphabetically } from '../../shared/form/alphabetically';
import { FormError } from '../../shared/form/formError';
import {
	hasVariants,
	type RecordForm,
	type RecordKind,
	type VariantField,
} from '../../shared/records/record';

/** The field that chooses between the forms of a record. None for a record with one form. */
export const variantFields = ({ form }: Pick<RecordKind, 'form'>): INodeProperties[] =>
	hasVariants(form) ? [variantField(form)] : [];

const variantField = ({ name, label, help, variants }: VariantField): INodeProperties => ({
	displayName: label,
	name,
	type: 'options',
	noDataExpression: true,
	options: alphabetically(
		variants.map((variant): INodePropertyOptions => ({ name: variant.name, value: variant.value })),
		(option) => option.name,
	),
	default: variants[0].value,
	description: help,
});

/**
 * The form that was chosen.
 * @throws FormError if there is none of this name.
 */
export function chosenForm({ form }: Pick<RecordKind, 'form'>, values: IDataObject): RecordForm {
	if (!form) throw new Error('The record has no form.');
	if (!hasVariants(form)) return form;
	const chosen = form.variants.find(({ value }) => value === values[form.name]);
	if (chosen) return chosen;
	throw new FormError(
		`${form.label} can't be "${String(values[form.name])}".`,
		'Choose it from the list.',
	);
}

/**
 * The fields of all forms of a record. Each is shown for the forms that have it, after those that come before it there.
 * @param fieldsOf The fields of one form.
 */
export function fieldsOfForms(
	{ form }: Pick<RecordKind, 'form'>,
	fieldsOf: (form: RecordForm) => INodeProperties[],
): INodeProperties[] {
	if (!form) return [];
	if (!hasVariants(form)) return fieldsOf(form);
	const fields: Array<{ key: string; property: INodeProperties; values: string[] }> = [];
	for (const variant of form.variants) {
		let next = 0;
		for (const property of fieldsOf(variant)) {
			const key = JSON.stringify(property);
			const known = fields.findIndex((field) => field.key === key);
			if (known === -1) fields.splice(next, 0, { key, property, values: [variant.value] });
			else fields[known].values.push(variant.value);
			next = (known === -1 ? next : known) + 1;
		}
	}
	return fields.map(({ property, values }) =>
		values.length === form.variants.length
			? property
			: {
					...property,
					displayOptions: { show: { ...property.displayOptions?.show, [form.name]: values } },
				},
	);
}
