import { alphabetically } from '../form/alphabetically';
import type { Query } from '../queries/query';
import * as listed from './index';
import type { RecordKind } from './record';

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
