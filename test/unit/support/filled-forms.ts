import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { hasVariants, type RecordKind } from '../../../quickbooks/records/record';
import { choicesOf, fieldsInside, fieldsOfOperation } from './description';
import { byName } from './written';

/** Something that a field takes. */
export function exampleOf(field: INodeProperties): unknown {
	const { type, name, displayName } = field;
	if (type === 'resourceLocator') return byName('Abe');
	if (type === 'options') {
		return choicesOf(field).find(({ value }) => value === field.default)?.value ?? field.default;
	}
	if (type === 'multiOptions')
		return choicesOf(field)
			.slice(0, 1)
			.map(({ value }) => value);
	if (type === 'boolean') return true;
	if (type === 'number') return 1;
	if (type === 'dateTime') return '2026-01-15T08:00:00Z';
	if (type === 'fixedCollection') {
		const [group] = field.options as Array<{ name: string; values: INodeProperties[] }>;
		const values = filled(group.values);
		return { [group.name]: field.typeOptions?.multipleValues ? [values] : values };
	}
	if (type === 'collection') return filled(fieldsInside(field));
	if (field.typeOptions?.multipleValues) return ['12-3'];
	const example = field.placeholder?.replace(/^e\.g\. /, '');
	return (
		example ?? (/amount|rate|price|cost|quantity/i.test(`${name}${displayName}`) ? '1.00' : '1')
	);
}

/** Something for each of the fields. */
export const filled = (fields: readonly INodeProperties[]): IDataObject =>
	Object.fromEntries(fields.map((field) => [field.name, exampleOf(field)])) as IDataObject;

/** The values by which a record's forms are chosen: one for each form. */
export const variantsOf = ({ form }: RecordKind): IDataObject[] =>
	hasVariants(form) ? form.variants.map(({ value }) => ({ [form.name]: value })) : [{}];

/** The fields that are shown for a form. In a collection, they name the field that chooses it from the root. */
export const shownFor = (
	variant: IDataObject,
	fields: readonly INodeProperties[],
): INodeProperties[] =>
	fields.filter(({ displayOptions: { show = {} } = {} }) =>
		Object.entries(variant).every(
			([name, value]) => (show[name] ?? show[`/${name}`])?.includes(value as string) ?? true,
		),
	);

/** The fields of an operation that are shown for a form. */
export const shownFields = (resource: string, operation: string, variant: IDataObject) =>
	shownFor(variant, fieldsOfOperation(resource, operation));
