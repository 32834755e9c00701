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

function variantField({ name, label, help, variants }: VariantField): INodeProperties {
	const [{ value: first }] = variants;
	return {
		displayName: label,
		name,
		type: 'options',
		noDataExpression: true,
		options: alphabetically(
			variants.map((variant): INodePropertyOptions => ({
				name: variant.name,
				value: variant.value,
			})),
			(option) => option.name,
		),
		default: first,
		description: help,
	};
}

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
 * The fields of all forms of a record. Each is shown for the forms that have it.
 * @param fieldsOf The fields of one form.
 */
export function fieldsOfForms(
	{ form }: Pick<RecordKind, 'form'>,
	fieldsOf: (form: RecordForm) => INodeProperties[],
): INodeProperties[] {
	if (!form) return [];
	if (!hasVariants(form)) return fieldsOf(form);
	const fields = new Map<string, { property: INodeProperties; values: string[] }>();
	for (const variant of form.variants) {
		for (const property of fieldsOf(variant)) {
			const key = JSON.stringify(property);
			const field = fields.get(key) ?? { property, values: [] };
			field.values.push(variant.value);
			fields.set(key, field);
		}
	}
	return [...fields.values()].map(({ property, values }) =>
		values.length === form.variants.length
			? property
			: {
					...property,
					displayOptions: { show: { ...property.displayOptions?.show, [form.name]: values } },
				},
	);
}
