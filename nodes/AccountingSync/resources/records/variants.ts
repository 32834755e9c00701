import type { INodeProperties } from 'n8n-workflow';

import { chosenForm } from '../../../../quickbooks/filledIn/chosenForm';
import { alphabetically } from '../../../../quickbooks/form/alphabetically';
import type { Form } from '../../../../quickbooks/form/form';
import { qbxmlOf } from '../../../../quickbooks/queries/query';
import {
	formsOf,
	hasVariants,
	type RecordForm,
	type RecordKind,
	type VariantField,
} from '../../../../quickbooks/records/record';
import { fieldsInCollections, isCollection, shownFor } from '../../operations/properties';

/** The field that chooses between the forms of a record. None for a record with one form. */
export function variantFields({ form }: Pick<RecordKind, 'form'>): INodeProperties[] {
	if (!hasVariants(form)) return [];
	const [{ value: first }] = form.variants;
	const sorted = alphabetically(form.variants, (variant) => variant.name);
	return [
		{
			displayName: form.label,
			name: form.name,
			type: 'options',
			noDataExpression: true,
			options: sorted.map(({ name, value }) => ({ name, value })),
			default: first,
			description: form.help,
		},
	];
}

/** Whether each form of a record is a type of its own, with a query of its own. */
const hasQueries = ({ form, query }: RecordKind): boolean =>
	hasVariants(form) && query.qbxml === undefined;

/** The field that chooses between the queries of a record. None for a record with one query. */
export const queryVariants = (kind: RecordKind): INodeProperties[] =>
	hasQueries(kind) ? variantFields(kind) : [];

/** The queries of a record in qbXML, such as `BillQuery`. */
export const queryNames = (kind: RecordKind): string[] =>
	hasQueries(kind) ? formsOf(kind).map(({ qbxml }) => `${qbxml}Query`) : [qbxmlOf(kind.query)];

/** The query that a form is for. */
export const queryName = (kind: RecordKind, { values }: Form): string =>
	hasQueries(kind) ? `${chosenForm(kind, values).qbxml}Query` : qbxmlOf(kind.query);

type FieldsOfForm = (form: RecordForm) => INodeProperties[];

/**
 * The fields of one form, with every collection as that of all forms, where each field is shown for the forms that have
 * it. So a field that most forms have stands once in the description.
 */
function withSharedCollections({ name, variants }: VariantField, fieldsOf: FieldsOfForm) {
	const fieldsInside = fieldsInCollections(
		variants.map((variant) => [variant.value, fieldsOf(variant)] as const),
		(collection) => collection.name,
	);
	// Inside of a collection, a condition needs a path from the root.
	const sharedOptions = (collection: INodeProperties): INodeProperties[] =>
		alphabetically(
			fieldsInside(collection).map(({ property, owners }) =>
				owners.length === variants.length
					? property
					: shownFor(property, { [`/${name}`]: [...owners] }),
			),
			({ displayName }) => displayName,
		);
	return (form: RecordForm): INodeProperties[] =>
		fieldsOf(form).map((property) =>
			isCollection(property) ? { ...property, options: sharedOptions(property) } : property,
		);
}

/**
 * The fields of all forms of a record. Each is shown for the forms that have it, after those that come before it there.
 * @param fieldsOf The fields of one form.
 */
export function fieldsOfForms(
	{ form }: Pick<RecordKind, 'form'>,
	fieldsOf: FieldsOfForm,
): INodeProperties[] {
	if (!form) return [];
	if (!hasVariants(form)) return fieldsOf(form);
	const fieldsOfForm = withSharedCollections(form, fieldsOf);
	const fields: Array<{ key: string; property: INodeProperties; values: string[] }> = [];
	for (const variant of form.variants) {
		let next = 0;
		for (const property of fieldsOfForm(variant)) {
			const key = JSON.stringify(property);
			const known = fields.findIndex((field) => field.key === key);
			if (known === -1) fields.splice(next, 0, { key, property, values: [variant.value] });
			else fields[known].values.push(variant.value);
			next = (known === -1 ? next : known) + 1;
		}
	}
	return fields.map(({ property, values }) =>
		values.length === form.variants.length ? property : shownFor(property, { [form.name]: values }),
	);
}
