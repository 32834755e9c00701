import { alphabetically } from '../form/alphabetically';
import { qbxmlOf, type Query } from '../queries/query';
import * as listed from './index';
import { formsOf, hasVariants, queryNamesOf, type RecordKind } from './record';

/** Every record, in the order of the Resource field. */
export const records: readonly RecordKind[] = alphabetically(
	Object.values<RecordKind>(listed),
	({ name }) => name,
);

/** Every query, in the same order. */
export const queries: readonly Query[] = records.map(({ query }) => query);

/** The record of a resource, by the resource's value. Undefined if there is none. */
export const recordOf = (resource: string): RecordKind | undefined =>
	records.find(({ value }) => value === resource);

/** The query of a resource, by the resource's value. Undefined if it has none. */
export const queryOf = (resource: string): Query | undefined => recordOf(resource)?.query;

/** The record of a type in qbXML, such as `Invoice` or `ItemService`. Undefined if there is none. */
export const recordOfType = (type: string): RecordKind | undefined =>
	records.find((kind) => formsOf(kind).some(({ qbxml }) => qbxml === type)) ??
	records.find(({ query }) => qbxmlOf(query) === `${type}Query`);

/**
 * The type of the records that a form is about, such as `Charge` for statement charges.
 * @param valueOf What its fields hold. One that is not shown yet holds nothing, and then the first type is meant.
 */
export function typeOfForm(valueOf: (field: string) => unknown): string {
	const kind = recordOf(String(valueOf('resource') ?? ''));
	if (kind === undefined) throw new Error('The form is about no record.');
	const { form } = kind;
	if (!hasVariants(form)) return queryNamesOf(kind)[0].replace(/Query$/, '');
	const chosen = form.variants.find(({ value }) => value === valueOf(form.name));
	return (chosen ?? form.variants[0]).qbxml;
}
